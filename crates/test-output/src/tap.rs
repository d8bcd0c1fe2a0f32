//! Reads TAP of node, vitest, mocha, bats and any other program.

use super::counts::{add_to, indent};
use super::failure_text::is_load_error;
use super::findings::RunFindings;
use super::lines::{is_cut, lines};
use super::tap_point::TapPoint;
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// The most enclosing tests that a name contains.
const MAX_GROUPS: usize = 20;

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] =
    &["not ok ", "\nok ", "TAP version 1", "Bail out!", "# tests ", "1.."];

/// Reads a TAP stream.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let mut run = TapReader::default();
    lines(text).for_each(|line| run.read_line(line));
    run.close_from(0);
    run.into_run()
}

#[derive(Default)]
struct TapReader<'t> {
    findings: RunFindings,
    /// Whether a line was found that only TAP has.
    is_tap: bool,
    has_plan: bool,
    has_points: bool,
    /// The number of the last test without indentation.
    number: u32,
    /// The tests whose details or subtests may follow, the innermost last.
    open: Vec<TapPoint<'t>>,
    /// The depths at which tests were found, and whether one of them failed, until the enclosing
    /// test follows. Most streams print subtests before their test.
    below: Vec<(usize, bool)>,
    /// The totals of the comments at the end: all, passed, failed, cancelled.
    totals: [Option<u64>; 4],
    passed: u64,
    failed: u64,
    /// Failures that stand for a whole file.
    files: Vec<TestFailure>,
    crashed: bool,
    load_failed: bool,
}

impl<'t> TapReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        let depth = indent(line);
        if is_cut(line) {
            return self.close_from(0);
        }
        if let Some(point) = self.open.last_mut().filter(|p| p.takes(depth)) {
            return point.detail(line);
        }
        if let Some(point) = TapPoint::parse(line) {
            return self.point(point);
        }
        if line.starts_with("TAP version 1") {
            self.is_tap = true;
        } else if let Some(plan) = line.strip_prefix("1..") {
            let last = plan.split(' ').next().and_then(|n| n.parse::<u32>().ok());
            self.has_plan |= last.is_some();
            if last == Some(0) {
                self.findings.add_end(TestRunEnd::Nothing);
            }
        } else if line.starts_with("Bail out!") {
            self.is_tap = true;
            self.findings.add_infrastructure(TestRunEnd::Crash);
        } else if let Some(comment) = line.strip_prefix('#') {
            self.comment(comment.strip_prefix(' ').unwrap_or(comment));
        } else if let Some(point) = self.open.last_mut().filter(|p| depth > p.depth) {
            point.below(line);
        }
    }

    /// Reads the line of a test.
    fn point(&mut self, mut point: TapPoint<'t>) {
        let (depth, ok) = (point.depth, point.ok);
        self.close_from(depth);
        let (mut has_subtests, mut subtest_failed) = (false, false);
        while let Some((_, failed)) = self.below.pop_if(|(d, _)| *d > depth) {
            has_subtests = true;
            subtest_failed |= failed;
        }
        point.is_group |= has_subtests && (ok || subtest_failed);
        match self.below.last_mut().filter(|(d, _)| *d == depth) {
            Some((_, failed)) => *failed |= !ok,
            None => self.below.push((depth, !ok)),
        }
        if depth == 0 {
            self.is_tap |=
                !ok || (self.number > 0 && self.number.checked_add(1) == Some(point.number));
            self.number = point.number;
        }
        self.has_points |= depth == 0 || self.is_tap;
        if ok && !point.is_group && !point.is_directed {
            self.passed += 1;
            self.findings.add_passed(|| path(&self.open, point.name));
        }
        self.open.push(point);
    }

    /// Reads a comment: a total, what a file printed, or what a failed test reports.
    fn comment(&mut self, comment: &'t str) {
        const TOTALS: [&str; 4] = ["tests", "pass", "fail", "cancelled"];
        if let Some((what, n)) = comment.split_once(' ')
            && let Some((total, _)) = self.totals.iter_mut().zip(TOTALS).find(|t| t.1 == what)
            && let Ok(n) = n.trim().parse()
        {
            return add_to(total, n);
        }
        self.load_failed |= is_load_error(comment) || comment.contains(": syntax error near ");
        self.crashed |= comment.starts_with("----- Native stack trace");
        if let Some(point) = self.open.last_mut() {
            point.comment(comment);
        }
    }

    /// Ends the tests at this depth and deeper.
    fn close_from(&mut self, depth: usize) {
        while let Some(point) = self.open.pop_if(|p| p.depth >= depth) {
            if point.is_open {
                while self.below.pop_if(|(d, _)| *d > point.depth).is_some() {}
            }
            if point.ok || point.is_group {
                continue;
            }
            self.failed += 1;
            let failure = point.failure(path(&self.open, point.name));
            if point.is_file() {
                self.files.push(failure);
            } else {
                self.findings.add_failure(failure);
            }
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        let [all, passed, failed, cancelled] = self.totals;
        let failed = failed.map(|n| n.saturating_add(cancelled.unwrap_or(0)));
        let has_totals = all.is_some() && (passed.is_some() || failed.is_some());
        let is_numbered = self.is_tap && (self.has_points || self.has_plan);
        let is_tap = is_numbered || self.has_plan && self.has_points || has_totals;
        if !is_tap && self.findings.infrastructure.is_none() {
            return None;
        }
        let lost = u64::try_from(self.files.len()).unwrap_or(u64::MAX);
        let lost = if self.crashed || self.load_failed { lost } else { 0 };
        if lost > 0 {
            let why = if self.crashed { TestRunEnd::Crash } else { TestRunEnd::Build };
            self.findings.add_infrastructure(why);
        } else {
            self.files.drain(..).for_each(|file| self.findings.add_failure(file));
        }
        let (passed, failed) = match (has_totals, passed, failed) {
            (true, Some(passed), failed) => (passed, failed.unwrap_or(0)),
            (true, None, Some(failed)) => (all.unwrap_or(0).saturating_sub(failed), failed),
            _ => (self.passed, self.failed),
        };
        self.findings.recognize().add_counts(passed, failed.saturating_sub(lost));
        self.findings.into_run()
    }
}

/// The name of a test with those of the open tests around it.
fn path(open: &[TapPoint<'_>], name: &str) -> String {
    let around = open.iter().filter(|point| point.is_open).map(|point| point.name);
    around.take(MAX_GROUPS).chain([name]).collect::<Vec<_>>().join(" > ")
}

#[cfg(test)]
pub(crate) mod tests;
