//! Where a store is kept.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::StoreError;

/// Where a store is kept: `sqlite:FOLDER`, or `memory:` for one that is forgotten at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreLocation {
    /// In this process alone.
    Memory,
    /// A SQLite database in this folder, which is made when it is missing.
    Sqlite(PathBuf),
}

impl StoreLocation {
    /// The folder of the state; none in memory.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Memory => None,
            Self::Sqlite(folder) => Some(folder),
        }
    }
}

impl FromStr for StoreLocation {
    type Err = StoreError;

    /// Reads a URL. Text without a scheme is a folder.
    ///
    /// # Errors
    /// [`StoreError::UnknownScheme`] for a store that this build does not know.
    fn from_str(text: &str) -> Result<Self, StoreError> {
        match text.split_once(':') {
            Some(("memory", "")) => Ok(Self::Memory),
            Some(("sqlite", folder)) if !folder.is_empty() => {
                Ok(Self::Sqlite(folder.strip_prefix("//").unwrap_or(folder).into()))
            }
            Some((scheme, rest)) if rest.starts_with("//") => {
                Err(StoreError::UnknownScheme { scheme: scheme.to_owned() })
            }
            _ => Ok(Self::Sqlite(text.into())),
        }
    }
}

impl From<&Path> for StoreLocation {
    fn from(folder: &Path) -> Self {
        Self::Sqlite(folder.to_owned())
    }
}

impl From<&PathBuf> for StoreLocation {
    fn from(folder: &PathBuf) -> Self {
        Self::Sqlite(folder.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_and_folders_are_read() {
        let sqlite = |folder: &str| StoreLocation::Sqlite(folder.into());
        for (text, expected) in [
            ("memory:", StoreLocation::Memory),
            ("sqlite:/var/fusebox", sqlite("/var/fusebox")),
            ("sqlite:///var/fusebox", sqlite("/var/fusebox")),
            ("sqlite:state", sqlite("state")),
            ("/var/fusebox", sqlite("/var/fusebox")),
            ("a:b", sqlite("a:b")),
            ("sqlite:", sqlite("sqlite:")),
        ] {
            assert_eq!(text.parse::<StoreLocation>().unwrap(), expected, "{text}");
        }
        let refused = "postgres://db/fusebox".parse::<StoreLocation>().unwrap_err().to_string();
        assert!(refused.contains("`postgres`") && refused.contains("`sqlite:FOLDER`"), "{refused}");
    }
}
