//! Reads the output of `node --test` from its spec and dot reporters. The output of its TAP
//! reporter is read as TAP.

use super::counts::{indent, is_number, sum};
use super::failure_text::{FailureText, is_load_error};
use super::findings::RunFindings;
use super::lines::{LineReader, read_lines, starts_with_any};
use super::{ParsedTestRun, TestRunEnd};
use fusebox_text::script_place as place;

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] = &["ℹ ", "✖ ", "✔ ", "Could not find '"];

/// Reads a run of node's test runner.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    read_lines::<NodeTestReader<'_>>(text)
}

#[derive(Default)]
struct NodeTestReader<'t> {
    findings: RunFindings,
    totals: Vec<(u64, &'t str)>,
    /// The open groups, by the indentation of their lines.
    groups: Vec<(usize, &'t str)>,
    /// Whether the current failure is of a group, which may have failed only because of its tests.
    is_group: bool,
    failure_text: Option<(&'t str, FailureText<'t>)>,
    /// The position above a test in the list at the end.
    listed_at: Option<(&'t str, u32)>,
    /// Failures that stand for a whole file.
    files: Vec<(&'t str, FailureText<'t>)>,
    load_failed: bool,
    crashed: bool,
}

impl<'t> LineReader<'t> for NodeTestReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        if let Some((passed, name)) = test(line) {
            self.end_failure();
            self.findings.recognize();
            self.is_group = self.groups.pop_if(|group| *group == (indent(line), name)).is_some();
            match passed {
                Some(true) if !self.is_group => self.findings.add_passed(|| name),
                Some(false) => self.failure_text = Some((name, FailureText::default())),
                _ => {}
            }
        } else if let Some(total) = line.strip_prefix("ℹ ").and_then(total) {
            self.end_failure();
            self.findings.recognize();
            self.totals.push(total);
        } else if let Some(place) = line.strip_prefix("test at ").and_then(place) {
            self.end_failure();
            self.listed_at = Some(place);
        } else if let Some(group) = line.trim_start().strip_prefix("▶ ") {
            self.end_failure();
            self.groups.push((indent(line), group.trim_end()));
        } else if let Some((_, failure_text)) =
            self.failure_text.as_mut().filter(|_| line.starts_with(' '))
        {
            failure_text.read_line(line);
        } else if let Some(path) = line.strip_prefix("Could not find '") {
            let ends = [".js'", ".mjs'", ".cjs'", ".ts'"];
            if ends.iter().any(|end| path.ends_with(end)) {
                self.findings.recognize();
            }
            self.findings.add_end(TestRunEnd::Nothing);
        } else {
            self.stray(line);
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.end_failure();
        if !self.files.is_empty() && self.crashed {
            self.findings.add_infrastructure(TestRunEnd::Crash);
        } else if !self.files.is_empty() && self.load_failed {
            self.findings.add_infrastructure(TestRunEnd::Build);
        } else {
            self.files.iter().for_each(|(name, failure_text)| {
                self.findings.add_failure(failure_text.to_failure(*name))
            });
        }
        if !self.totals.is_empty() {
            let failed = sum(&self.totals, &["fail", "cancelled"]);
            // A file that did not load is counted as a failed test.
            let files = if self.findings.infrastructure.is_some() { failed } else { 0 };
            let is_load = files > 0 && !self.findings.has_failed();
            self.findings
                .add_counts(sum(&self.totals, &["pass"]), if is_load { 0 } else { failed });
        }
        self.findings.into_run()
    }
}

impl<'t> NodeTestReader<'t> {
    /// Reads what a file prints when it dies outside of its tests.
    fn stray(&mut self, line: &str) {
        self.load_failed |= is_load_error(line);
        let crash = ["----- Native stack trace -----", "FATAL ERROR: ", "<--- Last few GCs --->"];
        self.crashed |= starts_with_any(line, &crash);
    }

    fn end_failure(&mut self) {
        let listed_at = self.listed_at.take();
        let Some((name, mut failure_text)) = self.failure_text.take() else { return };
        let is_told = failure_text.mentions_any(&["subtest failed'", "subtests failed'"]);
        if is_told || (self.is_group && failure_text.is_empty()) {
            return;
        }
        if failure_text.mentions_any(&["'test failed'"]) && name.contains('.') {
            self.files.push((name, failure_text));
            return;
        }
        failure_text.set_test_place(listed_at);
        self.findings.add_failure(failure_text.to_failure(name));
    }
}

/// The result and name of `✔ name (1.2ms)`. A group looks the same. A test marked as to do has no
/// result.
fn test(line: &str) -> Option<(Option<bool>, &str)> {
    let line = line.trim_start();
    let (passed, test) = match line.strip_prefix("✔ ") {
        Some(test) => (true, test),
        None => (false, line.strip_prefix("✖ ")?),
    };
    let (name, time) = test.rsplit_once(" (")?;
    let (time, after) = time.split_once("ms)")?;
    let is_todo = after.starts_with(" # ");
    let is_test = is_number(time) && time.contains('.') && (is_todo || after.is_empty());
    is_test.then_some(((!is_todo).then_some(passed), name))
}

/// The count of `fail 3`.
fn total(text: &str) -> Option<(u64, &str)> {
    let (what, number) = text.trim_end().split_once(' ')?;
    Some((number.parse().ok()?, what))
}

#[cfg(test)]
pub(crate) mod tests;
