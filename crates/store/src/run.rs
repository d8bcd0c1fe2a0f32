//! Test runs that failed, kept with their task: what reports are made of.

use fusebox_engine::{TaskId, Timestamp};
use rusqlite::params;

use crate::columns::ms;
use crate::{StoreError, StoreReader, StoreTx};

impl StoreTx<'_> {
    /// Keeps the `n`-th test run of a task, as JSON.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn put_run(
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
}

impl StoreReader<'_> {
    /// The newest `limit` test runs of a task, the oldest of them first.
    ///
    /// # Errors
    /// [`StoreError::Row`] when one of them is unreadable, or why the database is.
    pub fn runs(&self, task: &TaskId, limit: u32) -> Result<Vec<String>, StoreError> {
        let mut newest = self.all(
            "SELECT body FROM run WHERE task = ?1 ORDER BY n DESC LIMIT ?2",
            params![task.as_str(), limit],
            |row| row.get(0),
        )?;
        newest.reverse();
        Ok(newest)
    }
}
