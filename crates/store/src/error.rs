//! What can go wrong with the database, to which file, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

/// Why the store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Other processes held the lock for the whole of the patience of 3 s.
    #[error(
        "{file} stayed locked by other processes for 3 s; try again, or end the one that hangs"
    )]
    Busy {
        /// The database.
        file: PathBuf,
    },
    /// The file or its file system takes no writes.
    #[error("{file} cannot be written; make the file and its file system writable")]
    ReadOnly {
        /// The database.
        file: PathBuf,
    },
    /// No space is left.
    #[error("no space is left for {file}; free some, for example with `fusebox purge`")]
    Full {
        /// The database.
        file: PathBuf,
    },
    /// The file is not the database that was written. [`Store::open`](crate::Store::open) sets
    /// such a file aside; after a read or a write call
    /// [`Store::set_aside`](crate::Store::set_aside).
    #[error(
        "{file} is damaged ({detail}); it is set aside and a new one is started at the next call"
    )]
    Corrupt {
        /// The database.
        file: PathBuf,
        /// What SQLite says.
        detail: String,
    },
    /// A newer Fusebox wrote the file.
    #[error(
        "{file} has schema version {found} and this Fusebox knows up to {known}; \
         use the newer Fusebox or another state directory"
    )]
    Newer {
        /// The database.
        file: PathBuf,
        /// Its version.
        found: i64,
        /// The latest version known here.
        known: i64,
    },
    /// The file or its directory may not be opened.
    #[error("{path} cannot be opened ({detail}); check who owns it and its mode")]
    Permission {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        detail: String,
    },
    /// Two writers believed to be at the same event of a session; nothing was written.
    #[error(
        "event {n} of session {session} is already in the log with another id; read the state again"
    )]
    LostUpdate {
        /// The session.
        session: String,
        /// The number that is taken.
        n: u64,
    },
    /// One row does not hold what it should; the rest of the file may be sound.
    #[error("a row of {file} cannot be read ({detail}); run `fusebox doctor`")]
    Row {
        /// The database.
        file: PathBuf,
        /// What does not fit.
        detail: String,
    },
    /// The system refused something else.
    #[error("{path}: {source}")]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// Its answer.
        source: io::Error,
    },
    /// The database refused something else.
    #[error("{file}: {source}; look at the disk and its free space")]
    Database {
        /// The database.
        file: PathBuf,
        /// Its answer.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The statement of an audit is none that can be answered; the database is sound.
    #[error("the query cannot be answered ({detail}); write it in another way")]
    Query {
        /// What SQLite says.
        detail: String,
    },
    /// No store is kept in this way.
    #[error(
        "`{scheme}` is no store that this build knows; `sqlite:FOLDER`, or a folder, and `memory:` are"
    )]
    UnknownScheme {
        /// The part of the URL before the colon.
        scheme: String,
    },
    /// A URL names the home folder by `~`.
    #[error("`~` is not expanded behind `sqlite:`; write the whole path of the folder")]
    HomeInUrl,
}

impl StoreError {
    /// Sorts what the system says about `path`.
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        let at = path.to_owned();
        let is = |kind: io::ErrorKind| source.kind() == kind;
        if is(io::ErrorKind::PermissionDenied) {
            Self::Permission { path: at, detail: source.to_string() }
        } else if is(io::ErrorKind::ReadOnlyFilesystem) {
            Self::ReadOnly { file: at }
        } else if is(io::ErrorKind::StorageFull) || is(io::ErrorKind::QuotaExceeded) {
            Self::Full { file: at }
        } else {
            Self::Io { path: at, source }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_the_system_keeps_its_kind() {
        let told = |kind| StoreError::io(Path::new("/state"), io::Error::from(kind)).to_string();
        assert!(told(io::ErrorKind::PermissionDenied).contains("check who owns it"));
        assert!(told(io::ErrorKind::ReadOnlyFilesystem).contains("cannot be written"));
        assert!(told(io::ErrorKind::StorageFull).contains("no space is left"));
        assert!(told(io::ErrorKind::NotADirectory).starts_with("/state: "));
    }
}
