//! R1: the same call with the same result in a row, nothing changed in between.

use super::{CallDigest, Detector, LoopSighting};
use crate::state::CallWindow;
use crate::{Limit, RepetitionLimits, Rule};

pub(super) struct SameCall;

impl Detector for SameCall {
    fn rule(&self) -> Rule {
        Rule::SameCall
    }

    fn limit(&self, policy: &RepetitionLimits) -> Limit {
        policy.same_call
    }

    fn seen(&self, _: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
        let newest = window.steps.back()?;
        if !newest.is_known() {
            return None;
        }
        let first = window.index_from(from);
        let count = window
            .steps
            .range(first..)
            .rev()
            .take_while(|step| step.repeats(newest) && step.changes == newest.changes)
            .count() as u64;
        LoopSighting::of_call(newest.call, count)
    }

    fn next(
        &self,
        policy: &RepetitionLimits,
        window: &CallWindow,
        ask: &CallDigest,
        from: u64,
    ) -> Option<LoopSighting> {
        let newest = window.steps.back()?;
        if newest.call != ask.call || newest.changes != window.changes {
            return None;
        }
        self.seen(policy, window, from)
    }

    fn describe(&self, label: &str, count: u64) -> String {
        format!(
            "`{label}` has given the same result {count} times in a row, and nothing was changed \
             in between."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    fn check(picture: &str, expected: u64) {
        assert_eq!(sketch::count(&SameCall, picture), expected, "{picture}");
    }

    #[test]
    fn r01_counts_equal_results_in_a_row() {
        check("a1", 1);
        check("a1 a1 a1", 3);
        check("b1 a1 a1", 2);
        check("a1 b1 a1", 1);
        check("a1 a2 a1", 1);
    }

    #[test]
    fn r01_a_change_in_between_starts_the_count_again() {
        check("a1 a1 ! a1", 1);
        check("a1 ! a1 a1", 2);
    }

    #[test]
    fn r01_unknown_results_never_count() {
        check("a? a? a?", 0);
        check("a1 a? a1", 1);
    }

    #[test]
    fn r01_the_next_call_goes_on_only_without_a_change() {
        assert_eq!(sketch::next(&SameCall, "a1 a1", 'a'), 2);
        assert_eq!(sketch::next(&SameCall, "a1 a1", 'b'), 0);
        assert_eq!(sketch::next(&SameCall, "a1 a1 !", 'a'), 0);
    }
}
