//! R8: edits in a row that change nothing.

use super::{Detector, LoopSighting};
use crate::state::{CallWindow, EditEffect};
use crate::{Limit, RepetitionLimits, Rule};

pub(super) struct EmptyEdits;

impl Detector for EmptyEdits {
    fn rule(&self) -> Rule {
        Rule::EmptyEdits
    }

    fn limit(&self, policy: &RepetitionLimits) -> Limit {
        policy.empty_edits
    }

    fn seen(&self, _: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
        window.steps.back().filter(|step| step.edit == EditEffect::Nothing)?;
        let first = window.index_from(from);
        let edits = window.steps.range(first..).rev().filter(|step| step.edit != EditEffect::None);
        let count = edits.take_while(|step| step.edit == EditEffect::Nothing).count();
        LoopSighting::of_nothing(Rule::EmptyEdits, 0, count as u64)
    }

    fn describe(&self, label: &str, count: u64) -> String {
        format!("The last {count} edits changed nothing; `{label}` is the latest.")
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    #[test]
    fn r08_counts_edits_that_change_nothing() {
        let check = |picture, expected| {
            assert_eq!(sketch::count(&EmptyEdits, picture), expected, "{picture}");
        };
        check("a1= a2= b3=", 3);
        check("a1= c9 a2=", 2);
        check("a1= a2< a3=", 1);
        check("a1= c9", 0);
    }
}
