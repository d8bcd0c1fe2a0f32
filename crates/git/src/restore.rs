//! Taking single files back from an attempt.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::capture::capture;
use crate::changes::TreeChange;
use crate::in_the_way::changes_to;
use crate::repository::Repository;
use crate::{AttemptRef, CheckpointName, FileChange, GitError};

/// What was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoredFiles {
    /// The files as they were just before; none when nothing differed.
    pub before: Option<AttemptRef>,
    /// What changed.
    pub changes: Vec<FileChange>,
}

impl Repository {
    /// Writes files of an attempt into the work tree: those at or below `paths` (relative to the
    /// top), or all of them when `paths` is empty. The index stays; a file that the attempt does
    /// not have stays. The present state is kept as an attempt first. `saved_at_ms` is Unix ms.
    ///
    /// # Errors
    /// When git fails, when there is no such attempt, or when another repository is in the way.
    pub fn restore_attempt(
        &self,
        name: &CheckpointName,
        number: u32,
        paths: &[&Path],
        saved_at_ms: u64,
    ) -> Result<RestoredFiles, GitError> {
        let repository = self.durable();
        let record = repository.attempt(name, number)?;
        let private = repository.enter()?;
        let scratch = private.fresh("restore.index")?;
        let mut captured = capture(&repository, &private, &scratch)?;
        let wanted = |raw: &TreeChange| {
            raw.new.is_some() && !raw.is_repository() && selected(&raw.path, paths)
        };
        let changes = changes_to(&repository, &scratch, &mut captured, &record.commit, wanted)?;
        if changes.is_empty() {
            private.fresh("restore.index")?;
            return Ok(RestoredFiles { before: None, changes: Vec::new() });
        }
        let message = format!("before files of attempt {number} were taken back");
        let (before, _) = repository.keep(name, &captured, &message, saved_at_ms)?;
        repository
            .git()
            .on_index(&scratch, "restore")
            .args(["--worktree", "--overlay", "--ignore-skip-worktree-bits"])
            .arg(format!("--source={}", record.commit))
            .args(["--pathspec-from-file=-", "--pathspec-file-nul"])
            .paths(changes.iter().map(|raw| raw.path.as_slice()))
            .done()?;
        private.fresh("restore.index")?;
        let changes = changes.iter().map(TreeChange::shown).collect();
        Ok(RestoredFiles { before: Some(before), changes })
    }
}

fn selected(path: &[u8], paths: &[&Path]) -> bool {
    let at_or_below = |wanted: &&Path| {
        let wanted = wanted.as_os_str().as_bytes();
        let wanted = wanted.strip_suffix(b"/").unwrap_or(wanted);
        path.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
    };
    paths.is_empty() || paths.iter().any(at_or_below)
}
