//! The way back to a checkpoint: what it would do, and doing it.
//!
//! The steps, each of which may be the last before a kill:
//! 1. the present state is captured and kept as an attempt (nothing of the person's changes);
//! 2. the journal is written;
//! 3. the files go back, checked by git against what was captured: what changed since is not
//!    overwritten;
//! 4. the branch and HEAD go back, if they are where they were;
//! 5. the index is put in place whole;
//! 6. the journal is removed.
//!
//! Run again, it begins anew from whatever is there. The journal only tells it not to keep a second
//! attempt when there is nothing in it that the first one or the checkpoint does not have.

mod files;
mod index;
mod journal;
mod landing;
mod spared;

use std::path::PathBuf;

use crate::capture::{CapturedState, capture, drop_entries, write_tree};
use crate::changes::TreeChange;
use crate::failpoint::reach;
use crate::in_the_way::changes_to;
use crate::index::os;
use crate::private::{PrivateDir, remove};
use crate::record::StateCommit;
use crate::repository::{HeadPosition, Repository};
use crate::shown::CommitSummary;
use crate::{AttemptRef, Checkpoint, CheckpointName, FileChange, GitError, ObjectId, operation};

use journal::RollbackJournal;
pub use landing::HeadMove;

const SCRATCH: &str = "rollback.index";
/// Commits that a plan names.
const NAMED: u32 = 1000;

/// What a rollback would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RollbackPlan {
    /// Where HEAD is now.
    pub from: HeadPosition,
    /// Where HEAD would be.
    pub to: HeadPosition,
    /// How it would get there.
    pub head_move: HeadMove,
    /// What would happen to files: `Added` ones return, `Deleted` ones are new since and go,
    /// `Modified` ones get their content back.
    pub changes: Vec<FileChange>,
    /// Commits that the branch would lose, the newest first, at most 1000. The attempt keeps them.
    pub dropped_commits: Vec<CommitSummary>,
    /// Submodules and other repositories inside, which are at another commit than they were. A
    /// rollback leaves them alone.
    pub nested_repositories: Vec<PathBuf>,
}

/// What a rollback did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RollbackOutcome {
    /// The state before.
    pub attempt: AttemptRef,
    /// What was done.
    pub plan: RollbackPlan,
    /// It finished one that had been killed. `attempt` is the state before that one.
    pub resumed: bool,
}

struct PreparedRollback {
    scratch: PathBuf,
    /// What is kept.
    captured: CapturedState,
    /// What `scratch` says of the files: all that is kept, without what is left alone.
    from: ObjectId,
    raw: Vec<TreeChange>,
    plan: RollbackPlan,
}

impl Repository {
    /// What a rollback to this checkpoint would do now. Nothing is changed or kept.
    ///
    /// # Errors
    /// When git fails, and when the rollback would be refused.
    pub fn plan_rollback(&self, checkpoint: &Checkpoint) -> Result<RollbackPlan, GitError> {
        let private = self.enter()?;
        let prepared = prepare(self, &private, &checkpoint.record)?;
        private.fresh(SCRATCH)?;
        Ok(prepared.plan)
    }

    /// Takes branch tip, index and files back to the checkpoint. The present state is kept as an
    /// attempt first. HEAD stays on its branch; where it was switched since, see [`HeadMove`].
    /// Files that are new since are removed, ignored ones left alone, except where a file has to
    /// return: those are in the attempt, too. `saved_at_ms` is the time in Unix ms.
    ///
    /// Killed at any step, it is finished by running it again.
    ///
    /// # Errors
    /// When git fails. [`GitError::Refused`] and [`GitError::GitOperation`]: nothing was changed.
    pub fn rollback(
        &self,
        checkpoint: &Checkpoint,
        saved_at_ms: u64,
    ) -> Result<RollbackOutcome, GitError> {
        self.durable().go_back(checkpoint, saved_at_ms)
    }

    /// The checkpoint to which a killed rollback was on its way, if there is one.
    #[must_use]
    pub fn unfinished_rollback(&self) -> Option<CheckpointName> {
        journal::read(self).map(|journal| journal.name)
    }

