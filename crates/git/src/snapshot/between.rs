//! What differs between two snapshots, whether or not their trees are stored.

use std::collections::BTreeMap;

use super::take::WorktreeSnapshot;
use crate::GitError;
use crate::changes::{FileChange, TreeChange, TreeEntry};
use crate::repository::Repository;

impl Repository {
    /// What differs between the files of two snapshots, path by path; a renamed file is deleted
    /// and added.
    ///
    /// # Errors
    /// When git fails, for example as what it stored of the older one was cleaned up.
    pub fn snapshot_changes(
        &self,
        a: &WorktreeSnapshot,
        b: &WorktreeSnapshot,
    ) -> Result<Vec<FileChange>, GitError> {
        let bases = self.compare(&a.base, &b.base)?;
        let mut paths: BTreeMap<&[u8], Sides> = BTreeMap::new();
        for TreeChange { old, new, path } in &bases {
            paths.insert(path, Sides { a: old.as_ref(), b: new.as_ref() });
        }
        // A path in which the bases are the same is in both as one of the snapshots says.
        for TreeChange { old, path, .. } in a.beside.iter().chain(&b.beside) {
            paths.entry(path).or_insert(Sides { a: old.as_ref(), b: old.as_ref() });
        }
        for TreeChange { new, path, .. } in &a.beside {
            paths.entry(path).and_modify(|sides| sides.a = new.as_ref());
        }
        for TreeChange { new, path, .. } in &b.beside {
            paths.entry(path).and_modify(|sides| sides.b = new.as_ref());
        }
        let differ = paths.into_iter().filter(|(_, sides)| sides.a != sides.b);
        Ok(differ.map(|(path, sides)| sides.change(path)).collect())
    }
}

/// A path in both states.
struct Sides<'a> {
    a: Option<&'a TreeEntry>,
    b: Option<&'a TreeEntry>,
}

impl Sides<'_> {
    fn change(self, path: &[u8]) -> FileChange {
        let (old, new) = (self.a.cloned(), self.b.cloned());
        TreeChange { old, new, path: path.to_vec() }.shown()
    }
}
