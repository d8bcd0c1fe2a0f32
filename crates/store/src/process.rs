//! The processes of guarded clients, by pid and start time.

use fusebox_engine::{SessionId, Timestamp};
use rusqlite::params;

use crate::columns::{bits, digest, id, ms};
use crate::{StoreError, StoreReader, StoreTx};

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

impl StoreTx<'_> {
    /// Records a client process; once more changes nothing but the time.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn record_process(&mut self, row: &ProcessRow, at: Timestamp) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO process (pid, started, session, at_ms) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (pid, started) DO UPDATE SET session = ?3, at_ms = ?4",
            params![row.pid, bits(row.started), row.session.as_str(), ms(at)],
        )?;
        Ok(())
    }
}

impl StoreReader<'_> {
    /// Every recorded process.
    ///
    /// # Errors
    /// [`StoreError::Row`] when one is unreadable, or why the database is.
    pub fn processes(&self) -> Result<Vec<ProcessRow>, StoreError> {
        self.all("SELECT session, pid, started FROM process ORDER BY pid, started", [], |row| {
            Ok(ProcessRow { session: id(row, 0)?, pid: row.get(1)?, started: digest(row, 2)? })
        })
    }
}
