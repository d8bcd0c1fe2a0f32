//! What can go wrong, and what to do next.

use std::path::PathBuf;
use std::time::Duration;

/// A failure of this crate. Every message ends with a next step.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// The program `git` could not be started.
    #[error("git could not be started: {source}; install git 2.30 or newer and put it on PATH")]
    NoGit {
        /// Why.
        source: std::io::Error,
    },
    /// Git ended with an error.
    #[error("`git {what}` failed in {}: {said}; run this again, or that by hand there to see more", folder.display())]
    Git {
        /// The git command, without its options.
        what: String,
        /// Where it ran.
        folder: PathBuf,
        /// What it said, shortened and without control characters.
        said: String,
    },
    /// Git did not end in time, or said more than is read.
    #[error("`git {what}` {how}; look for a slow filter or disk, then run this again")]
    Limit {
        /// The git command.
        what: String,
        /// Which limit.
        how: String,
    },
    /// A file could not be read or written.
    #[error("{} could not be {doing}: {source}; check its rights and the free space, then run this again", path.display())]
    File {
        /// In the form "read", "written".
        doing: &'static str,
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A task id that cannot be a checkpoint's name.
    #[error("a checkpoint's name {0}; give another task id")]
    Name(&'static str),
    /// There is no such checkpoint.
    #[error("there is no checkpoint for `{0}`; `git tag -l 'fusebox/checkpoint/*'` lists them")]
    NoCheckpoint(String),
    /// There is no such attempt.
    #[error("there is no attempt {number} of `{name}`; `git for-each-ref refs/fusebox` lists them")]
    NoAttempt {
        /// The task.
        name: String,
        /// Its number, from 1.
        number: u32,
    },
    /// The reference is there, but it is no record of ours.
    #[error(
        "{reference} is not a state that Fusebox kept ({why}); look at it with `git show`, and delete it with `git update-ref -d {reference}`"
    )]
    NotOurs {
        /// Which.
        reference: String,
        /// What is missing.
        why: &'static str,
    },
    /// A merge or the like is not where it was at the checkpoint.
    #[error("{0}")]
    Operation(String),
    /// The rollback would lose something or land in no good place. Nothing was changed.
    #[error("the rollback was not begun: {0}")]
    Refused(String),
    /// Another git process has the index.
    #[error("another git process works on the index; wait for it, or remove {} if none is running, then run this again", .0.display())]
    IndexLocked(PathBuf),
    /// Another process of ours is at work in this repository.
    #[error(
        "another Fusebox command has been working in this repository for {waited:?}; wait for it, then run this again"
    )]
    Busy {
        /// How long we waited.
        waited: Duration,
    },
}

impl GitError {
    pub(crate) fn file(
        doing: &'static str,
        path: &std::path::Path,
    ) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { doing, path, source }
    }
}

/// Text of a program as it may stand in a message: one line, bounded, no control characters.
pub(crate) fn shown(said: &[u8]) -> String {
    let text = String::from_utf8_lossy(said);
    let clean: String =
        text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).take(600).collect();
    if clean.is_empty() { "it said nothing".to_owned() } else { clean }
}
