//! Keeps the records of the last event with their rows, so that a row that did not change is not parsed again.

use fusebox_engine::state::{AgentState, Scopes, SessionState, TaskState};
use fusebox_store::ScopeRow;

use crate::codec::{self, ScopeRecord, StoredRecord};

/// The records that were read or saved last, one of each kind.
#[derive(Debug, Default)]
pub(crate) struct RecordCache {
    pub(crate) agent: CachedRecord<AgentState>,
    pub(crate) session: CachedRecord<SessionState>,
    pub(crate) task: CachedRecord<TaskState>,
}

/// The rows of the records of one event.
pub(crate) struct ScopeRowSet {
    pub(crate) agent: ScopeRow,
    pub(crate) session: ScopeRow,
    pub(crate) task: ScopeRow,
}

impl RecordCache {
    /// Keeps the records of an event with the rows that they were saved as.
    pub(crate) fn keep(&mut self, rows: ScopeRowSet, scopes: Scopes) {
        let Scopes { agent, session, task } = scopes;
        self.agent = CachedRecord(Some((rows.agent, agent)));
        self.session = CachedRecord(Some((rows.session, session)));
        self.task = CachedRecord(Some((rows.task, task)));
    }
}

/// A record and the row that it was read from or saved as. It is used only while the store still has an equal row.
#[derive(Debug)]
pub(crate) struct CachedRecord<T>(Option<(ScopeRow, T)>);

impl<T> Default for CachedRecord<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: ScopeRecord> CachedRecord<T> {
    /// The row of the kept record.
    pub(crate) fn row(&self) -> Option<&ScopeRow> {
        self.0.as_ref().map(|(row, _)| row)
    }

    /// Keeps a record that was read.
    pub(crate) fn put(&mut self, row: ScopeRow, state: T) {
        self.0 = Some((row, state));
    }

    /// Takes the kept record if `row` is its row, and parses `row` otherwise. The cache is empty afterwards.
    pub(crate) fn take(&mut self, row: &ScopeRow) -> StoredRecord<T> {
        match self.0.take() {
            Some((kept, state)) if kept == *row => {
                debug_assert!(
                    matches!(codec::read::<T>(Some(row)), StoredRecord::State(parsed) if parsed == state),
                    "{} is not what its row says",
                    T::NAME
                );
                StoredRecord::State(state)
            }
            Some(_) | None => codec::read(Some(row)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use fusebox_engine::{AgentId, Event, EventKind, SessionId, Timestamp};
    use fusebox_store::ScopeKind;

    use crate::{PolicySet, Runtime};

    const AT: Timestamp = Timestamp(1_700_000_000_000);

    fn message(agent: &str, text: &str) -> Event {
        Event {
            session: SessionId::parse("s1").unwrap(),
            id: None,
            at: Some(AT),
            agent: AgentId::parse(agent).unwrap(),
            kind: EventKind::Message { text: text.to_owned(), part: false },
        }
    }

    /// Every record of agents, sessions and tasks.
    fn rows(runtime: &Runtime) -> String {
        let kinds = [ScopeKind::Agent, ScopeKind::Session, ScopeKind::Task];
        format!("{:?}", kinds.map(|kind| runtime.store().read().scopes(kind, "").unwrap()))
    }

    #[test]
    fn events_of_one_transaction_leave_the_records_that_they_leave_one_by_one() {
        let events = [("main", "one"), ("main", "two"), ("a2", "three"), ("main", "four")]
            .map(|(agent, text)| message(agent, text));
        let policies = PolicySet::default();
        let mut together = Runtime::in_memory().unwrap();
        together.decide_all(&policies, &events, AT).unwrap();
        let mut single = Runtime::in_memory().unwrap();
        for event in &events {
            single.decide(&policies, event, AT).unwrap();
        }
        assert_eq!(rows(&together), rows(&single));
        assert_eq!(single.session(&events[0].session, AT).unwrap().events, 4);
    }

    #[test]
    fn a_record_that_another_process_saved_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let open = |dir: &Path| Runtime::open(dir, Vec::new(), AT).unwrap();
        let (mut first, mut second) = (open(dir.path()), open(dir.path()));
        let policies = PolicySet::default();
        for number in 1..=6 {
            let runtime = if number % 3 == 0 { &mut second } else { &mut first };
            let event = message("main", &format!("message {number}"));
            runtime.decide(&policies, &event, AT).unwrap();
            let known = runtime.session(&event.session, AT).unwrap();
            assert_eq!(known.events, number);
        }
    }
}
