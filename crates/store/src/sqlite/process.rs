//! The table `process`.

use fusebox_engine::Timestamp;
use rusqlite::params;

use super::SqliteStore;
use super::columns::{bits, digest, id, ms};
use crate::{ProcessRow, ProcessRows, StoreError};

impl ProcessRows for SqliteStore {
    fn record_process(&mut self, row: &ProcessRow, at: Timestamp) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO process (pid, started, session, at_ms) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (pid, started) DO UPDATE SET session = ?3, at_ms = ?4",
            params![row.pid, bits(row.started), row.session.as_str(), ms(at)],
        )?;
        Ok(())
    }

    fn processes(&self) -> Result<Vec<ProcessRow>, StoreError> {
        self.all("SELECT session, pid, started FROM process ORDER BY pid, started", [], |row| {
            Ok(ProcessRow { session: id(row, 0)?, pid: row.get(1)?, started: digest(row, 2)? })
        })
    }
}
