//! Reads the output of `dotnet test`.

use super::findings::RunFindings;
use super::lines::{LineReader, read_lines};
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] = &["!  - Failed: ", "Test Run ", "[xUnit.net "];

/// Reads a run of `dotnet test`.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    read_lines::<DotnetReader>(text)
}

#[derive(Default)]
struct DotnetReader {
    findings: RunFindings,
}

impl<'t> LineReader<'t> for DotnetReader {
    fn read_line(&mut self, line: &'t str) {
        if let Some((passed, failed)) = summary(line) {
            self.findings.recognize().add_counts(passed, failed);
            return;
        }
        match line.trim_end() {
            "Test Run Failed." => self.findings.recognize().add_end(TestRunEnd::Failed),
            "Test Run Successful." => self.findings.recognize().add_end(TestRunEnd::Passed),
            line if line.starts_with("[xUnit.net ") => {
                self.findings.recognize();
                let name = line.strip_suffix(" [FAIL]").and_then(|line| line.split_once(']'));
                name.into_iter().for_each(|(_, name)| self.add_failure(name));
            }
            line => {
                let name = line.strip_prefix("  Failed ").and_then(|name| name.strip_suffix(']'));
                let name = name.and_then(|name| name.rsplit_once(" ["));
                name.into_iter().for_each(|(name, _)| self.add_failure(name));
            }
        }
    }

    fn into_run(self) -> Option<ParsedTestRun> {
        self.findings.into_run()
    }
}

impl DotnetReader {
    fn add_failure(&mut self, name: &str) {
        self.findings.add_failure(TestFailure::named(name.trim()));
    }
}

/// Passed and failed of `Failed!  - Failed:     1, Passed:    12, Skipped:     0, Total:    13, Duration: 8 ms`.
fn summary(line: &str) -> Option<(u64, u64)> {
    let (_, counts) = line.split_once("!  - Failed: ")?;
    let mut parts = counts.split(", ");
    let failed = parts.next()?.trim().parse().ok()?;
    let passed = parts.next()?.trim().strip_prefix("Passed:")?.trim().parse().ok()?;
    Some((passed, failed))
}

#[cfg(test)]
mod tests {
    use crate::tests::check_said;

    #[test]
    fn a09_runs_of_dotnet_are_read() {
        let whole = "  Failed Tax.Rounds(up: True) [4 ms]\n  Error Message:\n   Assert.Equal() Failure\n\n\
            Failed!  - Failed:     1, Passed:    12, Skipped:     0, Total:    13, Duration: 8 ms - a.dll";
        let old = "[xUnit.net 00:00:00.55]     Tax.Rounds(up: True) [FAIL]\n\nTest Run Failed.\nTotal tests: 13";
        for (text, expected) in [
            (whole, "failed, 12 passed, 1 failed\nTax.Rounds(up: True)"),
            (whole.rsplit_once("\n\n").unwrap().1, "failed, 12 passed, 1 failed"),
            (old, "failed\nTax.Rounds(up: True)"),
            (
                "Passed!  - Failed:     0, Passed:    13, Skipped:     0, Total:    13",
                "passed, 13 passed, 0 failed",
            ),
            ("  Failed to restore [a.csproj]", "(none)"),
        ] {
            check_said(super::read, text, expected);
        }
    }
}
