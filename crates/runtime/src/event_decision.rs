//! Decides one event inside a store transaction: reads its records, observes, folds, logs.

mod effects;
mod record;
mod repeat;

use std::borrow::Cow;

use fusebox_engine::event::PromptOrigin;
use fusebox_engine::state::{Scopes, SessionState};
use fusebox_engine::{
    Event, EventKind, Fact, Incident, IncidentChange, IncidentId, Observation, OnError, Policy,
    TaskId, Timestamp,
};
use fusebox_observe::{OBSERVE_VERSION, ResolveWrites};
use fusebox_store::StoreTx;
use fusebox_store::failpoint::reach;

pub use self::effects::PurgeBody;
pub(crate) use self::record::{UnloggedUsage, save_unsaved};
use self::repeat::TakenEvent;
use crate::event_answer::EventAnswer;
use crate::incidents::{close_of_subagents, keep_incidents, lost, mend_note, state_corrupt};
use crate::load::{LoadedScopes, MissingRecords, UnreadableRecord, UnsavedScopes, load};
use crate::service::GuardedCall;
use crate::spend::{self, CapSums, CapUpdate, ReadCaps};
use crate::step::{EventContext, call_in_flight, observe, step};
use crate::tx_context::TxContext;
use crate::written::{self, PathBase};
use crate::{
    PolicySet, RuntimeError, STATE_VERSION, agent_run, failure_patterns, pause, project,
    session_policy, task, task_briefing, test_report, work,
};

/// The versions that decide what a log row means.
pub(crate) const VERSIONS: u32 = STATE_VERSION * 1_000 + OBSERVE_VERSION;

/// What a session notes from now on of what lies outside of its events. No fold reads it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SessionNotes {
    /// The digest of the guarded files.
    pub(crate) guarded_files: Option<u64>,
    /// It is no fork of an open session.
    pub(crate) is_no_fork: bool,
}

/// One event being decided inside a store transaction.
pub(crate) struct EventDecision<'a> {
    pub(crate) tx: &'a mut dyn StoreTx,
    /// What the layers give; a person's order comes without and obeys what the session obeys.
    pub(crate) policies: Option<&'a PolicySet>,
    pub(crate) event: &'a Event,
    pub(crate) notes: SessionNotes,
    pub(crate) now: Timestamp,
    pub(crate) context: &'a TxContext<'a>,
}

