//! R16: failures in a row with few distinct errors, whatever was tried. Parallel calls count as
//! one.

use super::{Detector, LoopSighting, count_rounds, names_no_call, newest_first};
use crate::state::CallWindow;
use crate::{RepetitionLimits, Rule};

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::FailureRun,
    limit: |limits| limits.failure_run,
    newest,
    continued_by: names_no_call,
};

fn newest(limits: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
    let most_errors = limits.failure_run_errors.get().unwrap_or(u64::MAX);
    let newest = window.steps.back().filter(|step| step.failed)?;
    let mut errors: Vec<u64> = Vec::new();
    let run = newest_first(window, from).take_while(|step| {
        if !errors.contains(&step.error) {
            errors.push(step.error);
        }
        step.failed && step.changes == newest.changes && errors.len() as u64 <= most_errors
    });
    LoopSighting::of_nothing(Rule::FailureRun, 0, count_rounds(run))
}

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r16_counts_failures_in_a_row_with_few_errors() {
        check_newest(
            &DETECTOR,
            &[
                ("a1x b2x c3x d1x", 4),
                ("a1x b2x c3x d4x", 3),
                ("a1x b2 c1x", 1),
                ("a1x b2x_ c1x", 2),
                ("a1x b2x ! c1x", 1),
                ("a1x b2", 0),
            ],
        );
    }
}
