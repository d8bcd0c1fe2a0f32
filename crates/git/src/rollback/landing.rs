//! Where HEAD lands, and taking it there.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

use crate::failpoint::reach;
use crate::record::StateCommit;
use crate::repository::{HeadPosition, Repository};
use crate::{GitError, ObjectId};

const REASON: &str = "fusebox: rollback";

/// How HEAD gets to the commit of the checkpoint. No other branch than the one named is moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeadMove {
    /// HEAD stays on this branch, which goes back.
    ResetBranch(OsString),
    /// HEAD was switched to another branch, or detached, and returns to this one. The branch has
    /// not moved since, or only by commits that HEAD has as well: it goes back and they are kept.
    SwitchBack(OsString),
    /// HEAD was detached at the checkpoint, and is detached again.
    Detach,
    /// HEAD was switched away and the checkpoint's branch cannot be taken back without taking it
    /// from somebody: it has commits that HEAD does not have, or another worktree has it checked
    /// out. HEAD is detached at the commit; no branch is moved.
    DetachFrom(OsString),
}

impl HeadMove {
    /// Where HEAD is afterwards.
    pub(super) fn head(&self, target: &StateCommit) -> HeadPosition {
        let branch = match self {
            Self::ResetBranch(branch) | Self::SwitchBack(branch) => Some(branch.clone()),
            Self::Detach | Self::DetachFrom(_) => None,
        };
        HeadPosition { branch, commit: target.head.commit.clone() }
    }
}

/// Chooses the landing. The second value is the tip that goes back, if one does.
pub(super) fn choose(
    repository: &Repository,
    target: &StateCommit,
    now: &HeadPosition,
) -> Result<(HeadMove, Option<ObjectId>), GitError> {
    let Some(branch) = target.head.branch.clone() else {
        let tip = if now.branch.is_none() { now.commit.clone() } else { None };
        return Ok((HeadMove::Detach, tip));
    };
    if now.branch.as_ref() == Some(&branch) {
        return Ok((HeadMove::ResetBranch(branch), now.commit.clone()));
    }
    let tip = repository.commit(&branch)?;
    let free = !is_checked_out(repository, &branch)?;
    if free && (tip == target.head.commit || is_kept(repository, tip.as_ref(), now)?) {
        return Ok((HeadMove::SwitchBack(branch), tip));
    }
    if target.head.commit.is_none() {
        return Err(GitError::Refused(format!(
            "the checkpoint is from before the first commit of {}, which has commits that HEAD \
             does not have; switch to it, then run this again",
            branch.display()
        )));
    }
    Ok((HeadMove::DetachFrom(branch), None))
}

/// Whether HEAD, and so the attempt, leads to this tip.
fn is_kept(
    repository: &Repository,
    tip: Option<&ObjectId>,
    now: &HeadPosition,
) -> Result<bool, GitError> {
    let (tip, head) = match (tip, &now.commit) {
        (None, _) => return Ok(true),
        (Some(_), None) => return Ok(false),
        (Some(tip), Some(head)) => (tip, head),
    };
    let question = ["--is-ancestor", tip.as_str(), head.as_str()];
    Ok(repository.git().call("merge-base").args(question).line_if_any()?.is_some())
}

/// Whether a worktree has the branch checked out. Ours has not: HEAD is elsewhere.
fn is_checked_out(repository: &Repository, branch: &OsString) -> Result<bool, GitError> {
    let listed = repository.git().call("worktree").args(["list", "--porcelain"]).bytes()?;
    let wanted = [b"branch ", branch.as_bytes()].concat();
    Ok(listed.split(|byte| *byte == b'\n').any(|line| line == wanted))
}

/// Takes branch and HEAD there. Each is moved only from where it was when this was planned.
pub(super) fn land(
    repository: &Repository,
    landing: &HeadMove,
    from: &HeadPosition,
    target: &StateCommit,
) -> Result<(), GitError> {
    let to = target.head.commit.as_ref();
    match landing {
        HeadMove::ResetBranch(branch) => {
            move_branch(repository, branch, from.commit.as_ref(), to)?;
            reach("branch");
        }
        HeadMove::SwitchBack(branch) => {
            let tip = repository.commit(branch)?;
            move_branch(repository, branch, tip.as_ref(), to)?;
            reach("branch");
            let call = repository.git().call("symbolic-ref").args(["-m", REASON, "HEAD"]);
            call.arg(branch).done()?;
        }
        HeadMove::Detach | HeadMove::DetachFrom(_) => {
            if let Some(to) = to {
                let call = repository.git().call("update-ref");
                call.args(["-m", REASON, "--no-deref", "HEAD", to.as_str()]).done()?;
            }
            reach("branch");
        }
    }
    reach("head");
    Ok(())
}

fn move_branch(
    repository: &Repository,
    branch: &OsString,
    from: Option<&ObjectId>,
    to: Option<&ObjectId>,
) -> Result<(), GitError> {
    let call = repository.git().call("update-ref").args(["-m", REASON]);
    match (from, to) {
        (from, to) if from == to => Ok(()),
        (Some(from), None) => call.arg("-d").arg(branch).arg(from.as_str()).done(),
        (from, Some(to)) => {
            // An empty old value: there must be none.
            let old = from.map_or("", ObjectId::as_str);
            call.arg(branch).args([to.as_str(), old]).done()
        }
        (None, None) => Ok(()),
    }
}
