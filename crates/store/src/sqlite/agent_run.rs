//! The tables `agent_run` and `session_record`.

use fusebox_engine::TaskId;
use rusqlite::{Row, params};

use super::SqliteStore;
use super::columns::{id, ms, timestamp};
use crate::{AgentRunRow, AgentRunRows, StoreError};

impl AgentRunRows for SqliteStore {
    fn put_agent_run(&mut self, row: &AgentRunRow) -> Result<(), StoreError> {
        let (id, task, at) = (row.id.as_str(), row.task.as_str(), ms(row.at));
        if row.is_session {
            self.execute(
                "INSERT INTO session_record (id, task, at_ms, body) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (id) DO UPDATE SET task = ?2, at_ms = ?3, body = ?4",
                params![id, task, at, row.body],
            )?;
        } else {
            self.execute(
                "INSERT INTO agent_run (id, task, open, at_ms, body) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (id) DO UPDATE SET task = ?2, open = ?3, at_ms = ?4, body = ?5",
                params![id, task, row.open, at, row.body],
            )?;
        }
        Ok(())
    }

    fn agent_runs(
        &self,
        task: Option<&TaskId>,
        limit: u32,
    ) -> Result<Vec<AgentRunRow>, StoreError> {
        self.all(
            &format!("{RUNS} WHERE ?1 IS NULL OR task = ?1 ORDER BY at_ms DESC, id LIMIT ?2"),
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
                "SELECT * FROM ({RUNS} UNION ALL
                   SELECT id, task, 0, at_ms, body, 1 FROM session_record)
                 WHERE ?1 IS NULL OR task = ?1 ORDER BY at_ms DESC, id LIMIT ?2"
            ),
            params![task.map(TaskId::as_str), limit],
            read,
        )
    }

    fn open_agent_runs(&self) -> Result<Vec<AgentRunRow>, StoreError> {
        self.all(&format!("{RUNS} WHERE open = 1 ORDER BY at_ms DESC, id"), [], read)
    }
}

const RUNS: &str = "SELECT id, task, open, at_ms, body, 0 FROM agent_run";

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
