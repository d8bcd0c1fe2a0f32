//! What a guard is opened with.

use std::path::PathBuf;

use crate::policies::PolicyFlags;

/// Where a guard keeps its state, which policy it obeys, and what it calls its session.
#[derive(Debug, Clone, Default)]
pub struct GuardConfig {
    pub(crate) store: Option<PathBuf>,
    pub(crate) flags: PolicyFlags,
    pub(crate) session: Option<String>,
    pub(crate) task: Option<String>,
    pub(crate) role: Option<String>,
    pub(crate) folder: Option<PathBuf>,
}

impl GuardConfig {
    /// State in memory, gone with the guard.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// State in the store of this folder, which is made when it is missing (mode 0700).
    /// `$XDG_STATE_HOME/fusebox` is the folder that the `fusebox` command reads.
    #[must_use]
    pub fn stored_in(folder: impl Into<PathBuf>) -> Self {
        Self { store: Some(folder.into()), ..Self::default() }
    }

    /// Adds a preset (`budget`, `tdd`, `loop` …) above `default`; later ones win.
    #[must_use]
    pub fn preset(mut self, name: impl Into<String>) -> Self {
        self.flags.presets.push(name.into());
        self
    }

    /// Sets one key of the configuration, as in `set("limits.tool_calls", "50")`.
    #[must_use]
    pub fn set(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.flags.settings.push((key.into(), value.into()));
        self
    }

    /// Reads the policy from this file.
    #[must_use]
    pub fn config_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.flags.config = Some(path.into());
        self
    }

    /// Names the session; without a name it has one of its own. A session with the same name
    /// in the same store is resumed.
    #[must_use]
    pub fn session(mut self, id: impl Into<String>) -> Self {
        self.session = Some(id.into());
        self
    }

    /// Names the task that the session serves: its budgets and attempts outlive the session.
    #[must_use]
    pub fn task(mut self, id: impl Into<String>) -> Self {
        self.task = Some(id.into());
        self
    }

    /// Names what the agent is for, which selects overrides of the policy.
    #[must_use]
    pub fn role(mut self, role: impl Into<String>) -> Self {
        self.role = Some(role.into());
        self
    }

    /// The folder that the agent works in: relative paths start there, and its project's policy holds.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }
}
