//! The files that a task may change.

use serde::{Deserialize, Serialize};

/// Globs of paths as seen from the folder of the work. Without `files`, scope is off.
/// An entry that begins with `!` takes out what it stands for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScopeGlobs {
    /// What belongs to the task. Default: nothing, and then nothing is refused.
    pub files: Vec<String>,
    /// What may be changed with a justification, even where `files` or `forbid` name it.
    pub justify: Vec<String>,
    /// What may not be changed at all, where `files` do not name it. Default: nothing; preset `tdd`
    /// ships some.
    pub forbid: Vec<String>,
}

impl ScopeGlobs {
    /// Whether there is a scope to keep to.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.files.is_empty()
    }

    /// Whether somebody wants a scope, and nobody named its files.
    #[must_use]
    pub fn lacks_files(&self) -> bool {
        self.files.is_empty() && !(self.forbid.is_empty() && self.justify.is_empty())
    }
}
