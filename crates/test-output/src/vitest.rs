//! Reads the output of vitest.

use super::counts::{counts, indent, is_duration, sum, without_duration};
use super::failure_text::FailureText;
use super::findings::RunFindings;
use super::lines::{LineReader, read_lines};
use super::{ParsedTestRun, TestFailure, TestRunEnd};
use fusebox_text::excerpt::prefix_up_to;

/// The longest name of a file that is kept, in bytes.
const MAX_FILE_BYTES: usize = 200;

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] = &[
    " FAIL  ",
    "Test Files  ",
    "Tests  ",
    " RUN  v",
    "No test files found",
    "⎯",
    " × ",
    "CACError: ",
    "MISSING DEPENDENCY",
];

/// Reads a run of vitest.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    read_lines::<VitestReader<'_>>(text)
}

#[derive(Default)]
struct VitestReader<'t> {
    findings: RunFindings,
    files_failed: bool,
    errors: u64,
    /// The file whose tests are listed.
    file: Option<&'t str>,
    /// The tests to which the next error belongs; several may share one.
    names: Vec<&'t str>,
    failure_text: Option<FailureText<'t>>,
    /// Whether the error occurred outside of the tests.
    is_stray: bool,
    /// Whether the error belongs to a file that did not load.
    is_suite: bool,
}

impl<'t> LineReader<'t> for VitestReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        if let Some(name) = line.strip_prefix(" FAIL  ") {
            self.head(name.trim_end());
        } else if line.starts_with('⎯') {
            self.rule(line);
        } else if let Some(failure_text) = self.failure_text.as_mut().filter(|_| !is_summary(line))
        {
            if let Some(file) = originated(line).filter(|_| self.is_stray) {
                self.names = vec![file];
            }
            failure_text.read_line(line);
        } else if line.starts_with("No test files found, exiting with code ") {
            self.findings.recognize().add_end(TestRunEnd::Nothing);
        } else if line.starts_with("CACError: ") {
            self.findings.recognize().add_infrastructure(TestRunEnd::Crash);
        } else if line.trim_start().starts_with("MISSING DEPENDENCY ") {
            self.findings.recognize().add_infrastructure(TestRunEnd::MissingTool);
        } else if !self.summary(line) {
            self.branch(line);
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.end_failure();
        let is_uncounted = self.files_failed && self.findings.passed.is_none();
        if (self.errors > 0 || is_uncounted) && self.findings.infrastructure.is_none() {
            self.findings.add_end(TestRunEnd::Failed);
        } else if self.files_failed
            && !self.findings.has_failed()
            && self.findings.reported_end != Some(TestRunEnd::Nothing)
        {
            // When tests are counted, a failed file without a failed test did not load.
            self.findings.add_infrastructure(TestRunEnd::Build);
        }
        self.findings.into_run()
    }
}

impl<'t> VitestReader<'t> {
    /// Reads the name above an error: `file > group > test`, or `file [ file ]` where the file did
    /// not load.
    fn head(&mut self, name: &'t str) {
        let suite = name.strip_suffix(" ]").and_then(|name| name.split_once(" [ "));
        if suite.is_none() && !name.contains(" > ") {
            return;
        }
        if self.failure_text.as_ref().is_none_or(|failure_text| !failure_text.is_empty()) {
            self.end_failure();
        }
        self.findings.recognize();
        self.is_suite = suite.is_some();
        if self.names.len() < ParsedTestRun::MAX_FAILURES {
            self.names.push(name);
        }
        self.failure_text = Some(FailureText::default());
    }

    /// Reads a ruled line: the end of an error, or a heading.
    fn rule(&mut self, line: &'t str) {
        let title = line.trim_matches('⎯').trim();
        self.end_failure();
        match title {
            "Unhandled Rejection" | "Unhandled Error" | "Uncaught Exception" => {
                self.findings.recognize();
                self.is_stray = true;
                self.failure_text = Some(FailureText::default());
            }
            "Startup Error" => {
                self.findings.recognize().add_infrastructure(TestRunEnd::Build);
            }
            _ => {}
        }
    }

