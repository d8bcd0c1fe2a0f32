//! Records of work: runs of agents under supervision, and sessions that nobody supervised.

use fusebox_engine::{RunId, TaskId, Timestamp};

use crate::StoreError;

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
    /// Whether it is the record of a session that nobody supervised.
    pub is_session: bool,
    /// When it began.
    pub at: Timestamp,
    /// The whole of it, as JSON.
    pub body: String,
}

/// Supervised runs of agents.
pub trait AgentRunRows {
    /// Keeps a run in place of the one with the same id.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn put_agent_run(&mut self, row: &AgentRunRow) -> Result<(), StoreError>;

    /// The newest `limit` supervised runs, of one task or of all, the latest first.
    ///
    /// # Errors
    /// [`StoreError::Row`] when one is unreadable, or why the database is.
    fn agent_runs(&self, task: Option<&TaskId>, limit: u32)
    -> Result<Vec<AgentRunRow>, StoreError>;

    /// The newest `limit` records of runs and of sessions, of one task or of all, the latest first.
    ///
    /// # Errors
    /// As [`Self::agent_runs`].
    fn work_records(
        &self,
        task: Option<&TaskId>,
        limit: u32,
    ) -> Result<Vec<AgentRunRow>, StoreError>;

    /// The runs of which nobody has written down how they ended, the latest first.
    ///
    /// # Errors
    /// As [`Self::agent_runs`].
    fn open_agent_runs(&self) -> Result<Vec<AgentRunRow>, StoreError>;
}
