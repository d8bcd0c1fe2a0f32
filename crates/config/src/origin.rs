//! Where a value was written: which layer, which role's table, which line.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

use crate::raw_value::printable;

/// The layer of a value, from the weakest to the strongest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "name", rename_all = "snake_case")]
pub enum LayerOrigin {
    /// A compiled-in preset.
    Preset(String),
    /// The user's file.
    #[serde(serialize_with = "lossy")]
    User(PathBuf),
    /// The project's file.
    #[serde(serialize_with = "lossy")]
    Project(PathBuf),
    /// The task of this id.
    Task(String),
    /// An environment variable.
    Environment(String),
    /// A flag of the command line, as written (`--mode`).
    Flag(String),
}

/// A position in a file. Both numbers start at 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TextPosition {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// Where one value was written.
///
/// Displayed as `config.toml:4`, `preset budget (role pm)`, `FUSEBOX_MODE`, `--mode` or `task 42`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValueSource {
    /// The layer.
    pub origin: LayerOrigin,
    /// The role, when it is in that role's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The position, when the layer is a file.
    #[serde(flatten)]
    pub position: Option<TextPosition>,
}

impl LayerOrigin {
    /// The strength of the layer: a larger number wins.
    pub(crate) fn strength(&self) -> u8 {
        match self {
            Self::Preset(_) => 0,
            Self::User(_) => 1,
            Self::Project(_) => 2,
            Self::Task(_) => 3,
            Self::Environment(_) => 4,
            Self::Flag(_) => 5,
        }
    }
}

impl ValueSource {
    /// A layer as a whole.
    #[must_use]
    pub fn of(origin: LayerOrigin) -> Self {
        Self { origin, role: None, position: None }
    }

    /// The same source at `position`, if that is known.
    #[must_use]
    pub fn at(&self, position: Option<TextPosition>) -> Self {
        Self { position: position.or(self.position), ..self.clone() }
    }

    /// The position as editors take it: `config.toml:4:7`.
    #[must_use]
    pub fn exact(&self) -> String {
        match self.position {
            Some(TextPosition { line, column }) => format!("{}:{line}:{column}", self.origin),
            None => self.origin.to_string(),
        }
    }
}

/// Serializes a path that may not be Unicode.
fn lossy<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.to_string_lossy())
}

impl fmt::Display for LayerOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preset(name) => write!(f, "preset {name}"),
            Self::User(path) | Self::Project(path) => {
                f.write_str(&printable(&path.to_string_lossy()))
            }
            Self::Task(id) => write!(f, "task {}", printable(id)),
            Self::Environment(name) | Self::Flag(name) => f.write_str(&printable(name)),
        }
    }
}

impl fmt::Display for ValueSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.origin)?;
        if let Some(position) = self.position {
            write!(f, ":{}", position.line)?;
        }
        match &self.role {
            Some(role) => write!(f, " (role {})", printable(role)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_reads_like_what_a_person_would_open() {
        let position = Some(TextPosition { line: 4, column: 7 });
        let user = ValueSource::of(LayerOrigin::User("config.toml".into())).at(position);
        assert_eq!(user.to_string(), "config.toml:4");
        assert_eq!(user.exact(), "config.toml:4:7");
        let preset = ValueSource {
            role: Some("pm".to_owned()),
            ..ValueSource::of(LayerOrigin::Preset("budget".into()))
        };
        assert_eq!(preset.to_string(), "preset budget (role pm)");
        let json = r#"{"origin":{"kind":"user","name":"config.toml"},"line":4,"column":7}"#;
        assert_eq!(serde_json::to_string(&user).unwrap(), json);
        let json = r#"{"origin":{"kind":"preset","name":"budget"},"role":"pm"}"#;
        assert_eq!(serde_json::to_string(&preset).unwrap(), json);
    }
}
