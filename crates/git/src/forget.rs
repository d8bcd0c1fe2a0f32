//! Removes the refs of a task that has ended and what the vault holds of them: its checkpoint at once, its attempts when they are old.

use std::time::Duration;

use crate::checkpoint::checkpoint_ref;
use crate::repository::Repository;
use crate::{AttemptRef, CheckpointName, ObjectId, Result};

/// The refs that were removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedRefs {
    /// Whether there was a checkpoint.
    pub checkpoint: bool,
    /// The attempts that were too old.
    pub attempts: Vec<AttemptRef>,
}

impl Repository {
    /// Removes the checkpoint's ref, and the attempts that are older than `keep` at `now_ms` (Unix
    /// time). Git's own clean-up removes the objects when nothing else refers to them.
    ///
    /// # Errors
    /// When git fails.
    pub fn forget(
        &self,
        name: &CheckpointName,
        keep: Duration,
        now_ms: u64,
    ) -> Result<RemovedRefs> {
        let attempts = self.forget_attempts(name, keep, now_ms)?;
        let reference = checkpoint_ref(name);
        let checkpoint = self.commit(&reference)?;
        if let Some(commit) = &checkpoint {
            self.update_refs(format!("delete {reference}\0\0"))?;
            self.empty_vault(commit)?;
        }
        Ok(RemovedRefs { checkpoint: checkpoint.is_some(), attempts })
    }

    /// Removes the checkpoint's ref as long as it names `commit`.
    ///
    /// # Errors
    /// When it names another one, or git fails.
    pub fn forget_checkpoint(&self, name: &CheckpointName, commit: &ObjectId) -> Result<()> {
        self.update_refs(format!("delete {}\0{commit}\0", checkpoint_ref(name)))?;
        self.empty_vault(commit)
    }

    /// Removes and returns the attempts of a task that are older than `keep` at `now_ms` (Unix
    /// time).
    ///
    /// # Errors
    /// When git fails.
    pub fn forget_attempts(
        &self,
        name: &CheckpointName,
        keep: Duration,
        now_ms: u64,
    ) -> Result<Vec<AttemptRef>> {
        let limit = (now_ms / 1000).saturating_sub(keep.as_secs());
        let mut attempts = self.attempts(name)?;
        attempts.retain(|attempt| attempt.saved_at_s < limit);
        let delete = |old: &AttemptRef| format!("delete {}\0{}\0", old.reference(), old.commit);
        if !attempts.is_empty() {
            self.update_refs(attempts.iter().map(delete).collect())?;
        }
        for attempt in &attempts {
            self.empty_vault(&attempt.commit)?;
        }
        Ok(attempts)
    }
}
