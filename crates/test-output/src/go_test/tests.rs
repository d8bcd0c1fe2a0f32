//! What is read in the recorded outputs of `go_test`.

use super::read;
use crate::tests::{check_recorded, shown};

#[test]
fn a09_a04_every_recorded_output_is_read() {
    check_recorded(read, "go_test", RECORDED);
}

/// Asserts what is read in `text`.
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

/// Failures that several outputs contain.
const ADDS_WRONGLY: &str = "
TestAddsWrongly @ sum_test.go:14
  want: Add(1, 1) = 2, want 3
  got: sum_test.go:14: Add(1, 1) = 2, want 3
       sum_test.go:16: a second line
       of the log
";
const TWO_AND_TWO: &str = "
TestTable/two_and_two @ sum_test.go:24
  want: got 5
  got: sum_test.go:22: adding
       sum_test.go:24: got 5
";
const BOOM: &str = "
TestBoom @ /w/project/boom/boom_test.go:9
  got: panic: assignment to entry in nil map
";

/// The recorded outputs with what is read in each: the end, the failures, the names that passed.
const RECORDED: &[(&str, &[&str])] = &[
    (
        "fail fail_127",
        &[
            "failed",
            ADDS_WRONGLY,
            TWO_AND_TWO,
            "
TestDeep @ inner_test.go:10
  want: too deep
  got: inner_test.go:10: too deep
",
        ],
    ),
    (
        "verbose verbose_127 json",
        &["failed, 1 passed", ADDS_WRONGLY, TWO_AND_TWO, "ok: TestAdds, TestTable/fine"],
    ),
    (
        "pass_verbose",
        &["
passed, 1 passed
ok: TestAdds
"],
    ),
    ("build", &["failed", ADDS_WRONGLY, TWO_AND_TWO]),
    ("json_127 panic_verbose", &["failed, 1 passed", BOOM, "ok: TestFine"]),
    ("panic panic_127 in_package", &["failed", BOOM]),
    (
        "timeout_127",
        &["
failed
TestSlow @ /w/project/slow/slow_test.go:8
  got: panic: test timed out after 1s
"],
    ),
    ("tail", &["failed"]),
    ("pass", &["passed"]),
    ("nothing filtered", &["nothing"]),
    ("build_only build_127 vet", &["infra Build"]),
    ("init_panic timeout", &["infra Crash"]),
];
