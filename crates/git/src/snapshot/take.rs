//! A snapshot, taken: from the base where one is kept, else anew.

use std::ffi::OsStr;

use super::kept::{SnapshotBase, anew, kept, moved};
use super::look::{BaseDiff, look};
use super::name::name;
use crate::changes::TreeChange;
use crate::failpoint;
use crate::index::{IGNORE, is_named};
use crate::private::PrivateDir;
use crate::repository::Repository;
use crate::{GitError, ObjectId};

/// The working state at one moment. Two that are equal hold the same.
#[derive(Debug, Clone)]
pub struct WorktreeSnapshot {
    /// The commit of HEAD; none before the first one.
    pub head: Option<ObjectId>,
    /// The tree of the index: it changes when something is staged.
    pub index: ObjectId,
    /// The tree of the files: tracked, staged and untracked, without ignored ones. It is a name:
    /// git can read it only where it is stored, see [`Repository::stored_snapshot`].
    pub tree: ObjectId,
    /// A stored tree.
    pub(super) base: ObjectId,
    /// How `tree` differs from it.
    pub(super) beside: Vec<TreeChange>,
}

impl PartialEq for WorktreeSnapshot {
    fn eq(&self, other: &Self) -> bool {
        let names = |of: &Self| (of.head.clone(), of.index.clone(), of.tree.clone());
        names(self) == names(other)
    }
}

impl Eq for WorktreeSnapshot {}

impl Repository {
    /// Names the working state. HEAD, index and files are not touched, and where little changed
    /// since the last time nothing is stored. No ref leads to what is: git's clean-up takes it
    /// after some weeks.
    ///
    /// # Errors
    /// When git fails.
    pub fn snapshot(&self) -> Result<WorktreeSnapshot, GitError> {
        self.take(StoreMode::AsNeeded)
    }

    /// The same, with all of its tree stored, so that git can show it.
    ///
    /// # Errors
    /// When git fails.
    pub fn stored_snapshot(&self) -> Result<WorktreeSnapshot, GitError> {
        self.take(StoreMode::All)
    }

    fn take(&self, store: StoreMode) -> Result<WorktreeSnapshot, GitError> {
        let private = self.enter()?;
        // What fails on the kept index is done anew.
        let again =
            kept(self, &private).and_then(|base| again(self, &private, base, store).ok().flatten());
        match again {
            Some(snapshot) => Ok(snapshot),
            None => Ok(at(self.commit(OsStr::new("HEAD"))?, anew(self, &private)?)),
        }
    }
}

/// What has to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoreMode {
    AsNeeded,
    All,
}

/// From the kept base; none when it cannot be used, or what is ignored changed.
fn again(
    repository: &Repository,
    private: &PrivateDir,
    base: SnapshotBase,
    store: StoreMode,
) -> Result<Option<WorktreeSnapshot>, GitError> {
    let Some(differing) = look(repository, private)? else { return Ok(None) };
    failpoint::reach("snapshot index");
    if let BaseDiff::Files(found) = &differing {
        if found.iter().any(|found| is_named(&found.path, IGNORE)) {
            return Ok(None);
        }
        if (store == StoreMode::AsNeeded || found.is_empty())
            && let Some(snapshot) = name(repository, &base, found)?
        {
            failpoint::reach("snapshot tree");
            return Ok(Some(snapshot));
        }
    }
    let moved = moved(repository, private, base, &differing)?;
    Ok(moved.map(|(head, base)| at(head, base)))
}

/// A snapshot that is a base.
fn at(head: Option<ObjectId>, base: SnapshotBase) -> WorktreeSnapshot {
    let SnapshotBase { index, tree, .. } = base;
    WorktreeSnapshot { head, index, base: tree.clone(), tree, beside: Vec::new() }
}
