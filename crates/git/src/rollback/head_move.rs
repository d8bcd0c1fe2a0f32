//! Moves HEAD, and the branch of the checkpoint, to the commit of the checkpoint.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

use crate::failpoint::reach;
use crate::repository::{HeadPosition, Repository};
use crate::state_commit::StateCommit;
use crate::{GitError, ObjectId, Result};

/// The reflog message of each move.
const REFLOG_MESSAGE: &str = "fusebox: rollback";

/// How HEAD gets to the commit of the checkpoint. Only the branch that is named moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeadMove {
    /// HEAD stays on this branch, which is reset.
    ResetBranch(OsString),
    /// HEAD was switched to another branch, or detached, and is switched back to this one. The
    /// branch is reset: since the checkpoint it has not moved, or got only commits that HEAD has as
    /// well, which the attempt keeps.
    SwitchBack(OsString),
    /// HEAD was detached at the checkpoint, and is detached again.
    Detach,
    /// HEAD is detached, and no branch moves. HEAD was switched away from this branch, and the
    /// branch cannot be reset: it has commits that HEAD does not have, or another worktree has it
    /// checked out.
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

/// Chooses the move. The second value is the tip that is reset, if one is.
pub(super) fn choose(
    repository: &Repository,
    target: &StateCommit,
    now: &HeadPosition,
) -> Result<(HeadMove, Option<ObjectId>)> {
    let Some(branch) = target.head.branch.clone() else {
        let tip = now.commit.clone().filter(|_| now.branch.is_none());
        return Ok((HeadMove::Detach, tip));
    };
    if now.branch.as_ref() == Some(&branch) {
        return Ok((HeadMove::ResetBranch(branch), now.commit.clone()));
    }
    let tip = repository.commit(&branch)?;
    if !repository.is_checked_out(&branch)?
        && (tip == target.head.commit || repository.is_ancestor(tip.as_ref(), now)?)
    {
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

/// Moves branch and HEAD, each only from where it was when the rollback was planned.
pub(super) fn apply(
    repository: &Repository,
    head_move: &HeadMove,
    from: &HeadPosition,
    target: &StateCommit,
) -> Result<()> {
    let to = target.head.commit.as_ref();
    match head_move {
        HeadMove::ResetBranch(branch) => {
            repository.reset_branch(branch, from.commit.as_ref(), to)?;
            reach("branch");
        }
        HeadMove::SwitchBack(branch) => {
            let tip = repository.commit(branch)?;
            repository.reset_branch(branch, tip.as_ref(), to)?;
            reach("branch");
            let command = repository.git().command("symbolic-ref");
            command.args(["-m", REFLOG_MESSAGE, "HEAD"]).arg(branch).run()?;
        }
        HeadMove::Detach | HeadMove::DetachFrom(_) => {
            if let Some(to) = to {
                let command = repository.git().command("update-ref").args(["-m", REFLOG_MESSAGE]);
                command.args(["--no-deref", "HEAD", to.as_str()]).run()?;
            }
            reach("branch");
        }
    }
    reach("head");
    Ok(())
}

impl Repository {
    /// Whether HEAD, and so the attempt, contains this tip.
    fn is_ancestor(&self, tip: Option<&ObjectId>, now: &HeadPosition) -> Result<bool> {
        let (Some(tip), Some(head)) = (tip, &now.commit) else { return Ok(tip.is_none()) };
        let args = ["--is-ancestor", tip.as_str(), head.as_str()];
        Ok(self.git().command("merge-base").args(args).optional_line()?.is_some())
    }

    /// Whether a worktree has the branch checked out. Ours does not: HEAD is elsewhere.
    fn is_checked_out(&self, branch: &OsString) -> Result<bool> {
        let listed = self.git().command("worktree").args(["list", "--porcelain"]).stdout()?;
        let line = [b"branch ", branch.as_bytes()].concat();
        Ok(listed.split(|byte| *byte == b'\n').any(|listed| listed == line))
    }

    fn reset_branch(
        &self,
        branch: &OsString,
        from: Option<&ObjectId>,
        to: Option<&ObjectId>,
    ) -> Result<()> {
        let command = self.git().command("update-ref").args(["-m", REFLOG_MESSAGE]);
        // An empty old value: the branch must not exist.
        let old = from.map_or("", ObjectId::as_str);
        match to {
            _ if from == to => Ok(()),
            None => command.arg("-d").arg(branch).arg(old).run(),
            Some(to) => command.arg(branch).args([to.as_str(), old]).run(),
        }
    }
}
