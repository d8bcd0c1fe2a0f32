//! What is forgotten when it is old.

use fusebox_engine::Timestamp;

use crate::StoreError;

/// What to forget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PurgeRequest {
    /// What was last touched before this time, except what is open: incidents, tasks,
    /// the states of open breakers, the events of a task that is open or has an open incident, and
    /// effects that are pending.
    /// Events go by whole tasks, and states with their events, so that what is left can still be
    /// replayed.
    Before(Timestamp),
    /// Everything.
    Everything,
}

/// How many rows went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PurgeCounts {
    /// Events of the log.
    pub events: usize,
    /// States.
    pub scopes: usize,
    /// Incidents.
    pub incidents: usize,
    /// Effects.
    pub effects: usize,
    /// Compiled policies.
    pub policies: usize,
    /// Recorded processes.
    pub processes: usize,
    /// Tasks.
    pub tasks: usize,
    /// Marks of how far conversations were read.
    pub tails: usize,
    /// Test runs.
    pub runs: usize,
    /// Reports of incidents.
    pub reports: usize,
    /// Runs of agents under supervision.
    pub agent_runs: usize,
    /// Shared breakers.
    pub breakers: usize,
}

/// Every table, to forget from.
pub trait PurgeRows {
    /// Forgets, and counts the rows that went.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn forget(&mut self, what: PurgeRequest) -> Result<PurgeCounts, StoreError>;
}
