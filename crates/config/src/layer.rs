//! What a caller hands over: one layer of policy, still as text.

use std::path::PathBuf;

/// One layer. The order of the variants is the order of strength; the order in which layers are
/// handed over matters only between two of the same kind (the later one wins).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PolicyLayer {
    /// The user's file (`$XDG_CONFIG_HOME/fusebox/config.toml`, or `--config`).
    User {
        /// Its path, for messages only.
        path: PathBuf,
        /// Its text.
        text: String,
    },
    /// The project's file (`.fusebox.toml`).
    Project {
        /// Its path, for messages only.
        path: PathBuf,
        /// Its text.
        text: String,
    },
    /// What a task was started with (`task start --set KEY=VALUE`).
    Task {
        /// The task's id.
        id: String,
        /// Keys and values as written.
        values: Vec<(String, String)>,
    },
    /// The process's environment; variables that are not ours are passed over.
    Environment {
        /// Names and values.
        variables: Vec<(String, String)>,
    },
    /// One flag of the command line.
    Flag {
        /// The flag as the person wrote it, for messages (`--mode`).
        name: String,
        /// The setting it sets.
        key: String,
        /// Its value.
        value: String,
    },
}

impl PolicyLayer {
    /// The user's file.
    #[must_use]
    pub fn user(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self::User { path: path.into(), text: text.into() }
    }

    /// The project's file.
    #[must_use]
    pub fn project(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self::Project { path: path.into(), text: text.into() }
    }

    /// What a task was started with.
    #[must_use]
    pub fn task<K: Into<String>, V: Into<String>>(
        id: impl Into<String>,
        values: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        Self::Task { id: id.into(), values: pairs(values) }
    }

    /// The environment, whole or in part.
    #[must_use]
    pub fn environment<K: Into<String>, V: Into<String>>(
        variables: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        Self::Environment { variables: pairs(variables) }
    }

    /// One flag.
    #[must_use]
    pub fn flag(name: impl Into<String>, key: impl Into<String>, value: impl Into<String>) -> Self {
        Self::Flag { name: name.into(), key: key.into(), value: value.into() }
    }
}

fn pairs<K: Into<String>, V: Into<String>>(
    values: impl IntoIterator<Item = (K, V)>,
) -> Vec<(String, String)> {
    values.into_iter().map(|(key, value)| (key.into(), value.into())).collect()
}
