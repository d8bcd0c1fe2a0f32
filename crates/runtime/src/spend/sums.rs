//! Where the sums of caps are found.

use std::cell::RefCell;
use std::collections::BTreeMap;

use fusebox_store::{ScopeKind, StoreError, StoreTx};

use super::row::CapSum;
use crate::RuntimeError;

/// The sums that were saved last, by their keys: the next event does not read them again.
#[derive(Debug, Default)]
pub(crate) struct SavedCaps(RefCell<BTreeMap<String, CapSum>>);

impl SavedCaps {
    pub(super) fn put(&self, key: String, sum: CapSum) {
        self.0.borrow_mut().insert(key, sum);
    }
}

/// The sums of caps.
#[derive(Clone, Copy)]
pub(crate) struct CapSums<'a> {
    /// What has their rows; none for a recorded session, whose sums are all in memory.
    pub(crate) store: Option<&'a dyn StoreTx>,
    /// Those that were saved last.
    pub(crate) saved: &'a SavedCaps,
}

impl CapSums<'_> {
    /// The sum of a key; nothing where nothing was added yet.
    pub(super) fn sum(self, key: &str) -> Result<CapSum, RuntimeError> {
        if let Some(saved) = self.saved.0.borrow().get(key) {
            return Ok(saved.clone());
        }
        match self.store.map(|store| store.scope(ScopeKind::Machine, key)) {
            Some(Ok(Some(row))) => Ok(CapSum::stored(&row)),
            Some(Ok(None)) | None => Ok(CapSum::default()),
            Some(Err(StoreError::Row { .. })) => Ok(CapSum::unreadable()),
            Some(Err(error)) => Err(error.into()),
        }
    }
}
