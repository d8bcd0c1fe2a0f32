//! SQLite: one database file in a folder of this user, or one in memory.
//!
//! | file | what |
//! |---|---|
//! | `open`, `schema`, `gate` | the file: made, opened, upgraded, set aside when it is corrupt |
//! | `columns` | how our values are kept in columns |
//! | `log`, `scope`, … | the statements of each table |

mod accepted_file;
mod agent_run;
mod breaker;
mod columns;
mod error;
mod gate;
mod incident;
mod log;
mod open;
mod outbox;
mod policy;
mod process;
mod purge;
mod report;
mod run;
mod schema;
mod scope;
mod select;
mod tail;
mod task;

use std::fs;
use std::path::{Path, PathBuf};

use fusebox_engine::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension as _, Params, Row, ffi};

pub(crate) use self::gate::StoreGate;
pub use self::open::FILE;
use self::open::FileIdentity;
pub(crate) use self::open::read_only;
pub use self::schema::SCHEMA_VERSION;
pub use self::select::{SelectedValue, select};
use crate::backend::{Backend, StoreTx};
use crate::failpoint::reach;
use crate::{OpenedStore, StoreError, StoreHealth, own_file};

/// A write-ahead log of this size is put into the database by the last one to close: 128 pages,
/// some twenty calls of a hook. Measured: half of it costs more waits for the disk, the double
/// of it costs 50 µs more for each call.
const LOG_BYTES: u64 = 128 * 4120;

/// The size of a page of a database in memory, in bytes. A transaction copies each page before it changes it, so small
/// pages cost less; large ones save disk reads, of which there are none here.
const PAGE_BYTES_IN_MEMORY: u32 = 1_024;

/// An open database. Closing it is dropping it.
#[derive(Debug)]
pub(crate) struct SqliteStore {
    conn: Connection,
    file: PathBuf,
    /// None of a database in memory.
    identity: Option<FileIdentity>,
    /// Whether the transaction that is open must outlive a loss of power.
    is_durable: bool,
}

impl SqliteStore {
    pub(crate) fn in_memory() -> Result<Self, StoreError> {
        let file = PathBuf::from(":memory:");
        let failed = |error| StoreError::sqlite(&file, error);
        let conn = Connection::open_in_memory().map_err(failed)?;
        conn.pragma_update(None, "page_size", PAGE_BYTES_IN_MEMORY).map_err(failed)?;
        schema::upgrade(&conn).map_err(failed)?;
        Ok(Self { conn, file, identity: None, is_durable: false })
    }

    /// Whether there is a write-ahead log, and it is left to the next opener.
    fn has_short_log(&self) -> bool {
        let log = self.identity.and_then(|_| fs::metadata(beside(&self.file, "-wal")).ok());
        log.is_some_and(|log| log.len() < LOG_BYTES)
    }

    /// Puts the committed frames on the disk.
    ///
    /// `PRAGMA synchronous` cannot change inside a transaction, and only inside it the need is
    /// known. A commit in WAL mode is its frames in the `-wal` file, whose name SQLite has already
    /// made durable, so one `fdatasync` of that file is all that `FULL` would have added. Without
    /// that file the journal is a rollback journal, which is on the disk at every commit; no lock
    /// of SQLite lies on the `-wal` file, so that closing it here drops none.
    ///
    /// The transaction is committed whatever the disk answers, so its answer changes nothing.
    fn sync_log(&self) {
        if self.identity.is_some()
            && let Ok(Some((log, _))) = own_file::open(&beside(&self.file, "-wal"))
        {
            let _ = log.sync_data();
        }
    }

