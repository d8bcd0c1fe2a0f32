//! What a reader has found so far, and the verdict that follows from it.

use super::found::Found;
use super::reading::severity;
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// The state of a reader. A failed test is a verdict whatever else went wrong.
#[derive(Default)]
pub(super) struct Tally {
    found: Found,
    passed_names: usize,
    infra: Option<TestRunEnd>,
    verdict: Option<TestRunEnd>,
}

impl Tally {
    /// Takes in a failure. Runners print a test in a tree, in a list and in a summary: what a later
    /// place knows more is added to the first.
    pub(super) fn add(&mut self, failure: TestFailure) {
        let TestFailure { name, file, line, assertion, error } = failure;
        if name.is_empty() {
            return;
        }
        let Some(known) = self.found.failure(&name) else { return };
        if known.line.is_none() {
            known.file = file.or(known.file.take());
            known.line = line;
        }
        if known.error.is_none() {
            known.assertion = assertion;
            known.error = error;
        }
    }

    /// Takes in the name of a test that passed, if names are still wanted.
    pub(super) fn pass<N: AsRef<str>>(&mut self, name: impl FnOnce() -> N) {
        if self.passed_names < ParsedTestRun::MAX_PASSED {
            self.passed_names += 1;
            self.found.pass(name().as_ref());
        }
    }

    /// Adds what a summary counts.
    pub(super) fn count(&mut self, passed: u64, failed: u64) {
        self.found.count(passed, failed);
    }

    /// Takes in a reason for which there may be no verdict; the first one is kept.
    pub(super) fn infra(&mut self, why: TestRunEnd) {
        self.infra.get_or_insert(why);
    }

    /// Takes in what the output says as a whole, without a count; the worst is kept.
    pub(super) fn says(&mut self, end: TestRunEnd) {
        let worst = self.verdict.filter(|known| severity(*known) >= severity(end));
        self.verdict = worst.or(Some(end));
    }

    /// Whether a test is known to have failed.
    pub(super) fn any_failed(&self) -> bool {
        self.found.has_failures() || self.found.failed.is_some_and(|n| n > 0)
    }

    /// Whether a reason was found for which there may be no verdict.
    pub(super) fn any_infra(&self) -> bool {
        self.infra.is_some()
    }

    /// Forgets the reason, for a better one.
    pub(super) fn forget_infra(&mut self) {
        self.infra = None;
    }

    /// Whether the output says that no test ran.
    pub(super) fn is_empty_run(&self) -> bool {
        self.verdict == Some(TestRunEnd::Nothing)
    }

    /// Whether the output counts its tests.
    pub(super) fn is_counted(&self) -> bool {
        self.found.passed.is_some()
    }

    /// The reading; `None` where nothing was found.
    pub(super) fn reading(self) -> Option<ParsedTestRun> {
        let end = match (self.infra, self.verdict) {
            _ if self.any_failed() => TestRunEnd::Failed,
            (_, Some(TestRunEnd::Failed)) => TestRunEnd::Failed,
            (Some(why), _) => why,
            (None, _) if self.found.passed.is_some_and(|n| n > 0) => TestRunEnd::Passed,
            (None, Some(end)) => end,
            (None, None) if self.found.passed.is_some() => TestRunEnd::Nothing,
            (None, None) => return None,
        };
        Some(self.found.reading(end))
    }
}

/// A failure of which only the name is known.
pub(super) fn named(name: impl Into<String>) -> TestFailure {
    TestFailure { name: name.into(), file: None, line: None, assertion: None, error: None }
}
