//! Writes the working state as two trees: one of the files, one of the index.
//!
//! All of it happens in a copy of the repository's index. The copy has git's cache of file times,
//! so this is as fast as `git status`; neither HEAD nor index nor any file changes.

use std::path::PathBuf;

use crate::index::{GitPath, IndexExtras, IndexFile, as_path};
use crate::private_dir::PrivateDir;
use crate::{ObjectId, Result};

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
}

/// Captures the working state. `scratch` becomes an index of its files.
pub(crate) fn capture(private: &PrivateDir<'_>, scratch: &IndexFile<'_>) -> Result<CapturedState> {
    scratch.copy_repository_index()?;
    let extras = scratch.extras()?;
    let index = write_index_tree(private, scratch, &extras)?;
    let extras_tree = extras.write_tree(private)?;
    clear_hiding_marks(scratch, &extras)?;
    let left_out = scratch.add_all()?;
    let left_out = left_out.iter().take(MAX_LISTED).map(|path| as_path(path).to_owned()).collect();
    let files = scratch.write_tree()?;
    Ok(CapturedState { files, index, extras, extras_tree, left_out })
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
