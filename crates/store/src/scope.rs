//! The state of agents, sessions and tasks.

use fusebox_engine::{TaskId, Timestamp};
use rusqlite::{Row, params};

use crate::columns::{ms, timestamp};
use crate::{StoreError, StoreReader, StoreTx};

/// Whose state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScopeKind {
    /// One conversation of a session.
    Agent,
    /// One run of a client.
    Session,
    /// A unit of work.
    Task,
}

impl ScopeKind {
    fn number(self) -> u8 {
        match self {
            Self::Agent => 1,
            Self::Session => 2,
            Self::Task => 3,
        }
    }
}

/// One state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopeRow {
    /// Named fields, as JSON; migrated by whoever reads them.
    pub durable: String,
    /// Rings of digests, for a reader of the same version only.
    pub window: Vec<u8>,
    /// The version that wrote `window`.
    pub window_version: u32,
    /// Whether its breaker is open: [`Store::purge`](crate::Store::purge) keeps it then.
    pub open: bool,
    /// When it was saved.
    pub at: Timestamp,
}

/// The sessions that are looked for around a task at most.
const SESSIONS_OF_TASK: u32 = 32;

impl StoreReader<'_> {
    /// The latest sessions whose record names this task, at most 32.
    ///
    /// # Errors
    /// Why the database is unreadable.
    pub fn sessions_of_task(&self, task: &TaskId) -> Result<Vec<String>, StoreError> {
        self.all(
            "SELECT key FROM scope WHERE kind = ?1 AND json_valid(durable)
               AND json_extract(durable, '$.task') = ?2 ORDER BY at_ms DESC LIMIT ?3",
            params![ScopeKind::Session.number(), task.as_str(), SESSIONS_OF_TASK],
            |row| row.get(0),
        )
    }
}

impl StoreTx<'_> {
    /// Keeps a state in place of the one before.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn save_scope(
        &mut self,
        kind: ScopeKind,
        key: &str,
        row: &ScopeRow,
    ) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO scope (kind, key, durable, recent, recent_version, open, at_ms)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (kind, key) DO UPDATE SET durable = ?3, recent = ?4,
               recent_version = ?5, open = ?6, at_ms = ?7",
            params![
                kind.number(),
                key,
                row.durable,
                row.window,
                row.window_version,
                row.open,
                ms(row.at)
            ],
        )?;
        Ok(())
    }
}

impl StoreReader<'_> {
    /// A state, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Row`] when this row alone is unreadable, or why the database is.
    pub fn scope(&self, kind: ScopeKind, key: &str) -> Result<Option<ScopeRow>, StoreError> {
        self.one(
            "SELECT durable, recent, recent_version, open, at_ms FROM scope
             WHERE kind = ?1 AND key = ?2",
            params![kind.number(), key],
            |row| read(row, 0),
        )
    }

    /// Every state of a kind by its key, in the order of keys.
    ///
    /// # Errors
    /// As [`StoreReader::scope`].
    pub fn scopes(&self, kind: ScopeKind) -> Result<Vec<(String, ScopeRow)>, StoreError> {
        self.all(
            "SELECT key, durable, recent, recent_version, open, at_ms FROM scope
             WHERE kind = ?1 ORDER BY key",
            params![kind.number()],
            |row| Ok((row.get(0)?, read(row, 1)?)),
        )
    }
}

fn read(row: &Row<'_>, from: usize) -> rusqlite::Result<ScopeRow> {
    Ok(ScopeRow {
        durable: row.get(from)?,
        window: row.get(from + 1)?,
        window_version: row.get(from + 2)?,
        open: row.get(from + 3)?,
        at: timestamp(row, from + 4)?,
    })
}
