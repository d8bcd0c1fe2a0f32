//! The state of agents, sessions and tasks.

use fusebox_engine::{TaskId, Timestamp};

use crate::StoreError;

/// The owner of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScopeKind {
    /// One conversation of a session.
    Agent,
    /// One run of a client.
    Session,
    /// A unit of work.
    Task,
    /// What a person ordered for all sessions of this machine.
    Machine,
}

/// One state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopeRow {
    /// Named fields, as JSON; migrated by whoever reads them.
    pub durable: String,
    /// Beside an agent's record rings of digests, for a reader of the same version only.
    pub window: Vec<u8>,
    /// The version that wrote `window`.
    pub window_version: u32,
    /// Beside a session's record how far the client's record of its main conversation was read; empty before it was.
    pub position: String,
    /// What the caps of the agent, the session or the task have come to, as JSON; empty where nothing was added up.
    pub caps: String,
    /// Whether its breaker is open: [`Store::purge`](crate::Store::purge) keeps it then.
    pub open: bool,
    /// When it was saved.
    pub at: Timestamp,
}

impl ScopeRow {
    /// A row of a record that has nothing beside it.
    #[must_use]
    pub fn of_record(durable: String, open: bool, at: Timestamp) -> Self {
        let (window, window_version) = (Vec::new(), 0);
        let (position, caps) = (String::new(), String::new());
        Self { durable, window, window_version, position, caps, open, at }
    }
}

/// The states of agents, sessions and tasks.
pub trait ScopeRows {
    /// The latest sessions whose record names this task, at most 32.
    ///
    /// # Errors
    /// Why the database is unreadable.
    fn sessions_of_task(&self, task: &TaskId) -> Result<Vec<String>, StoreError>;

    /// Keeps a state in place of the one before.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn save_scope(&mut self, kind: ScopeKind, key: &str, row: &ScopeRow) -> Result<(), StoreError>;

    /// A state, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Row`] when this row alone is unreadable, or why the database is.
    fn scope(&self, kind: ScopeKind, key: &str) -> Result<Option<ScopeRow>, StoreError>;

    /// Every state of a kind whose key begins with `prefix`, by its key and in the order of keys.
    ///
    /// # Errors
    /// As [`Self::scope`].
    fn scopes(&self, kind: ScopeKind, prefix: &str) -> Result<Vec<(String, ScopeRow)>, StoreError>;

    /// Every state of a kind that has caps beside its record, by its key and in the order of keys. This reads all
    /// states of the kind.
    ///
    /// # Errors
    /// As [`Self::scope`].
    fn capped_scopes(&self, kind: ScopeKind) -> Result<Vec<(String, ScopeRow)>, StoreError>;
}
