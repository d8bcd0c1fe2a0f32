//! Failed test runs, in the table `document`.

use fusebox_engine::{TaskId, Timestamp};
use rusqlite::params;

use super::SqliteStore;
use super::columns::{count, ms};
use crate::{StoreError, TestRunRows};

impl TestRunRows for SqliteStore {
    fn put_run(
        &mut self,
        task: &TaskId,
        n: u64,
        at: Timestamp,
        body: &str,
    ) -> Result<(), StoreError> {
        self.execute(
            "INSERT OR REPLACE INTO document (kind, key, task, at_ms, body)
             VALUES ('test_run', ?1 || char(31) || printf('%020d', ?2), ?1, ?3, ?4)",
            params![task.as_str(), count(n), ms(at), body],
        )?;
        Ok(())
    }

    fn runs(&self, task: &TaskId, limit: u32) -> Result<Vec<String>, StoreError> {
        let mut newest = self.all(
            "SELECT body FROM document
             WHERE kind = 'test_run' AND key > ?1 || char(31) AND key < ?1 || char(32)
             ORDER BY key DESC LIMIT ?2",
            params![task.as_str(), limit],
            |row| row.get(0),
        )?;
        newest.reverse();
        Ok(newest)
    }
}
