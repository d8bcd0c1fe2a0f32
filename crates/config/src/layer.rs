//! A layer of policy, still as text.

use std::path::PathBuf;

use crate::origin::LayerOrigin;

/// One layer. Layers win by their kind; of two of the same kind the later one wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyLayer {
    /// Where it comes from. The environment has no name: its variables have.
    pub(crate) origin: LayerOrigin,
    pub(crate) text: LayerText,
}

/// The text of a layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LayerText {
    /// A TOML document.
    Toml(String),
    /// Keys and values.
    Pairs(Vec<(String, String)>),
    /// Names and values of variables, ours and others.
    Variables(Vec<(String, String)>),
}

impl PolicyLayer {
    /// The user's file (`$XDG_CONFIG_HOME/fusebox/config.toml`, or `--config`). The path is only
    /// used in messages.
    #[must_use]
    pub fn user(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self { origin: LayerOrigin::User(path.into()), text: LayerText::Toml(text.into()) }
    }

    /// The project's file (`.fusebox.toml`). The path is only used in messages.
    #[must_use]
    pub fn project(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self { origin: LayerOrigin::Project(path.into()), text: LayerText::Toml(text.into()) }
    }

    /// The settings of a task (`task start --set KEY=VALUE`).
    #[must_use]
    pub fn task<K: Into<String>, V: Into<String>>(
        id: impl Into<String>,
        values: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        Self { origin: LayerOrigin::Task(id.into()), text: LayerText::Pairs(to_pairs(values)) }
    }

    /// The environment, whole or in part. Variables that are not ours are ignored.
    #[must_use]
    pub fn environment<K: Into<String>, V: Into<String>>(
        variables: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        let origin = LayerOrigin::Environment(String::new());
        Self { origin, text: LayerText::Variables(to_pairs(variables)) }
    }

    /// One flag of the command line: its name as the user wrote it (`--mode`), and the setting and
    /// value that it stands for.
    #[must_use]
    pub fn flag(name: impl Into<String>, key: impl Into<String>, value: impl Into<String>) -> Self {
        let text = LayerText::Pairs(vec![(key.into(), value.into())]);
        Self { origin: LayerOrigin::Flag(name.into()), text }
    }

    /// Whether it is the environment.
    #[must_use]
    pub fn is_environment(&self) -> bool {
        matches!(self.text, LayerText::Variables(_))
    }
}

fn to_pairs<K: Into<String>, V: Into<String>>(
    values: impl IntoIterator<Item = (K, V)>,
) -> Vec<(String, String)> {
    values.into_iter().map(|(key, value)| (key.into(), value.into())).collect()
}
