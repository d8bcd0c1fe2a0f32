//! Questions: what stands in the store, without writing to it.

mod call_history;
mod calls;
mod incident_context;
mod incident_facts;
mod lifecycle;
mod loops;
mod slice_state;
mod source_statement;
mod standing;
mod tasks;

use std::collections::BTreeSet;

use fusebox_engine::pause::Pause;
use fusebox_engine::state::{AgentState, PolicyDigests, Scopes, SessionState, TaskState};
use fusebox_engine::{
    AgentId, Breaker, BreakerState, Decision, EventId, Fact, Finding, FindingLevel, Incident,
    IncidentId, Observation, PicoUsd, Policy, Rule, SessionId, TaskId, Timestamp,
};
use fusebox_store::{
    IncidentFilter, IncidentRow, LogSelection, LoggedEvent, ScopeKind, SessionSelection, Store,
    StoreTx,
};
use serde::Serialize;

pub use call_history::call_history;
pub(crate) use calls::last_calls_in;
pub use calls::{calls_before, last_calls};
pub use incident_context::{
    IncidentContext, IncidentOrigin, incident_context, incident_origin, is_of_run,
};
pub use incident_facts::{incident_facts, stored_report, task_facts};
pub use lifecycle::TaskLifecycle;
pub use loops::{LoopDecision, LoopOpening, LoopStatus, loop_status};
pub(crate) use standing::open_cause;
pub use standing::{SessionStanding, open_reason, run_of, standing};
pub(crate) use tasks::checkpoint;
pub use tasks::{TaskView, TestAttempts, runs, task, tasks};

use crate::codec::{self, ScopeRecord, StoredRecord};
use crate::load::{agent_key, agent_key_prefix};
use crate::pause::pauses;
use crate::spend;
use crate::step::step;
use crate::{PolicySet, RuntimeError};

/// How a session stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SessionView {
    /// The client's session id.
    pub session: SessionId,
    /// The task it serves.
    pub task: TaskId,
    /// The agent program.
    pub client: Option<String>,
    /// What the agent is for.
    pub role: Option<String>,
    /// The folder it works in, if its client reported one.
    pub folder: Option<String>,
    /// Where its task stands in its life.
    #[serde(flatten)]
    pub lifecycle: TaskLifecycle,
    /// The worse breaker of its main agent and its task.
    pub state: BreakerState,
    /// Why it is open, if it is.
    pub reason: Option<String>,
    /// The same in a few words.
    #[serde(skip)]
    pub short_reason: Option<String>,
    /// The rule of its open incident, else of the latest one.
    #[serde(skip)]
    pub last_rule: Option<Rule>,
    /// The open incident, if any.
    pub incident: Option<String>,
    /// Admitted tool calls since the last person's prompt.
    pub tool_calls: u64,
    /// Refused calls since the trip.
    pub refused_calls: u64,
    /// Milliseconds inside turns since the last person's prompt.
    pub active_ms: u64,
    /// The tag of its task's checkpoint, if there is one.
    pub checkpoint: Option<String>,
    /// In what way that is partial; none where it is whole.
    pub checkpoint_partial: Option<String>,
    /// Until when everything passes, if it does.
    pub bypass_until: Option<Timestamp>,
    /// A person's pause, while it holds.
    pub pause: Option<Pause>,
    /// Whether an earlier policy, stricter than what is written now, holds until a person speaks;
    /// as of the last event.
    pub stricter_policy_holds: bool,
    /// First event.
    pub first: Timestamp,
    /// Last event.
    pub last: Timestamp,
    /// Events in the log.
    pub events: u64,
    /// Findings that hold now although no event has brought them yet: limits of time.
    pub now: Vec<Finding>,
    /// Its subagents whose breaker is not closed.
    pub subagents: Vec<SubagentView>,
}

