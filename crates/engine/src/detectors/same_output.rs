//! R6: one tool gives the same output again and again although its arguments change.
//!
//! Acknowledgements (`ok`, an empty answer) say nothing and never count.

use super::{CallDigest, Detector, LoopSighting, next_of_tool, varied_rounds};
use crate::state::{CallWindow, CompletedCall};
use crate::{Limit, RepetitionLimits, Rule};

pub(super) struct SameOutput;

impl SameOutput {
    fn run(window: &CallWindow, tool: u64, from: u64) -> Option<LoopSighting> {
        let first = window.index_from(from);
        let of_tool = || window.steps.range(first..).rev().filter(|step| step.tool == tool);
        let newest = of_tool().next().filter(|step| step.is_known() && !step.trivial)?;
        let same =
            |step: &&CompletedCall| step.result == newest.result && step.changes == newest.changes;
        let count = varied_rounds(of_tool().take_while(same));
        LoopSighting::of_tool(Rule::SameOutput, tool, newest.result, count)
    }
}

impl Detector for SameOutput {
    fn rule(&self) -> Rule {
        Rule::SameOutput
    }

    fn limit(&self, policy: &RepetitionLimits) -> Limit {
        policy.same_output
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
            "The last {count} calls of this tool gave the same output although they asked for \
             different things; `{label}` is the latest."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    #[test]
    fn r06_counts_one_output_for_other_arguments() {
        let check = |picture, expected| {
            assert_eq!(sketch::count(&SameOutput, picture), expected, "{picture}");
        };
        check("a5 A5 a5", 3);
        check("a5 b9 A5", 2);
        check("a5 a5 a5", 0);
        check("a5 A6 a5", 0);
        check("a5 A5 ! a5", 0);
        check("a5~ A5~ a5~", 0);
    }
}
