//! R8: edits in a row that change nothing.

use super::{Detector, LoopSighting, names_no_call, newest_first};
use crate::state::{CallWindow, EditEffect};
use crate::{RepetitionLimits, Rule};

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::EmptyEdits,
    limit: |limits| limits.empty_edits,
    newest,
    continued_by: names_no_call,
};

fn newest(_: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
    window.steps.back().filter(|step| step.edit == EditEffect::Nothing)?;
    let edits = newest_first(window, from).filter(|step| step.edit != EditEffect::None);
    let count = edits.take_while(|step| step.edit == EditEffect::Nothing).count();
    LoopSighting::of_nothing(Rule::EmptyEdits, 0, count as u64)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r08_counts_edits_that_change_nothing() {
        check_newest(
            &DETECTOR,
            &[("a1= a2= b3=", 3), ("a1= c9 a2=", 2), ("a1= a2< a3=", 1), ("a1= c9", 0)],
        );
    }
}
