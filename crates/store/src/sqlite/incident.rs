//! The table `incident`.

use fusebox_engine::{IncidentId, SessionId, TaskId};
use rusqlite::{Row, params};

use super::SqliteStore;
use super::columns::{id, ms, timestamp};
use crate::{IncidentFilter, IncidentRow, IncidentRows, StoreError};

impl IncidentRows for SqliteStore {
    fn put_incident(&mut self, row: &IncidentRow) -> Result<(), StoreError> {
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

    fn incident(&self, id: &IncidentId) -> Result<Option<IncidentRow>, StoreError> {
        self.one(&format!("{COLUMNS} WHERE id = ?1"), params![id.as_str()], read)
    }

    fn find_incidents(&self, prefix: &str) -> Result<Vec<IncidentRow>, StoreError> {
        self.all(
            &format!("{COLUMNS} WHERE id >= ?1 AND id < ?1 || char(0x10ffff) ORDER BY id"),
            params![prefix],
            read,
        )
    }

    fn incidents(&self, filter: &IncidentFilter<'_>) -> Result<Vec<IncidentRow>, StoreError> {
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

const COLUMNS: &str = "SELECT id, session, task, at_ms, status, open, body FROM incident";

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
