//! R5: the same error from one tool after another, and nothing new is changed.

use super::{Detector, LoopSighting, count_rounds, differ, names_no_call, newest_first};
use crate::state::CallWindow;
use crate::{RepetitionLimits, Rule};

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameErrorAcross,
    limit: |limits| limits.same_error,
    newest,
    continued_by: names_no_call,
};

fn newest(_: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
    let newest = window.steps.back().filter(|step| step.error != 0)?;
    let run = newest_first(window, from)
        .take_while(|step| step.error == newest.error && step.changes == newest.changes);
    let count = if differ(run.clone().map(|step| step.tool)) { count_rounds(run) } else { 0 };
    LoopSighting::of_nothing(Rule::SameErrorAcross, newest.error, count)
}

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