/// How a subagent stands whose breaker is not closed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SubagentView {
    /// The client's id of the agent.
    pub agent: AgentId,
    /// Its breaker.
    pub state: BreakerState,
    /// Why it is open, if it is.
    pub reason: Option<String>,
    /// The same in a few words.
    #[serde(skip)]
    pub short_reason: Option<String>,
    /// The open incident, if any.
    pub incident: Option<String>,
}

/// Sessions: open ones first, then half-open ones, of each the latest first.
///
/// # Errors
/// When the store fails.
pub fn sessions(
    store: &Store,
    policies: &PolicySet,
    now: Timestamp,
    selection: SessionSelection<'_>,
) -> Result<Vec<SessionView>, RuntimeError> {
    let mut views = Vec::new();
    let pauses = pauses(store, now)?;
    for row in store.read().sessions(selection)? {
        let session = record::<SessionState>(store, ScopeKind::Session, row.session.as_str())?;
        let task = record::<TaskState>(store, ScopeKind::Task, row.task.as_str())?;
        let policy = policies.of(session.role.as_deref());
        let mut main = agent(store, &row.session)?;
        let records = SessionRecords {
            store,
            policy,
            now,
            id: &row.session,
            session: &session,
            task_id: &row.task,
            task: &task,
        };
        records.release_with_room(&AgentId::main(), &mut main)?;
        let tripped = main.breaker.trip_record().or(task.breaker.trip_record());
        let named = crate::task::find(store, &row.task)?;
        let is_completed = named.is_some_and(|task| !task.is_open());
        let breakers = [&main.breaker, &task.breaker];
        views.push(SessionView {
            lifecycle: TaskLifecycle::of(is_completed, breakers, Some(&session)),
            session: row.session.clone(),
            task: row.task.clone(),
            client: session.client.clone(),
            role: session.role.clone(),
            folder: session.folder.clone(),
            state: main.breaker.state().max(task.state()),
            reason: tripped.map(|tripped| tripped.cause.cause()),
            short_reason: tripped.map(|tripped| tripped.cause.short_cause()),
            last_rule: match (tripped, &session.totals.incident) {
                (Some(tripped), _) => Some(tripped.cause.rule),
                (None, Some(latest)) => find_incident(store, latest)?.map(|it| it.rule()),
                (None, None) => None,
            },
            incident: tripped.map(|tripped| tripped.incident.to_string()),
            tool_calls: task.used.tool_calls,
            refused_calls: task.refused.calls,
            active_ms: task.used.active_ms,
            checkpoint: task.checkpoint.tag().map(str::to_owned),
            checkpoint_partial: task.checkpoint.partial(),
            bypass_until: session.bypass_until.filter(|until| now < *until),
            pause: pauses.of(&row.session, now).cloned(),
            stricter_policy_holds: session.policy.is_some_and(PolicyDigests::is_stricter),
            first: row.first,
            last: row.last,
            events: row.events,
            subagents: records.subagents()?,
            now: due(policy, &row.session, &row.task, now, Scopes { agent: main, session, task }),
        });
    }
    views.sort_by_key(|view| std::cmp::Reverse((view.state, view.last)));
    Ok(views)
}

/// The records of a session, as its breakers are looked at.
struct SessionRecords<'a> {
    store: &'a Store,
    policy: &'a Policy,
    now: Timestamp,
    id: &'a SessionId,
    session: &'a SessionState,
    task_id: &'a TaskId,
    task: &'a TaskState,
}

