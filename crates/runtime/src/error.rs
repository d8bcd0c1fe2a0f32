//! What can go wrong between an event and its answer.

use fusebox_store::StoreError;
use thiserror::Error;

/// What can go wrong between an event and its answer.
#[derive(Debug, Error)]
pub enum RuntimeError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something of ours could not be written as JSON; it says what.
    #[error("cannot write {what} as JSON: {source}")]
    Write {
        /// What was to be written.
        what: &'static str,
        /// Why.
        source: serde_json::Error,
    },
    /// A row of the log cannot be read.
    #[error("the log's event {id} of session {session} cannot be read: {source}")]
    Log {
        /// The session.
        session: String,
        /// The event.
        id: String,
        /// Why.
        source: serde_json::Error,
    },
    /// A shared breaker cannot be made.
    #[error("the breaker of {key} cannot be made: {error}")]
    Breaker {
        /// Which.
        key: String,
        /// Why.
        error: String,
    },
    /// There is no place for the state.
    #[error("no place for the state: neither FUSEBOX_STATE_DIR, XDG_STATE_HOME nor HOME is set")]
    NoHome,
}

impl RuntimeError {
    /// Whether the store could not be had, which other processes can bring about: one held its lock, filled its disk, or
    /// took from this process what it needs to open a file. What the store holds is no part of that.
    #[must_use]
    pub fn is_obstructed(&self) -> bool {
        let Self::Store(error) = self else { return false };
        match error {
            StoreError::Busy { .. }
            | StoreError::Full { .. }
            | StoreError::ReadOnly { .. }
            | StoreError::Permission { .. }
            | StoreError::Io { .. }
            | StoreError::Database { .. } => true,
            StoreError::Corrupt { .. }
            | StoreError::Newer { .. }
            | StoreError::LostUpdate { .. }
            | StoreError::Row { .. }
            | StoreError::Query { .. }
            | StoreError::UnknownScheme { .. }
            | StoreError::HomeInUrl => false,
        }
    }
}
