//! Recorded outputs of `go test`, read.

use super::read;
use crate::fixture::{check, shown};

/// What failed in package `sum`.
const SUM: &str = r#"
failed
TestAddsWrongly @ sum_test.go:14
  want: Add(1, 1) = 2, want 3
  got: sum_test.go:14: Add(1, 1) = 2, want 3
       sum_test.go:16: a second line
       of the log
TestTable/two_and_two @ sum_test.go:24
  want: got 5
  got: sum_test.go:22: adding
       sum_test.go:24: got 5
"#;

/// What the panic in package `boom` says.
const BOOM: &str = r#"
failed
TestBoom @ /w/project/boom/boom_test.go:9
  got: panic: assignment to entry in nil map
"#;

#[test]
fn a09_what_failed_where_and_why() {
    check(
        read,
        "go_test/fail",
        "
failed
TestAddsWrongly @ sum_test.go:14
  want: Add(1, 1) = 2, want 3
  got: sum_test.go:14: Add(1, 1) = 2, want 3
       sum_test.go:16: a second line
       of the log
TestTable/two_and_two @ sum_test.go:24
  want: got 5
  got: sum_test.go:22: adding
       sum_test.go:24: got 5
TestDeep @ inner_test.go:10
  want: too deep
  got: inner_test.go:10: too deep
",
    );
    check(
        read,
        "go_test/fail_127",
        "
failed
TestAddsWrongly @ sum_test.go:14
  want: Add(1, 1) = 2, want 3
  got: sum_test.go:14: Add(1, 1) = 2, want 3
       sum_test.go:16: a second line
       of the log
TestTable/two_and_two @ sum_test.go:24
  want: got 5
  got: sum_test.go:22: adding
       sum_test.go:24: got 5
TestDeep @ inner_test.go:10
  want: too deep
  got: inner_test.go:10: too deep
",
    );
}

#[test]
fn a09_tests_by_name() {
    check(
        read,
        "go_test/verbose",
        "
failed, 1 passed
TestAddsWrongly @ sum_test.go:14
  want: Add(1, 1) = 2, want 3
  got: sum_test.go:14: Add(1, 1) = 2, want 3
       sum_test.go:16: a second line
       of the log
TestTable/two_and_two @ sum_test.go:24
  want: got 5
  got: sum_test.go:22: adding
       sum_test.go:24: got 5
ok: TestAdds, TestTable/fine
",
    );
    check(
        read,
        "go_test/verbose_127",
        "
failed, 1 passed
TestAddsWrongly @ sum_test.go:14
  want: Add(1, 1) = 2, want 3
  got: sum_test.go:14: Add(1, 1) = 2, want 3
       sum_test.go:16: a second line
       of the log
TestTable/two_and_two @ sum_test.go:24
  want: got 5
  got: sum_test.go:22: adding
       sum_test.go:24: got 5
ok: TestAdds, TestTable/fine
",
    );
    check(
        read,
        "go_test/pass_verbose",
        "
passed, 1 passed
ok: TestAdds
",
    );
}

#[test]
fn a09_a_build_error_beside_failed_tests() {
    check(read, "go_test/build", SUM);
}

#[test]
fn a09_events() {
    check(
        read,
        "go_test/json",
        "
failed, 1 passed
TestAddsWrongly @ sum_test.go:14
  want: Add(1, 1) = 2, want 3
  got: sum_test.go:14: Add(1, 1) = 2, want 3
       sum_test.go:16: a second line
       of the log
TestTable/two_and_two @ sum_test.go:24
  want: got 5
  got: sum_test.go:22: adding
       sum_test.go:24: got 5
ok: TestAdds, TestTable/fine
",
    );
    check(
        read,
        "go_test/json_127",
        "
failed, 1 passed
TestBoom @ /w/project/boom/boom_test.go:9
  got: panic: assignment to entry in nil map
ok: TestFine
",
    );
}

#[test]
fn a09_a_panic_in_a_test_is_a_failure() {
    check(read, "go_test/panic", BOOM);
    check(read, "go_test/panic_127", BOOM);
    check(
        read,
        "go_test/panic_verbose",
        "
failed, 1 passed
TestBoom @ /w/project/boom/boom_test.go:9
  got: panic: assignment to entry in nil map
ok: TestFine
",
    );
    check(read, "go_test/in_package", BOOM);
    check(
        read,
        "go_test/timeout_127",
        "
failed
TestSlow @ /w/project/slow/slow_test.go:8
  got: panic: test timed out after 1s
",
    );
}

#[test]
fn a09_cut_by_tail() {
    check(read, "go_test/tail", "failed");
}

#[test]
fn a09_passed_and_nothing_ran() {
    check(read, "go_test/pass", "passed");
    check(read, "go_test/nothing", "nothing");
    check(read, "go_test/filtered", "nothing");
}

#[test]
fn a04_what_does_not_build() {
    check(read, "go_test/build_only", "infra Build");
    check(read, "go_test/build_127", "infra Build");
    check(read, "go_test/vet", "infra Build");
}

#[test]
fn a04_a_panic_outside_of_tests() {
    check(read, "go_test/init_panic", "infra Crash");
    check(read, "go_test/timeout", "infra Crash");
}
/// What `text` says, in short.
fn check_said(text: &str, expected: &str) {
    assert_eq!(shown(read(text).as_ref()), expected, "{text:?}");
}

#[test]
fn a09_what_a_pipe_left() {
    check_said("FAIL\texample.com/a\t0.01s", "failed");
    check_said("ok  \texample.com/a\t(cached)", "passed");
    check_said("ok  \texample.com/a\t0.1s\tcoverage: 80.0% of statements", "passed");
    check_said("--- FAIL: TestA (0.00s)", "failed\nTestA");
}

#[test]
fn a09_words_alone_are_not_read() {
    check_said("FAIL\nPASS\nok then\n? what now\n", "(none)");
    check_said("--- FAIL: the build\n=== RUN   away\n", "(none)");
    check_said("panic: no towel\n\ngoroutine 1 [running]:\nmain.main()\n", "(none)");
    check_said("FAIL example.com failed to load in 3s", "(none)");
}
