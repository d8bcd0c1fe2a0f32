//! Reads the output of jest.

use super::counts::{counts, indent, sum, without_duration};
use super::failure_text::FailureText;
use super::findings::RunFindings;
use super::lines::{LineReader, read_lines};
use super::test_groups::TestGroups;
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] =
    &["FAIL ", "PASS ", "Tests: ", "Test Suites: ", "No tests found, exiting", "● "];

/// Reads a run of jest.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    read_lines::<JestReader<'_>>(text)
}

#[derive(Default)]
struct JestReader<'t> {
    findings: RunFindings,
    file_passed: bool,
    file_failed: bool,
    suite_failed: bool,
    /// The file whose tests are printed.
    file: Option<&'t str>,
    failure_text: Option<(&'t str, FailureText<'t>)>,
    /// The groups around the next line of the tree; `None` outside of a tree.
    tree: Option<TestGroups<'t>>,
}

const SUITE: &str = "Test suite failed to run";

impl<'t> LineReader<'t> for JestReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        if let Some(title) = line.strip_prefix("  ● ") {
            self.end_failure();
            let is_test = !title.starts_with(' ') && title != "Console";
            self.failure_text = is_test.then(|| (title.trim_end(), FailureText::default()));
        } else if let Some((file, passed)) = file_line(line) {
            self.end_failure();
            self.file = Some(file);
            self.findings.recognize();
            self.file_passed |= passed;
            self.file_failed |= !passed;
            self.tree = Some(TestGroups::default());
        } else if !line.starts_with(' ') && self.summary(line) {
            self.end_failure();
        } else if let Some((_, failure_text)) = &mut self.failure_text {
            failure_text.read_line(line);
        } else if self.tree.is_some() {
            self.branch(line);
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.end_failure();
        // When tests are counted, a failed suite without a failed test did not load.
        if self.suite_failed && self.findings.passed.is_some() && !self.findings.has_failed() {
            self.findings.add_infrastructure(TestRunEnd::Build);
        }
        self.file_failed |= self.suite_failed;
        if self.file_failed
            && self.findings.infrastructure.is_none()
            && self.findings.passed.is_none()
        {
            self.findings.add_end(TestRunEnd::Failed);
        } else if self.file_passed {
            self.findings.add_end(TestRunEnd::Passed);
        }
        self.findings.into_run()
    }
}

impl<'t> JestReader<'t> {
    /// Reads a line of the summary, which has no indentation; false for any other line.
    fn summary(&mut self, line: &str) -> bool {
        if let Some(totals) = line.strip_prefix("Tests: ").and_then(totals) {
            self.findings
                .recognize()
                .add_counts(sum(&totals, &["passed"]), sum(&totals, &["failed"]));
        } else if let Some(totals) = line.strip_prefix("Test Suites: ").and_then(totals) {
            self.findings.recognize();
            self.suite_failed |= sum(&totals, &["failed"]) > 0;
        } else if line.starts_with("No tests found, exiting with code ") {
            self.findings.recognize().add_end(TestRunEnd::Nothing);
        } else if line.starts_with("● Unrecognized CLI Parameter")
            || line.starts_with("● Validation Error:")
        {
            self.findings.recognize().add_infrastructure(TestRunEnd::Crash);
        } else {
            return line.starts_with("Summary of all failing tests");
        }
        true
    }

    /// Reads a line of the tree under a file: a group, or a test with its mark.
    fn branch(&mut self, line: &'t str) {
        let Some(groups) = &mut self.tree else { return };
        let depth = indent(line);
        let text = line.trim();
        if text.is_empty() || depth < 2 {
            self.tree = None;
            return;
        }
        groups.leave(depth);
        let Some((mark, test)) = text.split_once(' ').filter(|(m, _)| is_mark(m)) else {
            return groups.enter(depth, text);
        };
        let name = || groups.name(" › ", without_duration(test));
        match mark {
            "✓" => self.findings.add_passed(name),
            "✕" => {
                let failure = in_file(self.file, TestFailure::named(name()));
                self.findings.add_failure(failure);
            }
            _ => {}
        }
    }

    /// Ends the failure of a test or a suite.
    fn end_failure(&mut self) {
        self.tree = None;
        let Some((title, failure_text)) = self.failure_text.take() else { return };
        let killed = ["jest worker process", "Jest worker encountered", "heap out of memory"];
        if title != SUITE {
            self.findings.add_failure(in_file(self.file, failure_text.to_failure(title)));
        } else if failure_text.mentions_any(&killed) {
            self.findings.add_infrastructure(TestRunEnd::Crash);
        } else {
            self.findings.add_infrastructure(TestRunEnd::Build);
        }
    }
}

/// The failure, with the file that holds its test.
fn in_file(file: Option<&str>, mut failure: TestFailure) -> TestFailure {
    file.into_iter().for_each(|file| failure.add_package(file));
    failure
}

fn is_mark(text: &str) -> bool {
    matches!(text, "✓" | "✕" | "○" | "✎")
}

/// The counts of a summary, which end with a total.
fn totals(text: &str) -> Option<Vec<(u64, &str)>> {
    counts(text, ", ").filter(|counts| counts.last().is_some_and(|(_, what)| *what == "total"))
}

/// The file and whether it passed, where the line is `PASS path` or `FAIL path (5.1 s)`.
fn file_line(line: &str) -> Option<(&str, bool)> {
    let line = line.strip_prefix(' ').unwrap_or(line);
    let (path, passed) = match line.strip_prefix("PASS ") {
        Some(path) => (path, true),
        None => (line.strip_prefix("FAIL ")?, false),
    };
    let path = path.split(" (").next().unwrap_or(path).trim();
    let ends = ["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte"];
    let is_path = path.rsplit_once('.').is_some_and(|(_, end)| ends.contains(&end));
    (is_path && !path.contains(" > ")).then_some((path, passed))
}

#[cfg(test)]
pub(crate) mod tests;
