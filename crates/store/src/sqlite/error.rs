//! What SQLite says, as an error of the store.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::StoreError;

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
        Self::Database { file, source: source.into() }
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
            Self::Database { file, source: source.into() }
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
}
