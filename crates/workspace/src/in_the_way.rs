//! What stands where a file has to return, and is not kept yet: ignored files and folders.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::capture::{Captured, add_ignored, write_tree};
use crate::changes::Raw;
use crate::index::{GitPath, os};
use crate::repository::Repository;
use crate::{Error, ObjectId};

/// Takes what would be overwritten into the captured state, so that it is kept, and compares anew:
/// the changes from the present files to `target`.
///
/// # Errors
/// When another repository stands where a file has to return: nothing can keep that.
pub(crate) fn changes_to(
    repository: &Repository,
    scratch: &Path,
    captured: &mut Captured,
    target: &ObjectId,
    wanted: impl Fn(&Raw) -> bool,
) -> Result<Vec<Raw>, Error> {
    let listed = |files: &ObjectId| {
        let mut changes = repository.compare(files, target)?;
        changes.retain(&wanted);
        Ok::<_, Error>(changes)
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
fn obstacles(top: &Path, changes: &[Raw]) -> Vec<GitPath> {
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
enum Place {
    Folder,
    Nothing,
    Other,
}

fn obstacle<'p>(
    top: &Path,
    path: &'p [u8],
    folders: &mut BTreeMap<&'p [u8], Place>,
) -> Option<&'p [u8]> {
    let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
    for above in slashes.filter_map(|(at, _)| path.get(..at)) {
        match folders.entry(above).or_insert_with(|| place(top, above)) {
            Place::Folder => {}
            Place::Nothing => return None,
            Place::Other => return Some(above),
        }
    }
    match place(top, path) {
        Place::Nothing => None,
        Place::Other => Some(path),
        Place::Folder => holds_something(&top.join(os(path))).then_some(path),
    }
}

fn place(top: &Path, path: &[u8]) -> Place {
    match top.join(os(path)).symlink_metadata() {
        Ok(meta) if meta.is_dir() => Place::Folder,
        Ok(_) => Place::Other,
        Err(_) => Place::Nothing,
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

fn refuse_repositories(changes: &[Raw]) -> Result<(), Error> {
    let returning = Returning::of(changes);
    for raw in changes.iter().filter(|raw| raw.was_repository()) {
        if returning.meets(&raw.path) {
            return Err(Error::Refused(format!(
                "{} is a repository of its own and stands where a file has to return; \
                 move it away, then run this again",
                os(&raw.path).display()
            )));
        }
    }
    Ok(())
}

/// The files that will be written.
pub(crate) struct Returning(BTreeSet<GitPath>);

impl Returning {
    pub(crate) fn of(changes: &[Raw]) -> Self {
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
