//! The sums of caps that stand beside the records of an event: they are read and written with these, so that a cap of a
//! session or a task takes no row of its own.

use std::cell::RefCell;
use std::collections::BTreeMap;

use fusebox_engine::spend::{CapName, CapWindow};

use super::row::CapSum;
use super::sums::CappedRecord;
use crate::codec::StoredRecord;
use crate::{RuntimeError, codec};

/// The sums beside the records of an agent, its session and its task.
#[derive(Debug)]
pub(crate) struct RecordCaps {
    agent: RefCell<CapsOfRecord>,
    session: RefCell<CapsOfRecord>,
    task: RefCell<CapsOfRecord>,
}

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
    pub(crate) fn new(
        agent: StoredRecord<String>,
        session: StoredRecord<String>,
        task: StoredRecord<String>,
    ) -> Self {
        let stored = |record, text| {
            RefCell::new(match text {
                StoredRecord::State(text) => CapsOfRecord::stored(record, text),
                StoredRecord::Corrupt => CapsOfRecord::unreadable(record),
            })
        };
        Self {
            agent: stored(CappedRecord::Agent, agent),
            session: stored(CappedRecord::Session, session),
            task: stored(CappedRecord::Task, task),
        }
    }

    /// What is stored of them from now on: of the agent, the session and the task.
    pub(crate) fn into_texts(self) -> Result<[String; 3], RuntimeError> {
        let text = |caps: RefCell<CapsOfRecord>| caps.into_inner().into_text();
        Ok([text(self.agent)?, text(self.session)?, text(self.task)?])
    }

    /// The sum of a cap; nothing where nothing was added yet.
    pub(super) fn sum(&self, record: CappedRecord, name: CapName) -> CapSum {
        self.of(record).borrow_mut().sums().get(&name).cloned().unwrap_or_default()
    }

    pub(super) fn put(&self, record: CappedRecord, name: CapName, sum: CapSum) {
        self.of(record).borrow_mut().put(name, sum);
    }

    fn of(&self, record: CappedRecord) -> &RefCell<CapsOfRecord> {
        match record {
            CappedRecord::Agent => &self.agent,
            CappedRecord::Session => &self.session,
            CappedRecord::Task => &self.task,
        }
    }
}

impl CapsOfRecord {
    pub(super) fn stored(record: CappedRecord, text: String) -> Self {
        Self { record, text, sums: None, has_changed: false }
    }

    /// Those of a row that cannot be read.
    fn unreadable(record: CappedRecord) -> Self {
        let sums = Some(unreadable_sums(record));
        Self { record, text: String::new(), sums, has_changed: true }
    }

    /// The sums by their caps. Where they cannot be read, each cap counts as spent.
    pub(super) fn sums(&mut self) -> &mut BTreeMap<CapName, CapSum> {
        let Self { record, text, sums, .. } = self;
        sums.get_or_insert_with(|| {
            if text.is_empty() {
                return BTreeMap::new();
            }
            serde_json::from_str(text).unwrap_or_else(|_| unreadable_sums(*record))
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

/// A spent sum of each cap that a record can have.
fn unreadable_sums(record: CappedRecord) -> BTreeMap<CapName, CapSum> {
    let scope = record.scope();
    let names = CapWindow::ALL.map(|(window, _)| CapName { scope, window });
    names.into_iter().map(|name| (name, CapSum::unreadable())).collect()
}
