//! R17: drift. Calls are equal but for their numbers, and their results are equal.

use super::{BASE, Detector, LoopSighting, count_varied_rounds, since_new_line, unchanged_since};
use crate::Rule;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::Drift,
    limit: |limits| limits.drift,
    followed_call: |window, call, _| {
        window.steps.last().filter(|last| last.tool == call.digest.tool)
    },
    sighting: |_, window, last, from| {
        if !last.is_telling() || last.shape == 0 {
            return None;
        }
        let run = unchanged_since(window, last, from)
            .take_while(|step| step.shape == last.shape && step.asks_again(last));
        let count = count_varied_rounds(since_new_line(run));
        let seen = LoopSighting::of_tool(Rule::Drift, last.tool, last.shape, count)?;
        // A measurement may be repeated.
        Some(seen.gentle(last.passed))
    },
    ..BASE
};

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r17_counts_calls_that_differ_only_in_numbers() {
        // In a sketch, `a` and `A` are two calls of one shape.
        check_newest(
            &DETECTOR,
            &[("a1 A1 a1", 3), ("a1 a1 a1", 0), ("a1 b1 A1", 0), ("a1 A2 a1", 0), ("a1~ A1~", 0)],
        );
    }
}
