//! The rows of the table `scope` that say how far conversations were read.

use fusebox_engine::{AgentId, SessionId};

use super::SqliteStore;
use super::scope::TAIL;
use crate::{ScopeRow, StoreError, TailRow, TailRows};

impl TailRows for SqliteStore {
    fn move_tail(&mut self, row: &TailRow, before: Option<&TailRow>) -> Result<bool, StoreError> {
        let key = key(&row.session, &row.agent);
        // Nobody writes between this and the end of the transaction.
        let found = self.row(TAIL, &key)?;
        let is_unmoved =
            found.as_ref().map(|found| &found.durable) == before.map(|before| &before.body);
        if is_unmoved {
            let new = ScopeRow::of_record(row.body.clone(), false, row.at);
            self.save_row(TAIL, &key, &new)?;
        }
        Ok(is_unmoved)
    }

    fn tail(&self, session: &SessionId, agent: &AgentId) -> Result<Option<TailRow>, StoreError> {
        let row = self.row(TAIL, &key(session, agent))?;
        let (session, agent) = (session.clone(), agent.clone());
        Ok(row.map(|row| TailRow { session, agent, body: row.durable, at: row.at }))
    }
}

/// Ids hold no control characters, so the key is unambiguous.
fn key(session: &SessionId, agent: &AgentId) -> String {
    format!("{session}\u{1f}{agent}")
}
