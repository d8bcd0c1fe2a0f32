//! R1: the same call with the same result in a row, and nothing changes in between.

use super::{BASE, Detector, LoopSighting, unchanged_since};
use crate::Rule;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameCall,
    limit: |limits| limits.same_call,
    followed_call: |window, call, _| {
        window.steps.last().filter(|last| last.call == call.digest.call)
    },
    sighting: |_, window, last, from| {
        let in_a_row = unchanged_since(window, last, from).take_while(|step| step.repeats(last));
        let seen = LoopSighting::of_call(last, in_a_row.count() as u64)?;
        Some(seen.gentle(last.passed))
    },
    ..BASE
};

#[cfg(test)]
mod tests {
    use super::super::test_support::{check_continued, check_newest};
    use super::*;

    #[test]
    fn r01_counts_equal_results_in_a_row_until_something_changes() {
        check_newest(
            &DETECTOR,
            &[
                ("a1", 1),
                ("a1 a1 a1", 3),
                ("b1 a1 a1", 2),
                ("a1 b1 a1", 1),
                ("a1 a2 a1", 1),
                ("a1 a1 ! a1", 1),
                ("a1 ! a1 a1", 2),
                // Unknown results never count.
                ("a? a? a?", 0),
                ("a1 a? a1", 1),
                ("a1T a1TN a1T a1T", 2),
                ("a1T a1TN a1TN", 0),
            ],
        );
        check_continued(&DETECTOR, &[("a1 a1", 'a', 2), ("a1 a1", 'b', 0), ("a1 a1 !", 'a', 0)]);
    }
}