    /// Runs `work` and sorts its errors.
    fn with<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        work(&self.conn).map_err(|error| StoreError::sqlite(&self.file, error))
    }

    /// Runs one statement that answers nothing; the number of rows it changed.
    fn execute(&self, sql: &str, params: impl Params) -> Result<usize, StoreError> {
        self.with(|conn| conn.prepare_cached(sql)?.execute(params))
    }

    /// The row that a query answers, if any.
    fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        row: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        self.with(|conn| conn.prepare_cached(sql)?.query_row(params, row).optional())
    }

    /// Every row that a query answers.
    fn all<T>(
        &self,
        sql: &str,
        params: impl Params,
        row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.with(|conn| conn.prepare_cached(sql)?.query_map(params, row)?.collect())
    }
}

impl StoreTx for SqliteStore {
    fn require_durable(&mut self) {
        self.is_durable = true;
    }

    fn health(&self) -> Result<StoreHealth, StoreError> {
        let size = |suffix| fs::metadata(beside(&self.file, suffix)).map_or(0, |file| file.len());
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

impl Backend for SqliteStore {
    fn begin(&mut self) -> Result<(), StoreError> {
        self.is_durable = false;
        // Deferred transactions that write after they read lose updates; this one waits first.
        self.execute("BEGIN IMMEDIATE", [])?;
        reach("after-begin");
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        if self.conn.is_autocommit() {
            // SQLite ended the transaction itself (a full disk, say) and the work passed over it.
            let code = ffi::Error::new(ffi::SQLITE_ABORT_ROLLBACK);
            let error = rusqlite::Error::SqliteFailure(code, None);
            return Err(StoreError::sqlite(&self.file, error));
        }
        reach("before-commit");
        self.execute("COMMIT", [])?;
        reach("after-commit");
        if self.is_durable {
            self.sync_log();
        }
        Ok(())
    }

    fn roll_back(&mut self) {
        if !self.conn.is_autocommit() {
            // Where even this is refused, the connection rolls back when it is closed.
            let _ = self.conn.execute_batch("ROLLBACK");
        }
    }

    fn distrust_schema(&mut self) -> Result<(), StoreError> {
        self.with(open::distrust_schema)
    }

    fn compact(&mut self) -> Result<(), StoreError> {
        self.with(|conn| conn.execute_batch("VACUUM"))
    }

    fn set_aside(self: Box<Self>, now: Timestamp) -> Result<OpenedStore, StoreError> {
        open::set_aside(&self, now)
    }

    fn end_with_process(self: Box<Self>) {
        if self.has_short_log() {
            std::mem::forget(self);
        }
    }
}

impl Drop for SqliteStore {
    /// Leaves a short write-ahead log for the next opener to go on with.
    ///
    /// The last one to close would put the log's pages into the database and delete the log, and
    /// the next one would make it anew: four waits for the disk for each call of a hook. Reading
    /// a short log again costs less than one of them; `LOG_BYTES` is where that turns.
    fn drop(&mut self) {
        if self.has_short_log() {
            // Refused, the log is checkpointed, which is as correct.
            let _ = self.conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        }
    }
}

/// The file `<file><suffix>`.
fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OutboxKind, Store};

    #[test]
    fn a_full_disk_keeps_what_was_there() {
        let sqlite = SqliteStore::in_memory().unwrap();
        sqlite.conn.pragma_update(None, "max_page_count", 20).unwrap();
        let mut store = Store::of(sqlite);
        let at = Timestamp(1);
        store.write(|tx| tx.queue(&OutboxKind::Report, "1", "{}", at)).unwrap();
        let body = "x".repeat(100_000);
        let full = store.write(|tx| tx.queue(&OutboxKind::Report, "2", &body, at)).unwrap_err();
        assert!(matches!(full, StoreError::Full { .. }), "{full}");
        // An error that is swallowed inside does not turn into another one of the file.
        let swallowed = store.write(|tx| {
            let _ = tx.queue(&OutboxKind::Report, "3", &body, at);
            Ok::<_, StoreError>(())
        });
        assert!(!matches!(swallowed, Err(StoreError::Corrupt { .. })), "{swallowed:?}");
        let kept = store.read().undelivered().unwrap();
        assert_eq!(kept.iter().map(|row| row.key.as_str()).collect::<Vec<_>>(), ["1"]);
    }
}
