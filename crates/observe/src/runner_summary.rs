//! Recognises by its output that a command ran tests, whatever the command is called: a script, a task of a monorepo, a
//! shell in a container or on another host.

use fusebox_text::excerpt::suffix_up_to;
use fusebox_text::word_runs;

use crate::failure_count::tells_failures;

/// Only so much of the end of an output is read, in bytes.
const MAX_BYTES: usize = 2_048;
/// Words of a summary beside the number of failures.
const WORDS: [&str; 10] = [
    "test",
    "tests",
    "passed",
    "passing",
    "assertions",
    "examples",
    "specs",
    "scenarios",
    "runs",
    "suites",
];
/// How pytest sums up a run in which every test failed: `1 failed in 0.12s`.
const ALL_FAILED: &str = " failed in ";

/// Whether the end of an output is the summary of a runner that counts failed tests: `1 failed, 3 passed`, `Tests run: 4,
/// Failures: 1`.
pub(crate) fn counts_failed_tests(output: &str) -> bool {
    let end = suffix_up_to(output, MAX_BYTES);
    let mut lines = end.lines().filter(|line| tells_failures(line));
    lines.any(|line| line.contains(ALL_FAILED) || word_runs(line).any(is_summary_word))
}

fn is_summary_word(word: &str) -> bool {
    WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r04_a_summary_counts_failed_tests() {
        for output in [
            "FAILED tests/a.py::b - assert 503 == 200\n1 failed, 3 passed in 0.41s\ncommand terminated with exit code 1",
            "Test Suites: 1 failed, 1 total\nTests:       1 failed, 3 passed, 4 total\n ERROR  run failed: command  exited (1)",
            "4 tests, 1 failure",
            "FAILED tests/a.py::b - assert 503 == 200\n1 failed in 0.12s",
            "FAILURES!!!\nTests run: 4,  Failures: 1",
            "1 runs, 1 assertions, 1 failures, 0 errors, 0 skips",
            "[info] *** 1 TEST FAILED ***",
            "Executed 4 tests, with 1 failure (0 unexpected) in 0.1 (0.2) seconds",
        ] {
            assert!(counts_failed_tests(output), "{output}");
        }
        for output in [
            "npm error code EACCES\nnpm error Error: EACCES: permission denied, mkdir '/usr/lib'",
            "PLAY RECAP\nweb1 : ok=3 changed=0 unreachable=0 failed=1 skipped=0",
            "error: 1 job failed",
            "Error: failed to run tests: no such container",
            "12 passed",
            "0 failed, 3 passed",
        ] {
            assert!(!counts_failed_tests(output), "{output}");
        }
    }
}
