//! Taking the index back: built beside the person's, then put in its place whole.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::SCRATCH;
use super::files::is_sparse;
use crate::capture::copy;
use crate::index::{GitPath, IndexExtras};
use crate::private::{PrivateDir, remove};
use crate::record::StateCommit;
use crate::repository::Repository;
use crate::{GitError, extras};

/// Makes `scratch`, an index of the target's files, the target's index. What both have in common
/// keeps its file times, so the next `git status` is fast.
pub(super) fn build(
    repository: &Repository,
    scratch: &Path,
    target: &StateCommit,
    marks: &IndexExtras,
) -> Result<(), GitError> {
    let git = repository.git();
    git.on_index(scratch, "read-tree").args(["--reset", target.index.as_str()]).done()?;
    if let Some(beside) = &target.extras {
        extras::put_back(repository, scratch, beside)?;
    }
    mark(repository, scratch, "--assume-unchanged", &marks.assumed)?;
    // In a sparse checkout git itself has chosen what to skip.
    if !is_sparse(repository)? {
        mark(repository, scratch, "--skip-worktree", &marks.skipped)?;
    }
    Ok(())
}

/// Marks entries as the person's index has them now, as far as the paths are still there.
fn mark(
    repository: &Repository,
    scratch: &Path,
    mark: &str,
    paths: &[GitPath],
) -> Result<(), GitError> {
    if paths.is_empty() {
        return Ok(());
    }
    let listed = repository.git().on_index(scratch, "ls-files").arg("-z").bytes()?;
    let known: BTreeSet<&[u8]> = listed.split(|byte| *byte == 0).collect();
    let paths = paths.iter().map(Vec::as_slice).filter(|path| known.contains(path));
    let call = repository.git().on_index(scratch, "update-index").args([mark, "-z", "--stdin"]);
    call.paths(paths).done()
}

fn lock(repository: &Repository) -> PathBuf {
    repository.git_dir().join("index.lock")
}

/// Takes git's lock of the index and puts `scratch` in the index's place. The lock is a second
/// name of `scratch`: after a kill between the two steps it is known to be ours.
pub(super) fn put_in_place(repository: &Repository, scratch: &Path) -> Result<(), GitError> {
    let lock = lock(repository);
    match std::fs::hard_link(scratch, &lock) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(GitError::IndexLocked(lock));
        }
        // A disk without hard links.
        Err(_) => std::fs::File::create_new(&lock)
            .and_then(|_| copy(scratch, &lock))
            .map_err(GitError::file("written", &lock))?,
    }
    crate::failpoint::reach("index locked");
    std::fs::rename(&lock, repository.index()).map_err(GitError::file("renamed", &lock))
}

/// Removes the lock that a killed run of ours left. Another's is an error.
pub(super) fn drop_own_lock(repository: &Repository, private: &PrivateDir) -> Result<(), GitError> {
    let lock = lock(repository);
    let inode = |path: &Path| path.symlink_metadata().map(|meta| (meta.dev(), meta.ino())).ok();
    match (inode(&lock), inode(&private.path(SCRATCH))) {
        (None, _) => Ok(()),
        (Some(lock_is), Some(own)) if lock_is == own => remove(&lock),
        (Some(_), _) => Err(GitError::IndexLocked(lock)),
    }
}
