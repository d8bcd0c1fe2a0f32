//! The scope lock: which files a task may change, and which others were asked for.

mod class;
mod glob;
mod record;
mod sentence;

pub(crate) use class::{ScopeClass, scope_class};
pub use glob::{Glob, GlobError};
pub use record::{ScopeRecord, ScopeTouch, ScopeVerdict};
pub(crate) use sentence::{named_paths, sentence_fault};
use serde::{Deserialize, Serialize};

/// The files that a call writes, resolved; present only while a scope is set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WriteTargets {
    /// The files, at most [`WriteTargets::FILES`].
    pub files: Vec<WriteTarget>,
    /// Whether there are more, or one whose path is too long to be checked.
    #[serde(default)]
    pub more: bool,
}

impl WriteTargets {
    /// The most files of one call that are checked.
    pub const FILES: usize = 64;
    /// The longest path that is checked, in bytes.
    pub const PATH_BYTES: usize = 1_024;
}

/// A file that a call writes, links and `..` resolved.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WriteTarget {
    /// Its path relative to the working folder; absolute if it lies outside.
    pub path: String,
    /// Short digest of that path.
    pub key: u32,
    /// Whether it lies outside the working folder.
    #[serde(default)]
    pub outside: bool,
    /// Whether it holds only tests, by its name.
    #[serde(default)]
    pub test: bool,
}

/// An agent's reason to write outside the scope, from `fusebox justify`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScopeJustification {
    /// The test that it is for.
    pub test: String,
    /// The reason, redacted and bounded.
    pub because: String,
}
