//! What kind of work a call is.

use serde::{Deserialize, Serialize};

/// Kinds of work that the repetition rules treat apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkKind {
    /// None of the others.
    #[default]
    Other,
    /// An edit of a file by an edit tool.
    Edit,
    /// A test run, a linter, a comparison or a benchmark: what it finds is its answer.
    Check,
    /// Asks about what others change: a queue, a cluster, a port.
    Query,
    /// Installs a program or a package.
    Install,
    /// Writes down a plan or a list of things to do.
    Plan,
    /// A command line that does nothing: comments, `true`, an empty script.
    Nothing,
    /// A command line that only shows files, pages or logs: what they say it does not say itself.
    Look,
    /// A command line that acts by means that are not known: it may bring what was missing.
    Setup,
    /// A look at the end of a file that a running program may write on.
    Log,
    /// A search by the tool of a server: another target that has nothing is an answer too.
    Lookup,
    /// Acts on a server or through another agent: clicks, types, sends, saves.
    Act,
    /// Selects a revision, a workspace, a cluster or an account: what is asked next is asked of something else.
    Select,
    /// A command line that only sets an option or a variable, or clears what tools make again: it may bring what was missing,
    /// and is no progress towards what fails alike before and after it.
    Settings,
}

impl WorkKind {
    /// Whether such a call may compile or check what is wrong in files.
    #[must_use]
    pub fn may_meet_faults(self) -> bool {
        matches!(self, Self::Other | Self::Check | Self::Setup)
    }

    /// Whether such a call only shows files, pages or logs.
    #[must_use]
    pub fn shows(self) -> bool {
        matches!(self, Self::Look | Self::Log)
    }
}
