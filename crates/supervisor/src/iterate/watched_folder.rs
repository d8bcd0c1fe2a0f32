//! The folder that a loop works in: the state of its files at one moment, and what changed between two.

use std::path::{Path, PathBuf};

use fusebox_git::{DiffSide, Repository, WorktreeSnapshot};

use super::folder_files::FolderFiles;

/// The folder that a loop works in.
#[derive(Debug)]
pub(super) enum WatchedFolder {
    /// It is in a git repository.
    Git(Repository),
    /// It is in none: its files are read.
    Files {
        /// The folder.
        top: PathBuf,
        /// What was read last.
        known: FolderFiles,
    },
}

/// The state of the files at one moment.
#[derive(Debug, Clone)]
pub(super) enum FolderSnapshot {
    /// As git identifies it.
    Git(WorktreeSnapshot),
    /// As the files were read.
    Files(FolderFiles),
    /// It could not be read.
    Unknown,
}

impl WatchedFolder {
    /// Opens a folder. The second value says why git cannot be used, where it fails.
    pub(super) fn of(dir: &Path) -> (Self, Option<String>) {
        let files = || Self::Files { top: dir.to_owned(), known: FolderFiles::default() };
        match Repository::find(dir) {
            Ok(Some(repository)) => (Self::Git(repository), None),
            Ok(None) => (files(), None),
            Err(error) => {
                (files(), Some(format!("fusebox: files are compared without git: {error}")))
            }
        }
    }

    /// The state of the files now.
    pub(super) fn snapshot(&mut self) -> FolderSnapshot {
        match self {
            Self::Git(repository) => {
                repository.snapshot().map_or(FolderSnapshot::Unknown, FolderSnapshot::Git)
            }
            Self::Files { top, known } => match FolderFiles::read(top, known) {
                Some(files) => {
                    known.clone_from(&files);
                    FolderSnapshot::Files(files)
                }
                None => FolderSnapshot::Unknown,
            },
        }
    }

    /// How many files changed between two snapshots, and how many commits were added; `None` where
    /// that is unknown.
    pub(super) fn changes(
        &self,
        before: &FolderSnapshot,
        after: &FolderSnapshot,
    ) -> (Option<u64>, Option<u64>) {
        match (self, before, after) {
            (Self::Git(repository), FolderSnapshot::Git(before), FolderSnapshot::Git(after)) => {
                // Only whether HEAD is another commit is judged, so commits are not counted.
                let commits = u64::from(before.head != after.head);
                (Some(changed_files(repository, before, after)), Some(commits))
            }
            (_, FolderSnapshot::Files(before), FolderSnapshot::Files(after)) => {
                (Some(before.count_changes(after)), None)
            }
            _ => (None, None),
        }
    }
}

/// Files that differ, or are staged differently. At least 1 for two snapshots that are not equal.
fn changed_files(
    repository: &Repository,
    before: &WorktreeSnapshot,
    after: &WorktreeSnapshot,
) -> u64 {
    let changes = if before.tree != after.tree {
        repository.snapshot_changes(before, after)
    } else if before.index != after.index {
        let [before, after] = [before, after].map(|of| DiffSide::Object(of.index.clone()));
        repository.changes(&before, &after)
    } else {
        return 0;
    };
    changes.map_or(1, |changes| changes.len().max(1) as u64)
}
