//! The table `tail`.

use fusebox_engine::{AgentId, SessionId};
use rusqlite::params;

use super::SqliteStore;
use super::columns::{id, ms, timestamp};
use crate::{StoreError, TailRow, TailRows};

impl TailRows for SqliteStore {
    fn move_tail(&mut self, row: &TailRow, before: Option<&TailRow>) -> Result<(), StoreError> {
        let (session, agent) = (row.session.as_str(), row.agent.as_str());
        // One statement compares and writes: to prepare one costs more than to execute it.
        match before {
            None => self.execute(
                "INSERT OR IGNORE INTO tail (session, agent, body, at_ms) VALUES (?1, ?2, ?3, ?4)",
                params![session, agent, row.body, ms(row.at)],
            ),
            Some(before) => self.execute(
                "UPDATE tail SET body = ?3, at_ms = ?4 WHERE session = ?1 AND agent = ?2 AND body = ?5",
                params![session, agent, row.body, ms(row.at), before.body],
            ),
        }?;
        Ok(())
    }

    fn tail(&self, session: &SessionId, agent: &AgentId) -> Result<Option<TailRow>, StoreError> {
        self.one(
            "SELECT session, agent, body, at_ms FROM tail WHERE session = ?1 AND agent = ?2",
            params![session.as_str(), agent.as_str()],
            |row| {
                Ok(TailRow {
                    session: id(row, 0)?,
                    agent: id(row, 1)?,
                    body: row.get(2)?,
                    at: timestamp(row, 3)?,
                })
            },
        )
    }
}
