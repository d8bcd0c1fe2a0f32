//! The sums of caps that stand beside the records of an event: they are read and written with these, so that a cap of a
//! session or a task takes no row of its own.
//!
//! They are one line. Most caps have an amount and nothing else: `session 12300000000 4500 5 USD;task …`, with the
//! pico-dollars, the tokens and the limit of each, which a hook reads in a fifth of the time that JSON takes. Where one has
//! more, as a window or what a person allowed, all of them are JSON; so are those of earlier versions.

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
            let sums = if text.starts_with('{') {
                serde_json::from_str(text).ok()
            } else {
                text.split(SEPARATOR).map(CapSum::of_plain_text).collect()
            };
            sums.unwrap_or_else(|| unreadable_sums(*record))
        })
    }

    pub(super) fn put(&mut self, name: CapName, sum: CapSum) {
        self.sums().insert(name, sum);
        self.has_changed = true;
    }

    /// What is stored of them from now on.
    pub(super) fn into_text(self) -> Result<String, RuntimeError> {
        match self.sums {
            Some(sums) if self.has_changed => match to_plain_text(&sums) {
                Some(text) => Ok(text),
                None => codec::json("the caps of a record", &sums),
            },
            Some(_) | None => Ok(self.text),
        }
    }
}

/// Between the plain texts of caps.
const SEPARATOR: char = ';';

/// The sums as plain text, if all of them have one.
fn to_plain_text(sums: &BTreeMap<CapName, CapSum>) -> Option<String> {
    let mut text = String::with_capacity(64);
    for (name, sum) in sums {
        if !text.is_empty() {
            text.push(SEPARATOR);
        }
        sum.push_plain_text(*name, &mut text)?;
    }
    Some(text)
}

/// A spent sum of each cap that a record can have.
fn unreadable_sums(record: CappedRecord) -> BTreeMap<CapName, CapSum> {
    let scope = record.scope();
    let names = CapWindow::ALL.map(|(window, _)| CapName { scope, window });
    names.into_iter().map(|name| (name, CapSum::unreadable())).collect()
}

#[cfg(test)]
mod tests {
    use fusebox_engine::PicoUsd;

    use super::*;

    fn read(text: &str) -> BTreeMap<CapName, CapSum> {
        CapsOfRecord::stored(CappedRecord::Session, text.to_owned()).sums().clone()
    }

    #[test]
    fn m03_amounts_are_plain_text_and_read_alike() {
        let json = r#"{"session":{"limit":"5 USD","usd":"0.0123","tokens":4500}}"#;
        let plain = "session 12300000000 4500 5 USD";
        let both = format!("{plain};session.day 1 0 7 tokens");
        for (text, written) in [(json, plain), (plain, plain), (&both, &both)] {
            let sums = read(text);
            assert_eq!(to_plain_text(&sums).as_deref(), Some(written), "{text}");
        }
    }

    #[test]
    fn m03_what_is_more_than_an_amount_is_json() {
        for field in [
            r#""window":[1,2]"#,
            r#""allowed":3"#,
            r#""warned":true"#,
            r#""share":4"#,
            r#""calendar":{"days":"utc"}"#,
            r#""incident":"0a1b2c3d""#,
        ] {
            let text = format!(r#"{{"session":{{"limit":"5 USD","usd":"1",{field}}}}}"#);
            assert_eq!(to_plain_text(&read(&text)), None, "{field}");
            let mut caps = CapsOfRecord::stored(CappedRecord::Session, text.clone());
            let (name, sum) = caps.sums().first_key_value().map(|(n, s)| (*n, s.clone())).unwrap();
            caps.put(name, sum);
            assert!(caps.into_text().unwrap().contains(field), "{field}");
        }
        assert_eq!(to_plain_text(&read("half a")), None, "what cannot be read is spent");
        for damaged in
            ["session", "session 1", "session 1 2", "session x 2 5 USD", "session 1 2 5 USD;"]
        {
            assert!(
                read(damaged).values().all(|sum| sum
                    .push_plain_text("session".parse().unwrap(), &mut String::new())
                    .is_none()),
                "{damaged}"
            );
        }
    }

    #[test]
    fn m03_the_largest_amount_is_kept() {
        let text = format!("task {} {} 5 USD", PicoUsd::MAX.picos(), u64::MAX);
        assert_eq!(to_plain_text(&read(&text)), Some(text));
    }
}
