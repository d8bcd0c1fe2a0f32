//! R6: one tool fails, finds nothing or only talks, with the same output again and again although its
//! arguments change.
//!
//! Another target that gives the same answer is news, so successful work over many targets does not count;
//! the same target does (`same_target`). Acknowledgements (`ok`, an empty answer) say nothing. Searches
//! that find nothing may be honest work: the barren window counts them.

use super::{BASE, Detector, LoopSighting, count_varied_rounds, is_survey, unchanged_since};
use crate::Rule;
use crate::state::TALK;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameOutput,
    limit: |limits| limits.same_output,
    followed_call: |_, call, _| call.of_tool,
    sighting: |_, window, last, from| {
        // Words printed beside other work are no loop.
        let is_talk = last.result == TALK;
        if !last.is_weak() {
            return None;
        }
        let of_tool =
            unchanged_since(window, last, from).filter(|step| is_talk || step.tool == last.tool);
        let run = of_tool
            .take_while(|step| step.is_telling() && step.is_weak() && step.result == last.result)
            // Rejected edits have steps of their own.
            .take_while(|step| !step.edits);
        let count = count_varied_rounds(run.clone());
        let seen = LoopSighting::of_tool(Rule::SameOutput, last.tool, last.result, count)?;
        Some(seen.gentle(is_survey(run)))
    },
    ..BASE
};

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r06_counts_one_output_for_other_arguments() {
        check_newest(
            &DETECTOR,
            &[
                ("a5x A5x a5x", 3),
                ("a5x b9 A5x", 2),
                ("a5x a5x a5x", 0),
                ("a5x A6x a5x", 0),
                ("a5x A5x ! a5x", 0),
                ("a5~ A5~ a5~", 0),
                // Successful work over other targets.
                ("a5 A5 a5", 0),
            ],
        );
    }
}
