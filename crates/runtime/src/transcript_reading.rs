//! Reads what a transcript gained before the transaction, and moves the position inside it.
//!
//! The position in the main conversation is kept in the row of the session, which every event reads and writes anyway;
//! that in a subagent's has a row of its own.

use std::borrow::Cow;

use fusebox_engine::{AgentId, Event, EventKind, SessionId, Timestamp};
use fusebox_store::{ScopeKind, StoreError, StoreTx, TailRow};

use crate::RuntimeError;
use crate::answer::{TranscriptSource, TranscriptUpdate};
use crate::load::PositionMove;
use crate::tx_context::TxContext;

/// What a transcript gained, read before the transaction in which it is decided.
pub(crate) struct TranscriptReading<'a> {
    source: &'a dyn TranscriptSource,
    with_messages: bool,
    session: SessionId,
    agent: AgentId,
    /// The position that it was read from.
    before: KeptPosition,
    update: TranscriptUpdate,
}

/// Up to where a conversation was read.
enum KeptPosition {
    /// The session's row says so.
    OfMain(String),
    /// It has a row of its own; none where it was never read.
    OfSubagent(Option<TailRow>),
}

impl<'a> TranscriptReading<'a> {
    /// Reads what the conversation of this event gained; `None` where it is not read, or cannot be. `of_session` is the
    /// position in the session's row.
    pub(crate) fn begin(
        source: &'a dyn TranscriptSource,
        with_messages: bool,
        event: &Event,
        (reader, of_session): (&dyn StoreTx, &str),
    ) -> Option<Self> {
        let (session, agent) = (event.session.clone(), event.agent.clone());
        let before = if agent.is_main() {
            KeptPosition::OfMain(of_session.to_owned())
        } else {
            KeptPosition::OfSubagent(reader.tail(&session, &agent).ok()?)
        };
        let text = before.text(reader, &session).ok()?;
        let update = source.read(text.as_deref(), with_messages)?;
        Some(Self { source, with_messages, session, agent, before, update })
    }

    /// Moves the position inside the transaction, and returns the events to be decided. Where a concurrent hook has
    /// moved it since, the reading is done again from there: otherwise what both have read would count twice.
    pub(crate) fn keep(
        &self,
        tx: &mut dyn StoreTx,
        context: &TxContext<'_>,
        now: Timestamp,
    ) -> Result<Vec<Cow<'_, Event>>, RuntimeError> {
        let events = || self.update.events.iter().map(Cow::Borrowed).collect();
        let Some(position) = &self.update.position else { return Ok(events()) };
        match &self.before {
            KeptPosition::OfMain(before) if !context.doubted => {
                self.move_of_main(context, before.clone(), position);
                if self.update.goes_on {
                    let last = self.update.events.last();
                    let usage = last.filter(|event| matches!(event.kind, EventKind::Usage(_)));
                    context.read_on.replace(usage.and_then(|event| event.id.clone()));
                }
            }
            KeptPosition::OfSubagent(before)
                if !context.doubted
                    && tx.move_tail(&self.row(position, now), before.as_ref())? => {}
            KeptPosition::OfMain(_) | KeptPosition::OfSubagent(_) => {
                let events = self.read_again(tx, context, now)?;
                return Ok(events.into_iter().map(Cow::Owned).collect());
            }
        }
        Ok(events())
    }

    /// Reads inside the transaction what is new after the position that is kept now.
    fn read_again(
        &self,
        tx: &mut dyn StoreTx,
        context: &TxContext<'_>,
        now: Timestamp,
    ) -> Result<Vec<Event>, RuntimeError> {
        let before = self.kept_now(tx)?;
        let text = before.text(tx, &self.session)?;
        let update = self.source.read(text.as_deref(), self.with_messages).unwrap_or_default();
        match (before, update.position) {
            (_, None) => {}
            (KeptPosition::OfMain(before), Some(position)) => {
                self.move_of_main(context, before, &position);
            }
            (KeptPosition::OfSubagent(before), Some(position)) => {
                tx.move_tail(&self.row(&position, now), before.as_ref())?;
            }
        }
        Ok(update.events)
    }

    fn kept_now(&self, tx: &dyn StoreTx) -> Result<KeptPosition, RuntimeError> {
        if !self.agent.is_main() {
            return Ok(KeptPosition::OfSubagent(tx.tail(&self.session, &self.agent)?));
        }
        Ok(KeptPosition::OfMain(match tx.scope(ScopeKind::Session, self.session.as_str()) {
            Ok(row) => row.map(|row| row.position).unwrap_or_default(),
            Err(StoreError::Row { .. }) => String::new(),
            Err(error) => return Err(error.into()),
        }))
    }

    /// The session's row is written with its record, once it was read and still has the position `before`.
    fn move_of_main(&self, context: &TxContext<'_>, before: String, position: &str) {
        let (session, after) = (self.session.clone(), position.to_owned());
        context.moved.replace(Some(PositionMove { session, before, after }));
    }

    fn row(&self, position: &str, at: Timestamp) -> TailRow {
        let (session, agent) = (self.session.clone(), self.agent.clone());
        TailRow { session, agent, body: position.to_owned(), at }
    }
}

