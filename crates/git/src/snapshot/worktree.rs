//! A snapshot, and what differs between two, whether or not their trees are stored.

use std::collections::BTreeMap;

use crate::diff::{FileChange, TreeChange, TreeEntry};
use crate::repository::Repository;
use crate::{ObjectId, Result};

/// The working state at one moment. Two that are equal hold the same.
#[derive(Debug, Clone)]
pub struct WorktreeSnapshot {
    /// The commit of HEAD; `None` before the first one.
    pub head: Option<ObjectId>,
    /// The tree of the index: it changes when something is staged.
    pub index: ObjectId,
    /// The tree of the files: tracked, staged and untracked, without ignored ones. It is an id
    /// only: git has the tree only when the snapshot stored it.
    pub tree: ObjectId,
    /// A stored tree.
    pub(super) base: ObjectId,
    /// How `tree` differs from it.
    pub(super) base_changes: Vec<TreeChange>,
}

impl PartialEq for WorktreeSnapshot {
    fn eq(&self, other: &Self) -> bool {
        (&self.head, &self.index, &self.tree) == (&other.head, &other.index, &other.tree)
    }
}

impl Eq for WorktreeSnapshot {}

impl Repository {
    /// The paths that differ between the files of two snapshots. A renamed file is deleted and
    /// added.
    ///
    /// # Errors
    /// When git fails, for example because it cleaned up the objects of the older one.
    pub fn snapshot_changes(
        &self,
        a: &WorktreeSnapshot,
        b: &WorktreeSnapshot,
    ) -> Result<Vec<FileChange>> {
        type Entries<'a> = (Option<&'a TreeEntry>, Option<&'a TreeEntry>);
        let bases = self.compare_trees(&a.base, &b.base)?;
        let mut paths: BTreeMap<&[u8], Entries<'_>> = BTreeMap::new();
        for TreeChange { old, new, path } in &bases {
            paths.insert(path, (old.as_ref(), new.as_ref()));
        }
        // Where the bases are the same, either snapshot says what is in both.
        for TreeChange { old, path, .. } in a.base_changes.iter().chain(&b.base_changes) {
            paths.entry(path).or_insert((old.as_ref(), old.as_ref()));
        }
        for TreeChange { new, path, .. } in &a.base_changes {
            paths.entry(path).and_modify(|entries| entries.0 = new.as_ref());
        }
        for TreeChange { new, path, .. } in &b.base_changes {
            paths.entry(path).and_modify(|entries| entries.1 = new.as_ref());
        }
        let differing = paths.into_iter().filter(|(_, (old, new))| old != new);
        let change = |(path, (old, new)): (&[u8], Entries<'_>)| {
            let change = TreeChange { old: old.cloned(), new: new.cloned(), path: path.to_vec() };
            change.to_file_change()
        };
        Ok(differing.map(change).collect())
    }
}
