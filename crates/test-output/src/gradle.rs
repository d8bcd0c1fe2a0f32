//! Reads the output of gradle.

use super::failure_text::FailureText;
use super::findings::{RunFindings, first_end};
use super::lines::{LineReader, contains_any, is_cut, read_lines};
use super::{ParsedTestRun, TestRunEnd};

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] = &[
    "BUILD FAILED in ",
    "BUILD SUCCESSFUL in ",
    " tests completed, ",
    " test completed, ",
    " FAILED\n    ",
    "GradleW",
];

/// Reads a run of gradle.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    read_lines::<GradleReader<'_>>(text)
}

#[derive(Default)]
struct GradleReader<'t> {
    findings: RunFindings,
    passed: u64,
    /// Whether the next line says what went wrong.
    asks: bool,
    has_reason: bool,
    /// Whether the failed task runs tests.
    has_test_task: bool,
    build_failed: bool,
    failure_text: Option<(&'t str, FailureText<'t>)>,
}

impl<'t> LineReader<'t> for GradleReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        if let Some((test, outcome)) = test(line) {
            self.end_failure();
            match outcome {
                "FAILED" => self.failure_text = Some((test, FailureText::default())),
                "PASSED" => {
                    self.passed += 1;
                    self.findings.add_passed(|| test);
                }
                _ => {}
            }
            return;
        }
        if let Some((_, failure_text)) =
            self.failure_text.as_mut().filter(|_| line.starts_with("    "))
        {
            match short_place(line) {
                Some((error, place)) => {
                    failure_text.push_line(error);
                    failure_text.set_place(Some(place));
                }
                None => failure_text.read_line(line),
            }
            return;
        }
        if line.is_empty() || is_cut(line) {
            self.end_failure();
        }
        if self.asks || line.starts_with("> ") {
            self.answer(line);
        }
        self.asks = line == "* What went wrong:";
        self.has_reason |= self.asks;
        self.task(line);
        if let Some((all, failed, skipped)) = completed(line) {
            self.findings.recognize().add_totals(all, failed, skipped);
        } else if line.starts_with("BUILD SUCCESSFUL in ") {
            self.findings.recognize().add_end(TestRunEnd::Passed);
        } else if line.starts_with("BUILD FAILED in ") {
            self.findings.recognize();
            self.build_failed = true;
        } else if line.starts_with("Error: Could not find or load main class org.gradle.") {
            self.findings.recognize().add_infrastructure(TestRunEnd::MissingTool);
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.end_failure();
        if self.passed > 0 && self.findings.passed.is_none() && !self.findings.has_failed() {
            self.findings.add_counts(self.passed, 0);
        }
        let is_build = self.has_reason && !self.has_test_task;
        let reason = if is_build { TestRunEnd::Build } else { TestRunEnd::Failed };
        let build_failed = self.build_failed;
        self.findings.into_run().or_else(|| build_failed.then(|| ParsedTestRun::new(reason)))
    }
}

impl<'t> GradleReader<'t> {
    /// Reads the line of a task: `> Task :test FAILED`, `:test NO-SOURCE`.
    fn task(&mut self, line: &str) {
        let line = line.strip_prefix("> Task ").unwrap_or(line);
        let is_compile =
            line.starts_with(':') && line.contains(":compile") && line.ends_with(" FAILED");
        if is_compile {
            self.findings.recognize().add_infrastructure(TestRunEnd::Build);
        }
    }

    /// Reads what gradle says went wrong: one line and the one below it.
    fn answer(&mut self, line: &str) {
        let holds = |parts: &[&str]| contains_any(line, parts);
        let task = line.strip_prefix("Execution failed for task ':").filter(|_| self.asks);
        let is_compile = task.is_some_and(|task| task.starts_with("compile"));
        let end = first_end([
            (
                holds(&["Could not resolve ", "Could not download ", "Could not GET "]),
                TestRunEnd::Network,
            ),
            (holds(&["There were failing tests"]), TestRunEnd::Failed),
            (holds(&["No tests found for given includes"]), TestRunEnd::Nothing),
            (
                holds(&["finished with non-zero exit value", "not found in root project"]),
                TestRunEnd::Crash,
            ),
            (is_compile, TestRunEnd::Build),
        ]);
        match end {
            _ if !line.contains("':compile") && task.is_some_and(|task| task.contains("est'.")) => {
                self.has_test_task = true;
            }
            Some(end @ (TestRunEnd::Failed | TestRunEnd::Nothing)) => self.findings.add_end(end),
            Some(_) => self.findings.infrastructure = end,
            None => return,
        }
        self.findings.recognize();
    }

    fn end_failure(&mut self) {
        let Some((test, failure_text)) = self.failure_text.take() else { return };
        if !failure_text.is_empty() {
            self.findings.recognize().add_failure(failure_text.to_failure(test));
        }
    }
}

/// The test of `com.acme.SumsTest > adds FAILED`, and its outcome.
fn test(line: &str) -> Option<(&str, &str)> {
    let (test, outcome) = line.rsplit_once(' ')?;
    let is_outcome = matches!(outcome, "FAILED" | "PASSED" | "SKIPPED");
    let is_test = test.contains(" > ") && !line.starts_with([' ', '>', ':']);
    (is_outcome && is_test).then_some((test, outcome))
}

/// The error, file and line of `    java.lang.AssertionError at SumsTest.java:9`.
fn short_place(line: &str) -> Option<(&str, (&str, u32))> {
    let (error, place) = line.trim().split_once(" at ")?;
    let (file, number) = place.split_once(':')?;
    let is_short = !error.contains(' ') && !place.contains(['(', ' ']);
    is_short.then_some((error, (file, number.parse().ok()?)))
}

/// All, failed and skipped tests of `9 tests completed, 6 failed, 1 skipped`.
fn completed(line: &str) -> Option<(u64, u64, u64)> {
    let (all, rest) = line.split_once(" test")?;
    let rest = rest.strip_prefix('s').unwrap_or(rest).strip_prefix(" completed")?;
    let part = |what: &str| {
        let part = rest.split(", ").find_map(|part| part.trim_end().strip_suffix(what));
        part.and_then(|n| n.trim().parse().ok()).unwrap_or(0)
    };
    Some((all.parse().ok()?, part("failed"), part("skipped")))
}

#[cfg(test)]
pub(crate) mod tests;
