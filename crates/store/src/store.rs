//! One open database: a transaction to write in, and a reader.

use std::fs::{self, File};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, Transaction, TransactionBehavior, ffi};

use crate::failpoint::reach;
use crate::{StoreError, schema};

/// A write-ahead log of this size is put into the database by the last one to close: 128 pages,
/// some twenty calls of a hook. Measured: half of it costs more waits for the disk, the double
/// of it costs 50 µs more for each call.
const LOG_BYTES: u64 = 128 * 4120;

/// An open database. Closing it is dropping it.
#[derive(Debug)]
pub struct Store {
    pub(crate) conn: Connection,
    pub(crate) file: PathBuf,
    pub(crate) identity: Option<crate::open::FileIdentity>,
}

impl Store {
    /// A store that is forgotten when it is dropped.
    ///
    /// # Errors
    /// When SQLite has no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        let file = PathBuf::from(":memory:");
        let failed = |error| StoreError::sqlite(&file, error);
        let conn = Connection::open_in_memory().map_err(failed)?;
        schema::upgrade(&conn).map_err(failed)?;
        Ok(Self { conn, file, identity: None })
    }

    /// Does everything in `work` or nothing of it: other writers wait, up to 3 s, and readers see
    /// the state before or the state after.
    ///
    /// What is committed outlives the end of any process. It outlives a loss of power when
    /// `work` called [`StoreTx::require_durable`]; without that, the last seconds may be missing then.
    ///
    /// # Errors
    /// What `work` returns, or why the transaction could not begin or commit. Nothing is kept.
    pub fn write<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&mut StoreTx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let failed = |error| StoreError::sqlite(&self.file, error);
        // Dropped before its commit (an error, a panic), it rolls back.
        let transaction = Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate)
            .map_err(failed)?;
        reach("after-begin");
        let mut tx = StoreTx { reader: self.read(), durable: false };
        let done = work(&mut tx)?;
        let durable = tx.durable;
        if self.conn.is_autocommit() {
            // SQLite ended the transaction itself (a full disk, say) and `work` passed over it.
            return Err(failed(rolled_back()).into());
        }
        reach("before-commit");
        transaction.commit().map_err(failed)?;
        reach("after-commit");
        if durable {
            self.sync_log();
        }
        Ok(done)
    }

    /// Asks questions; each answer is one consistent view.
    #[must_use]
    pub fn read(&self) -> StoreReader<'_> {
        StoreReader { conn: &self.conn, file: &self.file }
    }

    /// Leaves the closing to the system, for a process that ends now: it takes back memory, files and
    /// locks at once, and for whoever comes next this is a process that ended after its commit. Where
    /// the write-ahead log is due to be put into the database, this closes as ever.
    pub fn end_with_process(self) {
        if self.has_short_log() {
            std::mem::forget(self);
        }
    }

    /// The database file; `:memory:` when there is none.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
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
            && let Ok(log) = File::open(beside(&self.file, "-wal"))
        {
            let _ = log.sync_data();
        }
    }
}

impl Drop for Store {
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

fn rolled_back() -> rusqlite::Error {
    let code = ffi::Error::new(ffi::SQLITE_ABORT_ROLLBACK);
    rusqlite::Error::SqliteFailure(code, None)
}

/// The file `<file><suffix>`.
pub(crate) fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// One transaction: reads as [`StoreReader`], and writes.
#[derive(Debug)]
pub struct StoreTx<'a> {
    reader: StoreReader<'a>,
    durable: bool,
}

impl StoreTx<'_> {
    /// Asks that this transaction outlives a loss of power: for trips, and for what people say.
    pub fn require_durable(&mut self) {
        self.durable = true;
    }

    /// Runs one statement that answers nothing; the number of rows it changed.
    pub(crate) fn execute(
        &self,
        sql: &str,
        params: impl rusqlite::Params,
    ) -> Result<usize, StoreError> {
        self.with(|conn| conn.prepare_cached(sql)?.execute(params))
    }
}

impl<'a> Deref for StoreTx<'a> {
    type Target = StoreReader<'a>;

    fn deref(&self) -> &StoreReader<'a> {
        &self.reader
    }
}

/// Answers questions about what is kept.
#[derive(Debug, Clone, Copy)]
pub struct StoreReader<'a> {
    conn: &'a Connection,
    file: &'a Path,
}

impl StoreReader<'_> {
    /// Runs `work` and sorts its errors.
    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        work(self.conn).map_err(|error| StoreError::sqlite(self.file, error))
    }

    /// The row that a query answers, if any.
    pub(crate) fn one<T>(
        &self,
        sql: &str,
        params: impl rusqlite::Params,
        row: impl FnOnce(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        use rusqlite::OptionalExtension as _;
        self.with(|conn| conn.prepare_cached(sql)?.query_row(params, row).optional())
    }

    /// Every row that a query answers.
    pub(crate) fn all<T>(
        &self,
        sql: &str,
        params: impl rusqlite::Params,
        row: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.with(|conn| conn.prepare_cached(sql)?.query_map(params, row)?.collect())
    }

    /// The database file.
    pub(crate) fn file(&self) -> &Path {
        self.file
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OutboxKind;

    #[test]
    fn a_full_disk_keeps_what_was_there() {
        let mut store = Store::in_memory().unwrap();
        let at = fusebox_engine::Timestamp(1);
        store.write(|tx| tx.queue(&OutboxKind::Report, "1", "{}", at)).unwrap();
        store.conn.pragma_update(None, "max_page_count", 20).unwrap();
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

    #[test]
    fn a_panic_inside_keeps_nothing() {
        let mut store = Store::in_memory().unwrap();
        let at = fusebox_engine::Timestamp(1);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            store.write(|tx| {
                tx.queue(&OutboxKind::Report, "1", "{}", at)?;
                if tx.effect(&OutboxKind::Report, "1")?.is_some() {
                    panic!("a detector is broken");
                }
                Ok::<_, StoreError>(())
            })
        }));
        assert!(panicked.is_err());
        assert_eq!(store.read().undelivered().unwrap(), []);
        assert!(store.write(|tx| tx.queue(&OutboxKind::Report, "1", "{}", at)).unwrap());
    }
}
