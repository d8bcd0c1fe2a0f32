//! R8: the workspace returns to a content that it had before (A→B→A).

use super::{Detector, LoopSighting, names_no_call, newest_first};
use crate::state::{CallWindow, EditEffect};
use crate::{RepetitionLimits, Rule};

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::RevertedWorkspace,
    limit: |limits| limits.reverted_workspace,
    newest,
    continued_by: names_no_call,
};

fn newest(_: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
    window.steps.back().filter(|step| step.edit == EditEffect::Back)?;
    let count = newest_first(window, from)
        .take_while(|step| step.edit != EditEffect::New)
        .filter(|step| step.edit == EditEffect::Back)
        .count();
    LoopSighting::of_nothing(Rule::RevertedWorkspace, 0, count as u64)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r08_counts_edits_that_go_back() {
        check_newest(&DETECTOR, &[("a1< b2< a1<", 3), ("a1< c9 b2<", 2), ("a1< b2=", 0)]);
    }
}
