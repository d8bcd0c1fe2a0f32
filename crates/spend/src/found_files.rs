//! Finds the files at and below paths. Links to folders are followed once.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Folders that hold no records of clients, and can be large.
const OTHER_FOLDERS: &[&str] =
    &[".git", "node_modules", "file-history", "shell-snapshots", "todos"];

/// The database of opencode.
const OPENCODE_STORE: &str = "opencode.db";

/// A file that may be a client's record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundFile {
    pub(crate) path: PathBuf,
    pub(crate) stamp: FileStamp,
}

/// What tells whether a file was changed or replaced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileStamp {
    pub(crate) device: u64,
    pub(crate) inode: u64,
    pub(crate) size: u64,
    pub(crate) modified_s: i64,
    pub(crate) modified_ns: i64,
}

impl FileStamp {
    /// Reads the stamp of an open or named file.
    pub(crate) fn of(metadata: &fs::Metadata) -> Self {
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.len(),
            modified_s: metadata.mtime(),
            modified_ns: metadata.mtime_nsec(),
        }
    }

    /// The same of a file at a path. The latest rows of a database stand in a file beside it.
    pub(crate) fn of_file(path: &Path, metadata: &fs::Metadata) -> Self {
        let mut stamp = Self::of(metadata);
        if !path.ends_with(OPENCODE_STORE) {
            return stamp;
        }
        if let Ok(log) = fs::metadata(path.with_extension("db-wal")) {
            let latest = (log.mtime(), log.mtime_nsec()).max((stamp.modified_s, stamp.modified_ns));
            (stamp.modified_s, stamp.modified_ns) = latest;
            stamp.size += log.len();
        }
        stamp
    }

    /// Whether both are of the same file, changed or not.
    pub(crate) fn is_same_file(&self, other: &Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }
}

/// A path that could not be read, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadPath {
    /// The path.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

impl UnreadPath {
    pub(crate) fn new(path: &Path, error: &std::io::Error) -> Self {
        let kind = error.kind();
        let reason = if kind == ErrorKind::NotFound {
            "there is no such file or folder".to_owned()
        } else if kind == ErrorKind::PermissionDenied {
            "no permission to read it".to_owned()
        } else {
            error.to_string()
        };
        Self { path: path.to_owned(), reason }
    }
}

/// The files at and below `paths`, sorted by their paths, and what could not be read.
pub(crate) fn find_files(paths: &[PathBuf]) -> (Vec<FoundFile>, Vec<UnreadPath>) {
    let mut walk = FolderWalk::default();
    for path in paths {
        walk.visit(path, true);
    }
    walk.files.sort_by(|a, b| a.path.cmp(&b.path));
    (walk.files, walk.unread)
}

#[derive(Default)]
struct FolderWalk {
    files: Vec<FoundFile>,
    unread: Vec<UnreadPath>,
    visited: BTreeSet<(u64, u64)>,
}

impl FolderWalk {
    /// Visits a path. `is_named` says that the user named it, so that its name decides nothing.
    fn visit(&mut self, path: &Path, is_named: bool) {
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            // A dangling link in a folder is nobody's record.
            Err(error) if !is_named && error.kind() == ErrorKind::NotFound => return,
            Err(error) => return self.unread.push(UnreadPath::new(path, &error)),
        };
        let stamp = FileStamp::of_file(path, &metadata);
        let is_candidate =
            metadata.is_file() && metadata.len() > 0 && (is_named || has_ending(path));
        if !(metadata.is_dir() || is_candidate) || !self.visited.insert((stamp.device, stamp.inode))
        {
            return;
        }
        if is_candidate {
            return self.files.push(FoundFile { path: path.to_owned(), stamp });
        }
        match fs::read_dir(path) {
            Ok(entries) => {
                // A file of the folder that vanishes meanwhile is no error.
                for entry in entries.flatten() {
                    let is_other = entry
                        .file_name()
                        .to_str()
                        .is_some_and(|name| OTHER_FOLDERS.contains(&name));
                    if !is_other {
                        self.visit(&entry.path(), false);
                    }
                }
            }
            Err(error) => self.unread.push(UnreadPath::new(path, &error)),
        }
    }
}

fn has_ending(path: &Path) -> bool {
    path.ends_with(OPENCODE_STORE)
        || path.extension().is_some_and(|ending| ending == "jsonl" || ending == "json")
}
