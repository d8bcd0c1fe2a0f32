//! Checkpoints: the whole working state under a tag, made once.

use std::path::PathBuf;

use crate::capture::capture;
use crate::private_dir::PrivateDir;
use crate::repository::Repository;
use crate::state_commit::StateCommit;
use crate::{CheckpointName, GitError, Result};

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
    /// The tag, as `git show` takes it.
    #[must_use]
    pub fn tag(&self) -> String {
        format!("fusebox/checkpoint/{}", self.name.encoded())
    }
}

/// The full ref name of a checkpoint's tag.
pub(crate) fn tag_ref(name: &CheckpointName) -> String {
    format!("{TAGS}{}", name.encoded())
}

impl Repository {
    /// Saves the whole working state as the checkpoint of a task: tracked, staged and untracked
    /// files, the index, and the position of HEAD. An existing checkpoint is never moved. HEAD,
    /// index and files do not change. `now_ms` is Unix time.
    ///
    /// The tag is one like others: `git push --tags` pushes it.
    ///
    /// # Errors
    /// When git fails, or when the tag points to something that is not ours.
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
        scratch.remove()?;
        if !self.create_ref(&tag_ref(name), &record.commit)? {
            // Another worktree created it at the same moment.
            return self.open_checkpoint(name).map(CheckpointOutcome::Existing);
        }
        let left_out = captured.left_out;
        Ok(CheckpointOutcome::Created(Checkpoint { name: name.clone(), record, left_out }))
    }

    /// The checkpoint of a task, if there is one.
    ///
    /// # Errors
    /// When git fails, or when the tag points to something that is not ours.
    pub fn find_checkpoint(&self, name: &CheckpointName) -> Result<Option<Checkpoint>> {
        let reference = tag_ref(name);
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

    /// The names of all checkpoints, in the order of their tags.
    ///
    /// # Errors
    /// When git fails.
    pub fn checkpoint_names(&self) -> Result<Vec<CheckpointName>> {
        let text = self.git().command("for-each-ref").args(["--format=%(refname)", TAGS]).text()?;
        let names = text.lines().filter_map(|line| line.strip_prefix(TAGS));
        Ok(names.filter_map(CheckpointName::decode).collect())
    }
}
