//! The way of one event inside a transaction: records read, understood, folded, saved.

mod effects;
mod record;

use std::borrow::Cow;
use std::cell::RefCell;

use fusebox_engine::state::{AgentState, CallInFlight, Scopes, SessionState};
use fusebox_engine::{
    BreakerState, Event, EventId, EventKind, Fact, Incident, IncidentChange, IncidentId,
    Observation, Policy, SessionId, TaskId, Timestamp, Verdict, VerdictAction, fold,
};
use fusebox_observe::{
    OBSERVE_VERSION, ResolveWrites, SessionContext, call_digest, event_digest, to_fact,
};
use fusebox_store::failpoint::reach;
use fusebox_store::{IncidentRow, OpenList, StoreTx};

pub use self::effects::PurgeBody;
use crate::checkpoint::{self, CheckpointWait, TaskFolder};
use crate::decide::EventAnswer;
use crate::incidents::{keep_incidents, lost, lost_its_record, state_corrupt};
use crate::load::{LoadedScopes, MissingRecords, PreloadedSession, UnreadableRecord, load};
use crate::service::GuardedCall;
use crate::written::{self, PathBase};
use crate::{PolicySet, RuntimeError, STATE_VERSION, in_force, task, test_report};

/// The versions that decide what a log row means.
pub(crate) const VERSIONS: u32 = STATE_VERSION * 1_000 + OBSERVE_VERSION;

/// One event on its way.
pub(crate) struct EventDecision<'a, 'b> {
    pub(crate) tx: &'a mut StoreTx<'b>,
    /// What the layers give; a person's order comes without and obeys what the session obeys.
    pub(crate) policies: Option<&'a PolicySet>,
    pub(crate) event: &'a Event,
    pub(crate) now: Timestamp,
    pub(crate) around: &'a TxContext<'a>,
}

/// What surrounds the events of one transaction.
pub(crate) struct TxContext<'a> {
    /// Paths that agents must not write to.
    pub(crate) protected: &'a [String],
    /// The list of open sessions.
    pub(crate) list: Option<&'a OpenList>,
    /// The session's record as it was read before the transaction.
    pub(crate) before: Option<&'a PreloadedSession>,
    /// A session's record turned out to be older than its log.
    pub(crate) doubted: bool,
    /// Takes the sessions whose breaker closed, with their tasks.
    pub(crate) closed: RefCell<Vec<(SessionId, TaskId)>>,
}

