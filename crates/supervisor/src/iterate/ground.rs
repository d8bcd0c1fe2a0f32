//! Where a loop works: the state of its files at one moment, and what changed between two.

use std::path::{Path, PathBuf};

use fusebox_git::{DiffSide, Repository, WorktreeSnapshot};

use super::walk::Files;

/// Where a loop works.
#[derive(Debug)]
pub(super) enum WatchedFolder {
    /// In a git repository.
    Git(Repository),
    /// Somewhere else: its files are read.
    Folder {
        /// The folder.
        top: PathBuf,
        /// What is known of its files.
        known: Files,
    },
}

/// The state of the files at one moment.
#[derive(Debug, Clone)]
pub(super) enum FolderMark {
    /// Named by git.
    Git(WorktreeSnapshot),
    /// Read one by one.
    Files(Files),
    /// Nobody could look.
    Unknown,
}

impl WatchedFolder {
    /// The ground under a folder, and what stands in the way of measuring it with git.
    pub(super) fn of(dir: &Path) -> (Self, Option<String>) {
        let folder = || Self::Folder { top: dir.to_owned(), known: Files::default() };
        match Repository::find(dir) {
            Ok(Some(repository)) => (Self::Git(repository), None),
            Ok(None) => (folder(), None),
            Err(error) => {
                let trouble = format!("fusebox: files are compared without git: {error}");
                (folder(), Some(trouble))
            }
        }
    }

    /// The state of the files now.
    pub(super) fn mark(&mut self) -> FolderMark {
        match self {
            Self::Git(repository) => {
                repository.snapshot().map_or(FolderMark::Unknown, FolderMark::Git)
            }
            Self::Folder { top, known } => match Files::read(top, known) {
                Some(files) => {
                    known.clone_from(&files);
                    FolderMark::Files(files)
                }
                None => FolderMark::Unknown,
            },
        }
    }

    /// How many files changed between two moments, and how many commits came; unknown is never
    /// none.
    pub(super) fn changes(
        &self,
        before: &FolderMark,
        after: &FolderMark,
    ) -> (Option<u64>, Option<u64>) {
        match (self, before, after) {
            (Self::Git(repository), FolderMark::Git(before), FolderMark::Git(after)) => {
                // HEAD is another commit: how many there are between is not what is judged.
                let commits = u64::from(before.head != after.head);
                (Some(of_snapshots(repository, before, after)), Some(commits))
            }
            (_, FolderMark::Files(before), FolderMark::Files(after)) => {
                (Some(before.changed(after)), None)
            }
            _ => (None, None),
        }
    }
}

/// Files that differ, or that are staged in another form. Two snapshots that are not equal never
/// have none.
fn of_snapshots(
    repository: &Repository,
    before: &WorktreeSnapshot,
    after: &WorktreeSnapshot,
) -> u64 {
    let differ = if before.tree != after.tree {
        repository.snapshot_changes(before, after)
    } else if before.index != after.index {
        let [before, after] = [before, after].map(|of| DiffSide::Object(of.index.clone()));
        repository.changes(&before, &after)
    } else {
        return 0;
    };
    differ.map_or(1, |changes| changes.len().max(1) as u64)
}
