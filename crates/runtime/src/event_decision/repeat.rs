//! An event whose id the log has already: the same one again, or another call to which the client gave the id of an
//! earlier one.

use std::borrow::Cow;

use fusebox_engine::state::Scopes;
use fusebox_engine::{
    BreakerState, Event, EventId, EventKind, Fact, GuardClass, Policy, Verdict, VerdictAction,
};
use fusebox_store::DecidedEvent;

use super::EventDecision;
use crate::event_answer::EventAnswer;
use crate::load::LoadedScopes;
use crate::step::{EventContext, call_in_flight, numbered_id, observe};
use crate::{RuntimeError, task};

/// A call that never ran, since it was refused or is one of Fusebox's own, and that comes again within this time was
/// reported by another hook, 2 seconds: a model takes longer to ask again, and the hooks of one call begin at once.
const SAME_CALL_MS: u64 = 2_000;

/// An event, once the log was asked for its id where that is doubted.
pub(super) enum TakenEvent<'a> {
    /// It was decided before.
    Repeated(Box<EventAnswer>),
    /// It is to be decided, with its records.
    New(Cow<'a, Event>, Box<LoadedScopes>),
}

impl<'a> EventDecision<'a> {
    /// Takes the event with its records. What has the id of an earlier call and is another one gets
    /// one that nothing else has.
    pub(super) fn take(&mut self) -> Result<TakenEvent<'a>, RuntimeError> {
        let event = self.event;
        let Some(decided) = self.decided()? else {
            let joined = task::joined(self.tx, &event.kind)?;
            let joined = joined.map(|kind| Cow::Owned(Event { kind, ..event.clone() }));
            let event = joined.unwrap_or(Cow::Borrowed(event));
            let loaded = self.load_scopes(&event)?;
            return Ok(TakenEvent::New(event, loaded));
        };
        let is_call = matches!(event.kind, EventKind::ToolRequest(_) | EventKind::ToolResult(_));
        if is_call && event.at != Some(decided.at) {
            let loaded = self.load_scopes(event)?;
            if !self.repeats(&decided, &loaded) {
                let id = event.id.as_ref().and_then(|id| renamed(id, loaded.scopes.session.events));
                return Ok(TakenEvent::New(Cow::Owned(Event { id, ..event.clone() }), loaded));
            }
        }
        Ok(TakenEvent::Repeated(Box::new(self.repeated(&decided))))
    }

    /// What the log knows of the event, where it was appended in vain.
    fn decided(&self) -> Result<Option<DecidedEvent>, RuntimeError> {
        match &self.event.id {
            Some(id) if self.context.doubted => Ok(self.tx.find_event(&self.event.session, id)?),
            Some(_) | None => Ok(None),
        }
    }

    /// Whether a call, or its result, is the one that the log has. A result is while no call with its id waits for one. A
    /// request is while its call is in flight and nothing has tripped since, and for a moment where the call never ran.
    fn repeats(&self, decided: &DecidedEvent, loaded: &LoadedScopes) -> bool {
        let (kind, scopes) = (&self.event.kind, &loaded.scopes);
        let EventKind::ToolRequest(_) = kind else {
            return call_in_flight(kind, &scopes.agent).is_none();
        };
        let (policy, at) = (Policy::default(), self.event.at.unwrap_or(self.now));
        let context = EventContext {
            folder: scopes.session.folder.as_deref(),
            ..EventContext::new(&loaded.task, at, &policy)
        };
        let Fact::Request(asked) = observe(self.event, &context, scopes).fact else { return false };
        let Ok(Fact::Request(before)) = serde_json::from_str(&decided.observation) else {
            return false;
        };
        if asked.subject.call != before.subject.call {
            return false;
        }
        if scopes.agent.window.is_in_flight(asked.call) {
            return !is_stopped(scopes);
        }
        let has_ended = asked.subject.guard == GuardClass::None
            && self.repeated(decided).verdict.verdict < VerdictAction::Deny;
        !has_ended && at.0.saturating_sub(decided.at.0) < SAME_CALL_MS
    }

    fn repeated(&self, decided: &DecidedEvent) -> EventAnswer {
        let event = self.event;
        let verdict = serde_json::from_str(&decided.verdict).unwrap_or_else(|_| Verdict {
            session: event.session.clone(),
            id: event.id.clone().unwrap_or_else(|| numbered_id(0)),
            verdict: VerdictAction::Allow,
            state: BreakerState::Closed,
            context: None,
            findings: Vec::new(),
            incident: None,
        });
        EventAnswer { verdict, duplicate: true, effects: false, wait: None }
    }
}

/// Whether calls of the agent may be refused by now, so that an answer from before does not hold.
fn is_stopped(scopes: &Scopes) -> bool {
    let breakers = [&scopes.agent.breaker, &scopes.task.breaker];
    breakers.iter().any(|it| it.trip_record().is_some()) || !scopes.session.trips.is_empty()
}

/// The id of the event with this number in its session, whose own id is another's. The newest of them comes last in the
/// order of text, by which the log finds it.
fn renamed(id: &EventId, number: u64) -> Option<EventId> {
    EventId::parse(format!("{id}#{number:08}")).ok()
}
