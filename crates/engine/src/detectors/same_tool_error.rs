//! R4: the same tool fails with the same error, whatever its arguments, and nothing new is changed.

use super::{CallDigest, Detector, LoopSighting, next_of_tool, varied_rounds};
use crate::state::{CallWindow, CompletedCall};
use crate::{Limit, RepetitionLimits, Rule};

pub(super) struct SameToolError;

impl SameToolError {
    /// The run of calls of `tool` that ended with one error, other tools left out.
    fn run(window: &CallWindow, tool: u64, from: u64) -> Option<LoopSighting> {
        let first = window.index_from(from);
        let of_tool = || window.steps.range(first..).rev().filter(|step| step.tool == tool);
        let newest = of_tool().next().filter(|step| step.error != 0)?;
        let same =
            |step: &&CompletedCall| step.error == newest.error && step.changes == newest.changes;
        let count = varied_rounds(of_tool().take_while(same));
        LoopSighting::of_tool(Rule::SameToolError, tool, newest.error, count)
    }
}

impl Detector for SameToolError {
    fn rule(&self) -> Rule {
        Rule::SameToolError
    }

    fn limit(&self, policy: &RepetitionLimits) -> Limit {
        policy.same_tool_error
    }

    fn seen(&self, _: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
        Self::run(window, window.steps.back()?.tool, from)
    }

    fn next(
        &self,
        _: &RepetitionLimits,
        window: &CallWindow,
        ask: &CallDigest,
        from: u64,
    ) -> Option<LoopSighting> {
        next_of_tool(window, ask.tool, || Self::run(window, ask.tool, from))
    }

    fn describe(&self, label: &str, count: u64) -> String {
        format!(
            "The last {count} calls of this tool failed with the same error, `{label}` too, and \
             nothing new was changed. Other arguments do not help."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    fn check(picture: &str, expected: u64) {
        assert_eq!(sketch::count(&SameToolError, picture), expected, "{picture}");
    }

    #[test]
    fn r04_counts_one_error_of_one_tool_whatever_the_arguments() {
        check("a1x A1x a1x", 3);
        check("a1x b2 A1x", 2);
        check("a1x A2x a1x", 0);
        check("a1x A3 a1x", 0);
        check("a1x a1x a1x", 0);
        check("a1 A1", 0);
    }

    #[test]
    fn r04_a_change_starts_again_and_parallel_calls_are_one() {
        check("a1x A1x ! a1x A1x", 2);
        check("a1x A1x_ a1x_ A1x", 2);
    }

    #[test]
    fn r04_every_call_of_the_tool_goes_on_with_it() {
        assert_eq!(sketch::next(&SameToolError, "a1x A1x b2", 'A'), 2);
        assert_eq!(sketch::next(&SameToolError, "a1x A1x b2", 'b'), 0);
        assert_eq!(sketch::next(&SameToolError, "a1x A1x !", 'A'), 0);
    }
}
