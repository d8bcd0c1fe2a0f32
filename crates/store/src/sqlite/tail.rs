//! The table `tail`.

use fusebox_engine::{AgentId, SessionId};
use rusqlite::params;

use super::SqliteStore;
use super::columns::{id, ms, timestamp};
use crate::{StoreError, TailRow, TailRows};

impl TailRows for SqliteStore {
    fn put_tail(&mut self, row: &TailRow) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO tail (session, agent, body, at_ms) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (session, agent) DO UPDATE SET body = ?3, at_ms = ?4",
            params![row.session.as_str(), row.agent.as_str(), row.body, ms(row.at)],
        )?;
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
