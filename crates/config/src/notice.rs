//! Remarks on a policy that is valid.

use std::fmt;

use serde::Serialize;

/// A remark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PolicyNotice {
    /// What it is about.
    pub kind: NoticeKind,
    /// The setting it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<&'static str>,
    /// The remark, one line.
    pub message: String,
}

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// The role is in no preset and no file, so it has the defaults.
    UnknownRole,
    /// A project's value is not used: it is looser than what the user wrote.
    ProjectLoosens,
    /// A variable is not used: it looks like ours, or belongs to a rule of a later version.
    VariableIgnored,
    /// No installed client reports what the limit counts.
    #[serde(rename = "unfed")]
    UnreportedLimit,
    /// It is accepted, but this version does nothing with it yet.
    NotBuilt,
    /// It has no effect, or less than it says, because of another setting.
    #[serde(rename = "idle")]
    Ineffective,
}

impl PolicyNotice {
    pub(crate) fn new(kind: NoticeKind, key: Option<&'static str>, message: String) -> Self {
        Self { kind, key, message }
    }
}

impl fmt::Display for PolicyNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