impl KeptPosition {
    /// The position, if the conversation was ever read.
    fn text(
        &self,
        reader: &dyn StoreTx,
        session: &SessionId,
    ) -> Result<Option<Cow<'_, str>>, RuntimeError> {
        Ok(match self {
            // Until a version of this kind reads the main conversation, its position is where earlier ones kept it.
            Self::OfMain(kept) if kept.is_empty() => {
                reader.tail(session, &AgentId::main())?.map(|row| Cow::Owned(row.body))
            }
            Self::OfMain(kept) => Some(Cow::Borrowed(kept.as_str())),
            Self::OfSubagent(row) => row.as_ref().map(|row| Cow::Borrowed(row.body.as_str())),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::path::Path;
    use std::sync::Arc;

    use fusebox_engine::event::TokenUsage;
    use fusebox_engine::{EventId, Policy};
    use fusebox_store::{LogSelection, ScopeRow, SessionSelection, Store};

    use super::*;
    use crate::answer::{AnswerError, BatchAnswer, EventBatch, PolicySource};
    use crate::{PolicySet, Runtime, replay};

    const SESSION: &str = "s1";

    /// Responses of the model, of so many tokens each. The position is how many were read.
    struct Responses<'a> {
        tokens: &'static [u64],
        /// What happens between this reading and its transaction.
        meanwhile: Cell<Option<&'a dyn Fn()>>,
    }

    impl TranscriptSource for Responses<'_> {
        fn read(&self, position: Option<&str>, _: bool) -> Option<TranscriptUpdate> {
            let from = position.map_or(0, |text| text.parse().unwrap());
            let new = self.tokens[from..].iter().enumerate();
            let events = new.map(|(n, tokens)| {
                let usage = TokenUsage { output_tokens: *tokens, ..TokenUsage::default() };
                event(Some(&format!("tail:{from}:{n}")), EventKind::Usage(usage))
            });
            let update = TranscriptUpdate {
                events: events.collect(),
                position: (from < self.tokens.len()).then(|| self.tokens.len().to_string()),
                goes_on: position.is_some(),
            };
            if let Some(meanwhile) = self.meanwhile.take() {
                meanwhile();
            }
            Some(update)
        }

        fn tells_messages(&self) -> bool {
            false
        }
    }

    struct CappedPolicies;

    impl PolicySource for CappedPolicies {
        fn policies(&self, _: Option<&Path>, _: &mut Runtime) -> Result<Arc<PolicySet>, String> {
            let mut policy = Policy::default();
            policy.spend.caps.insert("session".parse().unwrap(), "1000 tokens".parse().unwrap());
            Ok(Arc::new(PolicySet::of_one(policy)))
        }

        fn keep_stricter(
            &self,
            _: Option<&Path>,
            _: u64,
            _: &PolicySet,
            _: &mut Runtime,
        ) -> Result<(), String> {
            Ok(())
        }
    }

    fn event(id: Option<&str>, kind: EventKind) -> Event {
        Event {
            session: SessionId::parse(SESSION).unwrap(),
            id: id.map(|id| EventId::parse(id).unwrap()),
            at: None,
            agent: AgentId::main(),
            kind,
        }
    }

    /// A hook that sees these responses.
    fn hook(dir: &Path, tokens: &'static [u64], meanwhile: Option<&dyn Fn()>) {
        let source = Responses { tokens, meanwhile: Cell::new(meanwhile) };
        answer(dir, &source, event(None, EventKind::Tick)).unwrap();
    }

    fn answer(
        dir: &Path,
        source: &dyn TranscriptSource,
        event: Event,
    ) -> Result<BatchAnswer, AnswerError> {
        let mut runtime = Runtime::open(dir, Vec::new(), Timestamp(1)).unwrap();
        let (events, transcript) = (vec![event], Some(source));
        runtime.answer(EventBatch { events, transcript, ..EventBatch::default() }, &CappedPolicies)
    }

