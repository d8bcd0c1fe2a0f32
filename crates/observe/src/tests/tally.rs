//! What a reader has found so far, and the verdict that follows from it.

use super::found::Found;
use super::{End, Failure, Infra, Reading};

/// The state of a reader. A failed test is a verdict whatever else went wrong.
#[derive(Default)]
pub(super) struct Tally {
    found: Found,
    passed_names: usize,
    infra: Option<Infra>,
    verdict: Option<End>,
}

impl Tally {
    /// Takes in a failure. Runners print a test in a tree, in a list and in a summary: what a later
    /// place knows more is added to the first.
    pub(super) fn add(&mut self, failure: Failure) {
        let Failure { name, file, line, assertion, error } = failure;
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
        if self.passed_names < Reading::MAX_PASSED {
            self.passed_names += 1;
            self.found.pass(name().as_ref());
        }
    }

    /// Adds what a summary counts.
    pub(super) fn count(&mut self, passed: u64, failed: u64) {
        self.found.count(passed, failed);
    }

    /// Takes in a reason for which there may be no verdict; the first one is kept.
    pub(super) fn infra(&mut self, why: Infra) {
        self.infra.get_or_insert(why);
    }

    /// Takes in what the output says as a whole, without a count; the worst is kept.
    pub(super) fn says(&mut self, end: End) {
        let worst = self.verdict.filter(|known| known.weight() >= end.weight());
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
        self.verdict == Some(End::Nothing)
    }

    /// Whether the output counts its tests.
    pub(super) fn is_counted(&self) -> bool {
        self.found.passed.is_some()
    }

    /// The reading; `None` where nothing was found.
    pub(super) fn reading(self) -> Option<Reading> {
        let end = match (self.infra, self.verdict) {
            _ if self.any_failed() => End::Failed,
            (_, Some(End::Failed)) => End::Failed,
            (Some(why), _) => End::Infra(why),
            (None, _) if self.found.passed.is_some_and(|n| n > 0) => End::Passed,
            (None, Some(end)) => end,
            (None, None) if self.found.passed.is_some() => End::Nothing,
            (None, None) => return None,
        };
        Some(self.found.reading(end))
    }
}

/// A failure of which only the name is known.
pub(super) fn named(name: impl Into<String>) -> Failure {
    Failure { name: name.into(), file: None, line: None, assertion: None, error: None }
}