impl<'a> EventDecision<'a> {
    /// Decides the event: reads its records, observes, folds, logs, and queues what follows. [`save_unsaved`] saves the
    /// records, once for consecutive events of one agent.
    ///
    /// Most events are new, and to ask the log first cost each hook 11,000 instructions: an event that the log has already
    /// cannot be appended, which begins the transaction anew, and only then the log is asked.
    pub(crate) fn decide(mut self) -> Result<EventAnswer, RuntimeError> {
        let (event, mut loaded, is_anew) = match self.take()? {
            TakenEvent::Repeated(answer) => return Ok(*answer),
            TakenEvent::New(event, loaded) => (event, loaded, false),
            TakenEvent::Anew(event, loaded) => (Cow::Owned(event), loaded, true),
        };
        let event = &*event;
        let LoadedScopes { scopes, task, caps, unreadable, missing, is_carried, .. } = &mut *loaded;
        let task = &*task;
        reach("after-read");
        scopes.session.guarded_files = self.notes.guarded_files.or(scopes.session.guarded_files);
        scopes.session.is_fork_of_unknown &= !self.notes.is_no_fork;
        let policies = self.policies(&mut scopes.session, &event.kind, task)?;
        let policy = policies.of(role(&scopes.session, &event.kind));
        let mut observation = self.observe(event, task, policy, scopes)?;
        if let Fact::Request(request) = &mut observation.fact {
            request.anew = is_anew;
        }
        pause::hold(self.tx, &mut observation, self.now)?;
        task_briefing::brief(self.tx, &mut observation, &scopes.session)?;
        project::meet(&mut observation, &scopes.session);
        work::meet_calibrated(self.tx, policy, &mut observation, &scopes.session)?;
        failure_patterns::meet(self.tx, &mut observation, scopes)?;
        spend::meet_usual_cost(self.tx, &mut observation, &scopes.session)?;
        let service = &policy.service;
        let guarded = GuardedCall::meet(self.tx, service, &event.kind, scopes, &mut observation)?;
        let read = ReadCaps { machine: &self.context.machine_caps, records: Some(&*caps) };
        let sums = CapSums { store: Some(&*self.tx), read };
        let caps = CapUpdate::meet(sums, policy, &event.kind, scopes, &mut observation)?;
        let lost = match unreadable.take() {
            Some(record) => Some(hold_unreadable(record, scopes, &observation)),
            None if *is_carried => None,
            None => self.lost_with_the_database(scopes, &observation, *missing, policy),
        };
        let number = scopes.session.events;
        let is_supervised = scopes.session.run.is_some();
        let mut decision = step(policy, scopes, &observation);
        if let Some(incident) = lost {
            decision.changes.insert(0, IncidentChange::Opened(Box::new(incident)));
        }
        if is_persons_word(&observation.fact) && !awaits_order(scopes) {
            close_of_subagents(&*self.tx, &observation, &mut decision.changes)?;
        }
        caps.close_incidents(&mut decision.changes, observation.at);
        let is_logged = self.log(number, &observation, &decision.verdict, policies.digest())?;
        reach("after-append");
        guarded.keep(self.tx, &decision.verdict, observation.at)?;
        caps.keep((self.tx, read), &decision.changes, observation.at)?;
        spend::keep_cost(self.tx, &observation, scopes, observation.at)?;
        self.keep_run(task, &observation, decision.run.take())?;
        keep_incidents(self.tx, self.context, &decision.changes)?;
        if matches!(observation.fact, Fact::SessionEnd) && !is_supervised {
            agent_run::keep_session(self.tx, policy, &observation, scopes)?;
        }
        mend_note(self.tx, self.context.notes, scopes, &observation)?;
        let (effects, wait) = self.queue_effects(policy, &decision, &observation, scopes)?;
        let is_persons_word =
            matches!(observation.fact, Fact::Guidance { .. } | Fact::Reset { .. });
        if decision.tripped || is_persons_word {
            self.tx.require_durable();
        }
        self.context.unsaved.replace(Some(UnsavedScopes::new(event.session.clone(), loaded)));
        if !is_logged {
            let usage = UnloggedUsage { number, seen: observation, policy: policies.digest() };
            self.context.unlogged.replace(Some(usage));
        }
        Ok(EventAnswer { verdict: decision.verdict, duplicate: false, effects, wait })
    }

    /// The records of the event: the unsaved ones of the event before it where both are of one agent, else those of the
    /// store.
    fn load_scopes(&mut self, event: &Event) -> Result<Box<LoadedScopes>, RuntimeError> {
        if let Some(loaded) = UnsavedScopes::take_for(event, self.context) {
            return Ok(loaded);
        }
        save_unsaved(self.tx, self.context)?;
        load(self.tx, (&event.session, &event.agent), &event.kind, self.context)
    }

    /// Observes the event, with what only the file system and the store can add.
    fn observe(
        &self,
        event: &Event,
        task: &TaskId,
        policy: &Policy,
        scopes: &Scopes,
    ) -> Result<Observation, RuntimeError> {
        let report = self.report(task, &event.kind, policy, scopes)?;
        let is_scoped = policy.scope.is_on() && matches!(event.kind, EventKind::ToolRequest(_));
        let named = if is_scoped { task::named(self.tx, task)? } else { None };
        let base = PathBase::of(named.as_ref(), &scopes.session);
        let is_priced = matches!(&event.kind, EventKind::Usage(usage)
            if usage.model.is_some() && usage.cost_usd <= 0.0);
        let prices = if is_priced { self.context.imported_prices() } else { "" };
        let context = EventContext {
            task,
            at: event.at.unwrap_or(self.now),
            policy,
            folder: scopes.session.folder.as_deref(),
            protected: self.context.protected,
            hook_files: self.context.hook_files,
            test_report: report.as_deref(),
            write_resolver: is_scoped.then_some(&base as &dyn ResolveWrites),
            imported_prices: prices,
        };
        let mut observation = observe(event, &context, scopes);
        let open = [&scopes.agent.breaker, &scopes.task.breaker];
        if let Fact::Prompt { said, .. } = &mut observation.fact
            && open.iter().all(|breaker| breaker.trip_record().is_none())
            && !scopes.session.has_tripped_subagents()
        {
            // What a person says to their agent is kept only where it answers a trip.
            *said = None;
        }
        Ok(observation)
    }

