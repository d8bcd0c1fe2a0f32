//! How far the client's own record of a subagent's conversation was read. That of the main one stands in the row of its
//! session, which every event reads and writes; earlier versions kept it here.

use fusebox_engine::{AgentId, SessionId, Timestamp};

use crate::StoreError;

/// How far one conversation was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TailRow {
    /// Its session.
    pub session: SessionId,
    /// Which conversation.
    pub agent: AgentId,
    /// The position that the next reading starts from, as JSON.
    pub body: String,
    /// When it was read.
    pub at: Timestamp,
}

/// How far transcripts were read.
pub trait TailRows {
    /// Keeps how far a conversation was read, in place of `before`. Where something else is kept by now, another
    /// process has read the same: that stays, and the answer is `false`.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn move_tail(&mut self, row: &TailRow, before: Option<&TailRow>) -> Result<bool, StoreError>;

    /// How far a conversation was read, if it ever was.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    fn tail(&self, session: &SessionId, agent: &AgentId) -> Result<Option<TailRow>, StoreError>;
}
