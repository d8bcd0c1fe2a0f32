//! Reads the output of `CTest`.

use super::findings::RunFindings;
use super::lines::{LineReader, read_lines};
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] = &[
    "% tests passed, ",
    "The following tests FAILED:",
    "Errors while running CTest",
    " Test  #",
    " Test #",
    "No tests were found!!!",
];

/// Reads a run of `CTest`.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    read_lines::<CtestReader>(text)
}

#[derive(Default)]
struct CtestReader {
    findings: RunFindings,
    /// Whether the list of failed tests has begun.
    is_list: bool,
}

impl<'t> LineReader<'t> for CtestReader {
    fn read_line(&mut self, line: &'t str) {
        if let Some((passed, failed)) = summary(line) {
            self.findings.recognize().add_counts(passed, failed);
        } else if let Some(name) = failed_line(line) {
            self.findings.recognize().add_failure(TestFailure::named(name));
        } else if let Some(name) = listed(line).filter(|_| self.is_list) {
            self.findings.add_failure(TestFailure::named(name));
        } else {
            match line.trim_end() {
                "The following tests FAILED:" => {
                    self.is_list = true;
                    self.findings.recognize().add_end(TestRunEnd::Failed);
                }
                "Errors while running CTest" => {
                    self.findings.recognize().add_end(TestRunEnd::Failed);
                }
                "No tests were found!!!" => self.findings.recognize().add_end(TestRunEnd::Nothing),
                _ => {}
            }
        }
    }

    fn into_run(self) -> Option<ParsedTestRun> {
        self.findings.into_run()
    }
}

/// Passed and failed of `50% tests passed, 1 tests failed out of 2`.
fn summary(line: &str) -> Option<(u64, u64)> {
    let (_, rest) = line.split_once("% tests passed, ")?;
    let (failed, rest) = rest.split_once(' ')?;
    let all = rest.trim_end().rsplit_once(" out of ")?.1;
    let (failed, all): (u64, u64) = (failed.parse().ok()?, all.parse().ok()?);
    Some((all.saturating_sub(failed), failed))
}

/// The name in `2/2 Test #2: heap .............***Failed    0.02 sec`.
fn failed_line(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(" Test ").filter(|_| line.contains("***"))?;
    let (number, rest) = rest.trim_start().strip_prefix('#')?.split_once(": ")?;
    number.parse::<u32>().ok()?;
    rest.split_once(' ').map(|(name, _)| name)
}

/// The name in `2 - heap (Failed)`, which is indented.
fn listed(line: &str) -> Option<&str> {
    let (number, rest) = line.trim_start().split_once(" - ")?;
    number.parse::<u32>().ok()?;
    rest.rsplit_once(" (").map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use crate::tests::check_said;

    #[test]
    fn a09_runs_of_ctest_are_read() {
        let whole = "1/2 Test #1: ring ......   Passed    0.01 sec\n2/2 Test #2: heap ......***Failed    0.02 sec\n\n\
            50% tests passed, 1 tests failed out of 2\n\nThe following tests FAILED:\n\t  2 - heap (Failed)\n\
            Errors while running CTest";
        for (text, expected) in [
            (whole, "failed, 1 passed, 1 failed\nheap"),
            (
                "The following tests FAILED:\n\t  2 - heap (Failed)\n\t 11 - ring (SEGFAULT)",
                "failed\nheap\nring",
            ),
            ("Errors while running CTest", "failed"),
            ("100% tests passed, 0 tests failed out of 2", "passed, 2 passed, 0 failed"),
            ("No tests were found!!!", "nothing"),
            ("2 - heap (Failed)", "(none)"),
        ] {
            check_said(super::read, text, expected);
        }
    }
}
