//! What is read in the recorded outputs of `cargo_test`.

use super::read;
use crate::tests::{check_recorded, shown};

#[test]
fn a09_a04_every_recorded_output_is_read() {
    check_recorded(read, "cargo_test", RECORDED);
}

/// Asserts what is read in `text`.
fn reading_of(text: &str) -> String {
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
        reading_of(&text("'account 7 is\nnot balanced', src/lib.rs:70:9")),
        "failed\ntests::a @ src/lib.rs:70\n  got: account 7 is\n       not balanced"
    );
    assert_eq!(
        reading_of(&text(
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
    assert_eq!(reading_of(text), expected, "{text:?}");
}

/// Failures that several outputs contain.
const ADDS_WRONGLY: &str = "
tests::adds_wrongly @ core/src/lib.rs:30
  want: assertion `left == right` failed: one and one
  got: left: 2, right: 3
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
  got: panic message: "too big"
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
const CUSTOM: &str = "
tests::custom @ core/src/lib.rs:70
  got: account 7 is
       not balanced
";
const RS_ADD_LINE_3: &str = "
core/src/lib.rs - add (line 3) @ core/src/lib.rs:5
  want: assertion `left == right` failed
  got: left: 2, right: 3
";

/// The recorded outputs with what is read in each: the end, the failures, the names that passed.
const RECORDED: &[(&str, &[&str])] = &[
    (
        "fail",
        &[
            "failed, 1 passed, 7 failed",
            ADDS_WRONGLY,
            HOLDS,
            PARSES,
            PANICS_WITH_OTHER_WORDS,
            SHOULD_PANIC_BUT_DOES_NOT,
            UNWRAPS,
            CUSTOM,
            "ok: tests::adds",
        ],
    ),
    ("backtrace", &["failed, 0 passed, 1 failed", ADDS_WRONGLY]),
    ("colour", &["failed, 0 passed, 3 failed", CUSTOM, HOLDS, PARSES]),
    (
        "doc",
        &["failed, 1 passed, 1 failed", RS_ADD_LINE_3, "ok: core/src/lib.rs - double (line 12)"],
    ),
    (
        "doc_build",
        &["
failed, 0 passed, 1 failed
docbad/src/lib.rs - double (line 3) @ docbad/src/lib.rs:4
  got: error[E0308]: mismatched types
"],
    ),
    (
        "workspace",
        &[
            "failed, 4 passed, 9 failed",
            ADDS_WRONGLY,
            CUSTOM,
            PARSES,
            PANICS_WITH_OTHER_WORDS,
            SHOULD_PANIC_BUT_DOES_NOT,
            UNWRAPS,
            HOLDS,
            "
doubles @ core/tests/integration.rs:3
  want: assertion `left == right` failed
  got: left: 6, right: 7
",
            RS_ADD_LINE_3,
            "ok: tests::works, tests::adds, adds_again, core/src/lib.rs - double (line 12)",
        ],
    ),
    (
        "quiet",
        &[
            "failed, 1 passed, 7 failed",
            ADDS_WRONGLY,
            CUSTOM,
            HOLDS,
            PARSES,
            PANICS_WITH_OTHER_WORDS,
            SHOULD_PANIC_BUT_DOES_NOT,
            UNWRAPS,
        ],
    ),
    (
        "nocapture",
        &[
            "
failed, 0 passed, 2 failed
tests::deep::parses
",
            HOLDS,
        ],
    ),
    (
        "nocapture_single",
        &[
            "failed, 1 passed, 7 failed",
            ADDS_WRONGLY,
            CUSTOM,
            HOLDS,
            PARSES,
            PANICS_WITH_OTHER_WORDS,
            SHOULD_PANIC_BUT_DOES_NOT,
            UNWRAPS,
            "ok: tests::adds",
        ],
    ),
    ("show_output", &["failed, 1 passed, 1 failed", ADDS_WRONGLY, "ok: tests::adds"]),
    (
        "head",
        &["
failed
tests::adds_wrongly
tests::custom
tests::deep::holds
tests::deep::parses
tests::panics_with_other_words
tests::should_panic_but_does_not
tests::unwraps
ok: tests::adds
"],
    ),
    (
        "tail",
        &["
failed, 1 passed, 7 failed
tests::unwraps
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
        "abort",
        &["
infra Crash
ok: tests::fine
"],
    ),
    ("overflow exit option", &["infra Crash"]),
];
