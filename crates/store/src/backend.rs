//! What a store has to do: the interface that SQLite implements, and a server store would.

use std::fmt::Debug;

use fusebox_engine::Timestamp;

use crate::accepted_file::AcceptedFileRows;
use crate::agent_run::AgentRunRows;
use crate::breaker::BreakerRows;
use crate::incident::IncidentRows;
use crate::log::LogRows;
use crate::outbox::OutboxRows;
use crate::policy::PolicyRows;
use crate::process::ProcessRows;
use crate::purge::PurgeRows;
use crate::report::ReportRows;
use crate::run::TestRunRows;
use crate::scope::ScopeRows;
use crate::tail::TailRows;
use crate::task::TaskRows;
use crate::{OpenedStore, StoreError, StoreHealth};

/// Everything that is kept, table by table. Shared, it answers questions, each from one
/// consistent view; [`Store::write`](crate::Store::write) hands it out to write with, in one
/// transaction.
pub trait StoreTx:
    LogRows
    + ScopeRows
    + IncidentRows
    + ReportRows
    + TaskRows
    + TestRunRows
    + AgentRunRows
    + PolicyRows
    + OutboxRows
    + BreakerRows
    + ProcessRows
    + TailRows
    + AcceptedFileRows
    + PurgeRows
{
    /// Asks that this transaction outlives a loss of power: for trips, and for what people say.
    fn require_durable(&mut self);

    /// Reads the whole database and checks it; seconds for hundreds of megabytes.
    ///
    /// # Errors
    /// Why the database cannot be read at all.
    fn health(&self) -> Result<StoreHealth, StoreError>;
}

/// One open database. [`Store`](crate::Store) drives its transactions.
pub(crate) trait Backend: StoreTx + Debug + Send {
    /// Begins a transaction, alone: other writers wait, up to 3 s.
    fn begin(&mut self) -> Result<(), StoreError>;

    /// Ends the transaction and keeps what it wrote.
    fn commit(&mut self) -> Result<(), StoreError>;

    /// Ends the transaction, if it is still open, and keeps nothing of it.
    fn roll_back(&mut self);

    /// Carries out no code that stands in the database from now on: triggers, and what views say.
    fn distrust_schema(&mut self) -> Result<(), StoreError>;

    /// Gives the space of what was purged back to the file system.
    fn compact(&mut self) -> Result<(), StoreError>;

    /// Puts this database, which is corrupt, out of the way and starts a new one.
    fn set_aside(self: Box<Self>, now: Timestamp) -> Result<OpenedStore, StoreError>;

    /// Leaves the closing to the system, for a process that ends now.
    fn end_with_process(self: Box<Self>);
}
