//! R5: the same error from one tool after another, and nothing new is changed.

use super::{BASE, Detector, LoopSighting, count_rounds, differ, unchanged_since};
use crate::Rule;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameErrorAcross,
    limit: |limits| limits.same_error,
    sighting: |_, window, last, from| {
        if last.error == 0 {
            return None;
        }
        let run = unchanged_since(window, last, from).take_while(|step| step.error == last.error);
        let count = if differ(run.clone().map(|step| step.tool)) { count_rounds(run) } else { 0 };
        LoopSighting::of_nothing(Rule::SameErrorAcross, last.error, count)
    },
    ..BASE
};

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r05_counts_one_error_across_tools() {
        check_newest(
            &DETECTOR,
            &[
                ("a7x b7x c7x", 3),
                ("a7x a7x a7x", 0),
                ("a7x b7x c8x", 0),
                ("a7x b7x d1 c7x", 0),
                ("a7x b7x ! c7x", 0),
                ("a7x b7x c7x_ d7x", 3),
            ],
        );
    }
}
