//! Writes the working state as two trees: one of the files, one of the index.
//!
//! All of it happens in a copy of the repository's index. The copy has git's cache of file times,
//! so this is as fast as `git status`; neither HEAD nor index nor any file changes.

use std::path::PathBuf;

use crate::add_all::{LeftOutFiles, add_all};
use crate::git_path::{GitPath, as_path};
use crate::index::{IndexExtras, IndexFile};
use crate::private_dir::PrivateDir;
use crate::repository::Repository;
use crate::vault::{VaultEntry, VaultedFiles};
use crate::{ChangeKind, FileChange, ObjectId, Result};

/// At most this many of the paths that are left out are listed.
const MAX_LISTED: usize = 100;

/// The working state at one moment.
#[derive(Debug)]
pub(crate) struct CapturedState {
    /// The tree of the files: tracked, staged and untracked.
    pub(crate) files: ObjectId,
    /// The tree of the index.
    pub(crate) index: ObjectId,
    /// What the index holds that a tree cannot.
    pub(crate) extras: IndexExtras,
    /// `extras` as a tree, if there is anything to store.
    pub(crate) extras_tree: Option<ObjectId>,
    /// Paths that git cannot read, or of large files; the first 100.
    pub(crate) left_out: Vec<PathBuf>,
    /// Files of which the vault keeps something.
    pub(crate) vaulted: VaultedFiles,
}

/// Captures the working state. `scratch` becomes an index of its files.
pub(crate) fn capture(private: &PrivateDir<'_>, scratch: &IndexFile<'_>) -> Result<CapturedState> {
    scratch.copy_repository_index()?;
    let extras = scratch.extras()?;
    let index = write_index_tree(private, scratch, &extras)?;
    let extras_tree = extras.write_tree(private)?;
    clear_hiding_marks(scratch, &extras)?;
    let LeftOutFiles { mut paths, vaulted } = add_all(scratch)?;
    if scratch.repository.vault().is_none() {
        paths.extend_from_slice(&vaulted.secret);
    }
    let left_out = paths.iter().take(MAX_LISTED).map(|path| as_path(path).to_owned()).collect();
    let files = scratch.write_tree()?;
    Ok(CapturedState { files, index, extras, extras_tree, left_out, vaulted })
}

impl CapturedState {
    /// How secret files differ from those of another state in the vault. What restoring those would
    /// overwrite becomes part of this state, ignored or not.
    pub(crate) fn keep_before_restore(
        &mut self,
        repository: &Repository,
        vaulted: &[VaultEntry],
    ) -> Vec<FileChange> {
        let mut changes = Vec::new();
        for entry in vaulted {
            let Some(change) = entry.change(repository) else { continue };
            if change.kind == ChangeKind::Modified && !self.vaulted.secret.contains(&entry.path) {
                self.vaulted.secret.push(entry.path.clone());
            }
            changes.push(change);
        }
        changes
    }
}

/// The tree of the index, without the entries of conflicts.
fn write_index_tree(
    private: &PrivateDir<'_>,
    scratch: &IndexFile<'_>,
    extras: &IndexExtras,
) -> Result<ObjectId> {
    if extras.unmerged.is_empty() {
        return scratch.write_tree();
    }
    let merged = private.new_index("merged.index")?;
    merged.copy_from(&scratch.path)?;
    merged.update("--force-remove", extras.unmerged.iter().map(|entry| &entry.path))?;
    let tree = merged.write_tree();
    merged.remove()?;
    tree
}

/// Clears the marks with which git overlooks changes of files that exist.
fn clear_hiding_marks(scratch: &IndexFile<'_>, extras: &IndexExtras) -> Result<()> {
    scratch.update("--no-assume-unchanged", &extras.assumed)?;
    let exists = |path: &&GitPath| scratch.repository.path_on_disk(path).symlink_metadata().is_ok();
    scratch.update("--no-skip-worktree", extras.skipped.iter().filter(exists))
}
