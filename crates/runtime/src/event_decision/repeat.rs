//! An event whose id the log has already: the same one again, or another call to which the client gave the id of an
//! earlier one.

use std::borrow::Cow;

use fusebox_engine::state::Scopes;
use fusebox_engine::{
    BreakerState, CallId, Event, EventId, EventKind, Fact, GuardClass, Policy, Verdict,
    VerdictAction,
};
use fusebox_store::DecidedEvent;

use super::EventDecision;
use crate::event_answer::EventAnswer;
use crate::load::LoadedScopes;
use crate::step::{EventContext, observe};
use crate::{RuntimeError, task};

/// A call that did not run and is reported again within this time is the same one, 2 seconds: all hooks of a call begin at
/// once, and a model takes longer to ask again.
const SAME_CALL_MS: u64 = 2_000;

/// What becomes of an event.
pub(super) enum TakenEvent<'a> {
    /// It was decided before.
    Repeated(Box<EventAnswer>),
    /// It is to be decided, with its records.
    New(Cow<'a, Event>, Box<LoadedScopes>),
    /// It is a call that is made now with the id of an earlier one.
    Anew(Event, Box<LoadedScopes>),
}

impl<'a> EventDecision<'a> {
    /// Takes the event with its records, unless it is one that the log has. Another call with the id of an earlier one is
    /// given an id of its own.
    pub(super) fn take(&mut self) -> Result<TakenEvent<'a>, RuntimeError> {
        let event = self.event;
        let known = event.id.as_ref().filter(|_| self.context.doubted);
        let known = known.map(|id| Ok::<_, RuntimeError>((id, self.find(id)?))).transpose()?;
        let Some((id, Some(decided))) = known else {
            let joined = task::joined(self.tx, &event.kind)?;
            let joined = joined.map(|kind| Cow::Owned(Event { kind, ..event.clone() }));
            let event = joined.unwrap_or(Cow::Borrowed(event));
            let loaded = self.load_scopes(&event)?;
            return Ok(TakenEvent::New(event, loaded));
        };
        let repeated = TakenEvent::Repeated(Box::new(repeated(event, id, &decided)));
        let call = reported_call(event, id).filter(|_| event.at != Some(decided.at));
        let Some((call, is_request)) = call else { return Ok(repeated) };
        if !is_request && !self.was_asked_since(call, &decided)? {
            return Ok(repeated);
        }
        let moved = self.context.moved.borrow().clone();
        let loaded = self.load_scopes(event)?;
        let is_same = is_request && self.is_same_request(&decided, &loaded);
        if is_same && !may_be_stopped(&loaded.scopes) {
            self.context.moved.replace(moved);
            return Ok(repeated);
        }
        let id = renamed(id, loaded.scopes.session.events);
        let event = Event { id, ..event.clone() };
        Ok(if is_same {
            TakenEvent::New(Cow::Owned(event), loaded)
        } else {
            TakenEvent::Anew(event, loaded)
        })
    }

    fn find(&self, id: &EventId) -> Result<Option<DecidedEvent>, RuntimeError> {
        Ok(self.tx.find_event(&self.event.session, id)?)
    }

    /// Whether a call with this id was asked for after the result that is known: this is its own.
    fn was_asked_since(&self, call: &CallId, known: &DecidedEvent) -> Result<bool, RuntimeError> {
        let asked = EventId::of_request(call).map(|id| self.find(&id)).transpose()?.flatten();
        Ok(asked.is_some_and(|asked| asked.n > known.n))
    }

    /// Whether the request is that of the call that the log knows, as another hook or the output of the same agent reports
    /// it: while that is in flight, or at once where it did not run and no person has answered since. The hook of another
    /// client names the tool otherwise.
    fn is_same_request(&self, known: &DecidedEvent, loaded: &LoadedScopes) -> bool {
        let scopes = &loaded.scopes;
        let at = self.event.at.unwrap_or(self.now);
        if known.agent != self.event.agent {
            return false;
        }
        // Of what is asked only the digests and what always passes are read here, which no policy changes.
        let policy = Policy::default();
        let context = EventContext {
            folder: scopes.session.folder.as_deref(),
            ..EventContext::new(&loaded.task, at, &policy)
        };
        let Fact::Request(asked) = observe(self.event, &context, scopes).fact else { return false };
        let Ok(Fact::Request(before)) = serde_json::from_str(&known.observation) else {
            return false;
        };
        let is_at_once = at.0.abs_diff(known.at.0) < SAME_CALL_MS;
        let has_arguments = asked.subject.call == before.subject.call;
        let is_of_other_client = is_at_once && asked.subject.kind != before.subject.kind;
        let verdict = verdict(known).map_or(VerdictAction::Allow, |verdict| verdict.verdict);
        let ran = before.subject.guard == GuardClass::None && verdict < VerdictAction::Deny;
        let is_as_it_was = if ran {
            asked.call.is_some_and(|id| scopes.agent.window.is_in_flight(id))
        } else {
            is_at_once && scopes.session.guided_at.is_none_or(|guided_at| guided_at < known.at)
        };
        (has_arguments || is_of_other_client) && is_as_it_was
    }
}

/// The call of an event whose id was made of that of the call, and whether it is asked for. An id that whoever reports the
/// event has chosen is never another's.
fn reported_call<'e>(event: &'e Event, id: &EventId) -> Option<(&'e CallId, bool)> {
    let (call, made, is_request) = if let EventKind::ToolRequest(request) = &event.kind {
        let call = request.call.as_ref()?;
        (call, EventId::of_request(call), true)
    } else if let EventKind::ToolResult(result) = &event.kind {
        let call = result.call.as_ref()?;
        (call, EventId::of_result(call), false)
    } else {
        return None;
    };
    (made.as_ref() == Some(id)).then_some((call, is_request))
}

/// The id of the event with this number in its session, whose own id is another's. The newest of them comes last in the
/// order of text, by which the log finds it.
fn renamed(id: &EventId, number: u64) -> Option<EventId> {
    EventId::parse(format!("{id}#{number:08}")).ok()
}

/// Whether calls of the agent may be refused by now, so that an answer from before does not hold.
fn may_be_stopped(scopes: &Scopes) -> bool {
    let breakers = [&scopes.agent.breaker, &scopes.task.breaker];
    breakers.iter().any(|it| it.trip_record().is_some()) || !scopes.session.trips.is_empty()
}

fn verdict(known: &DecidedEvent) -> Option<Verdict> {
    serde_json::from_str(&known.verdict).ok()
}

fn repeated(event: &Event, id: &EventId, known: &DecidedEvent) -> EventAnswer {
    let verdict = verdict(known).unwrap_or_else(|| Verdict {
        session: event.session.clone(),
        id: id.clone(),
        verdict: VerdictAction::Allow,
        state: BreakerState::Closed,
        context: None,
        findings: Vec::new(),
        incident: None,
    });
    EventAnswer { verdict, duplicate: true, effects: false, wait: None }
}
