//! Forgets what is old, and gives the space back.

use fusebox_engine::Timestamp;
use rusqlite::params;

use crate::columns::ms;
use crate::{Store, StoreError, StoreTx};

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

impl Store {
    /// Forgets, in one transaction.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn purge(&mut self, what: PurgeRequest) -> Result<PurgeCounts, StoreError> {
        self.write(|tx| forget(tx, what))
    }

    /// How many rows [`Store::purge`] would forget; nothing is changed.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn would_purge(&mut self, what: PurgeRequest) -> Result<PurgeCounts, StoreError> {
        // An error rolls back, so the count travels as one.
        match self.write(|tx| Err::<(), _>(PurgeCountKind::of(forget(tx, what)))) {
            Err(PurgeCountKind::PurgeCounts(purged)) => Ok(purged),
            Err(PurgeCountKind::Failed(error)) => Err(error),
            Ok(()) => Ok(PurgeCounts::default()),
        }
    }

    /// Gives the space of what was purged back to the file system; rewrites the whole file, and
    /// others wait for it.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn compact(&mut self) -> Result<(), StoreError> {
        self.read().with(|conn| conn.execute_batch("VACUUM"))
    }
}

enum PurgeCountKind {
    PurgeCounts(PurgeCounts),
    Failed(StoreError),
}

impl PurgeCountKind {
    fn of(result: Result<PurgeCounts, StoreError>) -> Self {
        result.map_or_else(Self::Failed, Self::PurgeCounts)
    }
}

impl From<StoreError> for PurgeCountKind {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

fn forget(tx: &StoreTx<'_>, what: PurgeRequest) -> Result<PurgeCounts, StoreError> {
    match what {
        PurgeRequest::Before(time) => before(tx, time),
        PurgeRequest::Everything => everything(tx),
    }
}

fn before(tx: &StoreTx<'_>, time: Timestamp) -> Result<PurgeCounts, StoreError> {
    let time = params![ms(time)];
    Ok(PurgeCounts {
        events: tx.execute(
            "DELETE FROM log WHERE task IN (
               SELECT task FROM log GROUP BY task HAVING max(at_ms) < ?1
               EXCEPT SELECT task FROM incident WHERE open = 1
               EXCEPT SELECT id FROM task WHERE open = 1)",
            time,
        )?,
        // A state goes with its events: a session that lost its own would number its next event
        // like one that is still in the log.
        scopes: tx.execute(
            "DELETE FROM scope WHERE at_ms < ?1 AND open = 0 AND key NOT IN (
               SELECT CASE scope.kind WHEN 1 THEN session || char(31) || agent
                 WHEN 2 THEN session ELSE task END FROM log)",
            time,
        )?,
        incidents: tx.execute("DELETE FROM incident WHERE at_ms < ?1 AND open = 0", time)?,
        effects: tx.execute("DELETE FROM outbox WHERE queued_ms < ?1 AND state <> 0", time)?,
        policies: tx.execute(
            "DELETE FROM policy WHERE at_ms < ?1 AND digest NOT IN (SELECT policy FROM log)
               AND seq NOT IN (SELECT max(seq) FROM policy GROUP BY place)",
            time,
        )?,
        processes: tx.execute("DELETE FROM process WHERE at_ms < ?1", time)?,
        tasks: tx.execute("DELETE FROM task WHERE at_ms < ?1 AND open = 0", time)?,
        tails: tx.execute(
            "DELETE FROM tail WHERE at_ms < ?1 AND session NOT IN (SELECT session FROM log)",
            time,
        )?,
        runs: tx.execute(
            "DELETE FROM run WHERE at_ms < ?1 AND task NOT IN (SELECT task FROM log)
               AND task NOT IN (SELECT id FROM task WHERE open = 1)",
            time,
        )?,
        reports: tx.execute(
            "DELETE FROM report WHERE at_ms < ?1 AND incident NOT IN (SELECT id FROM incident)",
            time,
        )?,
        agent_runs: tx.execute("DELETE FROM agent_run WHERE at_ms < ?1 AND open = 0", time)?,
        breakers: tx.execute("DELETE FROM breaker WHERE at_ms < ?1 AND rank < 3", time)?,
    })
}

fn everything(tx: &StoreTx<'_>) -> Result<PurgeCounts, StoreError> {
    Ok(PurgeCounts {
        events: tx.execute("DELETE FROM log", [])?,
        scopes: tx.execute("DELETE FROM scope", [])?,
        incidents: tx.execute("DELETE FROM incident", [])?,
        effects: tx.execute("DELETE FROM outbox", [])?,
        policies: tx.execute("DELETE FROM policy", [])?,
        processes: tx.execute("DELETE FROM process", [])?,
        tasks: tx.execute("DELETE FROM task", [])?,
        tails: tx.execute("DELETE FROM tail", [])?,
        runs: tx.execute("DELETE FROM run", [])?,
        reports: tx.execute("DELETE FROM report", [])?,
        agent_runs: tx.execute("DELETE FROM agent_run", [])?,
        breakers: {
            tx.execute("DELETE FROM counter", [])?;
            tx.execute("DELETE FROM breaker", [])?
        },
    })
}
