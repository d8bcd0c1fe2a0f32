//! R17: drift. Calls that are equal but for their numbers, with equal results.

use super::{CallDigest, Detector, LoopSighting, varied_rounds};
use crate::state::{CallWindow, CompletedCall};
use crate::{Limit, RepetitionLimits, Rule};

pub(super) struct Drift;

impl Drift {
    fn run<'a>(
        window: &'a CallWindow,
        newest: &'a CompletedCall,
        from: u64,
    ) -> impl Iterator<Item = &'a CompletedCall> + Clone {
        let first = window.index_from(from);
        window.steps.range(first..).rev().take_while(move |step| {
            step.shape == newest.shape
                && step.result == newest.result
                && step.changes == newest.changes
        })
    }
}

impl Detector for Drift {
    fn rule(&self) -> Rule {
        Rule::Drift
    }

    fn limit(&self, policy: &RepetitionLimits) -> Limit {
        policy.drift
    }

    fn seen(&self, _: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
        let newest = window.steps.back()?;
        if !newest.is_known() || newest.shape == 0 || newest.trivial {
            return None;
        }
        let count = varied_rounds(Self::run(window, newest, from));
        LoopSighting::of_tool(Rule::Drift, newest.tool, newest.shape, count)
    }

    fn next(
        &self,
        policy: &RepetitionLimits,
        window: &CallWindow,
        ask: &CallDigest,
        from: u64,
    ) -> Option<LoopSighting> {
        let newest = window.steps.back()?;
        if newest.tool != ask.tool || newest.changes != window.changes {
            return None;
        }
        self.seen(policy, window, from)
    }

    fn describe(&self, label: &str, count: u64) -> String {
        format!(
            "The last {count} calls differ only in their numbers and gave the same output; \
             `{label}` is the latest."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    #[test]
    fn r17_counts_calls_that_differ_only_in_numbers() {
        let check = |picture, expected| {
            assert_eq!(sketch::count(&Drift, picture), expected, "{picture}");
        };
        // In a drawing, `a` and `A` are two calls of one shape.
        check("a1 A1 a1", 3);
        check("a1 a1 a1", 0);
        check("a1 b1 A1", 0);
        check("a1 A2 a1", 0);
        check("a1~ A1~", 0);
    }
}