    /// What the test run wrote that ends with this event, where the policy says which files it writes.
    fn report(
        &self,
        task: &TaskId,
        kind: &EventKind,
        policy: &Policy,
        scopes: &Scopes,
    ) -> Result<Option<String>, RuntimeError> {
        let globs = &policy.attempts.junit;
        if globs.is_empty() {
            return Ok(None);
        }
        let started = call_in_flight(kind, &scopes.agent).filter(|pending| pending.test.is_some());
        let Some(started) = started else { return Ok(None) };
        let named = task::named(self.tx, task)?;
        let ground = PathBase::of(named.as_ref(), &scopes.session);
        let root = written::root(&ground, None);
        Ok(root.and_then(|root| test_report::written(&root, globs, Timestamp(started.at_ms))))
    }

    /// A session stays open whose trip the database does not know any more: it was set aside, the
    /// end of its write-ahead log was lost, or damage hides the record that says so.
    fn lost_with_the_database(
        &self,
        scopes: &mut Scopes,
        seen: &Observation,
        missing: MissingRecords,
        policy: &Policy,
    ) -> Option<Incident> {
        if let Some(on_error) = self.context.lost_state
            && missing.session
            && [on_error, policy.on_error].contains(&OnError::Deny)
        {
            return Some(state_corrupt(scopes, seen, "it is under way, and its state is gone"));
        }
        let note = lost(self.tx, self.context.notes, seen, missing)?;
        // The process ended between the note and the commit, and this is the same event again.
        let is_this = note.incident == Some(IncidentId::from_digest(seen.digest));
        if is_this || scopes.agent.breaker.trip_record().is_some() {
            return None;
        }
        let why = format!("the database was lost while it was open ({})", note.reason);
        Some(state_corrupt(scopes, seen, &why))
    }

    fn policies(
        &mut self,
        session: &mut SessionState,
        kind: &EventKind,
        task: &TaskId,
    ) -> Result<Cow<'a, PolicySet>, RuntimeError> {
        let obeyed = session_policy::obeyed(self.tx, session, kind, self.policies)?;
        let named = session.task.is_some() || matches!(kind, EventKind::SessionStart(_));
        let own = if named {
            session_policy::under_task(self.tx, &obeyed, task, self.now)?
        } else {
            None
        };
        Ok(own.map_or(obeyed, Cow::Owned))
    }
}

/// Whether a person speaks to the session, which answers its subagents too.
fn is_persons_word(fact: &Fact) -> bool {
    matches!(fact, Fact::Prompt { by: PromptOrigin::Human, .. } | Fact::Guidance { .. })
}

/// Whether the trip that stops the agent ends with an order alone, so that words answer nothing.
pub(crate) fn awaits_order(scopes: &Scopes) -> bool {
    let breakers = [&scopes.agent.breaker, &scopes.task.breaker];
    breakers.into_iter().filter_map(|it| it.trip_record()).any(|trip| trip.is_escalated)
}

/// Opens the breaker that an unreadable record belongs to; a task's holds all of its sessions.
fn hold_unreadable(record: UnreadableRecord, scopes: &mut Scopes, seen: &Observation) -> Incident {
    let incident = state_corrupt(scopes, seen, "its stored state cannot be read");
    match record {
        UnreadableRecord::Task => scopes.task.breaker = scopes.agent.breaker.clone(),
        UnreadableRecord::Conversation => {}
    }
    incident
}

fn role<'a>(session: &'a SessionState, kind: &'a EventKind) -> Option<&'a str> {
    let told = if let EventKind::SessionStart(start) = kind { start.role.as_deref() } else { None };
    told.or(session.role.as_deref())
}
