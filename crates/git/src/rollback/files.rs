//! Taking the files back. Git does it, and checks each file against what was captured.

use std::collections::BTreeSet;
use std::path::Path;

use crate::changes::TreeChange;
use crate::error::shown;
use crate::index::{GitPath, beside};
use crate::private::PrivateDir;
use crate::record::StateCommit;
use crate::repository::Repository;
use crate::{GitError, ObjectId};

/// Whether it would work; nothing is changed.
pub(super) fn try_out(
    repository: &Repository,
    scratch: &Path,
    from: &ObjectId,
    target: &StateCommit,
) -> Result<(), GitError> {
    let trees = [from.as_str(), target.commit.as_str()];
    let call = repository.git().on_sparse_index(scratch, "read-tree");
    let answer = call.args(["-n", "-m", "-u"]).args(trees).answer()?;
    if answer.code == Some(0) {
        return Ok(());
    }
    Err(GitError::Refused(format!(
        "git would not take the files back ({}); let nothing else write there, move what is in the \
         way, then run this again",
        shown(&answer.err)
    )))
}

/// Takes the files from the captured state to the target's.
pub(super) fn take(
    repository: &Repository,
    private: &PrivateDir,
    scratch: &Path,
    from: &ObjectId,
    target: &StateCommit,
    raw: &[TreeChange],
) -> Result<(), GitError> {
    let git = repository.git();
    let sparse = is_sparse(repository)?;
    let hidden = if sparse { beside(repository, scratch)?.skipped } else { Vec::new() };
    git.on_sparse_index(scratch, "read-tree")
        .args(["-m", "-u", from.as_str(), target.commit.as_str()])
        .holding(private.handle()?)
        .done()?;
    if sparse {
        show_again(repository, scratch, target, raw, &hidden)?;
    }
    Ok(())
}

pub(super) fn is_sparse(repository: &Repository) -> Result<bool, GitError> {
    let call =
        repository.git().call("config").args(["--type=bool", "--get", "core.sparseCheckout"]);
    Ok(call.line_if_any()?.is_some_and(|value| value == b"true"))
}

/// Git has put files out of sight that a sparse checkout would not have, although they were on
/// disk: those that are there now, and those of the target that were no plain copy of its index.
fn show_again(
    repository: &Repository,
    scratch: &Path,
    target: &StateCommit,
    raw: &[TreeChange],
    hidden: &[GitPath],
) -> Result<(), GitError> {
    let before: BTreeSet<&GitPath> = hidden.iter().collect();
    let returns: BTreeSet<&GitPath> =
        raw.iter().filter(|raw| raw.old.is_none()).map(|raw| &raw.path).collect();
    let dirty = repository.compare(&target.index, &target.commit)?;
    let dirty: BTreeSet<&GitPath> = dirty.iter().map(|raw| &raw.path).collect();
    let mut lost = beside(repository, scratch)?.skipped;
    lost.retain(|path| !before.contains(path) && (!returns.contains(path) || dirty.contains(path)));
    if lost.is_empty() {
        return Ok(());
    }
    let git = repository.git();
    let paths = || lost.iter().map(Vec::as_slice);
    git.on_index(scratch, "update-index")
        .args(["--no-skip-worktree", "-z", "--stdin"])
        .paths(paths())
        .done()?;
    let call = git.on_index(scratch, "checkout-index").args(["-u", "-f", "-z", "--stdin"]);
    call.paths(paths()).done()
}
