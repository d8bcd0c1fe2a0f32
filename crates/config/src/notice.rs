//! What a person should know of a policy that is otherwise in order.

use std::fmt;

use serde::Serialize;

/// One remark.
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
    /// The role is in no preset and no file: it has the defaults.
    UnknownRole,
    /// A project's value would loosen what the user wrote, and is not used.
    ProjectLoosens,
    /// A variable that looks like ours, or names a rule of a later version, is not used.
    VariableIgnored,
    /// No installed client can feed the limit.
    Unfed,
    /// Another setting makes it do nothing, or less than it says.
    Idle,
}

impl fmt::Display for PolicyNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
