//! Follows the groups around a test in an indented tree.

use fusebox_text::excerpt::prefix_up_to;

/// The longest name of a group that is kept, in bytes.
const MAX_GROUP_BYTES: usize = 200;
/// The most groups around a test that are kept.
const MAX_GROUPS: usize = 20;

/// The groups around the next line of a tree.
#[derive(Default)]
pub(super) struct TestGroups<'t> {
    groups: Vec<(usize, &'t str)>,
}

impl<'t> TestGroups<'t> {
    /// Leaves the groups at this depth and deeper.
    pub(super) fn leave(&mut self, depth: usize) {
        while self.groups.pop_if(|(group, _)| *group >= depth).is_some() {}
    }

    /// Enters a group at this depth.
    pub(super) fn enter(&mut self, depth: usize, name: &'t str) {
        if self.groups.len() < MAX_GROUPS {
            self.groups.push((depth, prefix_up_to(name, MAX_GROUP_BYTES)));
        }
    }

    /// The depth of the innermost group.
    pub(super) fn depth(&self) -> Option<usize> {
        self.groups.last().map(|(depth, _)| *depth)
    }

    /// The name of a test, preceded by its groups.
    pub(super) fn name(&self, between: &str, test: &str) -> String {
        let groups = self.groups.iter().map(|(_, group)| *group);
        groups.chain([test]).collect::<Vec<_>>().join(between)
    }
}
