//! Gathers what a reader finds, each test once.

use std::collections::HashMap;

use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// What a reader has found so far.
#[derive(Default)]
pub(super) struct Found {
    failures: Vec<TestFailure>,
    at: HashMap<String, usize>,
    passed_names: Vec<String>,
    /// How many passed, where the output said so.
    pub(super) passed: Option<u64>,
    /// How many failed, where the output said so.
    pub(super) failed: Option<u64>,
}

impl Found {
    /// The failure of this name; a new one at the end of the list if there is none. `None` where
    /// the list is full.
    pub(super) fn failure(&mut self, name: &str) -> Option<&mut TestFailure> {
        let at = match self.at.get(name) {
            Some(at) => *at,
            None if self.failures.len() >= ParsedTestRun::MAX_FAILURES => return None,
            None => {
                self.at.insert(name.to_owned(), self.failures.len());
                self.failures.push(TestFailure {
                    name: name.to_owned(),
                    file: None,
                    line: None,
                    assertion: None,
                    error: None,
                });
                self.failures.len() - 1
            }
        };
        self.failures.get_mut(at)
    }

    /// Notes that this test passed.
    pub(super) fn pass(&mut self, name: &str) {
        if self.passed_names.len() < ParsedTestRun::MAX_PASSED {
            self.passed_names.push(name.to_owned());
        }
    }

    /// Adds counts that the output says.
    pub(super) fn count(&mut self, passed: u64, failed: u64) {
        self.passed = Some(self.passed.unwrap_or(0).saturating_add(passed));
        self.failed = Some(self.failed.unwrap_or(0).saturating_add(failed));
    }

    /// Whether any test is known by name to have failed.
    pub(super) fn has_failures(&self) -> bool {
        !self.failures.is_empty()
    }

    /// The failures, to be completed.
    pub(super) fn failures_mut(&mut self) -> &mut Vec<TestFailure> {
        &mut self.failures
    }

    /// The reading of a run that ended like this.
    pub(super) fn reading(self, end: TestRunEnd) -> ParsedTestRun {
        let Self { failures, passed_names, passed, failed, .. } = self;
        ParsedTestRun { end, failures, passed_names, passed, failed }
    }
}
