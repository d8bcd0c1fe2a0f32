//! R17: drift. Calls are equal but for their numbers, and their results are equal.

use super::{CallDigest, Detector, LoopSighting, count_varied_rounds, newest_first};
use crate::state::CallWindow;
use crate::{RepetitionLimits, Rule};

pub(super) const DETECTOR: Detector =
    Detector { rule: Rule::Drift, limit: |limits| limits.drift, newest, continued_by };

fn newest(_: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
    let newest = window.steps.back()?;
    if !newest.is_known() || newest.shape == 0 || newest.trivial {
        return None;
    }
    let run = newest_first(window, from).take_while(|step| {
        step.shape == newest.shape && step.result == newest.result && step.changes == newest.changes
    });
    LoopSighting::of_tool(Rule::Drift, newest.tool, newest.shape, count_varied_rounds(run))
}

fn continued_by(
    limits: &RepetitionLimits,
    window: &CallWindow,
    call: CallDigest,
    from: u64,
) -> Option<LoopSighting> {
    let last = window.steps.back()?;
    let continues = last.tool == call.tool && last.changes == window.changes;
    if continues { newest(limits, window, from) } else { None }
}

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
