//! Finds recorded sessions: walks paths and recognises files by their content.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::formats::{FileHead, RecordFraming, RecordingFormat, recognise};

/// Bytes of a file that are read to recognise it.
pub(crate) const HEAD_BYTES: usize = 256 << 10;

/// The files of one or more sessions that belong together.
#[derive(Debug, Clone)]
pub struct SessionFiles {
    /// The main file first, then those of its subagents.
    pub files: Vec<PathBuf>,
    /// The format of all of them.
    pub format: &'static RecordingFormat,
    /// How the files are divided into records.
    pub framing: RecordFraming,
    /// The size of all files in bytes.
    pub size: u64,
}

/// The result of a search.
#[derive(Debug, Default)]
pub struct SearchResult {
    /// The sessions.
    pub sources: Vec<SessionFiles>,
    /// Paths that cannot be read.
    pub unreadable: Vec<UnreadablePath>,
    /// The number of files that are not recorded sessions.
    pub other_files: u64,
}

/// A path that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadablePath {
    /// The path.
    pub path: PathBuf,
    /// Why it cannot be read.
    pub reason: UnreadableReason,
}

/// Why a path cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnreadableReason {
    /// The path does not exist.
    #[error("there is no such file or folder")]
    Missing,
    /// The user has no permission.
    #[error("no permission to read it")]
    Permission,
    /// The user named a binary file.
    #[error("it is a binary file")]
    Binary,
    /// The user named an empty file.
    #[error("it is empty")]
    Empty,
    /// The user named a file of an unknown format.
    #[error("it is no recorded session of a known format")]
    Unknown,
    /// Another error of the system.
    #[error("{0}")]
    Other(String),
}

impl From<io::Error> for UnreadableReason {
    fn from(error: io::Error) -> Self {
        let kind = error.kind();
        if kind == io::ErrorKind::NotFound {
            Self::Missing
        } else if kind == io::ErrorKind::PermissionDenied {
            Self::Permission
        } else {
            Self::Other(error.to_string())
        }
    }
}

/// Finds the sessions at and below `paths`, in the order of their names. A folder is searched once, even if several
/// links lead to it.
#[must_use]
pub fn find_sessions(paths: &[PathBuf]) -> SearchResult {
    let mut walk = FolderWalk::default();
    for path in paths {
        walk.visit(path, true);
    }
    let sources = std::mem::take(&mut walk.result.sources);
    SearchResult { sources: with_subagents(sources), ..walk.result }
}

#[derive(Default)]
struct FolderWalk {
    result: SearchResult,
    /// Device and inode of the visited files and folders.
    visited: BTreeSet<(u64, u64)>,
}

impl FolderWalk {
    /// Visits a path. `is_named` says that the user named this very path and wants to know what is wrong with it.
    fn visit(&mut self, path: &Path, is_named: bool) {
        let visited = fs::metadata(path).map_err(UnreadableReason::from).and_then(|meta| {
            if !self.visited.insert((meta.dev(), meta.ino())) {
                Ok(())
            } else if meta.is_dir() {
                self.visit_folder(path)
            } else if meta.is_file() {
                self.visit_file(path, meta.len(), is_named)
            } else {
                Ok(())
            }
        });
        // A dangling link in a folder is not reported.
        if let Err(reason) = visited
            && (is_named || reason != UnreadableReason::Missing)
        {
            self.result.unreadable.push(UnreadablePath { path: path.to_owned(), reason });
        }
    }

    fn visit_folder(&mut self, path: &Path) -> Result<(), UnreadableReason> {
        let entries = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
        let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
        entries.sort();
        for entry in entries.iter().filter(|entry| !entry.ends_with(".git")) {
            self.visit(entry, false);
        }
        Ok(())
    }

    fn visit_file(
        &mut self,
        path: &Path,
        size: u64,
        is_named: bool,
    ) -> Result<(), UnreadableReason> {
        let mut bytes = Vec::new();
        File::open(path)?.take(HEAD_BYTES as u64).read_to_end(&mut bytes)?;
        let head = FileHead::new(&bytes);
        let reason = if bytes.is_empty() {
            UnreadableReason::Empty
        } else if head.is_binary() {
            UnreadableReason::Binary
        } else if let Some((format, framing)) = recognise(&head) {
            let files = vec![path.to_owned()];
            self.result.sources.push(SessionFiles { files, format, framing, size });
            return Ok(());
        } else {
            UnreadableReason::Unknown
        };
        self.result.other_files += u64::from(!is_named);
        if is_named { Err(reason) } else { Ok(()) }
    }
}

/// Adds each `<session>/subagents/agent-*.jsonl` to the files of `<session>.jsonl`.
fn with_subagents(sources: Vec<SessionFiles>) -> Vec<SessionFiles> {
    let (subagents, mut mains): (Vec<SessionFiles>, Vec<SessionFiles>) =
        sources.into_iter().partition(|source| main_file(source).is_some());
    for source in subagents {
        let main = main_file(&source);
        match mains.iter_mut().find(|other| other.files.first() == main.as_ref()) {
            Some(main) => {
                main.size += source.size;
                main.files.extend(source.files);
            }
            None => mains.push(source),
        }
    }
    mains
}

/// The main file, if this is the file of a subagent.
fn main_file(source: &SessionFiles) -> Option<PathBuf> {
    let folder = source.files.first()?.parent()?;
    let is_of_subagents = folder.ends_with("subagents");
    folder.parent().filter(|_| is_of_subagents).map(|session| session.with_extension("jsonl"))
}
