//! Incidents: the durable records of trips.

use fusebox_engine::{IncidentId, SessionId, TaskId, Timestamp};

use crate::StoreError;

/// One incident.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncidentRow {
    /// Its id.
    pub id: IncidentId,
    /// Where it happened.
    pub session: SessionId,
    /// Which task.
    pub task: TaskId,
    /// When.
    pub at: Timestamp,
    /// How it stands, in the writer's words.
    pub status: String,
    /// Whether it still waits for someone: [`Store::purge`](crate::Store::purge) keeps it then.
    pub open: bool,
    /// The whole of it, as JSON.
    pub body: String,
}

/// Which incidents.
#[derive(Debug, Clone, Copy, Default)]
pub struct IncidentFilter<'a> {
    /// Those of this session.
    pub session: Option<&'a SessionId>,
    /// Those of this task.
    pub task: Option<&'a TaskId>,
    /// Those that still wait for someone.
    pub open_only: bool,
}

/// Incidents.
pub trait IncidentRows {
    /// Keeps an incident in place of the one with the same id.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn put_incident(&mut self, row: &IncidentRow) -> Result<(), StoreError>;

    /// An incident, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    fn incident(&self, id: &IncidentId) -> Result<Option<IncidentRow>, StoreError>;

    /// The incidents whose ids begin with `prefix`, in the order of ids; more than one means that
    /// the prefix is too short.
    ///
    /// # Errors
    /// As [`Self::incident`].
    fn find_incidents(&self, prefix: &str) -> Result<Vec<IncidentRow>, StoreError>;

    /// The incidents that pass a filter, latest first.
    ///
    /// # Errors
    /// As [`Self::incident`].
    fn incidents(&self, filter: &IncidentFilter<'_>) -> Result<Vec<IncidentRow>, StoreError>;
}
