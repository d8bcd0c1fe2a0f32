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
    /// [`StoreError::UnknownScheme`] for a store that this build does not know, [`StoreError::HomeInUrl`] for
    /// a folder behind `~`.
    fn from_str(text: &str) -> Result<Self, StoreError> {
        let Some((scheme, rest)) = text.split_once(':') else {
            return Ok(Self::Sqlite(text.into()));
        };
        if scheme.eq_ignore_ascii_case("memory") && rest.is_empty() {
            return Ok(Self::Memory);
        }
        if scheme.eq_ignore_ascii_case("sqlite") && !rest.is_empty() {
            let folder = rest.strip_prefix("//").unwrap_or(rest);
            if folder == "~" || folder.starts_with("~/") {
                // No shell expands it behind a colon.
                return Err(StoreError::HomeInUrl);
            }
            return Ok(Self::Sqlite(folder.into()));
        }
        let is_scheme = scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if rest.starts_with("//") || is_scheme && rest.starts_with('/') {
            return Err(StoreError::UnknownScheme { scheme: scheme.to_owned() });
        }
        Ok(Self::Sqlite(text.into()))
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
            ("SQLITE:/var/fusebox", sqlite("/var/fusebox")),
            ("Memory:", StoreLocation::Memory),
            ("a:b", sqlite("a:b")),
            ("sqlite:a~b", sqlite("a~b")),
            ("sqlite:", sqlite("sqlite:")),
        ] {
            assert_eq!(text.parse::<StoreLocation>().unwrap(), expected, "{text}");
        }
        for text in ["file:/var/fusebox", "sqlite:~/fusebox", "sqlite://~", "https:/x"] {
            assert!(text.parse::<StoreLocation>().is_err(), "{text}");
        }
        let refused = "postgres://db/fusebox".parse::<StoreLocation>().unwrap_err().to_string();
        assert!(refused.contains("`postgres`") && refused.contains("`sqlite:FOLDER`"), "{refused}");
    }
}
