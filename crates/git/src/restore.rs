//! Writes single files of an attempt back into the work tree.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::capture::capture;
use crate::diff::TreeChange;
use crate::obstacle::changes_to_target;
use crate::private_dir::PrivateDir;
use crate::repository::Repository;
use crate::{AttemptRef, CheckpointName, FileChange, Result};

/// The result of restoring files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoredFiles {
    /// The state just before; `None` when nothing differed.
    pub before: Option<AttemptRef>,
    /// What changed.
    pub changes: Vec<FileChange>,
}

impl Repository {
    /// Writes files of an attempt into the work tree: those at or below `paths` (relative to the
    /// top), or all of them when `paths` is empty. The index does not change, and a file that the
    /// attempt does not have stays. The present state is saved as an attempt first. `now_ms` is Unix
    /// time.
    ///
    /// # Errors
    /// When git fails, when there is no such attempt, or when another repository is in the way.
    pub fn restore_attempt(
        &self,
        name: &CheckpointName,
        number: u32,
        paths: &[&Path],
        now_ms: u64,
    ) -> Result<RestoredFiles> {
        let repository = self.durable();
        let source = repository.attempt(name, number)?.commit;
        let private = PrivateDir::lock(&repository)?;
        let scratch = private.new_index("restore.index")?;
        let mut captured = capture(&private, &scratch)?;
        let selected = |change: &TreeChange| {
            change.new.is_some() && !change.is_repository() && is_selected(&change.path, paths)
        };
        let changes = changes_to_target(&scratch, &mut captured, &source, selected)?;
        let mut vaulted = repository.read_vault(&source)?;
        vaulted.retain(|entry| is_selected(&entry.path, paths));
        let secret_changes = captured.keep_before_restore(&repository, &vaulted);
        if changes.is_empty() && secret_changes.is_empty() {
            scratch.remove()?;
            return Ok(RestoredFiles { before: None, changes: Vec::new() });
        }
        let message = format!("before files of attempt {number} were taken back");
        let before = repository.save_attempt(name, &captured, &message, now_ms)?;
        if !changes.is_empty() {
            scratch
                .command("restore")
                .args(["--worktree", "--overlay", "--ignore-skip-worktree-bits"])
                .arg(format!("--source={source}"))
                .stdin_pathspecs(changes.iter().map(|change| &change.path))
                .run()?;
        }
        vaulted.iter().try_for_each(|entry| entry.restore(&repository))?;
        scratch.remove()?;
        let changes = changes.iter().map(TreeChange::to_file_change).chain(secret_changes);
        let changes = changes.collect();
        Ok(RestoredFiles { before: Some(before), changes })
    }
}

/// Whether a path is at or below one of `paths`, or there are none.
fn is_selected(path: &[u8], paths: &[&Path]) -> bool {
    let contains = |selected: &&Path| {
        let selected = selected.as_os_str().as_bytes();
        let selected = selected.strip_suffix(b"/").unwrap_or(selected);
        path.strip_prefix(selected).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
    };
    paths.is_empty() || paths.iter().any(contains)
}
