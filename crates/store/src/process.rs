//! The processes of guarded clients, by pid and start time.

use fusebox_engine::{SessionId, Timestamp};

use crate::StoreError;

/// A recorded client process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessRow {
    /// The session it runs.
    pub session: SessionId,
    /// Its pid, which the system gives again later.
    pub pid: u32,
    /// When it started, in the system's own ticks; tells two users of a pid apart.
    pub started: u64,
}

/// Processes of clients.
pub trait ProcessRows {
    /// Records a client process; once more changes nothing but the time.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn record_process(&mut self, row: &ProcessRow, at: Timestamp) -> Result<(), StoreError>;

    /// Every recorded process.
    ///
    /// # Errors
    /// [`StoreError::Row`] when one is unreadable, or why the database is.
    fn processes(&self) -> Result<Vec<ProcessRow>, StoreError>;
}