    /// The file of an agent, of which nothing is known any more but what the log has of it: its beginning is told again,
    /// and the position moves.
    struct ReadAnew {
        agent: AgentId,
        position: &'static str,
    }

    impl TranscriptSource for ReadAnew {
        fn read(&self, _: Option<&str>, _: bool) -> Option<TranscriptUpdate> {
            let usage = TokenUsage { output_tokens: 5, ..TokenUsage::default() };
            let told = event(Some("tail:7:0:0:0"), EventKind::Usage(usage));
            Some(TranscriptUpdate {
                events: vec![Event { agent: self.agent.clone(), ..told }],
                position: Some(self.position.to_owned()),
                goes_on: false,
            })
        }

        fn tells_messages(&self) -> bool {
            false
        }
    }

    /// The tokens of each usage in the log.
    fn logged(dir: &Path) -> Vec<u64> {
        let runtime = Runtime::open(dir, Vec::new(), Timestamp(1)).unwrap();
        let log = runtime.store().read().log(LogSelection::All, 0, 100).unwrap();
        let usages = log.iter().filter(|row| row.kind == "usage");
        let tokens = |body: &str| {
            let usage: serde_json::Value = serde_json::from_str(body).unwrap();
            usage["output_tokens"].as_u64().unwrap()
        };
        usages.map(|row| tokens(&row.observation)).collect()
    }

    #[test]
    fn m01_what_two_hooks_have_read_at_once_counts_once() {
        let dir = tempfile::tempdir().unwrap();
        let earlier = || hook(dir.path(), &[5], None);
        hook(dir.path(), &[5, 7], Some(&earlier));
        assert_eq!(logged(dir.path()), [5, 7]);
        hook(dir.path(), &[5, 7], None);
        hook(dir.path(), &[5, 7, 9], None);
        assert_eq!(logged(dir.path()), [5, 7, 9]);
    }

    #[test]
    fn m01_a_hook_that_comes_late_counts_nothing_again() {
        let dir = tempfile::tempdir().unwrap();
        let later = || hook(dir.path(), &[5, 7], None);
        hook(dir.path(), &[5, 7], Some(&later));
        hook(dir.path(), &[5, 7], None);
        assert_eq!(logged(dir.path()), [5, 7]);
    }

    #[test]
    fn m01_what_the_log_has_counts_once_although_the_position_moves() {
        for agent in [AgentId::main(), AgentId::parse("a1").unwrap()] {
            let dir = tempfile::tempdir().unwrap();
            for position in ["1", "2", "3"] {
                let source = ReadAnew { agent: agent.clone(), position };
                let tick = Event { agent: agent.clone(), ..event(None, EventKind::Tick) };
                let answered = answer(dir.path(), &source, tick);
                assert!(answered.is_ok(), "{agent} {position}");
                lose_position(dir.path());
            }
            assert_eq!(logged(dir.path()), [5], "{agent}");
        }
    }

    /// The session's record no longer says how far the main conversation was read.
    fn lose_position(dir: &Path) {
        let mut store = Store::open(dir, Timestamp(1)).unwrap().store;
        let lose = |tx: &mut dyn StoreTx| {
            let row = tx.scope(ScopeKind::Session, SESSION)?.unwrap();
            let row = ScopeRow { position: String::new(), ..row };
            tx.save_scope(ScopeKind::Session, SESSION, &row)
        };
        store.write(lose).unwrap();
    }

    #[test]
    fn m01_what_is_read_on_stands_in_the_row_of_the_event_behind_it() {
        let dir = tempfile::tempdir().unwrap();
        for tokens in [&[5][..], &[5, 7, 9], &[5, 7, 9], &[5, 7, 9, 2000]] {
            hook(dir.path(), tokens, None);
        }
        let runtime = Runtime::open(dir.path(), Vec::new(), Timestamp(1)).unwrap();
        let log = runtime.store().read().log(LogSelection::All, 0, 100).unwrap();
        let events: Vec<_> = log.iter().map(|row| (row.seq, row.n, row.kind.as_str())).collect();
        assert_eq!(
            events,
            [
                // The first reading has no position before it.
                (1, 0, "usage"),
                (2, 1, "tick"),
                (3, 2, "usage"),
                (4, 3, "usage"),
                (4, 4, "tick"),
                (5, 5, "tick"),
                // What has consequences has a row.
                (6, 6, "usage"),
                (7, 7, "tick"),
            ]
        );
        let sessions = runtime.store().read().sessions(SessionSelection::All).unwrap();
        assert_eq!(sessions[0].events, 8);
        assert_eq!(replay::replay(runtime.store()).unwrap().differences, []);
    }
}
