//! Restores the files of a checkpoint. Git checks each file against the captured state.

use std::collections::BTreeSet;

use crate::diff::TreeChange;
use crate::error::printable;
use crate::git_path::GitPath;
use crate::index::IndexFile;
use crate::private_dir::PrivateDir;
use crate::repository::Repository;
use crate::state_commit::StateCommit;
use crate::{GitError, ObjectId, Result};

/// Fails when git would refuse to restore the files. Nothing changes.
pub(super) fn check(scratch: &IndexFile<'_>, files: &ObjectId, target: &StateCommit) -> Result<()> {
    let trees = [files.as_str(), target.commit.as_str()];
    let output =
        scratch.sparse_command("read-tree").args(["-n", "-m", "-u"]).args(trees).output()?;
    if output.code == Some(0) {
        return Ok(());
    }
    Err(GitError::Refused(format!(
        "git would not take the files back ({}); let nothing else write there, move what is in the \
         way, then run this again",
        printable(&output.stderr)
    )))
}

/// Restores the files.
pub(super) fn restore(
    private: &PrivateDir<'_>,
    scratch: &IndexFile<'_>,
    files: &ObjectId,
    target: &StateCommit,
    changes: &[TreeChange],
) -> Result<()> {
    let sparse = is_sparse(private.repository)?;
    let skipped = if sparse { scratch.extras()?.skipped } else { Vec::new() };
    scratch
        .sparse_command("read-tree")
        .args(["-m", "-u", files.as_str(), target.commit.as_str()])
        .inherit_lock(private.lock_handle()?)
        .run()?;
    if sparse { restore_outside_cone(scratch, target, changes, &skipped) } else { Ok(()) }
}

/// Whether the repository has a sparse checkout.
pub(super) fn is_sparse(repository: &Repository) -> Result<bool> {
    let options = ["--type=bool", "--get", "core.sparseCheckout"];
    let value = repository.git().command("config").args(options).optional_line()?;
    Ok(value.is_some_and(|value| value == b"true"))
}

/// Writes files that git left out because a sparse checkout does not have them, although they were
/// on disk: files that exist now, and files of the target that differed from its index.
fn restore_outside_cone(
    scratch: &IndexFile<'_>,
    target: &StateCommit,
    changes: &[TreeChange],
    skipped: &[GitPath],
) -> Result<()> {
    let skipped: BTreeSet<&GitPath> = skipped.iter().collect();
    let returning: BTreeSet<&GitPath> =
        changes.iter().filter(|change| change.old.is_none()).map(|change| &change.path).collect();
    let dirty = scratch.repository.compare_trees(&target.index, &target.commit)?;
    let dirty: BTreeSet<&GitPath> = dirty.iter().map(|change| &change.path).collect();
    let mut missing = scratch.extras()?.skipped;
    missing.retain(|path| {
        !skipped.contains(path) && (!returning.contains(path) || dirty.contains(path))
    });
    if missing.is_empty() {
        return Ok(());
    }
    scratch.update("--no-skip-worktree", &missing)?;
    let command = scratch.command("checkout-index").args(["-u", "-f", "-z", "--stdin"]);
    command.stdin_paths(missing).run()
}
