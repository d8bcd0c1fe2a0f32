//! How the database is: for `fusebox doctor`.

use std::fs;

use crate::store::beside;
use crate::{SCHEMA_VERSION, StoreError, StoreReader};

/// How the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreHealth {
    /// The version of its schema.
    pub schema_version: i64,
    /// `wal`, or a rollback journal (`delete`) where the file system cannot share memory.
    pub journal: String,
    /// The size of the database file in bytes.
    pub bytes: u64,
    /// The size of its write-ahead log in bytes.
    pub wal_bytes: u64,
    /// What is wrong with it, in SQLite's words; empty when it is sound.
    pub problems: Vec<String>,
}

impl StoreReader<'_> {
    /// Reads the whole database and checks it; seconds for hundreds of megabytes.
    ///
    /// # Errors
    /// Why the database cannot be read at all.
    pub fn health(&self) -> Result<StoreHealth, StoreError> {
        let size = |suffix| fs::metadata(beside(self.file(), suffix)).map_or(0, |file| file.len());
        let mut problems: Vec<String> =
            self.all("PRAGMA integrity_check(20)", [], |row| row.get(0))?;
        problems.retain(|line| line != "ok");
        Ok(StoreHealth {
            schema_version: SCHEMA_VERSION,
            journal: self.with(|conn| conn.query_row("PRAGMA journal_mode", [], |r| r.get(0)))?,
            bytes: size(""),
            wal_bytes: size("-wal"),
            problems,
        })
    }
}
