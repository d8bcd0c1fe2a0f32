//! R1: the same call with the same result in a row, and nothing changes in between.

use super::{CallDigest, Detector, LoopSighting, newest_first};
use crate::state::CallWindow;
use crate::{RepetitionLimits, Rule};

pub(super) const DETECTOR: Detector =
    Detector { rule: Rule::SameCall, limit: |limits| limits.same_call, newest, continued_by };

fn newest(_: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
    let newest = window.steps.back().filter(|step| step.is_known())?;
    let in_a_row = newest_first(window, from)
        .take_while(|step| step.repeats(newest) && step.changes == newest.changes);
    LoopSighting::of_call(newest.call, in_a_row.count() as u64)
}

fn continued_by(
    limits: &RepetitionLimits,
    window: &CallWindow,
    call: CallDigest,
    from: u64,
) -> Option<LoopSighting> {
    let last = window.steps.back()?;
    let continues = last.call == call.call && last.changes == window.changes;
    if continues { newest(limits, window, from) } else { None }
}

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
            ],
        );
        check_continued(&DETECTOR, &[("a1 a1", 'a', 2), ("a1 a1", 'b', 0), ("a1 a1 !", 'a', 0)]);
    }
}
