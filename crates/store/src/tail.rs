//! How far the client's own record of a conversation was read.

use fusebox_engine::{AgentId, SessionId, Timestamp};
use rusqlite::params;

use crate::columns::{id, ms, timestamp};
use crate::{StoreError, StoreReader, StoreTx};

/// How far one conversation was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TailRow {
    /// Its session.
    pub session: SessionId,
    /// Which conversation.
    pub agent: AgentId,
    /// What the next reading goes on from, as JSON.
    pub body: String,
    /// When it was read.
    pub at: Timestamp,
}

impl StoreTx<'_> {
    /// Keeps how far a conversation was read, in place of what was kept before.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn put_tail(&mut self, row: &TailRow) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO tail (session, agent, body, at_ms) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (session, agent) DO UPDATE SET body = ?3, at_ms = ?4",
            params![row.session.as_str(), row.agent.as_str(), row.body, ms(row.at)],
        )?;
        Ok(())
    }
}

impl StoreReader<'_> {
    /// How far a conversation was read, if it ever was.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    pub fn tail(
        &self,
        session: &SessionId,
        agent: &AgentId,
    ) -> Result<Option<TailRow>, StoreError> {
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
