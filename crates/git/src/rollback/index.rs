//! Restores the index: built in a file of ours, then moved into place.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::files::is_sparse;
use crate::file::{copy_with_time, remove_if_exists};
use crate::git_path::GitPath;
use crate::index::{IndexExtras, IndexFile};
use crate::index_extras;
use crate::repository::Repository;
use crate::state_commit::StateCommit;
use crate::{GitError, Result};

/// Turns `scratch`, an index of the target's files, into the target's index. Entries that both have
/// keep their file times, so the next `git status` is fast. `marks` are those of the present index.
pub(super) fn build(
    scratch: &IndexFile<'_>,
    target: &StateCommit,
    marks: &IndexExtras,
) -> Result<()> {
    scratch.command("read-tree").args(["--reset", target.index.as_str()]).run()?;
    if let Some(extras) = &target.extras {
        index_extras::restore(scratch, extras)?;
    }
    mark_entries(scratch, "--assume-unchanged", &marks.assumed)?;
    // In a sparse checkout git itself has set these marks.
    if is_sparse(scratch.repository)? {
        return Ok(());
    }
    mark_entries(scratch, "--skip-worktree", &marks.skipped)
}

/// Marks those of the paths that are in the index.
fn mark_entries(scratch: &IndexFile<'_>, option: &str, paths: &[GitPath]) -> Result<()> {
    if paths.is_empty() {
        return Ok(());
    }
    let entries: BTreeSet<GitPath> = scratch.list_files(&[])?.into_iter().collect();
    scratch.update(option, paths.iter().filter(|path| entries.contains(*path)))
}

fn lock_path(repository: &Repository) -> PathBuf {
    repository.git_dir().join("index.lock")
}

/// Takes git's lock of the index and moves `scratch` into the index's place. The lock is a hard link
/// to `scratch`, so that after a kill between the two steps it is known to be ours.
pub(super) fn replace(scratch: &IndexFile<'_>) -> Result<()> {
    let lock = lock_path(scratch.repository);
    match std::fs::hard_link(&scratch.path, &lock) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(GitError::IndexLocked(lock));
        }
        // A file system without hard links.
        Err(_) => std::fs::File::create_new(&lock)
            .and_then(|_| copy_with_time(&scratch.path, &lock))
            .map_err(GitError::file("written", &lock))?,
    }
    crate::failpoint::reach("index locked");
    let index = scratch.repository.index_path();
    std::fs::rename(&lock, index).map_err(GitError::file("renamed", &lock))
}

/// Removes the lock of a killed run: one that is a hard link to `scratch`. Any other is an error.
pub(super) fn remove_own_lock(repository: &Repository, scratch: &Path) -> Result<()> {
    let lock = lock_path(repository);
    let inode = |path: &Path| path.symlink_metadata().map(|meta| (meta.dev(), meta.ino())).ok();
    match (inode(&lock), inode(scratch)) {
        (None, _) => Ok(()),
        (lock_inode, own) if lock_inode == own => remove_if_exists(&lock),
        (Some(_), _) => Err(GitError::IndexLocked(lock)),
    }
}
