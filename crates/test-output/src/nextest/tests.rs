//! What is read in the recorded outputs of `nextest`.

use super::read;
use crate::tests::check_said;

#[test]
fn a09_flaky_is_passed() {
    let text = "
  TRY 1 FAIL [   0.005s] (───) a tests::b
  TRY 2 PASS [   0.005s] (1/1) a tests::b
     Summary [   0.013s] 1 test run: 1 passed (1 flaky), 0 skipped
   FLAKY 2/2 [   0.005s] (1/1) a tests::b
";
    check_said(read, text, "passed, 1 passed, 0 failed\nok: tests::b, tests::b");
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
    check_said(read, text, expected);
}

#[test]
fn a04_the_list_of_tests_could_not_be_made() {
    let text = "error: creating test list failed\n\nCaused by:\n  for `a`, command failed\n";
    check_said(read, text, "infra Crash");
}

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== fail_fast
failed, 2 passed, 2 failed
tests::adds_wrongly @ core/src/lib.rs:30
  want: assertion `left == right` failed: one and one
  got: left: 2, right: 3
tests::custom @ core/src/lib.rs:70
  got: account 7 is
       not balanced
ok: tests::adds, tests::works

== colour
failed, 0 passed, 2 failed
tests::deep::holds @ core/src/lib.rs:37
  want: assertion failed: !empty.is_empty()
tests::deep::parses
  got: Error: ParseIntError { kind: InvalidDigit }

== workspace
failed, 3 passed, 8 failed
tests::adds_wrongly @ core/src/lib.rs:30 …
tests::custom @ core/src/lib.rs:70 …
tests::deep::parses …
tests::deep::holds @ core/src/lib.rs:37 …
tests::panics_with_other_words @ core/src/lib.rs:54
  want: expected substring: "overflow"
  got: too big
tests::should_panic_but_does_not @ core/src/lib.rs:49
  want: should panic
  got: test did not panic as expected
tests::unwraps @ core/src/lib.rs:65
  got: called `Option::unwrap()` on a `None` value
doubles @ core/tests/integration.rs:3
  want: assertion `left == right` failed
  got: left: 6, right: 7
ok: tests::adds, tests::works, adds_again

== final
failed, 2 passed, 8 failed
tests::adds_wrongly @ core/src/lib.rs:30 …
tests::custom @ core/src/lib.rs:70 …
tests::deep::holds @ core/src/lib.rs:37 …
tests::deep::parses …
tests::panics_with_other_words @ core/src/lib.rs:54 …
tests::should_panic_but_does_not @ core/src/lib.rs:49 …
tests::unwraps @ core/src/lib.rs:65 …
doubles @ core/tests/integration.rs:3 …

== no_output
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

== no_capture retry
failed, 0 passed, 1 failed
tests::deep::holds @ core/src/lib.rs:37 …

== success_output
failed, 2 passed, 1 failed
tests::adds_wrongly @ core/src/lib.rs:30 …
ok: tests::adds, adds_again

== signal
failed, 1 passed, 2 failed
overflows
  got: has overflowed its stack
tests::aborts
  got: test aborted with signal 6: SIGABRT
ok: tests::fine

== timeout
failed, 0 passed, 2 failed
tests::leaves_at_once
  got: test failed with exit code 3
tests::sleeps
  got: test timed out

== tail
failed
tests::panics_with_other_words
tests::should_panic_but_does_not
tests::unwraps
doubles

== pass
passed, 1 passed, 0 failed
ok: tests::works

== nothing
nothing, 0 passed, 0 failed

== then_doc
failed, 2 passed, 1 failed
core/src/lib.rs - add (line 3) @ core/src/lib.rs:5
  want: assertion `left == right` failed
  got: left: 2, right: 3
ok: tests::works, core/src/lib.rs - double (line 12)
"#;