    /// Ends the error that is being read.
    fn end_failure(&mut self) {
        let names = std::mem::take(&mut self.names);
        let (is_stray, is_suite) = (self.is_stray, self.is_suite);
        (self.is_stray, self.is_suite) = (false, false);
        let Some(failure_text) = self.failure_text.take() else { return };
        let lost = ["[vitest-pool", "Worker exited", "Channel closed", "heap out of memory"];
        if is_stray && failure_text.mentions_any(&lost) {
            self.findings.add_infrastructure(TestRunEnd::Crash);
        } else if is_suite && failure_text.mentions_any(&["No test suite found in file"]) {
            self.findings.add_end(TestRunEnd::Nothing);
        } else if is_suite {
            self.findings.add_infrastructure(TestRunEnd::Build);
        } else {
            for name in names {
                self.findings.add_failure(failure_text.to_failure(name));
            }
        }
    }

    /// Reads a line of the table at the end.
    fn summary(&mut self, line: &str) -> bool {
        if !is_summary(line) {
            return false;
        }
        self.end_failure();
        self.findings.recognize();
        let Some((what, rest)) = line.trim().split_once("  ") else { return false };
        let rest = rest.rsplit_once(" (").map_or(rest, |(rest, _)| rest);
        let totals = counts(rest, " | ").unwrap_or_default();
        match what {
            "Tests" => {
                self.findings.add_counts(sum(&totals, &["passed"]), sum(&totals, &["failed"]))
            }
            "Errors" => self.errors = sum(&totals, &["error", "errors"]),
            _ => self.files_failed |= sum(&totals, &["failed"]) > 0,
        }
        true
    }

    /// Reads a file of the list, or a test with its mark: ` ✓ file > test 4ms`, `   × group > test
    /// 4ms`. Deeper tests stand without their groups, so that their names are unknown.
    fn branch(&mut self, line: &'t str) {
        let Some((mark, test)) = line.trim().split_once(' ') else { return };
        if !matches!(mark, "✓" | "×" | "❯") {
            return;
        }
        let name = without_duration(test);
        let is_timed = test.rsplit_once(' ').is_some_and(|(_, last)| is_duration(last));
        match indent(line) {
            1 if test.contains(" test") && test.contains(" (") => {
                self.file = test.split(" (").next().map(|file| prefix_up_to(file, MAX_FILE_BYTES));
                self.findings.recognize();
                if test.contains(" failed") {
                    self.findings.add_end(TestRunEnd::Failed);
                } else if mark == "✓" {
                    self.findings.add_end(TestRunEnd::Passed);
                }
            }
            1 if is_timed && name.contains(" > ") => self.test(mark, name.to_owned()),
            3 if is_timed => {
                let Some(file) = self.file else { return };
                self.test(mark, format!("{file} > {name}"));
            }
            _ => {}
        }
    }

    fn test(&mut self, mark: &str, name: String) {
        self.findings.recognize();
        match mark {
            "✓" => self.findings.add_passed(|| name),
            "×" => self.findings.add_failure(TestFailure::named(name)),
            _ => {}
        }
    }
}

/// Whether the line belongs to the table at the end: ` Test Files  1 failed (1)`, `      Tests  2
/// passed (2)`.
fn is_summary(line: &str) -> bool {
    let table = [" Test Files  ", "      Tests  ", "     Errors  "];
    let rest = table.iter().find_map(|head| line.strip_prefix(head));
    // A client may remove the space at the start of a cut output.
    let Some(rest) = rest.or_else(|| line.strip_prefix("Test Files  ")) else { return false };
    rest == "no tests" || rest.starts_with(|c: char| c.is_ascii_digit())
}

/// The file from which an error outside of the tests came.
fn originated(line: &str) -> Option<&str> {
    line.strip_prefix("This error originated in \"")?.split('"').next()
}

#[cfg(test)]
pub(crate) mod tests;
