//! The scope lock: which files a task may change, and what was asked for beyond them
//!.

mod class;
mod glob;
mod record;
mod sentence;

pub(crate) use class::{ScopeClass, scope_class};
pub use glob::{Glob, GlobError};
pub use record::{ScopeRecord, ScopeTouch, ScopeVerdict};
pub(crate) use sentence::{named_paths, sentence_fault};
use serde::{Deserialize, Serialize};

/// What a call writes, resolved; there only while a scope is on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WriteTargets {
    /// The files, at most [`WriteTargets::FILES`].
    pub files: Vec<WriteTarget>,
    /// There are more, or one whose path is too long to be judged.
    #[serde(default)]
    pub more: bool,
}

impl WriteTargets {
    /// The most files of one call that are judged.
    pub const FILES: usize = 64;
    /// The longest path that is judged, in bytes.
    pub const PATH_BYTES: usize = 1_024;
}

/// A file that a call writes, links and `..` resolved.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WriteTarget {
    /// Its path from the folder of the work; from the root where it lies outside.
    pub path: String,
    /// Short digest of that path.
    pub key: u32,
    /// Whether it lies outside the folder of the work.
    #[serde(default)]
    pub outside: bool,
    /// Whether it holds tests and nothing else, by its name.
    #[serde(default)]
    pub test: bool,
}

/// What an agent gives as the reason to leave the scope, from `fusebox justify`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScopeJustification {
    /// The test that it is for.
    pub test: String,
    /// Why, redacted and bounded.
    pub because: String,
}
