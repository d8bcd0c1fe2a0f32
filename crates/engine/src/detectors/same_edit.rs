//! R8: the same edit again and again, accepted or not: the file grows by the same lines.

use super::{BASE, Detector, LoopSighting, newest_first};
use crate::Rule;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameEdit,
    limit: |limits| limits.same_edit,
    followed_call: |_, call, _| call.same.filter(|last| last.edits),
    sighting: |_, window, last, from| {
        let same = newest_first(window, from).filter(|step| step.call == last.call);
        let count = if last.edits && last.call != 0 { same.count() } else { 0 };
        LoopSighting::of_edit(last.call, count as u64)
    },
    outlives_changes: true,
    ..BASE
};

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r08_counts_one_edit_whatever_it_changed() {
        check_newest(
            &DETECTOR,
            &[("a1+ ! a2+ ! a3+", 3), ("a1+ b1 a1x+", 2), ("a1+ A1+ a1+", 2), ("a1 a1 a1", 0)],
        );
    }
}
