//! One open store: a transaction to write in, and a view to read from.

use std::path::{Path, PathBuf};

use fusebox_engine::Timestamp;

use crate::backend::{Backend, StoreTx};
use crate::sqlite::{self, SqliteStore};
use crate::{PurgeCounts, PurgeRequest, StoreError, StoreLocation};

/// An open store. Closing it is dropping it.
#[derive(Debug)]
pub struct Store {
    backend: Box<dyn Backend>,
}

/// An open store, and what had to be done for it.
#[derive(Debug)]
pub struct OpenedStore {
    /// The store.
    pub store: Store,
    /// Where a corrupt database went; the store is then a new one.
    pub set_aside: Option<PathBuf>,
    /// Whether there was no database, or an empty one.
    pub is_new: bool,
}

impl Store {
    /// Opens a store; what is missing is made, for this user alone.
    ///
    /// A corrupt database is set aside (`fusebox.db.corrupt-<now>`) and a new one is started.
    ///
    /// # Errors
    /// When the directory or file cannot be opened, stays locked, or a newer Fusebox wrote it.
    pub fn open(
        location: impl Into<StoreLocation>,
        now: Timestamp,
    ) -> Result<OpenedStore, StoreError> {
        match location.into() {
            StoreLocation::Memory => {
                Ok(OpenedStore { store: Self::in_memory()?, set_aside: None, is_new: true })
            }
            StoreLocation::Sqlite(folder) => SqliteStore::open(&folder, now),
        }
    }

    /// Opens the store in a folder to ask it, also where it takes no writes or a newer Fusebox wrote it: what
    /// it says may then be old, or not be understood. Nothing is made or changed.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn read_only(folder: &Path) -> Result<Self, StoreError> {
        sqlite::read_only(folder)
    }

    /// A store that is forgotten when it is dropped.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        Ok(Self::of(SqliteStore::in_memory()?))
    }

    pub(crate) fn of(backend: impl Backend + 'static) -> Self {
        Self { backend: Box::new(backend) }
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
        work: impl FnOnce(&mut dyn StoreTx) -> Result<T, E>,
    ) -> Result<T, E> {
        self.backend.begin()?;
        let transaction = OpenTransaction { backend: &mut *self.backend };
        let done = work(&mut *transaction.backend)?;
        transaction.backend.commit()?;
        Ok(done)
    }

    /// Asks questions; each answer is one consistent view.
    #[must_use]
    pub fn read(&self) -> &dyn StoreTx {
        &*self.backend
    }

    /// Forgets, in one transaction.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn purge(&mut self, what: PurgeRequest) -> Result<PurgeCounts, StoreError> {
        self.write(|tx| tx.forget(what))
    }

    /// How many rows [`Store::purge`] would forget; nothing is changed.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn would_purge(&mut self, what: PurgeRequest) -> Result<PurgeCounts, StoreError> {
        self.backend.begin()?;
        let transaction = OpenTransaction { backend: &mut *self.backend };
        transaction.backend.forget(what)
    }

    /// Carries out no code that stands in the database from now on: there are no triggers and no views of ours, and
    /// those of an agent would change or hide what is written.
    ///
    /// # Errors
    /// When the database refuses it.
    pub fn distrust_schema(&mut self) -> Result<(), StoreError> {
        self.backend.distrust_schema()
    }

    /// Gives the space of what was purged back to the file system; rewrites the whole file, and
    /// others wait for it.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn compact(&mut self) -> Result<(), StoreError> {
        self.backend.compact()
    }

    /// Sets this database aside, after a read or a write said [`StoreError::Corrupt`], and starts
    /// a new one; when another process was faster, its new one is opened.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn set_aside(self, now: Timestamp) -> Result<OpenedStore, StoreError> {
        self.backend.set_aside(now)
    }

    /// Leaves the closing to the system, for a process that ends now: it takes back memory, files and
    /// locks at once, and for whoever comes next this is a process that ended after its commit. Where
    /// the write-ahead log is due to be put into the database, this closes as ever.
    pub fn end_with_process(self) {
        self.backend.end_with_process();
    }
}

/// Rolls back when it is dropped before its commit (an error, a panic).
struct OpenTransaction<'a> {
    backend: &'a mut dyn Backend,
}

impl Drop for OpenTransaction<'_> {
    fn drop(&mut self) {
        self.backend.roll_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OutboxKind;

    #[test]
    fn a_panic_inside_keeps_nothing() {
        let mut store = Store::in_memory().unwrap();
        let at = Timestamp(1);
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
