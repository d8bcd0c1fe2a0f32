//! Recorded outputs of `cargo test`, read.

use super::read;
use crate::fixture::{check, shown};

#[test]
fn a09_what_failed_where_and_why() {
    check(
        read,
        "cargo_test/fail",
        r#"
failed, 1 passed, 7 failed
tests::adds_wrongly @ core/src/lib.rs:30
  want: assertion `left == right` failed: one and one
  got: left: 2, right: 3
tests::deep::holds @ core/src/lib.rs:37
  want: assertion failed: !empty.is_empty()
tests::deep::parses
  got: Error: ParseIntError { kind: InvalidDigit }
tests::panics_with_other_words @ core/src/lib.rs:54
  want: expected substring: "overflow"
  got: panic message: "too big"
tests::should_panic_but_does_not @ core/src/lib.rs:49
  want: should panic
  got: test did not panic as expected
tests::unwraps @ core/src/lib.rs:65
  got: called `Option::unwrap()` on a `None` value
tests::custom @ core/src/lib.rs:70
  got: account 7 is
       not balanced
ok: tests::adds
"#,
    );
    check(
        read,
        "cargo_test/backtrace",
        "
failed, 0 passed, 1 failed
tests::adds_wrongly @ core/src/lib.rs:30
  want: assertion `left == right` failed: one and one
  got: left: 2, right: 3
",
    );
    check(
        read,
        "cargo_test/colour",
        "
failed, 0 passed, 3 failed
tests::custom @ core/src/lib.rs:70
  got: account 7 is
       not balanced
tests::deep::holds @ core/src/lib.rs:37
  want: assertion failed: !empty.is_empty()
tests::deep::parses
  got: Error: ParseIntError { kind: InvalidDigit }
",
    );
}

#[test]
fn a09_doc_tests() {
    check(
        read,
        "cargo_test/doc",
        "
failed, 1 passed, 1 failed
core/src/lib.rs - add (line 3) @ core/src/lib.rs:5
  want: assertion `left == right` failed
  got: left: 2, right: 3
ok: core/src/lib.rs - double (line 12)
",
    );
    check(
        read,
        "cargo_test/doc_build",
        "
failed, 0 passed, 1 failed
docbad/src/lib.rs - double (line 3) @ docbad/src/lib.rs:4
  got: error[E0308]: mismatched types
",
    );
}

#[test]
fn a09_several_crates() {
    check(
        read,
        "cargo_test/workspace",
        r#"
failed, 4 passed, 9 failed
tests::adds_wrongly @ core/src/lib.rs:30
  want: assertion `left == right` failed: one and one
  got: left: 2, right: 3
tests::custom @ core/src/lib.rs:70
  got: account 7 is
       not balanced
tests::deep::parses
  got: Error: ParseIntError { kind: InvalidDigit }
tests::panics_with_other_words @ core/src/lib.rs:54
  want: expected substring: "overflow"
  got: panic message: "too big"
tests::should_panic_but_does_not @ core/src/lib.rs:49
  want: should panic
  got: test did not panic as expected
tests::unwraps @ core/src/lib.rs:65
  got: called `Option::unwrap()` on a `None` value
tests::deep::holds @ core/src/lib.rs:37
  want: assertion failed: !empty.is_empty()
doubles @ core/tests/integration.rs:3
  want: assertion `left == right` failed
  got: left: 6, right: 7
core/src/lib.rs - add (line 3) @ core/src/lib.rs:5
  want: assertion `left == right` failed
  got: left: 2, right: 3
ok: tests::works, tests::adds, adds_again, core/src/lib.rs - double (line 12)
"#,
    );
}

#[test]
fn a09_one_letter_a_test() {
    check(
        read,
        "cargo_test/quiet",
        r#"
failed, 1 passed, 7 failed
tests::adds_wrongly @ core/src/lib.rs:30
  want: assertion `left == right` failed: one and one
  got: left: 2, right: 3
tests::custom @ core/src/lib.rs:70
  got: account 7 is
       not balanced
tests::deep::holds @ core/src/lib.rs:37
  want: assertion failed: !empty.is_empty()
tests::deep::parses
  got: Error: ParseIntError { kind: InvalidDigit }
tests::panics_with_other_words @ core/src/lib.rs:54
  want: expected substring: "overflow"
  got: panic message: "too big"
tests::should_panic_but_does_not @ core/src/lib.rs:49
  want: should panic
  got: test did not panic as expected
tests::unwraps @ core/src/lib.rs:65
  got: called `Option::unwrap()` on a `None` value
"#,
    );
}

