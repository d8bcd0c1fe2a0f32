//! Checkpoints: the whole working state under a tag, made once.

use std::ffi::OsStr;
use std::path::PathBuf;

use crate::capture::capture;
use crate::record::{self, StateCommit};
use crate::repository::Repository;
use crate::{CheckpointName, GitError, ObjectId};

const TAGS: &str = "refs/tags/fusebox/checkpoint/";

/// A working state to which a rollback can return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The task.
    pub name: CheckpointName,
    /// What was kept.
    pub record: StateCommit,
    /// Paths that git could not read when it was made, or that are too large (the first 100); a
    /// rollback leaves them alone. Empty for a checkpoint that was made before.
    pub left_out: Vec<PathBuf>,
}

/// What came of making a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckpointOutcome {
    /// There was none; it is the present state.
    Created(Checkpoint),
    /// There was one, and it is kept as it was.
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

/// The full name of a checkpoint's tag.
pub(crate) fn reference(name: &CheckpointName) -> String {
    format!("{TAGS}{}", name.encoded())
}

impl Repository {
    /// Keeps the whole working state as the checkpoint of a task: tracked, staged and untracked
    /// files, the index, and where HEAD is. An existing checkpoint is never moved. HEAD, index and
    /// files are not touched. `saved_at_ms` is the time in Unix ms.
    ///
    /// The tag is one like others: `git push --tags` takes it along.
    ///
    /// # Errors
    /// When git fails, or when the tag leads to something that is not ours.
    pub fn checkpoint(
        &self,
        name: &CheckpointName,
        message: &str,
        saved_at_ms: u64,
    ) -> Result<CheckpointOutcome, GitError> {
        if let Some(existing) = self.find_checkpoint(name)? {
            return Ok(CheckpointOutcome::Existing(existing));
        }
        let private = self.enter()?;
        let scratch = private.fresh("checkpoint.index")?;
        let captured = capture(self, &private, &scratch)?;
        let record = record::write(self, &captured, message, saved_at_ms)?;
        private.fresh("checkpoint.index")?;
        if !self.create_ref(&reference(name), &record.commit)? {
            // From another worktree, at the same moment: theirs was first.
            return self.open_checkpoint(name).map(CheckpointOutcome::Existing);
        }
        Ok(CheckpointOutcome::Created(Checkpoint {
            name: name.clone(),
            record,
            left_out: captured.left_out,
        }))
    }

    /// The checkpoint of a task, if there is one.
    ///
    /// # Errors
    /// When git fails, or when the tag leads to something that is not ours.
    pub fn find_checkpoint(&self, name: &CheckpointName) -> Result<Option<Checkpoint>, GitError> {
        let reference = reference(name);
        let Some(commit) = self.commit(OsStr::new(&reference))? else { return Ok(None) };
        let record = record::read(self, &reference, &commit)?;
        Ok(Some(Checkpoint { name: name.clone(), record, left_out: Vec::new() }))
    }

    /// The checkpoint of a task.
    ///
    /// # Errors
    /// As [`Self::find_checkpoint`], and when there is none.
    pub fn open_checkpoint(&self, name: &CheckpointName) -> Result<Checkpoint, GitError> {
        self.find_checkpoint(name)?.ok_or_else(|| GitError::NoCheckpoint(name.id().to_owned()))
    }

    /// The names of all checkpoints, in order of their tags.
    ///
    /// # Errors
    /// When git fails.
    pub fn checkpoint_names(&self) -> Result<Vec<CheckpointName>, GitError> {
        let listed = self.git().call("for-each-ref").args(["--format=%(refname)", TAGS]).bytes()?;
        let lines = String::from_utf8_lossy(&listed);
        Ok(lines
            .lines()
            .filter_map(|line| line.strip_prefix(TAGS))
            .filter_map(CheckpointName::decode)
            .collect())
    }

    /// Makes a ref; false when there is one by this name.
    pub(crate) fn create_ref(&self, reference: &str, commit: &ObjectId) -> Result<bool, GitError> {
        let wish = format!("create {reference}\0{commit}\0");
        let made =
            self.git().call("update-ref").args(["--stdin", "-z"]).input(wish.into_bytes()).done();
        match made {
            Ok(()) => Ok(true),
            Err(_) if self.commit(OsStr::new(reference))?.is_some() => Ok(false),
            Err(error) => Err(error),
        }
    }
}
