//! The files that a task may change.

use serde::{Deserialize, Serialize};

/// Globs of paths relative to the working folder. Without `files`, scope is off.
/// An entry that begins with `!` excludes what it matches.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScopeGlobs {
    /// Files of the task. Default: none, and then nothing is refused.
    pub files: Vec<String>,
    /// Files that may be changed with a justification, even if `files` or `forbid` match them.
    pub justify: Vec<String>,
    /// Files that may not be changed unless `files` match them. Default: none; preset `tdd`
    /// has some.
    pub forbid: Vec<String>,
}

impl ScopeGlobs {
    /// Whether a scope is set.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.files.is_empty()
    }

    /// Whether a scope is wanted but its files are not named.
    #[must_use]
    pub fn lacks_files(&self) -> bool {
        self.files.is_empty() && !(self.forbid.is_empty() && self.justify.is_empty())
    }
}
