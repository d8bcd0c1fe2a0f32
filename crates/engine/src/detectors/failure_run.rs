//! R16: failures in a row with few distinct errors, whatever was tried. Parallel calls count as
//! one.

use super::{BASE, Detector, LoopSighting, count_rounds, unchanged_since};
use crate::Rule;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::FailureRun,
    limit: |limits| limits.failure_run,
    sighting: |limits, window, last, from| {
        let most_errors = limits.failure_run_errors.get().unwrap_or(u64::MAX);
        let mut errors: Vec<u64> = Vec::new();
        let run = unchanged_since(window, last, from).take_while(|step| {
            if step.failed && !errors.contains(&step.error) {
                errors.push(step.error);
            }
            step.failed && errors.len() as u64 <= most_errors
        });
        LoopSighting::of_nothing(Rule::FailureRun, 0, count_rounds(run))
    },
    ..BASE
};

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
