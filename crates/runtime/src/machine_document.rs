//! Documents that belong to this machine and to no session: one row each. One that cannot be read begins anew.

use fusebox_engine::Timestamp;
use fusebox_store::{ScopeKind, ScopeRow, StoreError, StoreTx};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{RuntimeError, codec};

/// Reads a document.
pub(crate) fn read<T: DeserializeOwned + Default>(
    tx: &dyn StoreTx,
    key: &str,
) -> Result<T, RuntimeError> {
    match tx.scope(ScopeKind::Machine, key) {
        Ok(row) => Ok(row.map(|row| of_row(&row)).unwrap_or_default()),
        Err(StoreError::Row { .. }) => Ok(T::default()),
        Err(error) => Err(error.into()),
    }
}

/// Reads the document in a row.
pub(crate) fn of_row<T: DeserializeOwned + Default>(row: &ScopeRow) -> T {
    serde_json::from_str(&row.durable).unwrap_or_default()
}

/// Keeps a document in place of the one before. `what` names it in an error.
pub(crate) fn keep<T: Serialize>(
    tx: &mut dyn StoreTx,
    key: &str,
    what: &'static str,
    document: &T,
    at: Timestamp,
) -> Result<(), RuntimeError> {
    let durable = codec::json(what, document)?;
    Ok(tx.save_scope(ScopeKind::Machine, key, &ScopeRow::of_record(durable, false, at))?)
}

/// Lets the oldest entries of a list in a document go, down to so many.
pub(crate) fn keep_newest<T>(entries: &mut Vec<T>, count: usize) {
    let surplus = entries.len().saturating_sub(count);
    entries.drain(..surplus);
}
