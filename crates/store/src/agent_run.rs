//! Runs of agents under supervision: how each began and how it ended.

use fusebox_engine::{RunId, TaskId, Timestamp};
use rusqlite::{Row, params};

use crate::columns::{id, ms, timestamp};
use crate::{StoreError, StoreReader, StoreTx};

/// One run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentRunRow {
    /// Its id.
    pub id: RunId,
    /// The task that it worked on.
    pub task: TaskId,
    /// Whether nobody has written down how it ended: [`Store::purge`](crate::Store::purge) keeps it
    /// then.
    pub open: bool,
    /// When it began.
    pub at: Timestamp,
    /// The whole of it, as JSON.
    pub body: String,
}

impl StoreTx<'_> {
    /// Keeps a run in place of the one with the same id.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn put_agent_run(&mut self, row: &AgentRunRow) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO agent_run (id, task, open, at_ms, body) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET task = ?2, open = ?3, at_ms = ?4, body = ?5",
            params![row.id.as_str(), row.task.as_str(), row.open, ms(row.at), row.body],
        )?;
        Ok(())
    }
}

const COLUMNS: &str = "SELECT id, task, open, at_ms, body FROM agent_run";

impl StoreReader<'_> {
    /// A run, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    pub fn agent_run(&self, id: &RunId) -> Result<Option<AgentRunRow>, StoreError> {
        self.one(&format!("{COLUMNS} WHERE id = ?1"), params![id.as_str()], read)
    }

    /// The newest `limit` runs, of one task or of all, the latest first.
    ///
    /// # Errors
    /// As [`StoreReader::agent_run`].
    pub fn agent_runs(
        &self,
        task: Option<&TaskId>,
        limit: u32,
    ) -> Result<Vec<AgentRunRow>, StoreError> {
        self.all(
            &format!("{COLUMNS} WHERE ?1 IS NULL OR task = ?1 ORDER BY at_ms DESC, id LIMIT ?2"),
            params![task.map(TaskId::as_str), limit],
            read,
        )
    }

    /// The runs of which nobody has written down how they ended, the latest first.
    ///
    /// # Errors
    /// As [`StoreReader::agent_run`].
    pub fn open_agent_runs(&self) -> Result<Vec<AgentRunRow>, StoreError> {
        self.all(&format!("{COLUMNS} WHERE open = 1 ORDER BY at_ms DESC, id"), [], read)
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<AgentRunRow> {
    Ok(AgentRunRow {
        id: id(row, 0)?,
        task: id(row, 1)?,
        open: row.get(2)?,
        at: timestamp(row, 3)?,
        body: row.get(4)?,
    })
}
