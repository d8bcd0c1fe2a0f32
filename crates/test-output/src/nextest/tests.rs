//! What is read in the recorded outputs of `nextest`.

use super::read;
use crate::tests::{check_recorded, shown};

#[test]
fn a09_a04_every_recorded_output_is_read() {
    check_recorded(read, "nextest", RECORDED);
}

#[test]
fn a09_flaky_is_passed() {
    let text = "
  TRY 1 FAIL [   0.005s] (───) a tests::b
  TRY 2 PASS [   0.005s] (1/1) a tests::b
     Summary [   0.013s] 1 test run: 1 passed (1 flaky), 0 skipped
   FLAKY 2/2 [   0.005s] (1/1) a tests::b
";
    let reading = shown(read(text).as_ref());
    assert_eq!(reading, "passed, 1 passed, 0 failed\nok: tests::b, tests::b");
}

#[test]
fn a09_the_layout_of_older_releases() {
    let text = "
        FAIL [   0.008s] a tests::b

--- STDERR:              a tests::b ---
thread 'tests::b' panicked at src/lib.rs:9:5:
assertion failed: x

   Canceling due to test failure
     Summary [   0.015s] 1 test run: 0 passed, 1 failed, 0 skipped
        FAIL [   0.008s] a tests::b
error: test run failed
";
    let expected =
        "failed, 0 passed, 1 failed\ntests::b @ src/lib.rs:9\n  want: assertion failed: x";
    assert_eq!(shown(read(text).as_ref()), expected);
}

#[test]
fn a04_the_list_of_tests_could_not_be_made() {
    let text = "error: creating test list failed\n\nCaused by:\n  for `a`, command failed\n";
    assert_eq!(shown(read(text).as_ref()), "infra Crash");
}

#[test]
fn a09_words_alone_are_not_read() {
    for text in ["FAIL", "  FAIL [x] a b", "Summary [  0.1s] 3 passed", " PASS [soon] a tests::b"] {
        assert_eq!(shown(read(text).as_ref()), "(none)", "{text:?}");
    }
}

/// Failures that several outputs contain.
const ADDS_WRONGLY: &str = "
tests::adds_wrongly @ core/src/lib.rs:30
  want: assertion `left == right` failed: one and one
  got: left: 2, right: 3
";
const CUSTOM: &str = "
tests::custom @ core/src/lib.rs:70
  got: account 7 is
       not balanced
";
const HOLDS: &str = "
tests::deep::holds @ core/src/lib.rs:37
  want: assertion failed: !empty.is_empty()
";
const PARSES: &str = "
tests::deep::parses
  got: Error: ParseIntError { kind: InvalidDigit }
";
const PANICS_WITH_OTHER_WORDS: &str = r#"
tests::panics_with_other_words @ core/src/lib.rs:54
  want: expected substring: "overflow"
  got: too big
"#;
const SHOULD_PANIC_BUT_DOES_NOT: &str = "
tests::should_panic_but_does_not @ core/src/lib.rs:49
  want: should panic
  got: test did not panic as expected
";
const UNWRAPS: &str = "
tests::unwraps @ core/src/lib.rs:65
  got: called `Option::unwrap()` on a `None` value
";
const DOUBLES: &str = "
doubles @ core/tests/integration.rs:3
  want: assertion `left == right` failed
  got: left: 6, right: 7
";

/// The recorded outputs with what is read in each: the end, the failures, the names that passed.
const RECORDED: &[(&str, &[&str])] = &[
    (
        "fail_fast",
        &["failed, 2 passed, 2 failed", ADDS_WRONGLY, CUSTOM, "ok: tests::adds, tests::works"],
    ),
    ("colour", &["failed, 0 passed, 2 failed", HOLDS, PARSES]),
    (
        "workspace",
        &[
            "failed, 3 passed, 8 failed",
            ADDS_WRONGLY,
            CUSTOM,
            PARSES,
            HOLDS,
            PANICS_WITH_OTHER_WORDS,
            SHOULD_PANIC_BUT_DOES_NOT,
            UNWRAPS,
            DOUBLES,
            "ok: tests::adds, tests::works, adds_again",
        ],
    ),
    (
        "final",
        &[
            "failed, 2 passed, 8 failed",
            ADDS_WRONGLY,
            CUSTOM,
            HOLDS,
            PARSES,
            PANICS_WITH_OTHER_WORDS,
            SHOULD_PANIC_BUT_DOES_NOT,
            UNWRAPS,
            DOUBLES,
        ],
    ),
    (
        "no_output",
        &["
failed, 2 passed, 8 failed
tests::adds_wrongly
tests::custom
tests::deep::holds
tests::deep::parses
tests::panics_with_other_words
tests::should_panic_but_does_not
tests::unwraps
doubles
ok: tests::adds, adds_again
"],
    ),
    ("no_capture retry", &["failed, 0 passed, 1 failed", HOLDS]),
    (
        "success_output",
        &["failed, 2 passed, 1 failed", ADDS_WRONGLY, "ok: tests::adds, adds_again"],
    ),
    (
        "signal",
        &["
failed, 1 passed, 2 failed
overflows
  got: has overflowed its stack
tests::aborts
  got: test aborted with signal 6: SIGABRT
ok: tests::fine
"],
    ),
    (
        "timeout",
        &["
failed, 0 passed, 2 failed
tests::leaves_at_once
  got: test failed with exit code 3
tests::sleeps
  got: test timed out
"],
    ),
    (
        "tail",
        &["
failed
tests::panics_with_other_words
tests::should_panic_but_does_not
tests::unwraps
doubles
"],
    ),
    (
        "pass",
        &["
passed, 1 passed, 0 failed
ok: tests::works
"],
    ),
    ("nothing", &["nothing, 0 passed, 0 failed"]),
    (
        "then_doc",
        &["
failed, 2 passed, 1 failed
core/src/lib.rs - add (line 3) @ core/src/lib.rs:5
  want: assertion `left == right` failed
  got: left: 2, right: 3
ok: tests::works, core/src/lib.rs - double (line 12)
"],
    ),
];
