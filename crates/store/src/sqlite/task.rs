//! The table `task`.

use fusebox_engine::TaskId;
use rusqlite::{Row, params};

use super::SqliteStore;
use super::columns::{id, ms, timestamp};
use crate::{StoreError, TaskRow, TaskRows};

impl TaskRows for SqliteStore {
    fn put_task(&mut self, row: &TaskRow) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO task (id, folder, open, at_ms, body) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET folder = ?2, open = ?3, at_ms = ?4, body = ?5",
            params![row.id.as_str(), row.folder, row.open, ms(row.at), row.body],
        )?;
        Ok(())
    }

    fn task(&self, id: &TaskId) -> Result<Option<TaskRow>, StoreError> {
        self.one(&format!("{COLUMNS} WHERE id = ?1"), params![id.as_str()], read)
    }

    fn tasks(&self, open_only: bool) -> Result<Vec<TaskRow>, StoreError> {
        self.all(
            &format!("{COLUMNS} WHERE open >= ?1 ORDER BY at_ms DESC, id"),
            params![open_only],
            read,
        )
    }

    fn task_of_folder(&self, folder: &str) -> Result<Option<TaskRow>, StoreError> {
        self.one(
            &format!("{COLUMNS} WHERE folder = ?1 AND open = 1 ORDER BY at_ms DESC, id LIMIT 1"),
            params![folder],
            read,
        )
    }
}

const COLUMNS: &str = "SELECT id, folder, open, at_ms, body FROM task";

fn read(row: &Row<'_>) -> rusqlite::Result<TaskRow> {
    Ok(TaskRow {
        id: id(row, 0)?,
        folder: row.get(1)?,
        open: row.get(2)?,
        at: timestamp(row, 3)?,
        body: row.get(4)?,
    })
}
