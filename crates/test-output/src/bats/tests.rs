//! What is read in recorded outputs of bats' pretty form.

use super::super::fixture::check;
use super::read;

#[test]
fn a09_bats_is_read() {
    RUNS.iter().for_each(|(case, expected)| check(read, case, expected));
}

#[test]
fn a04_bats_tells_what_kept_the_tests_from_running() {
    INFRA.iter().for_each(|(case, expected)| check(read, case, expected));
}

/// Runs that came to a verdict, or that found nothing to run.
const RUNS: &[(&str, &str)] = &[
    (
        "bats/failed",
        r#"
failed, 1 passed, 4 failed
adds two numbers @ test/sums.bats:3
  want: `[ "$((1 - 2))" -eq 3 ]' failed
  got: `[ "$((1 - 2))" -eq 3 ]' failed
runs a command @ test/sums.bats:11
  want: `[ "$status" -eq 0 ]' failed
  got: output was:
missing command @ test/sums.bats:14
  want: `no_such_command' failed with status 127
  got: /w/project/test/sums.bats: line 14: no_such_command: command not found
helper @ test/sums.bats:19
  want: `helper' failed with status 3
  got: `helper' failed with status 3
ok: adds zero
"#,
    ),
    ("bats/none", "nothing"),
    (
        "bats/passed",
        r"
passed, 2 passed, 0 failed
ok: one, two
",
    ),
    (
        "bats/several",
        r#"
failed, 3 passed, 4 failed
adds two numbers @ test/sums.bats:3
  want: `[ "$((1 - 2))" -eq 3 ]' failed
  got: `[ "$((1 - 2))" -eq 3 ]' failed
runs a command @ test/sums.bats:11
  want: `[ "$status" -eq 0 ]' failed
  got: output was:
missing command @ test/sums.bats:14
  want: `no_such_command' failed with status 127
  got: /w/project/test/sums.bats: line 14: no_such_command: command not found
helper @ test/sums.bats:19
  want: `helper' failed with status 3
  got: `helper' failed with status 3
ok: adds zero, one, two
"#,
    ),
    ("bats/tail", "failed, 1 passed, 4 failed"),
];

/// Runs without a verdict.
const INFRA: &[(&str, &str)] = &[("bats/syntax", "infra Build, 0 passed, 0 failed")];
