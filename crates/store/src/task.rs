//! Tasks: the units of work that outlive sessions.

use fusebox_engine::{TaskId, Timestamp};
use rusqlite::{Row, params};

use crate::columns::{id, ms, timestamp};
use crate::{StoreError, StoreReader, StoreTx};

/// One task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskRow {
    /// Its id.
    pub id: TaskId,
    /// The folder that it is worked on in, as one exact path.
    pub folder: String,
    /// Whether it goes on: [`Store::purge`](crate::Store::purge) keeps it and its events then.
    pub open: bool,
    /// When it was last touched.
    pub at: Timestamp,
    /// The whole of it, as JSON.
    pub body: String,
}

impl StoreTx<'_> {
    /// Keeps a task in place of the one with the same id.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn put_task(&mut self, row: &TaskRow) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO task (id, folder, open, at_ms, body) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET folder = ?2, open = ?3, at_ms = ?4, body = ?5",
            params![row.id.as_str(), row.folder, row.open, ms(row.at), row.body],
        )?;
        Ok(())
    }
}

const COLUMNS: &str = "SELECT id, folder, open, at_ms, body FROM task";

impl StoreReader<'_> {
    /// A task, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    pub fn task(&self, id: &TaskId) -> Result<Option<TaskRow>, StoreError> {
        self.one(&format!("{COLUMNS} WHERE id = ?1"), params![id.as_str()], read)
    }

    /// The tasks, all or the open ones alone, the latest first.
    ///
    /// # Errors
    /// As [`StoreReader::task`].
    pub fn tasks(&self, open_only: bool) -> Result<Vec<TaskRow>, StoreError> {
        self.all(
            &format!("{COLUMNS} WHERE open >= ?1 ORDER BY at_ms DESC, id"),
            params![open_only],
            read,
        )
    }

    /// The latest open task of exactly this folder.
    ///
    /// # Errors
    /// As [`StoreReader::task`].
    pub fn task_of_folder(&self, folder: &str) -> Result<Option<TaskRow>, StoreError> {
        self.one(
            &format!("{COLUMNS} WHERE folder = ?1 AND open = 1 ORDER BY at_ms DESC, id LIMIT 1"),
            params![folder],
            read,
        )
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<TaskRow> {
    Ok(TaskRow {
        id: id(row, 0)?,
        folder: row.get(1)?,
        open: row.get(2)?,
        at: timestamp(row, 3)?,
        body: row.get(4)?,
    })
}
