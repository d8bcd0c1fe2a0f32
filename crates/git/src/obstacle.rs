//! Ignored files and folders that a restore would overwrite: they are added to the saved state
//! first.

use std::collections::BTreeSet;
use std::path::Path;

use crate::capture::CapturedState;
use crate::diff::TreeChange;
use crate::git_path::{GitPath, as_path, folders_above};
use crate::index::IndexFile;
use crate::{GitError, ObjectId, Result};

/// The changes from the present files to `target` that satisfy `selected`. What writing them would
/// overwrite is added to the captured state.
///
/// # Errors
/// When another repository would be overwritten: no state can hold that.
pub(crate) fn changes_to_target(
    scratch: &IndexFile<'_>,
    captured: &mut CapturedState,
    target: &ObjectId,
    selected: impl Fn(&TreeChange) -> bool,
) -> Result<Vec<TreeChange>> {
    let repository = scratch.repository;
    let compare = |files: &ObjectId| {
        let mut changes = repository.compare_trees(files, target)?;
        changes.retain(&selected);
        Ok::<_, GitError>(changes)
    };
    let mut changes = compare(&captured.files)?;
    let obstacles = obstacles(repository.top(), &changes);
    if !obstacles.is_empty() {
        scratch.add_ignored(&obstacles)?;
        captured.files = scratch.write_tree()?;
        changes = compare(&captured.files)?;
    }
    refuse_repositories(&changes)?;
    Ok(changes)
}

/// Paths that exist on disk where only the target has a file, or in place of a folder above one.
fn obstacles(top: &Path, changes: &[TreeChange]) -> Vec<GitPath> {
    let added = changes.iter().filter(|change| change.old.is_none() && !change.is_repository());
    let found: BTreeSet<&[u8]> =
        added.filter_map(|change| find_obstacle(top, &change.path)).collect();
    found.into_iter().map(<[u8]>::to_vec).collect()
}

fn find_obstacle<'p>(top: &Path, path: &'p [u8]) -> Option<&'p [u8]> {
    let metadata = |path: &[u8]| top.join(as_path(path)).symlink_metadata().ok();
    for above in folders_above(path) {
        if !metadata(above)?.is_dir() {
            return Some(above);
        }
    }
    let is_obstacle = !metadata(path)?.is_dir() || contains_file(&top.join(as_path(path)));
    is_obstacle.then_some(path)
}

/// Whether a folder has a file at any depth. Git refuses to add a folder that has none.
fn contains_file(folder: &Path) -> bool {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(folder) else { return true };
        for entry in entries {
            match entry.and_then(|entry| Ok((entry.file_type()?, entry.path()))) {
                Ok((kind, path)) if kind.is_dir() => open.push(path),
                Ok(_) | Err(_) => return true,
            }
        }
    }
    false
}

fn refuse_repositories(changes: &[TreeChange]) -> Result<()> {
    let written = WrittenPaths::of(changes);
    let mut repositories = changes.iter().filter(|change| change.was_repository());
    match repositories.find(|change| written.overlap(&change.path)) {
        None => Ok(()),
        Some(change) => Err(GitError::Refused(format!(
            "{} is a repository of its own and stands where a file has to return; \
             move it away, then run this again",
            as_path(&change.path).display()
        ))),
    }
}

/// The paths of the files that a restore writes.
pub(crate) struct WrittenPaths(BTreeSet<GitPath>);

impl WrittenPaths {
    pub(crate) fn of(changes: &[TreeChange]) -> Self {
        let written =
            changes.iter().filter(|change| change.new.is_some() && !change.is_repository());
        Self(written.map(|change| change.path.clone()).collect())
    }

    /// Whether one of them is this path, is below it, or is in place of a folder above it.
    pub(crate) fn overlap(&self, path: &[u8]) -> bool {
        let folder = [path, b"/"].concat();
        let inside = self.0.range(folder.clone()..).next();
        self.0.contains(path)
            || inside.is_some_and(|found| found.starts_with(&folder))
            || folders_above(path).any(|above| self.0.contains(above))
    }
}
