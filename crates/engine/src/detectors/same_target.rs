//! R6: the same question, spelled in other ways, with the same answer, and nothing changes. The answer of a
//! test run is which tests fail: the same ones are one answer, however they are selected.

use super::{BASE, Detector, LoopSighting, count_varied_rounds, since_new_line, unchanged_since};
use crate::Rule;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameOutput,
    limit: |limits| limits.same_output,
    followed_call: |_, call, _| call.of_target,
    sighting: |_, window, last, from| {
        if last.target == 0 {
            return None;
        }
        let alike = unchanged_since(window, last, from)
            .filter(|step| step.result != 0)
            .filter(|step| step.target == last.target || step.fails_as(last));
        let run = alike.take_while(|step| step.is_answer() && step.answers_as(last));
        let run = since_new_line(run);
        let count = count_varied_rounds(run.clone());
        if count == 0 {
            return None;
        }
        let is_one_target = run.clone().all(|step| step.target == last.target);
        // One loop of the same failing tests, however they are selected.
        let what = if is_one_target { last.target } else { last.result };
        let seen = LoopSighting::of_target(Rule::SameOutput, last.target, what, count)?;
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

    #[test]
    fn r06_the_same_failing_tests_are_one_answer_in_one_place() {
        // `T` is a test run, `L` one in another place.
        let rows = [
            ("a5T b5T c5T", 3),
            ("a5TL b5TL c5TL", 3),
            ("a5TL b6TL c7TL", 0),
            ("a5TL b5TL ! c5TL", 0),
            ("a5TL b5T c5TL", 2),
            // What prints more begins anew.
            ("a5T b5TN c5T d5T", 3),
            ("a5T b5TN c5TN", 0),
        ];
        check_newest(&DETECTOR, &rows);
    }
}
