//! What is read in the recorded outputs of `cargo_test`.

use super::read;
use crate::tests::check_said;

#[test]
fn a09_panics_of_older_compilers() {
    let text = |panic: &str| {
        format!(
            "---- tests::a stdout ----\nthread 'tests::a' panicked at {panic}\nnote: run with\n"
        )
    };
    check_said(
        read,
        &text("'account 7 is\nnot balanced', src/lib.rs:70:9"),
        "failed\ntests::a @ src/lib.rs:70\n  got: account 7 is\n       not balanced",
    );
    check_said(
        read,
        &text("'assertion failed: `(left == right)`\n  left: `2`,\n right: `3`', src/lib.rs:30:9"),
        "failed\ntests::a @ src/lib.rs:30\n  want: assertion failed: `(left == right)`\n  got: left: `2`, right: `3`",
    );
}

#[test]
fn a04_a_crate_that_does_not_build_after_one_that_passed() {
    let passed = "test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n";
    let unbuilt = "error: could not compile `b` (lib test) due to 1 previous error\n";
    check_said(read, &format!("{passed}{unbuilt}"), "infra Build, 4 passed, 0 failed");
    check_said(read, unbuilt, "(none)");
}

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== fail
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

== backtrace
failed, 0 passed, 1 failed
tests::adds_wrongly @ core/src/lib.rs:30 …

== colour
failed, 0 passed, 3 failed
tests::custom @ core/src/lib.rs:70 …
tests::deep::holds @ core/src/lib.rs:37 …
tests::deep::parses …

== doc
failed, 1 passed, 1 failed
core/src/lib.rs - add (line 3) @ core/src/lib.rs:5
  want: assertion `left == right` failed
  got: left: 2, right: 3
ok: core/src/lib.rs - double (line 12)

== doc_build
failed, 0 passed, 1 failed
docbad/src/lib.rs - double (line 3) @ docbad/src/lib.rs:4
  got: error[E0308]: mismatched types

== workspace
failed, 4 passed, 9 failed
tests::adds_wrongly @ core/src/lib.rs:30 …
tests::custom @ core/src/lib.rs:70 …
tests::deep::parses …
tests::panics_with_other_words @ core/src/lib.rs:54 …
tests::should_panic_but_does_not @ core/src/lib.rs:49 …
tests::unwraps @ core/src/lib.rs:65 …
tests::deep::holds @ core/src/lib.rs:37 …
doubles @ core/tests/integration.rs:3
  want: assertion `left == right` failed
  got: left: 6, right: 7
core/src/lib.rs - add (line 3) @ core/src/lib.rs:5 …
ok: tests::works, tests::adds, adds_again, core/src/lib.rs - double (line 12)

== quiet
failed, 1 passed, 7 failed
tests::adds_wrongly @ core/src/lib.rs:30 …
tests::custom @ core/src/lib.rs:70 …
tests::deep::holds @ core/src/lib.rs:37 …
tests::deep::parses …
tests::panics_with_other_words @ core/src/lib.rs:54 …
tests::should_panic_but_does_not @ core/src/lib.rs:49 …
tests::unwraps @ core/src/lib.rs:65 …

== nocapture
failed, 0 passed, 2 failed
tests::deep::parses
tests::deep::holds @ core/src/lib.rs:37 …

== nocapture_single
failed, 1 passed, 7 failed
tests::adds_wrongly @ core/src/lib.rs:30 …
tests::custom @ core/src/lib.rs:70 …
tests::deep::holds @ core/src/lib.rs:37 …
tests::deep::parses …
tests::panics_with_other_words @ core/src/lib.rs:54 …
tests::should_panic_but_does_not @ core/src/lib.rs:49 …
tests::unwraps @ core/src/lib.rs:65 …
ok: tests::adds

== show_output
failed, 1 passed, 1 failed
tests::adds_wrongly @ core/src/lib.rs:30 …
ok: tests::adds

== head
failed
tests::adds_wrongly
tests::custom
tests::deep::holds
tests::deep::parses
tests::panics_with_other_words
tests::should_panic_but_does_not
tests::unwraps
ok: tests::adds

== tail
failed, 1 passed, 7 failed
tests::unwraps

== pass
passed, 1 passed, 0 failed
ok: tests::works

== nothing
nothing, 0 passed, 0 failed

== abort
infra Crash
ok: tests::fine

== overflow exit option
infra Crash
"#;
