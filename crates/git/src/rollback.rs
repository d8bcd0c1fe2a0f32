//! Rolls the working state back to a checkpoint.
//!
//! The steps; the process may be killed after each of them:
//! 1. Capture the present state and save it as an attempt. Nothing of the user's changes.
//! 2. Write the journal.
//! 3. Restore the files. Git checks them against the captured state, so that nothing is overwritten
//!    that changed in between.
//! 4. Move the branch and HEAD, if they are where they were.
//! 5. Replace the index as a whole.
//! 6. Remove the journal.
//!
//! A second run starts over from the state that it finds. The journal only keeps it from saving a
//! second attempt that holds nothing new.

mod files;
mod head_move;
mod index;
mod journal;
mod spared_files;

use std::path::PathBuf;

use crate::capture::{CapturedState, capture};
use crate::diff::TreeChange;
use crate::failpoint::reach;
use crate::git_path::as_path;
use crate::index::IndexFile;
use crate::obstacle::changes_to_target;
use crate::operation::{self, OperationState};
use crate::private_dir::PrivateDir;
use crate::repository::{HeadPosition, Repository};
use crate::state_commit::StateCommit;
use crate::vault::VaultEntry;
use crate::{
    AttemptRef, Checkpoint, CheckpointName, CommitSummary, FileChange, GitError, ObjectId, Result,
};

pub use head_move::HeadMove;
use journal::RollbackJournal;

/// The name of the index in which a rollback works.
const INDEX: &str = "rollback.index";
/// At most this many commits are listed in a plan.
const MAX_COMMITS: u32 = 1000;

/// What a rollback would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RollbackPlan {
    /// Where HEAD is now.
    pub from: HeadPosition,
    /// Where HEAD would be.
    pub to: HeadPosition,
    /// How it would get there.
    pub head_move: HeadMove,
    /// What would happen to files: `Added` ones return, `Deleted` ones are new since the checkpoint
    /// and are removed, `Modified` ones get their content back.
    pub changes: Vec<FileChange>,
    /// Commits that the branch would lose, the newest first, at most 1000. The attempt keeps them.
    pub dropped_commits: Vec<CommitSummary>,
    /// Submodules and nested repositories that are at another commit than at the checkpoint. A
    /// rollback does not touch them.
    pub nested_repositories: Vec<PathBuf>,
}

/// What a rollback did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RollbackOutcome {
    /// The state before.
    pub attempt: AttemptRef,
    /// What was done.
    pub plan: RollbackPlan,
    /// Whether it completed one that had been killed. Then `attempt` is the state before that one.
    pub resumed: bool,
}

/// Everything that a rollback needs, computed before anything changes.
struct PreparedRollback<'a> {
    private: &'a PrivateDir<'a>,
    target: &'a StateCommit,
    scratch: IndexFile<'a>,
    captured: CapturedState,
    /// The tree of `scratch`: the captured files without those that are left on disk.
    files: ObjectId,
    changes: Vec<TreeChange>,
    vaulted: Vec<VaultEntry>,
    plan: RollbackPlan,
}

impl Repository {
    /// What a rollback to this checkpoint would do now. Nothing is changed or saved.
    ///
    /// # Errors
    /// When git fails, and when the rollback would be refused.
    pub fn plan_rollback(&self, checkpoint: &Checkpoint) -> Result<RollbackPlan> {
        let private = PrivateDir::lock(self)?;
        let prepared = PreparedRollback::new(&private, &checkpoint.record)?;
        prepared.scratch.remove()?;
        Ok(prepared.plan)
    }

    /// Resets branch, index and files to the checkpoint. The present state is saved as an attempt
    /// first. HEAD stays on its branch; when it was switched since, see [`HeadMove`]. Files that are
    /// new since the checkpoint are removed. Ignored files stay, except where a file has to return:
    /// those are part of the attempt. `now_ms` is Unix time.
    ///
    /// When the process is killed at any step, a second call completes the rollback.
    ///
    /// # Errors
    /// When git fails. With [`GitError::Refused`] and [`GitError::Operation`] nothing was changed.
    pub fn rollback(&self, checkpoint: &Checkpoint, now_ms: u64) -> Result<RollbackOutcome> {
        let repository = self.durable();
        let private = PrivateDir::lock(&repository)?;
        index::remove_own_lock(&repository, &private.path(INDEX))?;
        let Checkpoint { name, record: target, .. } = checkpoint;
        let begun = RollbackJournal::read(&repository).filter(|j| j.target == target.commit);
        let prepared = PreparedRollback::new(&private, target)?;
        // A person looks for the state before the first run.
        let first = begun.as_ref().and_then(|begun| begun.attempt(&repository));
        let is_saved = match &first {
            Some(first) => journal::is_saved(&repository, &prepared.captured, first, target)?,
            None => false,
        };
        let attempt = match first {
            Some(first) if is_saved => first,
            first => {
                let message = format!("before the rollback to {}", checkpoint.reference());
                let saved = repository.save_attempt(name, &prepared.captured, &message, now_ms)?;
                first.unwrap_or(saved)
            }
        };
        reach("kept");
        RollbackJournal::new(checkpoint, &attempt).write(&repository)?;
        reach("journal");
        prepared.apply()?;
        RollbackJournal::remove(&repository)?;
        prepared.scratch.remove()?;
        Ok(RollbackOutcome { attempt, plan: prepared.plan, resumed: begun.is_some() })
    }

