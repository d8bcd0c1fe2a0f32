//! The sums of caps that stand beside the records of an event: they are read and written with these, so that a cap of a
//! session or a task takes no row of its own.

use std::cell::RefCell;
use std::collections::BTreeMap;

use fusebox_engine::spend::{CapName, CapWindow};

use super::row::CapSum;
use super::sums::CappedRecord;
use crate::{RuntimeError, codec};

/// The sums beside the records of an agent, its session and its task.
#[derive(Debug)]
pub(crate) struct RecordCaps([RefCell<CapsOfRecord>; 3]);

/// The sums beside one record. Without a cap they stay as they are stored.
#[derive(Debug)]
pub(super) struct CapsOfRecord {
    record: CappedRecord,
    /// As they were stored.
    text: String,
    /// Once a cap was asked for.
    sums: Option<BTreeMap<CapName, CapSum>>,
    has_changed: bool,
}

impl RecordCaps {
    /// Those that are stored like this.
    pub(crate) fn new(agent: String, session: String, task: String) -> Self {
        let stored = |record, text| RefCell::new(CapsOfRecord::stored(record, text));
        Self([
            stored(CappedRecord::Agent, agent),
            stored(CappedRecord::Session, session),
            stored(CappedRecord::Task, task),
        ])
    }

    /// What is stored of them from now on, in the order of the records.
    pub(crate) fn into_texts(self) -> Result<[String; 3], RuntimeError> {
        let [agent, session, task] = self.0.map(|caps| caps.into_inner().into_text());
        Ok([agent?, session?, task?])
    }

    /// The sum of a cap; nothing where nothing was added yet.
    pub(super) fn sum(&self, record: CappedRecord, name: CapName) -> CapSum {
        self.0[record as usize].borrow_mut().sums().get(&name).cloned().unwrap_or_default()
    }

    pub(super) fn put(&self, record: CappedRecord, name: CapName, sum: CapSum) {
        self.0[record as usize].borrow_mut().put(name, sum);
    }
}

impl CapsOfRecord {
    pub(super) fn stored(record: CappedRecord, text: String) -> Self {
        Self { record, text, sums: None, has_changed: false }
    }

    /// The sums by their caps. Where they cannot be read, each cap counts as spent.
    pub(super) fn sums(&mut self) -> &mut BTreeMap<CapName, CapSum> {
        let Self { record, text, sums, .. } = self;
        sums.get_or_insert_with(|| {
            if text.is_empty() {
                return BTreeMap::new();
            }
            serde_json::from_str(text).unwrap_or_else(|_| {
                let scope = record.scope();
                let names = CapWindow::ALL.map(|(window, _)| CapName { scope, window });
                names.into_iter().map(|name| (name, CapSum::unreadable())).collect()
            })
        })
    }

    pub(super) fn put(&mut self, name: CapName, sum: CapSum) {
        self.sums().insert(name, sum);
        self.has_changed = true;
    }

    /// What is stored of them from now on.
    pub(super) fn into_text(self) -> Result<String, RuntimeError> {
        match self.sums {
            Some(sums) if self.has_changed => codec::json("the caps of a record", &sums),
            Some(_) | None => Ok(self.text),
        }
    }
}
