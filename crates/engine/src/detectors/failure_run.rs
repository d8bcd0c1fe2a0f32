//! R16: failures in a row with few distinct errors, whatever was tried. Parallel calls count as
//! one. A longer run with many errors is named, and no more than that.

use super::{BASE, Detector, LoopSighting, count_rounds, is_survey, unchanged_since};
use crate::Rule;

/// So many more failures than the limit are named although they have many errors, if the newest error came before.
const OF_ANY_KIND: u64 = 2;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::FailureRun,
    limit: |limits| limits.failure_run,
    sighting: |limits, window, last, from| {
        if !last.failed {
            return None;
        }
        let most_errors = limits.failure_run_errors.get().unwrap_or(u64::MAX);
        let limit = limits.failure_run.get()?;
        let failures = unchanged_since(window, last, from).take_while(|step| step.failed);
        let mut errors: Vec<u64> = Vec::new();
        let run = failures.clone().take_while(|step| {
            if !errors.contains(&step.error) {
                errors.push(step.error);
            }
            errors.len() as u64 <= most_errors
        });
        let alike = count_rounds(run);
        let is_long = || {
            let mut again = failures.clone().filter(|step| step.error == last.error);
            count_rounds(failures.clone()) >= limit + OF_ANY_KIND && again.nth(1).is_some()
        };
        let is_only_named = alike < limit && is_long();
        let count = if is_only_named { limit } else { alike };
        let seen = LoopSighting::of_nothing(Rule::FailureRun, 0, count)?;
        Some(LoopSighting { is_only_named, ..seen.gentle(is_survey(failures)) })
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
