//! What stands where a file has to return, and is not kept yet: ignored files and folders.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::capture::{CapturedState, add_ignored, write_tree};
use crate::changes::TreeChange;
use crate::index::{GitPath, os};
use crate::repository::Repository;
use crate::{GitError, ObjectId};

/// Takes what would be overwritten into the captured state, so that it is kept, and compares anew:
/// the changes from the present files to `target`.
///
/// # Errors
/// When another repository stands where a file has to return: nothing can keep that.
pub(crate) fn changes_to(
    repository: &Repository,
    scratch: &Path,
    captured: &mut CapturedState,
    target: &ObjectId,
    wanted: impl Fn(&TreeChange) -> bool,
) -> Result<Vec<TreeChange>, GitError> {
    let listed = |files: &ObjectId| {
        let mut changes = repository.compare(files, target)?;
        changes.retain(&wanted);
        Ok::<_, GitError>(changes)
    };
    let mut changes = listed(&captured.files)?;
    let ignored = obstacles(repository.top(), &changes);
    if !ignored.is_empty() {
        add_ignored(repository, scratch, &ignored)?;
        captured.files = write_tree(repository, scratch)?;
        changes = listed(&captured.files)?;
    }
    refuse_repositories(&changes)?;
    Ok(changes)
}

/// What is on disk where only the target has a file, or where a folder above it has to be.
fn obstacles(top: &Path, changes: &[TreeChange]) -> Vec<GitPath> {
    let mut folders = BTreeMap::new();
    let mut found = BTreeSet::new();
    for raw in changes.iter().filter(|raw| raw.old.is_none() && !raw.is_repository()) {
        if let Some(path) = obstacle(top, &raw.path, &mut folders) {
            found.insert(path.to_vec());
        }
    }
    found.into_iter().collect()
}

/// What is at a folder's place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PathOccupant {
    Folder,
    Nothing,
    Other,
}

fn obstacle<'p>(
    top: &Path,
    path: &'p [u8],
    folders: &mut BTreeMap<&'p [u8], PathOccupant>,
) -> Option<&'p [u8]> {
    let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
    for above in slashes.filter_map(|(at, _)| path.get(..at)) {
        match folders.entry(above).or_insert_with(|| place(top, above)) {
            PathOccupant::Folder => {}
            PathOccupant::Nothing => return None,
            PathOccupant::Other => return Some(above),
        }
    }
    match place(top, path) {
        PathOccupant::Nothing => None,
        PathOccupant::Other => Some(path),
        PathOccupant::Folder => holds_something(&top.join(os(path))).then_some(path),
    }
}

fn place(top: &Path, path: &[u8]) -> PathOccupant {
    match top.join(os(path)).symlink_metadata() {
        Ok(meta) if meta.is_dir() => PathOccupant::Folder,
        Ok(_) => PathOccupant::Other,
        Err(_) => PathOccupant::Nothing,
    }
}

/// Whether a folder has any file below it; git refuses to add one that has none.
fn holds_something(folder: &Path) -> bool {
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

fn refuse_repositories(changes: &[TreeChange]) -> Result<(), GitError> {
    let returning = WrittenPaths::of(changes);
    for raw in changes.iter().filter(|raw| raw.was_repository()) {
        if returning.meets(&raw.path) {
            return Err(GitError::Refused(format!(
                "{} is a repository of its own and stands where a file has to return; \
                 move it away, then run this again",
                os(&raw.path).display()
            )));
        }
    }
    Ok(())
}

/// The files that will be written.
pub(crate) struct WrittenPaths(BTreeSet<GitPath>);

impl WrittenPaths {
    pub(crate) fn of(changes: &[TreeChange]) -> Self {
        let files = changes.iter().filter(|raw| raw.new.is_some() && !raw.is_repository());
        Self(files.map(|raw| raw.path.clone()).collect())
    }

    /// Whether one of them is at this path, below it, or where a folder above it is.
    pub(crate) fn meets(&self, path: &[u8]) -> bool {
        let below = [path, b"/"].concat();
        let inside = self.0.range(below.clone()..).next();
        let mut slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
        self.0.contains(path)
            || inside.is_some_and(|found| found.starts_with(&below))
            || slashes.any(|(at, _)| path.get(..at).is_some_and(|above| self.0.contains(above)))
    }
}