impl SessionRecords<'_> {
    /// The subagents whose breaker is not closed. One whose trip a person has answered is half-open, although it takes
    /// that up with its next event only, and may never have one.
    fn subagents(&self) -> Result<Vec<SubagentView>, RuntimeError> {
        let of_session = agent_key_prefix(self.id);
        let mut views = Vec::new();
        for (key, row) in self.store.read().scopes(ScopeKind::Agent, &of_session)? {
            let Ok(agent) = AgentId::parse(&key[of_session.len()..]) else { continue };
            if agent.is_main() {
                continue;
            }
            let mut state = match codec::read::<AgentState>(Some(&row)) {
                StoredRecord::State(state) => state,
                StoredRecord::Corrupt => continue,
            };
            self.release_with_room(&agent, &mut state)?;
            let breaker = state.breaker;
            if breaker.state() == BreakerState::Closed {
                continue;
            }
            let tripped = breaker.trip_record().filter(|trip| !self.session.is_answered(trip));
            let is_answered = breaker.trip_record().is_some() && tripped.is_none();
            views.push(SubagentView {
                agent,
                state: if is_answered { BreakerState::HalfOpen } else { breaker.state() },
                reason: tripped.map(|tripped| tripped.cause.cause()),
                short_reason: tripped.map(|tripped| tripped.cause.short_cause()),
                incident: tripped.map(|tripped| tripped.incident.to_string()),
            });
        }
        Ok(views)
    }

    /// Closes the breaker of an agent that a cap opened which was given room since the session's last event, where no other
    /// cap is spent: the agent takes that up with its next event only.
    fn release_with_room(&self, id: &AgentId, agent: &mut AgentState) -> Result<(), RuntimeError> {
        let of_cap = agent.breaker.trip_record().filter(|trip| trip.rule().is_spend_cap());
        let Some(trip) = of_cap else { return Ok(()) };
        let closed = find_incident(self.store, &trip.incident)?.and_then(|it| it.closed_at);
        if closed.is_none_or(|closed| closed < self.session.last) {
            return Ok(());
        }
        let Some(seen) = observed_tick((self.id, id), self.task_id, self.now) else {
            return Ok(());
        };
        let (session, task) = (self.session.clone(), self.task.clone());
        let scopes = Scopes { agent: agent.clone(), session, task };
        if spend::have_room(self.store.read(), self.policy, &scopes, &seen)? {
            agent.breaker = Breaker::Closed;
        }
        Ok(())
    }
}

/// What a tick would find now; nothing is saved.
fn due(
    policy: &Policy,
    session: &SessionId,
    task: &TaskId,
    now: Timestamp,
    mut scopes: Scopes,
) -> Vec<Finding> {
    let decision = tick(policy, session, task, now, &mut scopes);
    let findings = decision.map(|decision| decision.verdict.findings).unwrap_or_default();
    findings.into_iter().filter(|finding| finding.level != FindingLevel::Warning).collect()
}

/// Folds a tick into scopes that nobody saves.
pub(crate) fn tick(
    policy: &Policy,
    session: &SessionId,
    task: &TaskId,
    now: Timestamp,
    scopes: &mut Scopes,
) -> Option<Decision> {
    let tick = observed_tick((session, &AgentId::main()), task, now)?;
    Some(step(policy, scopes, &tick))
}

/// What an agent is seen to do at a time at which it does nothing.
fn observed_tick(
    (session, agent): (&SessionId, &AgentId),
    task: &TaskId,
    now: Timestamp,
) -> Option<Observation> {
    Some(Observation {
        session: session.clone(),
        agent: agent.clone(),
        task: task.clone(),
        id: EventId::parse("status").ok()?,
        at: now,
        digest: 0,
        fact: Fact::Tick,
    })
}

/// Whether a hook of the client tells this session: it records the client's process when the
/// session begins, before the client writes a line of its own.
///
/// # Errors
/// When the store fails.
pub fn is_hooked(store: &Store, session: &SessionId) -> Result<bool, RuntimeError> {
    Ok(store.read().processes()?.iter().any(|row| row.session == *session))
}

/// The folder that a session works in, if its client reported one.
///
/// # Errors
/// When the store fails.
pub fn folder(store: &Store, session: &SessionId) -> Result<Option<String>, RuntimeError> {
    let state: SessionState = record(store, ScopeKind::Session, session.as_str())?;
    Ok(state.folder)
}