    fn go_back(
        &self,
        checkpoint: &Checkpoint,
        saved_at_ms: u64,
    ) -> Result<RollbackOutcome, GitError> {
        let private = self.enter()?;
        index::drop_own_lock(self, &private)?;
        let target = &checkpoint.record;
        let begun = journal::read(self).filter(|begun| begun.target == target.commit);
        let prepared = prepare(self, &private, target)?;
        let kept = match &begun {
            Some(begun) => begun.still_holds(self, &prepared.captured, &checkpoint.name, target)?,
            None => None,
        };
        let resumed = begun.is_some();
        let attempt = match kept {
            Some(attempt) => attempt,
            None => {
                let message = format!("before the rollback to {}", checkpoint.tag());
                self.keep(&checkpoint.name, &prepared.captured, &message, saved_at_ms)?.0
            }
        };
        reach("kept");
        // The first attempt is the one that a person looks for.
        let attempt =
            begun.and_then(|begun| begun.attempt(self, &checkpoint.name)).unwrap_or(attempt);
        RollbackJournal::of(checkpoint, &attempt).write(self)?;
        reach("journal");
        take(self, &private, target, &prepared)?;
        remove(&journal::path(self))?;
        private.fresh(SCRATCH)?;
        Ok(RollbackOutcome { attempt, plan: prepared.plan, resumed })
    }
}

/// The steps that change something of the person's.
fn take(
    repository: &Repository,
    private: &PrivateDir,
    target: &StateCommit,
    prepared: &PreparedRollback,
) -> Result<(), GitError> {
    let PreparedRollback { scratch, captured, from, raw, plan } = prepared;
    files::take(repository, private, scratch, from, target, raw)?;
    reach("files");
    landing::land(repository, &plan.head_move, &plan.from, target)?;
    index::build(repository, scratch, target, &captured.beside)?;
    reach("index built");
    index::put_in_place(repository, scratch)?;
    reach("index");
    Ok(())
}

fn prepare(
    repository: &Repository,
    private: &PrivateDir,
    target: &StateCommit,
) -> Result<PreparedRollback, GitError> {
    let now = operation::in_progress(repository.git(), repository.git_dir())?;
    operation::check(target.in_progress.as_ref(), now.as_ref())?;
    refuse_elsewhere(repository, target)?;
    let from = repository.head()?;
    let (head_move, tip) = landing::choose(repository, target, &from)?;
    let scratch = private.fresh(SCRATCH)?;
    let mut captured = capture(repository, private, &scratch)?;
    let mut raw = changes_to(repository, &scratch, &mut captured, &target.commit, |_| true)?;
    let spared = spared::spare(repository, private, target, &mut raw)?;
    let files = if spared.is_empty() {
        captured.files.clone()
    } else {
        drop_entries(repository, &scratch, spared.iter().map(Vec::as_slice))?;
        write_tree(repository, &scratch)?
    };
    files::try_out(repository, &scratch, &files, target)?;
    let dropped_commits = match (&tip, &target.head.commit) {
        (Some(tip), Some(base)) if tip == base => Vec::new(),
        (Some(tip), Some(base)) => {
            repository.commits(&[tip.as_str(), &format!("^{base}")], NAMED)?
        }
        (Some(tip), None) => repository.commits(&[tip.as_str()], NAMED)?,
        (None, _) => Vec::new(),
    };
    let inside = |raw: &&TreeChange| raw.was_repository() || raw.is_repository();
    let nested_repositories =
        raw.iter().filter(inside).map(|raw| PathBuf::from(os(&raw.path))).collect();
    let changes = raw.iter().filter(|raw| !inside(raw)).map(TreeChange::shown).collect();
    let to = head_move.head(target);
    let plan = RollbackPlan { from, to, head_move, changes, dropped_commits, nested_repositories };
    Ok(PreparedRollback { scratch, captured, from: files, raw, plan })
}

/// A checkpoint of another worktree is not for this one while that one is there.
fn refuse_elsewhere(repository: &Repository, target: &StateCommit) -> Result<(), GitError> {
    let there = match &target.worktree {
        own if *own == repository.worktree() => return Ok(()),
        None => "the main work tree".to_owned(),
        Some(name) if repository.common_dir().join("worktrees").join(name).is_dir() => {
            format!("the linked worktree `{}`", name.display())
        }
        Some(_) => return Ok(()),
    };
    Err(GitError::Refused(format!("the checkpoint was made in {there}; run this there")))
}
