//! Breakers that all sessions share, one row each, and totals.

use fusebox_engine::Timestamp;

use crate::StoreError;

/// Breakers that are kept at most; for a new one the least telling goes.
pub const MAX_BREAKERS: u32 = 256;

/// One shared breaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BreakerRow {
    /// Its name.
    pub key: String,
    /// What it has to tell.
    pub rank: BreakerRank,
    /// When it was last touched.
    pub at: Timestamp,
    /// The whole of it, as JSON.
    pub body: String,
}

/// What a breaker has to tell, the least first: that one is let go first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BreakerRank {
    /// Nothing: closed, without a failure.
    Clean,
    /// Failures.
    Failing,
    /// It is open, or tries a probe.
    Open,
    /// A person set it; it is never let go.
    Held,
}

/// Shared breakers, and totals by name.
pub trait BreakerRows {
    /// Keeps a breaker in place of the one with the same key. Where it is new and there are
    /// [`MAX_BREAKERS`], the oldest of those with the least to tell goes; where a person holds all
    /// of them, this one is not kept.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn put_breaker(&mut self, row: &BreakerRow) -> Result<(), StoreError>;

    /// Adds one to a total.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn count(&mut self, name: &str) -> Result<(), StoreError>;

    /// A breaker, if it is kept.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    fn breaker(&self, key: &str) -> Result<Option<BreakerRow>, StoreError>;

    /// Every breaker, by its key.
    ///
    /// # Errors
    /// As [`Self::breaker`].
    fn breakers(&self) -> Result<Vec<BreakerRow>, StoreError>;

    /// Every total, by its name.
    ///
    /// # Errors
    /// As [`Self::breaker`].
    fn counters(&self) -> Result<Vec<(String, u64)>, StoreError>;
}
