//! Incidents: the durable records of trips.

use fusebox_engine::{IncidentId, SessionId, TaskId, Timestamp};
use rusqlite::{Row, params};

use crate::columns::{id, ms, timestamp};
use crate::{StoreError, StoreReader, StoreTx};

/// One incident.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncidentRow {
    /// Its id.
    pub id: IncidentId,
    /// Where it happened.
    pub session: SessionId,
    /// Which task.
    pub task: TaskId,
    /// When.
    pub at: Timestamp,
    /// How it stands, in the writer's words.
    pub status: String,
    /// Whether it still waits for someone: [`Store::purge`](crate::Store::purge) keeps it then.
    pub open: bool,
    /// The whole of it, as JSON.
    pub body: String,
}

/// Which incidents.
#[derive(Debug, Clone, Copy, Default)]
pub struct IncidentFilter<'a> {
    /// Those of this session.
    pub session: Option<&'a SessionId>,
    /// Those of this task.
    pub task: Option<&'a TaskId>,
    /// Those that still wait for someone.
    pub open_only: bool,
}

impl StoreTx<'_> {
    /// Keeps an incident in place of the one with the same id.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn put_incident(&mut self, row: &IncidentRow) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO incident (id, session, task, at_ms, status, open, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (id) DO UPDATE SET session = ?2, task = ?3, at_ms = ?4, status = ?5,
               open = ?6, body = ?7",
            params![
                row.id.as_str(),
                row.session.as_str(),
                row.task.as_str(),
                ms(row.at),
                row.status,
                row.open,
                row.body
            ],
        )?;
        Ok(())
    }
}

const COLUMNS: &str = "SELECT id, session, task, at_ms, status, open, body FROM incident";

impl StoreReader<'_> {
    /// An incident, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    pub fn incident(&self, id: &IncidentId) -> Result<Option<IncidentRow>, StoreError> {
        self.one(&format!("{COLUMNS} WHERE id = ?1"), params![id.as_str()], read)
    }

    /// The incidents whose ids begin with `prefix`, in the order of ids; more than one means that
    /// the prefix is too short.
    ///
    /// # Errors
    /// As [`StoreReader::incident`].
    pub fn find_incidents(&self, prefix: &str) -> Result<Vec<IncidentRow>, StoreError> {
        self.all(
            &format!("{COLUMNS} WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id"),
            params![prefix],
            read,
        )
    }

    /// The incidents that pass a filter, latest first.
    ///
    /// # Errors
    /// As [`StoreReader::incident`].
    pub fn incidents(&self, filter: &IncidentFilter<'_>) -> Result<Vec<IncidentRow>, StoreError> {
        self.all(
            &format!(
                "{COLUMNS} WHERE (?1 IS NULL OR session = ?1) AND (?2 IS NULL OR task = ?2)
                 AND open >= ?3 ORDER BY at_ms DESC, id"
            ),
            params![
                filter.session.map(SessionId::as_str),
                filter.task.map(TaskId::as_str),
                filter.open_only
            ],
            read,
        )
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<IncidentRow> {
    Ok(IncidentRow {
        id: id(row, 0)?,
        session: id(row, 1)?,
        task: id(row, 2)?,
        at: timestamp(row, 3)?,
        status: row.get(4)?,
        open: row.get(5)?,
        body: row.get(6)?,
    })
}