    /// The checkpoint of a rollback that was killed and not completed, if there is one.
    #[must_use]
    pub fn unfinished_rollback(&self) -> Option<CheckpointName> {
        RollbackJournal::read(self).map(|journal| journal.name)
    }
}

impl<'a> PreparedRollback<'a> {
    fn new(private: &'a PrivateDir<'a>, target: &'a StateCommit) -> Result<Self> {
        let repository = private.repository;
        let now = OperationState::read(repository)?;
        operation::check_same(target.operation_state.as_ref(), now.as_ref())?;
        refuse_other_worktree(repository, target)?;
        let from = repository.head()?;
        let (head_move, tip) = head_move::choose(repository, target, &from)?;
        let scratch = private.new_index(INDEX)?;
        let mut captured = capture(private, &scratch)?;
        let mut changes = changes_to_target(&scratch, &mut captured, &target.commit, |_| true)?;
        let vaulted = repository.read_vault(&target.commit)?;
        let secret_changes = captured.keep_before_restore(repository, &vaulted);
        let spared = spared_files::take_spared(private, target, &vaulted, &mut changes)?;
        let files = if spared.is_empty() {
            captured.files.clone()
        } else {
            scratch.update("--force-remove", &spared)?;
            scratch.write_tree()?
        };
        files::check(&scratch, &files, target)?;
        let dropped_commits = match (&tip, &target.head.commit) {
            (Some(tip), Some(base)) if tip != base => {
                repository.commits(&[tip.as_str(), &format!("^{base}")], MAX_COMMITS)?
            }
            (Some(tip), None) => repository.commits(&[tip.as_str()], MAX_COMMITS)?,
            (Some(_), Some(_)) | (None, _) => Vec::new(),
        };
        let (nested, own): (Vec<&TreeChange>, Vec<&TreeChange>) =
            changes.iter().partition(|change| change.was_repository() || change.is_repository());
        let mut own_changes: Vec<FileChange> =
            own.into_iter().map(TreeChange::to_file_change).chain(secret_changes).collect();
        own_changes.sort_by(|a, b| a.path.cmp(&b.path));
        let plan = RollbackPlan {
            to: head_move.head(target),
            from,
            head_move,
            changes: own_changes,
            dropped_commits,
            nested_repositories: nested.iter().map(|c| as_path(&c.path).to_owned()).collect(),
        };
        Ok(Self { private, target, scratch, captured, files, changes, vaulted, plan })
    }

    /// Changes files, HEAD and index.
    fn apply(&self) -> Result<()> {
        let Self { private, target, scratch, captured, files, changes, vaulted, plan } = self;
        files::restore(private, scratch, files, target, changes)?;
        vaulted.iter().try_for_each(|entry| entry.restore(private.repository))?;
        reach("files");
        head_move::apply(private.repository, &plan.head_move, &plan.from, target)?;
        index::build(scratch, target, &captured.extras)?;
        reach("index built");
        index::replace(scratch)?;
        reach("index");
        Ok(())
    }
}

/// Refuses the checkpoint of another worktree that still exists.
fn refuse_other_worktree(repository: &Repository, target: &StateCommit) -> Result<()> {
    let made_in = match &target.worktree {
        own if *own == repository.worktree_name() => return Ok(()),
        None => "the main work tree".to_owned(),
        Some(name) if repository.common_dir().join("worktrees").join(name).is_dir() => {
            format!("the linked worktree `{}`", name.display())
        }
        Some(_) => return Ok(()),
    };
    Err(GitError::Refused(format!("the checkpoint was made in {made_in}; run this there")))
}
