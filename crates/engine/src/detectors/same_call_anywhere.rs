//! R2: the same call with the same result anywhere in the window, without progress.
//!
//! Progress is a new change of the workspace, or the same call answering differently.

use super::{CallDigest, Detector, LoopSighting};
use crate::state::{CallWindow, CompletedCall};
use crate::{Limit, RepetitionLimits, Rule};

pub(super) struct SameCallAnywhere;

impl SameCallAnywhere {
    fn count(window: &CallWindow, like: &CompletedCall, from: u64) -> u64 {
        let first = window.index_from(from);
        window
            .steps
            .range(first..)
            .rev()
            .take_while(|step| step.changes == like.changes)
            .filter(|step| step.call == like.call)
            .take_while(|step| step.result == like.result)
            .count() as u64
    }
}

impl Detector for SameCallAnywhere {
    fn rule(&self) -> Rule {
        Rule::SameCallAnywhere
    }

    fn limit(&self, policy: &RepetitionLimits) -> Limit {
        policy.same_call_anywhere
    }

    fn seen(&self, _: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
        let newest = window.steps.back().filter(|step| step.is_known())?;
        LoopSighting::of_call(newest.call, Self::count(window, newest, from))
    }

    fn next(
        &self,
        _: &RepetitionLimits,
        window: &CallWindow,
        ask: &CallDigest,
        from: u64,
    ) -> Option<LoopSighting> {
        let last = window.last_of(ask.call).filter(|step| step.is_known())?;
        if last.changes != window.changes {
            return None;
        }
        LoopSighting::of_call(ask.call, Self::count(window, last, from))
    }

    fn describe(&self, label: &str, count: u64) -> String {
        format!("`{label}` has given the same result {count} times, and nothing new was changed.")
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    fn check(picture: &str, expected: u64) {
        assert_eq!(sketch::count(&SameCallAnywhere, picture), expected, "{picture}");
    }

    #[test]
    fn r02_counts_equal_results_with_others_in_between() {
        check("a1 b1 a1 c1 a1", 3);
        check("a1 a1 b2", 1);
    }

    #[test]
    fn r02_another_answer_of_the_same_call_is_progress() {
        check("a1 b1 a2 b1 a1", 1);
        check("a2 a1 b1 a1", 2);
    }

    #[test]
    fn r02_a_change_is_progress() {
        check("a1 b1 a1 ! a1", 1);
        check("a1 b1 a1 ! b1 a1", 1);
    }
}
