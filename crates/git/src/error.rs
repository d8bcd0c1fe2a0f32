//! The errors of this crate. Every message ends with a next step.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// The result of a function of this crate.
pub type Result<T, E = GitError> = std::result::Result<T, E>;

/// A failure of this crate.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// The program `git` could not be started.
    #[error("git could not be started: {source}; install git 2.30 or newer and put it on PATH")]
    NoGit {
        /// Why.
        source: std::io::Error,
    },
    /// Git ended with an error.
    #[error("`git {name}` failed in {}: {message}; run it by hand there to see more", folder.display())]
    Git {
        /// The git command, without its options.
        name: &'static str,
        /// Where it ran.
        folder: PathBuf,
        /// What it wrote to standard error, shortened and without control characters.
        message: String,
    },
    /// Git exceeded the limit of its time or its output.
    #[error("`git {name}` {problem}; look for a slow filter or disk, then run this again")]
    Limit {
        /// The git command.
        name: &'static str,
        /// Which limit.
        problem: String,
    },
    /// A file could not be read or written.
    #[error("{} could not be {action}: {source}; check its rights and the free space, then run this again", path.display())]
    File {
        /// A participle: "read", "written".
        action: &'static str,
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A task id that cannot be the name of a checkpoint.
    #[error("a checkpoint's name {0}; give another task id")]
    Name(&'static str),
    /// There is no such checkpoint.
    #[error("there is no checkpoint for `{0}`")]
    NoCheckpoint(String),
    /// There is no such attempt.
    #[error("there is no attempt {number} of `{name}`")]
    NoAttempt {
        /// The task.
        name: String,
        /// Its number, from 1.
        number: u32,
    },
    /// The reference exists, but Fusebox did not write its commit.
    #[error(
        "{reference} is not a state that Fusebox kept ({why}); look at it with `git show`, and delete it with `git update-ref -d {reference}`"
    )]
    NotOurs {
        /// Which reference.
        reference: String,
        /// What is missing.
        why: &'static str,
    },
    /// A merge or the like is not where it was at the checkpoint.
    #[error("{0}")]
    Operation(String),
    /// The rollback would lose something, or cannot move HEAD. Nothing was changed.
    #[error("the rollback was not begun: {0}")]
    Refused(String),
    /// Another git process has locked the index.
    #[error("another git process works on the index; wait for it, or remove {} if none is running, then run this again", .0.display())]
    IndexLocked(PathBuf),
    /// Another Fusebox process is at work in this repository.
    #[error(
        "another Fusebox command has been working in this repository for {waited:?}; wait for it, then run this again"
    )]
    Busy {
        /// How long this process waited.
        waited: Duration,
    },
}

impl GitError {
    /// Turns an I/O error on `path` into an error of this crate.
    pub(crate) fn file(
        action: &'static str,
        path: &Path,
    ) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::File { action, path, source }
    }
}

/// A program's text as part of a message: one line of at most 600 characters, no control characters.
pub(crate) fn printable(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let chars = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    let line: String = chars.take(600).collect();
    if line.is_empty() { "no message".to_owned() } else { line }
}
