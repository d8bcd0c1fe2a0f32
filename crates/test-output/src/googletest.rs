//! Reads the output of a program that was built with `GoogleTest`.

use super::counts::without_duration;
use super::findings::RunFindings;
use super::lines::{LineReader, read_lines};
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] =
    &["[  FAILED  ] ", "[  PASSED  ] ", " FAILED TEST", "[ RUN      ] "];
/// What the shell or a sanitizer prints of a program that crashed.
const CRASHES: [&str; 8] = [
    "Segmentation fault",
    "core dumped",
    "Aborted",
    "terminate called",
    "Bus error",
    "Floating point exception",
    "Illegal instruction",
    "ERROR: AddressSanitizer",
];

/// Reads a run of `GoogleTest`.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    read_lines::<GoogletestReader>(text)
}

#[derive(Default)]
struct GoogletestReader<'t> {
    findings: RunFindings,
    /// The test that has begun and not ended.
    running: Option<&'t str>,
    /// Whether the program crashed in it.
    has_crashed: bool,
}

impl<'t> LineReader<'t> for GoogletestReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        if let Some(test) = line.strip_prefix("[ RUN      ] ") {
            (self.running, self.has_crashed) = (Some(test.trim_end()), false);
        } else if line.starts_with("[       OK ] ") || line.starts_with("[  SKIPPED ] ") {
            self.running = None;
        } else if let Some(said) = line.strip_prefix("[  PASSED  ] ") {
            if let Some(passed) = test_count(said) {
                self.findings.recognize().add_counts(passed, 0);
            }
        } else if let Some(said) = line.strip_prefix("[  FAILED  ] ") {
            self.running = None;
            let findings = self.findings.recognize();
            match test_count(said) {
                Some(failed) => findings.add_counts(0, failed),
                None => findings.add_failure(TestFailure::named(name(said))),
            }
        } else if line.ends_with(" FAILED TEST") || line.ends_with(" FAILED TESTS") {
            self.findings.recognize().add_end(TestRunEnd::Failed);
        } else if self.running.is_some() {
            self.has_crashed |= CRASHES.iter().any(|crash| line.contains(crash));
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        if let Some(test) = self.running.filter(|_| self.has_crashed) {
            self.findings.recognize().add_failure(TestFailure::named(test));
        }
        self.findings.into_run()
    }
}

/// The count of `3 tests.` and `1 test, listed below:`.
fn test_count(said: &str) -> Option<u64> {
    let (count, what) = said.split_once(' ')?;
    what.starts_with("test").then(|| count.parse().ok())?
}

/// The name of `Ring.Wraps/1, where GetParam() = 4 (0 ms)`.
fn name(said: &str) -> &str {
    without_duration(said.split(", where ").next().unwrap_or(said))
}

#[cfg(test)]
mod tests {
    use crate::tests::check_said;

    #[test]
    fn a09_runs_of_googletest_are_read() {
        let whole = "[ RUN      ] Ring.Wraps\na.cc:12: Failure\n[  FAILED  ] Ring.Wraps (4 ms)\n\
            [  PASSED  ] 3 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Ring.Wraps\n\n 1 FAILED TEST";
        for (text, expected) in [
            (whole, "failed, 3 passed, 1 failed\nRing.Wraps"),
            ("[  FAILED  ] P/Ring.Wraps/1, where GetParam() = 4 (0 ms)", "failed\nP/Ring.Wraps/1"),
            (" 2 FAILED TESTS", "failed"),
            ("[  PASSED  ] 4 tests.", "passed, 4 passed, 0 failed"),
            ("[  PASSED  ] of all kinds", "(none)"),
            ("[ RUN      ] Ring.Wraps\nSegmentation fault (core dumped)", "failed\nRing.Wraps"),
            ("[ RUN      ] Ring.Wraps\nAborted by hand\n[       OK ] Ring.Wraps (1 ms)", "(none)"),
            ("[ RUN      ] Ring.Wraps\nwriting", "(none)"),
        ] {
            check_said(super::read, text, expected);
        }
    }
}
