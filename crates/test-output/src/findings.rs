//! Collects what a reader finds, and derives how the run ended.

use std::collections::HashMap;

use super::counts::add_to;
use super::reading::severity;
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// What a reader has found so far.
#[derive(Default)]
pub(super) struct RunFindings {
    failures: Vec<TestFailure>,
    /// The index of each failure by its name.
    indexes: HashMap<String, usize>,
    passed_names: Vec<String>,
    /// How many passed, where the output has a count.
    pub(super) passed: Option<u64>,
    /// How many failed, where the output has a count.
    pub(super) failed: Option<u64>,
    /// Whether a line was found that only this runner prints.
    pub(super) is_recognized: bool,
    /// Why there may be no verdict.
    pub(super) infrastructure: Option<TestRunEnd>,
    /// The worst end that the output reports without counts.
    pub(super) reported_end: Option<TestRunEnd>,
}

impl RunFindings {
    /// Notes that a line was found that only this runner prints.
    pub(super) fn recognize(&mut self) -> &mut Self {
        self.is_recognized = true;
        self
    }

    /// The failure of this name, which is added if it is new; `None` where the list is full.
    pub(super) fn failure(&mut self, name: &str) -> Option<&mut TestFailure> {
        let index = match self.indexes.get(name) {
            Some(index) => *index,
            None if self.failures.len() >= ParsedTestRun::MAX_FAILURES => return None,
            None => {
                self.indexes.insert(name.to_owned(), self.failures.len());
                self.failures.push(TestFailure::named(name));
                self.failures.len() - 1
            }
        };
        self.failures.get_mut(index)
    }

    /// Adds a failure. Runners print a test in a tree, in a list and in a summary: details that the
    /// earlier mention lacks are added to it.
    pub(super) fn add_failure(&mut self, failure: TestFailure) {
        let TestFailure { name, packages, file, line, assertion, error } = failure;
        if name.is_empty() {
            return;
        }
        let Some(known) = self.failure(&name) else { return };
        packages.iter().for_each(|package| known.add_package(package));
        if known.line.is_none() {
            known.file = file.or(known.file.take());
            known.line = line;
        }
        if known.error.is_none() {
            known.assertion = assertion;
            known.error = error;
        }
    }

    /// Adds the name of a passed test, unless there are enough.
    pub(super) fn add_passed<N: Into<String>>(&mut self, name: impl FnOnce() -> N) {
        if self.passed_names.len() < ParsedTestRun::MAX_PASSED {
            self.passed_names.push(name().into());
        }
    }

    /// Adds the counts of a summary.
    pub(super) fn add_counts(&mut self, passed: u64, failed: u64) {
        add_to(&mut self.passed, passed);
        add_to(&mut self.failed, failed);
    }

    /// Adds the counts of a summary that counts all tests, failed ones and skipped ones.
    pub(super) fn add_totals(&mut self, all: u64, failed: u64, skipped: u64) {
        self.add_counts(all.saturating_sub(failed).saturating_sub(skipped), failed);
    }

    /// Notes why there may be no verdict; the first reason is kept.
    pub(super) fn add_infrastructure(&mut self, why: TestRunEnd) {
        self.infrastructure.get_or_insert(why);
    }

    /// Notes an end that the output reports without counts; the worst is kept.
    pub(super) fn add_end(&mut self, end: TestRunEnd) {
        let worse = self.reported_end.filter(|known| severity(*known) >= severity(end));
        self.reported_end = worse.or(Some(end));
    }

    /// Whether a test failed whose name is known.
    pub(super) fn has_failures(&self) -> bool {
        !self.failures.is_empty()
    }

    /// Whether a test failed.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failures() || self.failed.is_some_and(|failed| failed > 0)
    }

    /// The failures, so that details can be added.
    pub(super) fn failures_mut(&mut self) -> &mut Vec<TestFailure> {
        &mut self.failures
    }

    /// The run, with the end that follows from the findings: a failed test is a verdict whatever else
    /// went wrong. `None` where the runner was not recognized or nothing was found.
    pub(super) fn into_run(self) -> Option<ParsedTestRun> {
        if !self.is_recognized {
            return None;
        }
        let end = match (self.infrastructure, self.reported_end) {
            _ if self.has_failed() => TestRunEnd::Failed,
            (_, Some(TestRunEnd::Failed)) => TestRunEnd::Failed,
            (Some(why), _) => why,
            (None, _) if self.passed.is_some_and(|passed| passed > 0) => TestRunEnd::Passed,
            (None, Some(end)) => end,
            (None, None) if self.passed.is_some() => TestRunEnd::Nothing,
            (None, None) => return None,
        };
        Some(self.into_run_with(end))
    }

    /// The run with this end.
    pub(super) fn into_run_with(self, end: TestRunEnd) -> ParsedTestRun {
        let Self { failures, passed_names, passed, failed, .. } = self;
        ParsedTestRun { end, failures, passed_names, passed, failed }
    }
}

/// The end of the first condition that holds.
pub(super) fn first_end<const N: usize>(ends: [(bool, TestRunEnd); N]) -> Option<TestRunEnd> {
    ends.into_iter().find_map(|(holds, end)| holds.then_some(end))
}
