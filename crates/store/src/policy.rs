//! Compiled policies: a cache for the hook, and what replay decides with.

use fusebox_engine::Timestamp;

use crate::StoreError;

/// One compiled policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyRow {
    /// What it was compiled from, exactly: paths, times and sizes of files, environment, role.
    pub key: String,
    /// What it is for, whatever its files hold: the project and the role.
    pub place: String,
    /// The digest of `body`, as in the log.
    pub digest: u64,
    /// The policy, as JSON.
    pub body: String,
}

/// Compiled policies.
pub trait PolicyRows {
    /// Keeps a policy as the latest good one of its place.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn put_policy(&mut self, row: &PolicyRow, at: Timestamp) -> Result<(), StoreError>;

    /// The policy compiled from exactly this.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    fn policy(&self, key: &str) -> Result<Option<PolicyRow>, StoreError>;

    /// The policy kept last for a place.
    ///
    /// # Errors
    /// As [`Self::policy`].
    fn last_good_policy(&self, place: &str) -> Result<Option<PolicyRow>, StoreError>;

    /// The policy that the log names by its digest.
    ///
    /// # Errors
    /// As [`Self::policy`].
    fn policy_of_digest(&self, digest: u64) -> Result<Option<PolicyRow>, StoreError>;
}
