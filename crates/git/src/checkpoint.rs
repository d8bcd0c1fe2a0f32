//! Checkpoints: the whole working state under a private ref, made once.

use std::path::PathBuf;

use crate::capture::capture;
use crate::private_dir::PrivateDir;
use crate::repository::Repository;
use crate::state_commit::StateCommit;
use crate::{CheckpointName, GitError, ObjectId, Result};

/// No ordinary push sends these refs.
pub(crate) const CHECKPOINT_REFS: &str = "refs/fusebox/checkpoint/";
/// Where earlier versions kept checkpoints: `git push --tags` would publish them.
const TAGS: &str = "refs/tags/fusebox/checkpoint/";

/// A working state to which a rollback can return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The task.
    pub name: CheckpointName,
    /// The saved state.
    pub record: StateCommit,
    /// Paths that git could not read when it was made, or of large files (the first 100). A rollback
    /// does not touch them. Empty for a checkpoint that was made earlier.
    pub left_out: Vec<PathBuf>,
}

/// The result of making a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckpointOutcome {
    /// There was none; it is the present state.
    Created(Checkpoint),
    /// There is one already; it is unchanged.
    Existing(Checkpoint),
}

impl CheckpointOutcome {
    /// The checkpoint, new or not.
    #[must_use]
    pub fn checkpoint(&self) -> &Checkpoint {
        match self {
            Self::Created(checkpoint) | Self::Existing(checkpoint) => checkpoint,
        }
    }
}

impl Checkpoint {
    /// The full name of the ref.
    #[must_use]
    pub fn reference(&self) -> String {
        checkpoint_ref(&self.name)
    }
}

/// The full name of a checkpoint's ref.
pub(crate) fn checkpoint_ref(name: &CheckpointName) -> String {
    format!("{CHECKPOINT_REFS}{}", name.encoded())
}

impl Repository {
    /// Saves the whole working state as the checkpoint of a task: tracked, staged and untracked
    /// files, the index, and the position of HEAD. An existing checkpoint is never moved. HEAD,
    /// index and files do not change. `now_ms` is Unix time.
    ///
    /// # Errors
    /// When git fails, or when the ref points to something that is not ours.
    pub fn checkpoint(
        &self,
        name: &CheckpointName,
        message: &str,
        now_ms: u64,
    ) -> Result<CheckpointOutcome> {
        if let Some(existing) = self.find_checkpoint(name)? {
            return Ok(CheckpointOutcome::Existing(existing));
        }
        let private = PrivateDir::lock(self)?;
        let scratch = private.new_index("checkpoint.index")?;
        let captured = capture(&private, &scratch)?;
        let record = StateCommit::write(self, &captured, message, now_ms)?;
        self.keep_in_vault(&record.commit, &captured.vaulted)?;
        scratch.remove()?;
        if !self.create_ref(&checkpoint_ref(name), &record.commit)? {
            // Another worktree created it at the same moment.
            return self.open_checkpoint(name).map(CheckpointOutcome::Existing);
        }
        let left_out = captured.left_out;
        Ok(CheckpointOutcome::Created(Checkpoint { name: name.clone(), record, left_out }))
    }

    /// The checkpoint of a task, if there is one.
    ///
    /// # Errors
    /// When git fails, or when the ref points to something that is not ours.
    pub fn find_checkpoint(&self, name: &CheckpointName) -> Result<Option<Checkpoint>> {
        self.move_tags()?;
        let reference = checkpoint_ref(name);
        let Some(commit) = self.commit(&reference)? else { return Ok(None) };
        let record = StateCommit::read(self, &reference, &commit)?;
        Ok(Some(Checkpoint { name: name.clone(), record, left_out: Vec::new() }))
    }

    /// The checkpoint of a task.
    ///
    /// # Errors
    /// As [`Self::find_checkpoint`], and when there is none.
    pub fn open_checkpoint(&self, name: &CheckpointName) -> Result<Checkpoint> {
        self.find_checkpoint(name)?.ok_or_else(|| GitError::NoCheckpoint(name.id().to_owned()))
    }

    /// The names of all checkpoints, in the order of their refs.
    ///
    /// # Errors
    /// When git fails.
    pub fn checkpoint_names(&self) -> Result<Vec<CheckpointName>> {
        self.move_tags()?;
        let text = self
            .git()
            .command("for-each-ref")
            .args(["--format=%(refname)", CHECKPOINT_REFS])
            .text()?;
        let names = text.lines().filter_map(|line| line.strip_prefix(CHECKPOINT_REFS));
        Ok(names.filter_map(CheckpointName::decode).collect())
    }

    /// Turns the tags of earlier versions into private refs. A tag that holds no state of ours, or
    /// whose ref exists with another state, stays.
    fn move_tags(&self) -> Result<()> {
        let format = "--format=%(refname)%00%(objectname)";
        let text = self.git().command("for-each-ref").args([format, TAGS]).text()?;
        for (tag, id) in text.lines().filter_map(|line| line.split_once('\0')) {
            let Some(commit) = ObjectId::parse(id) else { continue };
            if StateCommit::read(self, tag, &commit).is_err() {
                continue;
            }
            let reference =
                format!("{CHECKPOINT_REFS}{}", tag.strip_prefix(TAGS).unwrap_or_default());
            let exists = !self.create_ref(&reference, &commit)?;
            if !exists || self.commit(&reference)?.as_ref() == Some(&commit) {
                self.update_refs(format!("delete {tag}\0{commit}\0"))?;
            }
        }
        Ok(())
    }
}