impl<'a> EventDecision<'a, '_> {
    pub(crate) fn decide(mut self) -> Result<EventAnswer, RuntimeError> {
        let event = self.event;
        if let Some(id) = &event.id
            && let Some(verdict) = self.tx.find_event(&event.session, id)?
        {
            return Ok(repeated(event, id, &verdict));
        }
        let joined = task::joined(self.tx, &event.kind)?;
        let kind = joined.as_ref().unwrap_or(&event.kind);
        let LoadedScopes { mut scopes, task, agent_key, unreadable, missing } =
            load(self.tx, (&event.session, &event.agent), kind, self.around)?;
        reach("after-read");
        let policies = self.policies(&mut scopes.session, kind, &task)?;
        let policy = policies.of(role(&scopes.session, kind));
        let id = match &event.id {
            Some(id) => id.clone(),
            None => made_id(scopes.session.events),
        };
        let report = self.report(&task, kind, &policy.policy, &scopes)?;
        let mut seen =
            self.observe(&id, &task, kind, &policy.policy, &scopes, report.as_deref())?;
        let open = [&scopes.agent.breaker, &scopes.task.breaker];
        if let Fact::Prompt { said, .. } = &mut seen.fact
            && open.iter().all(|breaker| breaker.tripped().is_none())
        {
            // What a person says to their agent is kept only where it answers a trip.
            *said = None;
        }
        let guarded = GuardedCall::meet(self.tx, &policy.policy.service, kind, &scopes, &mut seen)?;
        let lost = match unreadable {
            Some(what) => Some(held(what, &mut scopes, &seen)),
            None => self.lost_with_the_database(&mut scopes, &seen, missing),
        };
        let mut decision = fold(&policy.policy, &mut scopes, &seen);
        if let Some(incident) = lost {
            decision.changes.insert(0, IncidentChange::Opened(Box::new(incident)));
        }
        self.append(&scopes, &seen, &task, &decision, policies.digest())?;
        reach("after-append");
        guarded.keep(self.tx, &decision.verdict, seen.at)?;
        self.keep_run(&task, &seen, decision.run.take())?;
        scopes.session.events += 1;
        self.save(&scopes, &agent_key, &task)?;
        reach("after-save");
        keep_incidents(self.tx, self.around, &decision.changes)?;
        // Most events queue nothing and need no place.
        let place = || TaskFolder::of(event, &scopes.session, &task);
        let mut effects = self.effects(&policy.policy, &decision, &scopes.task, &place)?;
        let wish = decision.checkpoint;
        if wish.make {
            effects |= checkpoint::queue(self.tx, place().as_ref(), self.now)?;
        }
        let wait = wish.wait_until.map(|until| CheckpointWait { task: task.clone(), until });
        if matches!(seen.fact, Fact::SessionStart { .. }) {
            effects |= self.forget(&policy.policy)?;
        }
        if decision.tripped || matches!(seen.fact, Fact::Guidance { .. } | Fact::Reset { .. }) {
            self.tx.require_durable();
        }
        Ok(EventAnswer { verdict: decision.verdict, duplicate: false, effects, wait })
    }

    fn observe(
        &self,
        id: &EventId,
        task: &TaskId,
        kind: &EventKind,
        policy: &Policy,
        scopes: &Scopes,
        report: Option<&str>,
    ) -> Result<Observation, RuntimeError> {
        let is_scoped = policy.scope.is_on() && matches!(kind, EventKind::ToolRequest(_));
        let named = if is_scoped { task::named(self.tx, task)? } else { None };
        let base = PathBase::of(named.as_ref(), &scopes.session);
        let asked = asked(kind, &scopes.agent);
        let place = SessionContext {
            protected: self.around.protected,
            test_commands: &policy.test_commands,
            folder: scopes.session.folder.as_deref(),
            test: asked.and_then(|pending| pending.test.as_deref()),
            report,
            write_resolver: is_scoped.then_some(&base as &dyn ResolveWrites),
        };
        let at = self.event.at.unwrap_or(self.now);
        Ok(Observation {
            session: self.event.session.clone(),
            agent: self.event.agent.clone(),
            task: task.clone(),
            id: id.clone(),
            at,
            digest: event_digest(self.event.session.as_str(), id.as_str(), at),
            fact: to_fact(kind, &place),
        })
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
        let begun = asked(kind, &scopes.agent).filter(|pending| pending.test.is_some());
        let Some(begun) = begun else { return Ok(None) };
        let named = task::named(self.tx, task)?;
        let ground = PathBase::of(named.as_ref(), &scopes.session);
        let root = written::root(&ground, None);
        Ok(root.and_then(|root| test_report::written(&root, globs, Timestamp(begun.at_ms))))
    }

    /// A session stays open whose trip the database does not know any more: it was set aside, the
    /// end of its write-ahead log was lost, or damage hides the record that says so.
    fn lost_with_the_database(
        &self,
        scopes: &mut Scopes,
        seen: &Observation,
        missing: MissingRecords,
    ) -> Option<Incident> {
        let is_lost = |trip: &IncidentRow| lost_its_record(trip, seen, missing);
        let entry = lost(self.tx, self.around.list, &seen.session, &seen.task, is_lost)?;
        // The process ended between the list and the commit, and this is the same event again.
        let is_this = entry.incident == IncidentId::from_digest(seen.digest);
        if is_this || scopes.agent.breaker.tripped().is_some() {
            return None;
        }
        let why = format!("the database was lost while it was open ({})", entry.reason);
        Some(state_corrupt(scopes, seen, &why))
    }

    fn policies(
        &mut self,
        session: &mut SessionState,
        kind: &EventKind,
        task: &TaskId,
    ) -> Result<Cow<'a, PolicySet>, RuntimeError> {
        let obeyed = in_force::obeyed(self.tx, session, kind, self.policies)?;
        let named = session.task.is_some() || matches!(kind, EventKind::SessionStart(_));
        let own =
            if named { in_force::under_task(self.tx, &obeyed, task, self.now)? } else { None };
        Ok(own.map_or(obeyed, Cow::Owned))
    }
}

/// The waiting call of `agent` that a result ends; `None` for other events.
#[must_use]
pub fn asked<'a>(kind: &EventKind, agent: &'a AgentState) -> Option<&'a CallInFlight> {
    let EventKind::ToolResult(result) = kind else { return None };
    agent.window.asked(result.call.as_ref().map(call_digest))
}

/// What cannot be read is held; of a task, in all of its sessions.
fn held(what: UnreadableRecord, scopes: &mut Scopes, seen: &Observation) -> Incident {
    let incident = state_corrupt(scopes, seen, "its stored state cannot be read");
    match what {
        UnreadableRecord::Task => scopes.task.breaker = scopes.agent.breaker.clone(),
        UnreadableRecord::Conversation => {}
    }
    incident
}

fn role<'a>(session: &'a SessionState, kind: &'a EventKind) -> Option<&'a str> {
    let told = if let EventKind::SessionStart(start) = kind { start.role.as_deref() } else { None };
    told.or(session.role.as_deref())
}

fn made_id(n: u64) -> EventId {
    EventId::parse(format!("#{n}")).unwrap_or_else(|_| unreachable!("a number is a valid id"))
}

fn repeated(event: &Event, id: &EventId, stored: &str) -> EventAnswer {
    let verdict = serde_json::from_str(stored).unwrap_or_else(|_| Verdict {
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
