//! R6: the same question, spelled in other ways, with the same answer, and nothing changes.

use super::{BASE, Detector, LoopSighting, count_varied_rounds, unchanged_since};
use crate::Rule;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameOutput,
    limit: |limits| limits.same_output,
    followed_call: |window, call, _| {
        window.steps.iter().rev().find(|step| step.target == call.target && call.target != 0)
    },
    sighting: |_, window, last, from| {
        let alike = unchanged_since(window, last, from)
            .filter(|step| step.target == last.target && step.result != 0);
        let run =
            alike.take_while(|step| last.target != 0 && step.is_telling() && step.answers_as(last));
        let count = count_varied_rounds(run);
        let seen = LoopSighting::of_target(Rule::SameOutput, last.target, 0, count)?;
        Some(seen.gentle(last.passed))
    },
    ..BASE
};

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r06_counts_one_answer_of_one_target() {
        // `*` asks about the same target as every other call with that mark.
        check_newest(
            &DETECTOR,
            &[
                ("a5* A5* b5*", 3),
                ("a5* c9 A5*", 2),
                ("a5* A6* a5*", 0),
                ("a5 A5 b5", 0),
                ("a5* a5* a5*", 0),
                ("a5* A5* ! b5*", 0),
                ("a5*~ A5*~ b5*~", 0),
            ],
        );
    }
}
