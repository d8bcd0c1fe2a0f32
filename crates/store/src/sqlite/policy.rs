//! The table `policy`.

use fusebox_engine::Timestamp;
use rusqlite::{Row, params};

use super::SqliteStore;
use super::columns::{bits, digest, ms};
use crate::{PolicyRow, PolicyRows, StoreError};

impl PolicyRows for SqliteStore {
    fn put_policy(&mut self, row: &PolicyRow, at: Timestamp) -> Result<(), StoreError> {
        // A replaced row is last again.
        self.execute(
            "INSERT OR REPLACE INTO policy (key, place, digest, body, at_ms)
             VALUES (?1, ?2, ?3, ?4, ?5)",
            params![row.key, row.place, bits(row.digest), row.body, ms(at)],
        )?;
        Ok(())
    }

    fn policy(&self, key: &str) -> Result<Option<PolicyRow>, StoreError> {
        self.one(&format!("{COLUMNS} WHERE key = ?1"), params![key], read)
    }

    fn last_good_policy(&self, place: &str) -> Result<Option<PolicyRow>, StoreError> {
        self.one(
            &format!("{COLUMNS} WHERE place = ?1 ORDER BY seq DESC LIMIT 1"),
            params![place],
            read,
        )
    }

    fn policy_of_digest(&self, digest: u64) -> Result<Option<PolicyRow>, StoreError> {
        self.one(&format!("{COLUMNS} WHERE digest = ?1 LIMIT 1"), params![bits(digest)], read)
    }
}

const COLUMNS: &str = "SELECT key, place, digest, body FROM policy";

fn read(row: &Row<'_>) -> rusqlite::Result<PolicyRow> {
    Ok(PolicyRow {
        key: row.get(0)?,
        place: row.get(1)?,
        digest: digest(row, 2)?,
        body: row.get(3)?,
    })
}
