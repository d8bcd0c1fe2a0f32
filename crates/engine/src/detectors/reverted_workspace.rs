//! R8: the workspace returns to a content that it had before (A→B→A).

use super::{BASE, Detector, LoopSighting, newest_first};
use crate::Rule;
use crate::state::EditEffect;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::RevertedWorkspace,
    limit: |limits| limits.reverted_workspace,
    sighting: |_, window, last, from| {
        let since_new = newest_first(window, from).take_while(|step| step.edit != EditEffect::New);
        let returns = since_new.filter(|step| step.edit == EditEffect::Back);
        let count = if last.edit == EditEffect::Back { returns.count() } else { 0 };
        LoopSighting::of_nothing(Rule::RevertedWorkspace, 0, count as u64)
    },
    ..BASE
};

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r08_counts_edits_that_go_back() {
        check_newest(&DETECTOR, &[("a1< b2< a1<", 3), ("a1< c9 b2<", 2), ("a1< b2=", 0)]);
    }
}
