//! R8: the workspace comes back to a content it had before (A→B→A).

use super::{Detector, LoopSighting};
use crate::state::{CallWindow, EditEffect};
use crate::{Limit, RepetitionLimits, Rule};

pub(super) struct RevertedWorkspace;

impl Detector for RevertedWorkspace {
    fn rule(&self) -> Rule {
        Rule::RevertedWorkspace
    }

    fn limit(&self, policy: &RepetitionLimits) -> Limit {
        policy.reverted_workspace
    }

    fn seen(&self, _: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
        window.steps.back().filter(|step| step.edit == EditEffect::Back)?;
        let first = window.index_from(from);
        let edits = window.steps.range(first..).rev().filter(|step| step.edit != EditEffect::None);
        let count = edits
            .take_while(|step| step.edit != EditEffect::New)
            .filter(|step| step.edit == EditEffect::Back)
            .count();
        LoopSighting::of_nothing(Rule::RevertedWorkspace, 0, count as u64)
    }

    fn describe(&self, label: &str, count: u64) -> String {
        format!(
            "The last {count} edits went back to contents that were there before; `{label}` is \
             the latest."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    #[test]
    fn r08_counts_edits_that_go_back() {
        let check = |picture, expected| {
            assert_eq!(sketch::count(&RevertedWorkspace, picture), expected, "{picture}");
        };
        check("a1< b2< a1<", 3);
        check("a1< c9 b2<", 2);
        check("a1< b2=", 0);
    }
}
