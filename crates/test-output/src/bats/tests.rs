//! What is read in the recorded outputs of `bats`.

use super::read;
use crate::tests::check_recorded;

#[test]
fn a09_a04_every_recorded_output_is_read() {
    check_recorded(read, "bats", RECORDED);
}

/// Failures that several outputs contain.
const ADDS_TWO_NUMBERS: &str = r#"
adds two numbers @ test/sums.bats:3
  want: `[ "$((1 - 2))" -eq 3 ]' failed
  got: `[ "$((1 - 2))" -eq 3 ]' failed
"#;
const RUNS_A_COMMAND: &str = r#"
runs a command @ test/sums.bats:11
  want: `[ "$status" -eq 0 ]' failed
  got: output was:
"#;
const MISSING_COMMAND: &str = "
missing command @ test/sums.bats:14
  want: `no_such_command' failed with status 127
  got: /w/project/test/sums.bats: line 14: no_such_command: command not found
";
const HELPER: &str = "
helper @ test/sums.bats:19
  want: `helper' failed with status 3
  got: `helper' failed with status 3
";

/// The recorded outputs with what is read in each: the end, the failures, the names that passed.
const RECORDED: &[(&str, &[&str])] = &[
    (
        "failed",
        &[
            "failed, 1 passed, 4 failed",
            ADDS_TWO_NUMBERS,
            RUNS_A_COMMAND,
            MISSING_COMMAND,
            HELPER,
            "ok: adds zero",
        ],
    ),
    ("none", &["nothing"]),
    (
        "passed",
        &["
passed, 2 passed, 0 failed
ok: one, two
"],
    ),
    (
        "several",
        &[
            "failed, 3 passed, 4 failed",
            ADDS_TWO_NUMBERS,
            RUNS_A_COMMAND,
            MISSING_COMMAND,
            HELPER,
            "ok: adds zero, one, two",
        ],
    ),
    ("tail", &["failed, 1 passed, 4 failed"]),
    ("syntax", &["infra Build, 0 passed, 0 failed"]),
];
