//! What can go wrong with the database, to which file, and what to do about it.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

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
    /// SQLite refused something else.
    #[error("{file}: {source}; look at the disk and its free space")]
    Sqlite {
        /// The database.
        file: PathBuf,
        /// Its answer.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// Sorts what SQLite says about `file`.
    ///
    /// Every statement is fixed and tested against the schema, so one that does not compile
    /// means that the schema in the file is damaged.
    pub(crate) fn sqlite(file: &Path, source: rusqlite::Error) -> Self {
        use rusqlite::Error as Sql;
        let detail = source.to_string();
        let file = file.to_owned();
        if let Some(code) = source.sqlite_error_code() {
            return Self::coded(file, code, detail, source);
        }
        if matches!(
            source,
            Sql::FromSqlConversionFailure(..)
                | Sql::InvalidColumnType(..)
                | Sql::IntegralValueOutOfRange(..)
                | Sql::Utf8Error(..)
        ) {
            return Self::Row { file, detail };
        }
        if matches!(source, Sql::SqlInputError { .. }) {
            return Self::Corrupt { file, detail };
        }
        Self::Sqlite { file, source }
    }

    fn coded(file: PathBuf, code: ErrorCode, detail: String, source: rusqlite::Error) -> Self {
        let is = |codes: &[ErrorCode]| codes.contains(&code);
        if is(&[ErrorCode::DatabaseBusy, ErrorCode::DatabaseLocked]) {
            Self::Busy { file }
        } else if is(&[ErrorCode::ReadOnly]) && has_odd_header(&file) {
            Self::Corrupt { file, detail }
        } else if is(&[ErrorCode::ReadOnly]) {
            Self::ReadOnly { file }
        } else if is(&[ErrorCode::DiskFull]) {
            Self::Full { file }
        } else if is(&[ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase, ErrorCode::Unknown]) {
            Self::Corrupt { file, detail }
        } else if is(&[ErrorCode::CannotOpen, ErrorCode::PermissionDenied]) {
            Self::Permission { path: file, detail }
        } else {
            Self::Sqlite { file, source }
        }
    }

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

/// Whether the header names a format that SQLite reads and does not write: no version of it makes
/// such a file, and no change of its mode helps.
fn has_odd_header(file: &Path) -> bool {
    const WRITE_VERSION: usize = 18;
    let mut header = [0; WRITE_VERSION + 1];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header.last().is_some_and(|version| *version > 2)
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::*;

    #[test]
    fn each_refusal_says_what_to_do() {
        let expected = [
            (ffi::SQLITE_BUSY, "stayed locked"),
            (ffi::SQLITE_LOCKED, "stayed locked"),
            (ffi::SQLITE_READONLY, "make the file and its file system writable"),
            (ffi::SQLITE_FULL, "no space is left for"),
            (ffi::SQLITE_CORRUPT, "is set aside and a new one is started"),
            (ffi::SQLITE_NOTADB, "is set aside and a new one is started"),
            (ffi::SQLITE_CANTOPEN, "check who owns it"),
            (ffi::SQLITE_PERM, "check who owns it"),
            (ffi::SQLITE_IOERR, "disk I/O error"),
        ];
        for (code, words) in expected {
            let source = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
            let message = StoreError::sqlite(Path::new("/state/fusebox.db"), source).to_string();
            assert!(message.contains("/state/fusebox.db"), "{code}: {message}");
            assert!(message.contains(words), "{code}: {message}");
        }
    }

    #[test]
    fn a_refusal_of_the_system_keeps_its_kind() {
        let told = |kind| StoreError::io(Path::new("/state"), io::Error::from(kind)).to_string();
        assert!(told(io::ErrorKind::PermissionDenied).contains("check who owns it"));
        assert!(told(io::ErrorKind::ReadOnlyFilesystem).contains("cannot be written"));
        assert!(told(io::ErrorKind::StorageFull).contains("no space is left"));
        assert!(told(io::ErrorKind::NotADirectory).starts_with("/state: "));
    }
}