#[test]
fn a09_output_not_captured() {
    check(
        read,
        "cargo_test/nocapture",
        "
failed, 0 passed, 2 failed
tests::deep::parses
tests::deep::holds @ core/src/lib.rs:37
  want: assertion failed: !empty.is_empty()
",
    );
    check(
        read,
        "cargo_test/nocapture_single",
        r#"
failed, 1 passed, 7 failed
tests::adds_wrongly @ core/src/lib.rs:30
  want: assertion `left == right` failed: one and one
  got: left: 2, right: 3
tests::custom @ core/src/lib.rs:70
  got: account 7 is
       not balanced
tests::deep::holds @ core/src/lib.rs:37
  want: assertion failed: !empty.is_empty()
tests::deep::parses
  got: Error: ParseIntError { kind: InvalidDigit }
tests::panics_with_other_words @ core/src/lib.rs:54
  want: expected substring: "overflow"
  got: panic message: "too big"
tests::should_panic_but_does_not @ core/src/lib.rs:49
  want: should panic
  got: test did not panic as expected
tests::unwraps @ core/src/lib.rs:65
  got: called `Option::unwrap()` on a `None` value
ok: tests::adds
"#,
    );
}

#[test]
fn a09_output_of_passed_tests() {
    check(
        read,
        "cargo_test/show_output",
        "
failed, 1 passed, 1 failed
tests::adds_wrongly @ core/src/lib.rs:30
  want: assertion `left == right` failed: one and one
  got: left: 2, right: 3
ok: tests::adds
",
    );
}

#[test]
fn a09_cut_by_head_and_by_tail() {
    check(
        read,
        "cargo_test/head",
        "
failed
tests::adds_wrongly
tests::custom
tests::deep::holds
tests::deep::parses
tests::panics_with_other_words
tests::should_panic_but_does_not
tests::unwraps
ok: tests::adds
",
    );
    check(
        read,
        "cargo_test/tail",
        "
failed, 1 passed, 7 failed
tests::unwraps
",
    );
}

#[test]
fn a09_passed_and_nothing_ran() {
    check(
        read,
        "cargo_test/pass",
        "
passed, 1 passed, 0 failed
ok: tests::works
",
    );
    check(read, "cargo_test/nothing", "nothing, 0 passed, 0 failed");
}

#[test]
fn a04_a_crash_is_no_failure() {
    check(
        read,
        "cargo_test/abort",
        "
infra Crash
ok: tests::fine
",
    );
    check(read, "cargo_test/overflow", "infra Crash");
    check(read, "cargo_test/exit", "infra Crash");
    check(read, "cargo_test/option", "infra Crash");
}
/// What `text` says, in short.
fn said(text: &str) -> String {
    shown(read(text).as_ref())
}

#[test]
fn a09_panics_of_older_compilers() {
    let text = |panic: &str| {
        format!(
            "---- tests::a stdout ----\nthread 'tests::a' panicked at {panic}\nnote: run with\n"
        )
    };
    assert_eq!(
        said(&text("'account 7 is\nnot balanced', src/lib.rs:70:9")),
        "failed\ntests::a @ src/lib.rs:70\n  got: account 7 is\n       not balanced"
    );
    assert_eq!(
        said(&text(
            "'assertion failed: `(left == right)`\n  left: `2`,\n right: `3`', src/lib.rs:30:9"
        )),
        "failed\ntests::a @ src/lib.rs:30\n  want: assertion failed: `(left == right)`\n  got: left: `2`, right: `3`"
    );
}

#[test]
fn a09_what_a_pipe_left() {
    check_said(
        "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
        "failed, 1 passed, 2 failed",
    );
    check_said(
        "test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
        "passed, 4 passed, 0 failed",
    );
    check_said("error: test failed, to rerun pass `--lib`", "failed");
    check_said("error: 2 targets failed:\n    `-p a --lib`\n    `-p b --lib`", "failed");
    check_said("test tests::a ... FAILED\ntest tests::b ... ok", "failed\ntests::a\nok: tests::b");
}

#[test]
fn a04_a_crate_that_does_not_build_after_one_that_passed() {
    let passed = "test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n";
    let unbuilt = "error: could not compile `b` (lib test) due to 1 previous error\n";
    check_said(&format!("{passed}{unbuilt}"), "infra Build, 4 passed, 0 failed");
    check_said(unbuilt, "(none)");
}

#[test]
fn a09_words_alone_are_not_read() {
    check_said("FAILED\nok\nrunning out of time\ntest result: see below", "(none)");
    check_said("running 3 tests\ntest tests::a ... ok\n", "(none)");
    check_said("    tests::a\n    tests::b\n", "(none)");
    check_said(
        "  test tests::a ... FAILED\n> test result: FAILED. 0 passed; 1 failed; 0 ignored",
        "(none)",
    );
}

fn check_said(text: &str, expected: &str) {
    assert_eq!(said(text), expected, "{text:?}");
}
