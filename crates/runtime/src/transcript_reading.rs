//! Reads what a transcript gained before the transaction, and moves the position inside it.

use std::borrow::Cow;

use fusebox_engine::{AgentId, Event, SessionId, Timestamp};
use fusebox_store::{StoreTx, TailRow};

use crate::RuntimeError;
use crate::answer::{TranscriptSource, TranscriptUpdate};

/// What a transcript gained, read before the transaction in which it is decided.
pub(crate) struct TranscriptReading<'a> {
    source: &'a dyn TranscriptSource,
    with_messages: bool,
    session: SessionId,
    agent: AgentId,
    /// The position that it was read from.
    before: Option<TailRow>,
    update: TranscriptUpdate,
}

impl<'a> TranscriptReading<'a> {
    /// Reads what the conversation of this event gained; `None` where it is not read, or cannot be.
    pub(crate) fn begin(
        source: &'a dyn TranscriptSource,
        with_messages: bool,
        event: &Event,
        reader: &dyn StoreTx,
    ) -> Option<Self> {
        let (session, agent) = (event.session.clone(), event.agent.clone());
        let before = reader.tail(&session, &agent).ok()?;
        let update = read_from(source, before.as_ref(), with_messages)?;
        Some(Self { source, with_messages, session, agent, before, update })
    }

    /// Moves the position inside the transaction, and returns the events to be decided. Where a concurrent hook has
    /// moved it since, the reading is done again from there: otherwise what both have read would count twice.
    pub(crate) fn keep(
        &self,
        tx: &mut dyn StoreTx,
        now: Timestamp,
    ) -> Result<Vec<Cow<'_, Event>>, RuntimeError> {
        let Some(position) = &self.update.position else {
            return Ok(self.update.events.iter().map(Cow::Borrowed).collect());
        };
        if tx.move_tail(&self.row(position, now), self.before.as_ref())? {
            return Ok(self.update.events.iter().map(Cow::Borrowed).collect());
        }
        let before = tx.tail(&self.session, &self.agent)?;
        let update = read_from(self.source, before.as_ref(), self.with_messages);
        let TranscriptUpdate { events, position } = update.unwrap_or_default();
        if let Some(position) = position {
            tx.move_tail(&self.row(&position, now), before.as_ref())?;
        }
        Ok(events.into_iter().map(Cow::Owned).collect())
    }

    fn row(&self, position: &str, at: Timestamp) -> TailRow {
        let (session, agent) = (self.session.clone(), self.agent.clone());
        TailRow { session, agent, body: position.to_owned(), at }
    }
}

fn read_from(
    source: &dyn TranscriptSource,
    before: Option<&TailRow>,
    with_messages: bool,
) -> Option<TranscriptUpdate> {
    source.read(before.map(|row| row.body.as_str()), with_messages)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::path::Path;
    use std::sync::Arc;

    use fusebox_engine::event::TokenUsage;
    use fusebox_engine::{EventId, EventKind, Policy};
    use fusebox_store::LogSelection;

    use super::*;
    use crate::answer::{EventBatch, PolicySource};
    use crate::{PolicySet, Runtime};

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
        let mut runtime = Runtime::open(dir, Vec::new(), Timestamp(1)).unwrap();
        let source = Responses { tokens, meanwhile: Cell::new(meanwhile) };
        let batch = EventBatch {
            events: vec![event(None, EventKind::Tick)],
            transcript: Some(&source),
            ..EventBatch::default()
        };
        runtime.answer(batch, &CappedPolicies).unwrap();
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
}
