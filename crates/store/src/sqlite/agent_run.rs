//! Records of work, in the table `document`.

use fusebox_engine::TaskId;
use rusqlite::{Row, params};

use super::SqliteStore;
use super::columns::{id, ms, timestamp};
use crate::{AgentRunRow, AgentRunRows, StoreError};

impl AgentRunRows for SqliteStore {
    fn put_agent_run(&mut self, row: &AgentRunRow) -> Result<(), StoreError> {
        let kind = if row.is_session { "session_record" } else { "agent_run" };
        self.execute(
            "INSERT INTO document (kind, key, task, rank, at_ms, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (kind, key) DO UPDATE SET task = ?3, rank = ?4, at_ms = ?5, body = ?6",
            params![kind, row.id.as_str(), row.task.as_str(), row.open, ms(row.at), row.body],
        )?;
        Ok(())
    }

    fn agent_runs(
        &self,
        task: Option<&TaskId>,
        limit: u32,
    ) -> Result<Vec<AgentRunRow>, StoreError> {
        self.all(
            &format!("{RUNS} AND (?1 IS NULL OR task = ?1) ORDER BY at_ms DESC, key LIMIT ?2"),
            params![task.map(TaskId::as_str), limit],
            read,
        )
    }

    fn work_records(
        &self,
        task: Option<&TaskId>,
        limit: u32,
    ) -> Result<Vec<AgentRunRow>, StoreError> {
        self.all(
            &format!(
                "{COLUMNS} WHERE kind IN ('agent_run', 'session_record')
                 AND (?1 IS NULL OR task = ?1) ORDER BY at_ms DESC, key LIMIT ?2"
            ),
            params![task.map(TaskId::as_str), limit],
            read,
        )
    }

    fn open_agent_runs(&self) -> Result<Vec<AgentRunRow>, StoreError> {
        self.all(&format!("{RUNS} AND rank = 1 ORDER BY at_ms DESC, key"), [], read)
    }
}

const COLUMNS: &str =
    "SELECT key, task, rank = 1, at_ms, body, kind = 'session_record' FROM document";
/// Those of supervised runs.
const RUNS: &str =
    "SELECT key, task, rank = 1, at_ms, body, 0 FROM document WHERE kind = 'agent_run'";

fn read(row: &Row<'_>) -> rusqlite::Result<AgentRunRow> {
    Ok(AgentRunRow {
        id: id(row, 0)?,
        task: id(row, 1)?,
        open: row.get(2)?,
        at: timestamp(row, 3)?,
        body: row.get(4)?,
        is_session: row.get(5)?,
    })
}
