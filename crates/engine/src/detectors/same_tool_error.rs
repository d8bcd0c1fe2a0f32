//! R4: the same tool fails with the same error, whatever its arguments, and nothing new is changed.
//!
//! Looks at one thing after the other that all fail are named, and refused from the twentieth.
//! Rejected edits have steps of their own (`crate::fold`).
//! Calls of other tools do not interrupt it. With a few looks and other failures in between it is named later, and no more
//! than that: who looks around may learn something.

use super::{BASE, Detector, LoopSighting, count_varied_rounds, is_survey, unchanged_since};
use crate::Rule;
use crate::state::CompletedCall;

/// So many more failures than the limit are named where others lie between.
const SCATTERED: u64 = 1;
/// So many other calls may lie between two of them.
const MOST_BETWEEN: usize = 2;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameToolError,
    limit: |limits| limits.same_tool_error,
    followed_call: |_, call, _| call.of_tool,
    sighting: |limits, window, last, from| {
        if last.error == 0 {
            return None;
        }
        let limit = limits.same_tool_error.get()?;
        let of_tool = unchanged_since(window, last, from)
            .filter(|step| step.tool == last.tool && !step.edits);
        let run = of_tool.clone().take_while(|step| step.error == last.error);
        let in_a_row = count_varied_rounds(run.clone());
        let asks = last.looks || last.waits;
        let is_only_named = in_a_row < limit
            && !asks
            && count_varied_rounds(scattered(of_tool, last.error)) >= limit + SCATTERED;
        let count = if is_only_named { limit } else { in_a_row };
        let seen = LoopSighting::of_tool(Rule::SameToolError, last.tool, last.error, count)?;
        Some(LoopSighting { is_only_named, ..seen.gentle(is_survey(run)) })
    },
    ..BASE
};

/// The failures with this error, the newest first, between which nothing lies that may have mended anything, and not much.
fn scattered<'a>(
    newest_first: impl Iterator<Item = &'a CompletedCall> + Clone,
    error: u64,
) -> impl Iterator<Item = &'a CompletedCall> + Clone {
    let mends_nothing = |step: &CompletedCall| {
        step.failed || step.looks || step.waits || step.fruitless || step.barren || step.sets
    };
    let alike = newest_first.scan(0, move |between, step| {
        *between = if step.error == error { 0 } else { *between + 1 };
        (*between == 0 || *between <= MOST_BETWEEN && mends_nothing(step)).then_some(step)
    });
    alike.filter(move |step| step.error == error)
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
                ("a1x A2x A1x", 0),
                // Five, with another failure or what brought nothing in between.
                ("a1x A2x A1x A2x a1x A2x A1x A2x", 0),
                ("a1x A2x A1x A2x a1x A2x A1x A2x a1x", 4),
                ("a1x A3o A1x a4o a1x A3o A1x a5o a1x", 4),
                ("a1x A3o A1x a4o a1x A3 A1x a5o a1x", 0),
                ("a1x A1x A1x a4o a1x a5o A2x a1x", 4),
                ("a1x A1x A1x a4o a1x a5o A2x a2x a1x", 0),
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
