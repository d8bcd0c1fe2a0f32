//! R8: edits in a row that change nothing.

use super::{BASE, Detector, LoopSighting, newest_first};
use crate::Rule;
use crate::state::EditEffect;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::EmptyEdits,
    limit: |limits| limits.empty_edits,
    sighting: |_, window, last, from| {
        let edits = newest_first(window, from).filter(|step| step.edit != EditEffect::None);
        let empty = edits.take_while(|step| step.edit == EditEffect::Nothing);
        let count = if last.edit == EditEffect::Nothing { empty.count() } else { 0 };
        LoopSighting::of_nothing(Rule::EmptyEdits, 0, count as u64)
    },
    ..BASE
};

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
