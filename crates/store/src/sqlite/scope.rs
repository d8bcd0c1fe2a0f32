//! The table `scope`.

use fusebox_engine::TaskId;
use rusqlite::{Row, params};

use super::SqliteStore;
use super::columns::{ms, timestamp};
use crate::{ScopeKind, ScopeRow, ScopeRows, StoreError};

impl ScopeRows for SqliteStore {
    fn sessions_of_task(&self, task: &TaskId) -> Result<Vec<String>, StoreError> {
        self.all(
            "SELECT key FROM scope WHERE kind = ?1 AND json_valid(durable)
               AND json_extract(durable, '$.task') = ?2 ORDER BY at_ms DESC LIMIT ?3",
            params![number(ScopeKind::Session), task.as_str(), SESSIONS_OF_TASK],
            |row| row.get(0),
        )
    }

    fn save_scope(&mut self, kind: ScopeKind, key: &str, row: &ScopeRow) -> Result<(), StoreError> {
        self.save_row(number(kind), key, row)
    }

    fn scope(&self, kind: ScopeKind, key: &str) -> Result<Option<ScopeRow>, StoreError> {
        self.row(number(kind), key)
    }

    fn scopes(&self, kind: ScopeKind, prefix: &str) -> Result<Vec<(String, ScopeRow)>, StoreError> {
        self.all(
            "SELECT key, durable, recent, recent_version, beside, open, at_ms FROM scope
             WHERE kind = ?1 AND key >= ?2 AND key < ?2 || char(0x10ffff) ORDER BY key",
            params![number(kind), prefix],
            |row| Ok((row.get(0)?, read(row, 1)?)),
        )
    }

    fn capped_scopes(&self, kind: ScopeKind) -> Result<Vec<(String, ScopeRow)>, StoreError> {
        self.all(
            "SELECT key, durable, recent, recent_version, beside, open, at_ms FROM scope
             WHERE kind = ?1 AND instr(beside, char(10)) > 1 ORDER BY key",
            params![number(kind)],
            |row| Ok((row.get(0)?, read(row, 1)?)),
        )
    }
}

/// A hook reads and writes several rows of this table, each with the same two statements: to prepare one costs more than to
/// execute it, and an insert that becomes an update twice as much as an update.
impl SqliteStore {
    pub(super) fn save_row(&self, kind: u8, key: &str, row: &ScopeRow) -> Result<(), StoreError> {
        let ScopeRow { durable, window, window_version, position, caps, open, at } = row;
        let beside = beside(caps, position);
        let params = params![kind, key, durable, window, window_version, beside, open, ms(*at)];
        let updated = self.execute(
            "UPDATE scope SET durable = ?3, recent = ?4, recent_version = ?5, beside = ?6, open = ?7,
               at_ms = ?8 WHERE kind = ?1 AND key = ?2",
            params,
        )?;
        if updated == 0 {
            self.execute(
                "INSERT INTO scope (kind, key, durable, recent, recent_version, beside, open, at_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params,
            )?;
        }
        Ok(())
    }

    pub(super) fn row(&self, kind: u8, key: &str) -> Result<Option<ScopeRow>, StoreError> {
        self.one(
            "SELECT durable, recent, recent_version, beside, open, at_ms FROM scope
             WHERE kind = ?1 AND key = ?2",
            params![kind, key],
            |row| read(row, 0),
        )
    }
}

/// The sessions that are looked for around a task at most.
const SESSIONS_OF_TASK: u32 = 32;

fn read(row: &Row<'_>, from: usize) -> rusqlite::Result<ScopeRow> {
    let beside: String = row.get(from + 3)?;
    let (caps, position) = beside.split_once('\n').unwrap_or((&beside, ""));
    Ok(ScopeRow {
        durable: row.get(from)?,
        window: row.get(from + 1)?,
        window_version: row.get(from + 2)?,
        position: position.to_owned(),
        caps: caps.to_owned(),
        open: row.get(from + 4)?,
        at: timestamp(row, from + 5)?,
    })
}

/// What a state has beside it, as one text. The caps come first: they are one line, and a position may have several.
fn beside(caps: &str, position: &str) -> String {
    if caps.is_empty() && position.is_empty() {
        return String::new();
    }
    [caps, "\n", position].concat()
}

pub(super) fn number(kind: ScopeKind) -> u8 {
    match kind {
        ScopeKind::Agent => 1,
        ScopeKind::Session => 2,
        ScopeKind::Task => 3,
        ScopeKind::Machine => 4,
    }
}

/// The kind of the rows that say how far conversations were read. They are no states.
pub(super) const TAIL: u8 = 5;
