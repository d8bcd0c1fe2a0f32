//! Finds recorded sessions: walks paths and recognises files by what stands in them.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::formats::{FileHead, RecordFraming, RecordingFormat, recognise};

/// So much of a file is read to recognise it.
pub(crate) const HEAD: usize = 256 << 10;

/// The files of one or more sessions that belong together.
#[derive(Debug, Clone)]
pub struct SessionFiles {
    /// The main file first, then those of its subagents.
    pub files: Vec<PathBuf>,
    /// What they are.
    pub format: &'static RecordingFormat,
    /// How they are cut into records.
    pub framing: RecordFraming,
    /// Bytes to read.
    pub size: u64,
}

/// What was found.
#[derive(Debug, Default)]
pub struct SearchResult {
    /// Sessions to read.
    pub sources: Vec<SessionFiles>,
    /// Paths that cannot be read.
    pub refused: Vec<UnreadablePath>,
    /// Files that are no recorded sessions.
    pub other_files: u64,
}

/// A path that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadablePath {
    /// The path.
    pub path: PathBuf,
    /// Why.
    pub why: UnreadableReason,
}

/// Why a path cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnreadableReason {
    /// There is no such path.
    #[error("there is no such file or folder")]
    Missing,
    /// It may not be read.
    #[error("no permission to read it")]
    Permission,
    /// It is named and holds no text.
    #[error("it is a binary file")]
    Binary,
    /// It is named and is empty.
    #[error("it is empty")]
    Empty,
    /// It is named and of no known format.
    #[error("it is no recorded session of a known format")]
    Unknown,
    /// Anything else.
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

/// Finds the sessions at and below `paths`, in the order of their names. A folder that was entered
/// once, by whatever name, is not entered again.
#[must_use]
pub fn find(paths: &[PathBuf]) -> SearchResult {
    let mut walk = FolderWalk::default();
    for path in paths {
        walk.enter(path, true);
    }
    walk.found.sources = grouped(std::mem::take(&mut walk.found.sources));
    walk.found
}

#[derive(Default)]
struct FolderWalk {
    found: SearchResult,
    /// Device and inode of what was seen.
    seen: BTreeSet<(u64, u64)>,
}

impl FolderWalk {
    /// `named`: the person named this very path, so it is told what is wrong with it.
    fn enter(&mut self, path: &Path, named: bool) {
        let entered = fs::metadata(path).map_err(UnreadableReason::from).and_then(|meta| {
            if !self.seen.insert((meta.dev(), meta.ino())) {
                return Ok(());
            }
            if meta.is_dir() {
                self.folder(path)
            } else if meta.is_file() {
                self.file(path, meta.len(), named)
            } else {
                Ok(())
            }
        });
        // A link in a folder that leads nowhere is not worth a word.
        if let Err(why) = entered
            && (named || why != UnreadableReason::Missing)
        {
            self.found.refused.push(UnreadablePath { path: path.to_owned(), why });
        }
    }

    fn folder(&mut self, path: &Path) -> Result<(), UnreadableReason> {
        let mut entries = fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<Vec<_>, _>>()?;
        entries.sort();
        for entry in entries {
            if entry.file_name().is_none_or(|name| name != ".git") {
                self.enter(&entry, false);
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, size: u64, named: bool) -> Result<(), UnreadableReason> {
        let mut bytes = Vec::new();
        File::open(path)?.take(HEAD as u64).read_to_end(&mut bytes)?;
        let head = FileHead::of(&bytes);
        let why = if bytes.is_empty() {
            UnreadableReason::Empty
        } else if head.is_binary() {
            UnreadableReason::Binary
        } else if let Some((format, framing)) = recognise(&head) {
            let files = vec![path.to_owned()];
            self.found.sources.push(SessionFiles { files, format, framing, size });
            return Ok(());
        } else {
            UnreadableReason::Unknown
        };
        self.found.other_files += u64::from(!named);
        if named { Err(why) } else { Ok(()) }
    }
}

/// Puts `<session>/subagents/agent-*.jsonl` to `<session>.jsonl`.
fn grouped(sources: Vec<SessionFiles>) -> Vec<SessionFiles> {
    let (subagents, mut mains): (Vec<SessionFiles>, Vec<SessionFiles>) =
        sources.into_iter().partition(|source| parent(source).is_some());
    for source in subagents {
        let main = parent(&source);
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

/// The main file of a subagent's file.
fn parent(source: &SessionFiles) -> Option<PathBuf> {
    let folder = source.files.first()?.parent()?;
    (folder.file_name()? == "subagents")
        .then(|| folder.parent().map(|p| p.with_extension("jsonl")))?
}
