//! Where the sums of caps are found: those of an agent, a session or a task beside its record, others in rows of their own.

use std::cell::RefCell;
use std::collections::BTreeMap;

use fusebox_engine::spend::{CapName, CapScope};
use fusebox_store::{ScopeKind, StoreError, StoreTx};

use super::record_caps::RecordCaps;
use super::row::CapSum;
use crate::RuntimeError;

/// The sums in rows of their own that were saved last, by their keys: the next event does not read them again.
#[derive(Debug, Default)]
pub(crate) struct MachineCaps(RefCell<BTreeMap<String, CapSum>>);

/// The sums of caps that were read or changed already.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadCaps<'a> {
    /// Those in rows of their own.
    pub(crate) machine: &'a MachineCaps,
    /// Those beside the records of the event. None for a recorded session: all of its sums are by their keys.
    pub(crate) records: Option<&'a RecordCaps>,
}

/// The sums of caps.
#[derive(Clone, Copy)]
pub(crate) struct CapSums<'a> {
    /// What has their rows; none for a recorded session, whose sums are all in memory.
    pub(crate) store: Option<&'a dyn StoreTx>,
    /// What of them is at hand.
    pub(crate) read: ReadCaps<'a>,
}

/// A record that has the sums of its caps beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CappedRecord {
    Agent,
    Session,
    Task,
}

/// Where a sum is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CapPlace {
    /// Beside a record.
    Record(CappedRecord),
    /// In a row with this key.
    Row(String),
}

impl CappedRecord {
    pub(super) const ALL: [Self; 3] = [Self::Agent, Self::Session, Self::Task];

    /// The record of what a scope adds up; none of a scope that no event has the record of.
    pub(super) fn of(scope: CapScope) -> Option<Self> {
        match scope {
            CapScope::Subagent => Some(Self::Agent),
            CapScope::Session => Some(Self::Session),
            CapScope::Task => Some(Self::Task),
            CapScope::Issue
            | CapScope::Branch
            | CapScope::Project
            | CapScope::Role
            | CapScope::All
            | CapScope::Subscription
            | CapScope::PromptOutput
            | CapScope::Prompt
            | CapScope::UnattendedPrompt => None,
        }
    }

    /// The scope of its caps.
    pub(super) fn scope(self) -> CapScope {
        match self {
            Self::Agent => CapScope::Subagent,
            Self::Session => CapScope::Session,
            Self::Task => CapScope::Task,
        }
    }

    /// The kind of its row.
    pub(super) fn kind(self) -> ScopeKind {
        match self {
            Self::Agent => ScopeKind::Agent,
            Self::Session => ScopeKind::Session,
            Self::Task => ScopeKind::Task,
        }
    }
}

impl ReadCaps<'_> {
    /// Keeps a sum that was changed.
    pub(super) fn put(self, place: CapPlace, name: CapName, sum: CapSum) {
        match (place, self.records) {
            (CapPlace::Row(key), _) => {
                self.machine.0.borrow_mut().insert(key, sum);
            }
            (CapPlace::Record(record), Some(records)) => records.put(record, name, sum),
            (CapPlace::Record(_), None) => {
                debug_assert!(false, "a sum beside a record is read with the records");
            }
        }
    }
}

impl CapSums<'_> {
    /// The sum in a row; nothing where nothing was added yet.
    pub(super) fn of_row(self, key: &str) -> Result<CapSum, RuntimeError> {
        if let Some(saved) = self.read.machine.0.borrow().get(key) {
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
