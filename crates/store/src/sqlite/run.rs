//! The table `run`.

use fusebox_engine::{TaskId, Timestamp};
use rusqlite::params;

use super::SqliteStore;
use super::columns::ms;
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
            "INSERT OR REPLACE INTO run (task, n, at_ms, body) VALUES (?1, ?2, ?3, ?4)",
            params![task.as_str(), n.cast_signed(), ms(at), body],
        )?;
        Ok(())
    }

    fn runs(&self, task: &TaskId, limit: u32) -> Result<Vec<String>, StoreError> {
        let mut newest = self.all(
            "SELECT body FROM run WHERE task = ?1 ORDER BY n DESC LIMIT ?2",
            params![task.as_str(), limit],
            |row| row.get(0),
        )?;
        newest.reverse();
        Ok(newest)
    }
}
