//! R16: a run of failures with few distinct errors, whatever was tried. Parallel calls are one
//! step.

use super::{Detector, LoopSighting, rounds};
use crate::state::CallWindow;
use crate::{Limit, RepetitionLimits, Rule};

pub(super) struct FailureRun;

impl Detector for FailureRun {
    fn rule(&self) -> Rule {
        Rule::FailureRun
    }

    fn limit(&self, policy: &RepetitionLimits) -> Limit {
        policy.failure_run
    }

    fn seen(
        &self,
        policy: &RepetitionLimits,
        window: &CallWindow,
        from: u64,
    ) -> Option<LoopSighting> {
        let most = policy.failure_run_errors.get().unwrap_or(u64::MAX);
        let newest = window.steps.back().filter(|step| step.failed)?;
        let mut errors: Vec<u64> = Vec::new();
        let run = window.steps.range(window.index_from(from)..).rev().take_while(|step| {
            if !errors.contains(&step.error) {
                errors.push(step.error);
            }
            step.failed && step.changes == newest.changes && errors.len() as u64 <= most
        });
        LoopSighting::of_nothing(Rule::FailureRun, 0, rounds(run))
    }

    fn describe(&self, label: &str, count: u64) -> String {
        format!(
            "The last {count} calls all failed, with hardly any different errors; \
             `{label}` is the latest."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    #[test]
    fn r16_counts_failures_in_a_row_with_few_errors() {
        let check = |picture, expected| {
            assert_eq!(sketch::count(&FailureRun, picture), expected, "{picture}");
        };
        check("a1x b2x c3x d1x", 4);
        check("a1x b2x c3x d4x", 3);
        check("a1x b2 c1x", 1);
        check("a1x b2x_ c1x", 2);
        check("a1x b2x ! c1x", 1);
        check("a1x b2", 0);
    }
}