/// The folder of the project that a session works in.
///
/// # Errors
/// When the store fails.
pub fn project(store: &Store, session: &SessionId) -> Result<Option<String>, RuntimeError> {
    let state: SessionState = record(store, ScopeKind::Session, session.as_str())?;
    Ok(state.project().map(str::to_owned))
}

/// What a session has cost; `None` where its usage is not read.
///
/// # Errors
/// When the store fails.
pub fn session_cost(store: &Store, session: &SessionId) -> Result<Option<PicoUsd>, RuntimeError> {
    let state: SessionState = record(store, ScopeKind::Session, session.as_str())?;
    Ok(Some(state.totals.cost_usd).filter(|cost| !cost.is_zero()))
}

/// Every folder that a session or a named task was worked on in, each once.
///
/// # Errors
/// When the store fails.
pub fn folders(store: &Store) -> Result<BTreeSet<String>, RuntimeError> {
    let sessions = store.read().scopes(ScopeKind::Session, "")?;
    let of_sessions = sessions.iter().filter_map(|(_, row)| {
        serde_json::from_str::<SessionState>(&row.durable).ok().and_then(|state| state.folder)
    });
    let of_tasks = crate::task::all(store, false)?.into_iter().map(|task| task.folder);
    Ok(of_sessions.chain(of_tasks).collect())
}

/// A session's events, as the log has them, from after `after` on.
///
/// # Errors
/// When the store fails.
pub fn log(
    store: &Store,
    session: &SessionId,
    after: u64,
    count: u32,
) -> Result<Vec<LoggedEvent>, RuntimeError> {
    Ok(store.read().log(LogSelection::Session(session), after, count)?)
}

/// The newest `count` events of a session, the oldest of them first.
///
/// # Errors
/// When the store fails.
pub fn newest_events(
    store: &Store,
    session: &SessionId,
    count: u32,
) -> Result<Vec<LoggedEvent>, RuntimeError> {
    let mut events = store.read().newest(session, count)?;
    // The first row may be that of two events.
    Ok(events.split_off(events.len().saturating_sub(count as usize)))
}

/// Incidents, the latest first.
///
/// # Errors
/// When the store fails.
pub fn incidents(
    store: &Store,
    filter: &IncidentFilter<'_>,
) -> Result<Vec<Incident>, RuntimeError> {
    Ok(store.read().incidents(filter)?.iter().filter_map(incident).collect())
}

/// The incidents whose id begins with `prefix`.
///
/// # Errors
/// When the store fails.
pub fn find_incidents(store: &Store, prefix: &str) -> Result<Vec<Incident>, RuntimeError> {
    Ok(store.read().find_incidents(prefix)?.iter().filter_map(incident).collect())
}

/// The incident with this id; none where the store does not have it.
///
/// # Errors
/// When the store fails.
pub fn find_incident(store: &Store, id: &IncidentId) -> Result<Option<Incident>, RuntimeError> {
    Ok(find_incidents(store, id.as_str())?.into_iter().next())
}

fn incident(row: &IncidentRow) -> Option<Incident> {
    serde_json::from_str(&row.body).ok()
}

fn agent(store: &Store, session: &SessionId) -> Result<AgentState, RuntimeError> {
    let key = agent_key(session, &AgentId::main());
    record(store, ScopeKind::Agent, &key)
}

fn record<T: ScopeRecord>(store: &Store, kind: ScopeKind, key: &str) -> Result<T, RuntimeError> {
    record_in(store.read(), kind, key)
}

/// The same inside a transaction.
pub(crate) fn record_in<T: ScopeRecord>(
    reader: &dyn StoreTx,
    kind: ScopeKind,
    key: &str,
) -> Result<T, RuntimeError> {
    let row = reader.scope(kind, key)?;
    Ok(match codec::read(row.as_ref()) {
        StoredRecord::State(state) => state,
        StoredRecord::Corrupt => T::default(),
    })
}
