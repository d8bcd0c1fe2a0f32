//! Compiled policies: a cache for the hook, and what replay decides with.

use fusebox_engine::Timestamp;
use rusqlite::{Row, params};

use crate::columns::{bits, digest, ms};
use crate::{StoreError, StoreReader, StoreTx};

/// One compiled policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyRow {
    /// What it was compiled from, exactly: paths, times and sizes of files, environment, role.
    pub key: String,
    /// What it is for, whatever its files hold: the project and the role.
    pub place: String,
    /// The digest of `body`, as in the log.
    pub digest: u64,
    /// The policy, as JSON.
    pub body: String,
}

impl StoreTx<'_> {
    /// Keeps a policy as the latest good one of its place.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn put_policy(&mut self, row: &PolicyRow, at: Timestamp) -> Result<(), StoreError> {
        // A replaced row is last again.
        self.execute(
            "INSERT OR REPLACE INTO policy (key, place, digest, body, at_ms)
             VALUES (?1, ?2, ?3, ?4, ?5)",
            params![row.key, row.place, bits(row.digest), row.body, ms(at)],
        )?;
        Ok(())
    }
}

const COLUMNS: &str = "SELECT key, place, digest, body FROM policy";

impl StoreReader<'_> {
    /// The policy compiled from exactly this.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    pub fn policy(&self, key: &str) -> Result<Option<PolicyRow>, StoreError> {
        self.one(&format!("{COLUMNS} WHERE key = ?1"), params![key], read)
    }

    /// The policy kept last for a place.
    ///
    /// # Errors
    /// As [`StoreReader::policy`].
    pub fn last_good_policy(&self, place: &str) -> Result<Option<PolicyRow>, StoreError> {
        self.one(
            &format!("{COLUMNS} WHERE place = ?1 ORDER BY seq DESC LIMIT 1"),
            params![place],
            read,
        )
    }

    /// The policy that the log names by its digest.
    ///
    /// # Errors
    /// As [`StoreReader::policy`].
    pub fn policy_of_digest(&self, digest: u64) -> Result<Option<PolicyRow>, StoreError> {
        self.one(&format!("{COLUMNS} WHERE digest = ?1 LIMIT 1"), params![bits(digest)], read)
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<PolicyRow> {
    Ok(PolicyRow {
        key: row.get(0)?,
        place: row.get(1)?,
        digest: digest(row, 2)?,
        body: row.get(3)?,
    })
}
