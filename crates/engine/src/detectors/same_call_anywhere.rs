//! R2: the same call with the same result anywhere in the window, without progress.
//!
//! Progress is a new change of the workspace, or the same call answering differently.

use super::{CallDigest, Detector, LoopSighting, newest_first};
use crate::state::{CallWindow, CompletedCall};
use crate::{RepetitionLimits, Rule};

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameCallAnywhere,
    limit: |limits| limits.same_call_anywhere,
    newest,
    continued_by,
};

fn newest(_: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
    sighting(window, window.steps.back()?, from)
}

fn continued_by(
    _: &RepetitionLimits,
    window: &CallWindow,
    call: CallDigest,
    from: u64,
) -> Option<LoopSighting> {
    let last = window.last_of(call.call).filter(|last| last.changes == window.changes)?;
    sighting(window, last, from)
}

fn sighting(window: &CallWindow, last: &CompletedCall, from: u64) -> Option<LoopSighting> {
    if !last.is_known() {
        return None;
    }
    let repeats = newest_first(window, from)
        .take_while(|step| step.changes == last.changes)
        .filter(|step| step.call == last.call)
        .take_while(|step| step.result == last.result);
    LoopSighting::of_call(last.call, repeats.count() as u64)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r02_counts_equal_results_until_a_change_or_another_answer() {
        check_newest(
            &DETECTOR,
            &[
                ("a1 b1 a1 c1 a1", 3),
                ("a1 a1 b2", 1),
                ("a1 b1 a2 b1 a1", 1),
                ("a2 a1 b1 a1", 2),
                ("a1 b1 a1 ! a1", 1),
                ("a1 b1 a1 ! b1 a1", 1),
            ],
        );
    }
}
