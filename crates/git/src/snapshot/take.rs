//! Takes a snapshot: from the base where there is one, else anew.

use super::base::SnapshotBase;
use super::changed_files::{BaseDiff, base_diff};
use super::tree_id::snapshot_from_base;
use super::worktree::WorktreeSnapshot;
use crate::Result;
use crate::failpoint;
use crate::git_path::is_gitignore;
use crate::private_dir::PrivateDir;
use crate::repository::Repository;

/// Which objects a snapshot stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoreMode {
    AsNeeded,
    All,
}

impl Repository {
    /// Identifies the working state. HEAD, index and files do not change. Nothing is stored when
    /// little changed since the last snapshot. No ref points to what is stored: git's clean-up
    /// removes it after some weeks.
    ///
    /// # Errors
    /// When git fails.
    pub fn snapshot(&self) -> Result<WorktreeSnapshot> {
        take_snapshot(self, StoreMode::AsNeeded)
    }

    /// Identifies the working state and stores its whole tree, so that git can show it.
    ///
    /// # Errors
    /// When git fails.
    pub(crate) fn stored_snapshot(&self) -> Result<WorktreeSnapshot> {
        take_snapshot(self, StoreMode::All)
    }
}

fn take_snapshot(repository: &Repository, mode: StoreMode) -> Result<WorktreeSnapshot> {
    let private = PrivateDir::lock(repository)?;
    let from_base = |base| from_base(&private, base, mode).ok().flatten();
    // Any failure with the base leads to a new one.
    match SnapshotBase::read(&private).and_then(from_base) {
        Some(snapshot) => Ok(snapshot),
        None => Ok(SnapshotBase::create(&private)?.into_snapshot(repository.commit("HEAD")?)),
    }
}

/// Takes a snapshot from the base; `None` when the base cannot be used, or ignore rules changed.
fn from_base(
    private: &PrivateDir<'_>,
    base: SnapshotBase,
    mode: StoreMode,
) -> Result<Option<WorktreeSnapshot>> {
    let Some(diff) = base_diff(private)? else { return Ok(None) };
    failpoint::reach("snapshot index");
    if let BaseDiff::Files(files) = &diff {
        if files.iter().any(|file| is_gitignore(&file.path)) {
            return Ok(None);
        }
        if (mode == StoreMode::AsNeeded || files.is_empty())
            && let Some(snapshot) = snapshot_from_base(private.repository, &base, files)?
        {
            failpoint::reach("snapshot tree");
            return Ok(Some(snapshot));
        }
    }
    let updated = base.update(private, &diff)?;
    Ok(updated.map(|(head, base)| base.into_snapshot(head)))
}
