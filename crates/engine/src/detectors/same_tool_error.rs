//! R4: the same tool fails with the same error, whatever its arguments, and nothing new is changed.
//!
//! Looks at one thing after the other that all fail are named, and refused from the twentieth.
//! Rejected edits have steps of their own (`crate::fold`).
//! Calls of other tools do not interrupt it, nor do looks and other failures in between: what is done anew behind them
//! has failed before.

use super::{BASE, Detector, LoopSighting, count_varied_rounds, is_survey, unchanged_since};
use crate::Rule;
use crate::state::CompletedCall;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameToolError,
    limit: |limits| limits.same_tool_error,
    followed_call: |_, call, _| call.of_tool,
    sighting: |_, window, last, from| {
        if last.error == 0 {
            return None;
        }
        let of_tool = unchanged_since(window, last, from)
            .filter(|step| step.tool == last.tool && !step.edits);
        let asks = last.looks || last.waits;
        let goes_on = |step: &&CompletedCall| step.error == last.error || !asks && leads_on(step);
        let run = of_tool.take_while(goes_on).filter(|step| step.error == last.error);
        let count = count_varied_rounds(run.clone());
        let seen = LoopSighting::of_tool(Rule::SameToolError, last.tool, last.error, count)?;
        Some(seen.gentle(is_survey(run)))
    },
    ..BASE
};

/// Whether it did nothing that may have mended anything.
fn leads_on(step: &CompletedCall) -> bool {
    step.failed || step.looks || step.waits || step.fruitless || step.barren
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{check_continued, check_newest};
    use super::*;

    #[test]
    fn r04_counts_one_error_of_one_tool_whatever_the_arguments() {
        check_newest(
            &DETECTOR,
            &[
                ("a1x A1x a1x", 3),
                ("a1x b2 A1x", 2),
                ("a1x A2x a1x", 0),
                ("a1x A3 a1x", 0),
                // Another failure and what brought nothing do not interrupt it, an act that went well does.
                ("a1x A2x A1x", 2),
                ("a1x A3o A1x", 2),
                ("a1x A3 A1x", 0),
                ("a1x a1x a1x", 0),
                ("a1 A1", 0),
                ("a1x A1x ! a1x A1x", 2),
                // Parallel calls count as one.
                ("a1x A1x_ a1x_ A1x", 2),
            ],
        );
        check_continued(
            &DETECTOR,
            &[("a1x A1x b2", 'A', 2), ("a1x A1x b2", 'b', 0), ("a1x A1x !", 'A', 0)],
        );
    }
}
