//! Test runs that failed, kept with their task: what reports are made of.

use fusebox_engine::{TaskId, Timestamp};

use crate::StoreError;

/// Failed test runs.
pub trait TestRunRows {
    /// Keeps the `n`-th test run of a task, as JSON.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn put_run(
        &mut self,
        task: &TaskId,
        n: u64,
        at: Timestamp,
        body: &str,
    ) -> Result<(), StoreError>;

    /// The newest `limit` test runs of a task, the oldest of them first.
    ///
    /// # Errors
    /// [`StoreError::Row`] when one of them is unreadable, or why the database is.
    fn runs(&self, task: &TaskId, limit: u32) -> Result<Vec<String>, StoreError>;
}
