//! The outcome of folding one source.

use std::path::PathBuf;

use crate::session_fold::ReplayedSession;

/// The outcome of one source.
#[derive(Debug, Default)]
pub struct ReplayOutcome {
    /// Its sessions, in the order in which they begin.
    pub sessions: Vec<ReplayedSession>,
    /// Records that were not understood.
    pub skipped: u64,
    /// Files whose last line is incomplete.
    pub unfinished: u64,
    /// Files that could not be read to their end.
    pub damaged: Vec<DamagedFile>,
}

/// A file that could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedFile {
    /// The file.
    pub file: PathBuf,
    /// Why it could not be read.
    pub reason: String,
}
