//! R5: the same error from one tool after another, and nothing new is changed.

use super::{Detector, LoopSighting, differ, rounds};
use crate::state::CallWindow;
use crate::{Limit, RepetitionLimits, Rule};

pub(super) struct SameErrorAcross;

impl Detector for SameErrorAcross {
    fn rule(&self) -> Rule {
        Rule::SameErrorAcross
    }

    fn limit(&self, policy: &RepetitionLimits) -> Limit {
        policy.same_error
    }

    fn seen(&self, _: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
        let newest = window.steps.back().filter(|step| step.error != 0)?;
        let first = window.index_from(from);
        let run = || {
            window
                .steps
                .range(first..)
                .rev()
                .take_while(|step| step.error == newest.error && step.changes == newest.changes)
        };
        let count = if differ(run().map(|step| step.tool)) { rounds(run()) } else { 0 };
        LoopSighting::of_nothing(Rule::SameErrorAcross, newest.error, count)
    }

    fn describe(&self, label: &str, count: u64) -> String {
        format!(
            "The last {count} calls failed with the same error, whichever tool was tried; \
             `{label}` is the latest."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    #[test]
    fn r05_counts_one_error_across_tools() {
        let check = |picture, expected| {
            assert_eq!(sketch::count(&SameErrorAcross, picture), expected, "{picture}");
        };
        check("a7x b7x c7x", 3);
        check("a7x a7x a7x", 0);
        check("a7x b7x c8x", 0);
        check("a7x b7x d1 c7x", 0);
        check("a7x b7x ! c7x", 0);
        check("a7x b7x c7x_ d7x", 3);
    }
}
