//! The end of a task: its checkpoint goes, its attempts stay for a while.

use std::ffi::OsStr;
use std::time::Duration;

use crate::repository::Repository;
use crate::{AttemptRef, CheckpointName, GitError, checkpoint};

/// What was forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedRefs {
    /// There was a checkpoint, and its tag is gone.
    pub checkpoint: bool,
    /// The attempts that were too old, and are gone.
    pub attempts: Vec<AttemptRef>,
}

impl Repository {
    /// Removes the checkpoint's tag, and the attempts that are older than `keep` at `now_ms` (Unix
    /// ms). Git's own clean-up then takes the objects when nothing else leads to them.
    ///
    /// # Errors
    /// When git fails.
    pub fn forget(
        &self,
        name: &CheckpointName,
        keep: Duration,
        now_ms: u64,
    ) -> Result<RemovedRefs, GitError> {
        let attempts = self.forget_attempts(name, keep, now_ms)?;
        let tag = checkpoint::reference(name);
        let checkpoint = self.commit(OsStr::new(&tag))?.is_some();
        if checkpoint {
            self.delete_refs(format!("delete {tag}\0\0"))?;
        }
        Ok(RemovedRefs { checkpoint, attempts })
    }

    /// Removes the attempts of a task that are older than `keep` at `now_ms` (Unix ms), and gives
    /// them.
    ///
    /// # Errors
    /// When git fails.
    pub fn forget_attempts(
        &self,
        name: &CheckpointName,
        keep: Duration,
        now_ms: u64,
    ) -> Result<Vec<AttemptRef>, GitError> {
        let limit = (now_ms / 1000).saturating_sub(keep.as_secs());
        let mut attempts = self.attempts(name)?;
        attempts.retain(|attempt| attempt.saved_at_s < limit);
        let mut wishes = String::new();
        for attempt in &attempts {
            wishes.push_str(&format!("delete {}\0{}\0", attempt.reference(), attempt.commit));
        }
        if !wishes.is_empty() {
            self.delete_refs(wishes)?;
        }
        Ok(attempts)
    }

    fn delete_refs(&self, wishes: String) -> Result<(), GitError> {
        let call = self.git().call("update-ref").args(["--stdin", "-z"]);
        call.input(wishes.into_bytes()).done()
    }
}
