//! How one session stands right now: for whoever keeps its time.

use fusebox_engine::state::{Scopes, SessionActivity, SessionState, TaskState};
use fusebox_engine::{Finding, PicoUsd, RunId, SessionId, TaskId, Timestamp, TripRecord};
use fusebox_store::{ScopeKind, Store};

use super::{agent, due, record};
use crate::{PolicySet, RuntimeError};

/// How a session stands.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionStanding {
    /// Why its main agent or its task is open, if it is.
    pub tripped: Option<TripRecord>,
    /// What a tick would bring now: limits of time and silence.
    pub due: Vec<Finding>,
    /// Whether a turn runs.
    pub activity: SessionActivity,
    /// Whether a call has begun and not ended.
    pub calls_in_flight: bool,
    /// Messages in the conversation of its task.
    pub messages: u64,
    /// Tokens in the conversation of its task.
    pub context_tokens: u64,
    /// What the session cost.
    pub cost_usd: PicoUsd,
}

/// Looks at one session; one that nobody knows stands still.
///
/// # Errors
/// When the store fails.
pub fn standing(
    store: &Store,
    policies: &PolicySet,
    session_id: &SessionId,
    task_id: &TaskId,
    now: Timestamp,
) -> Result<SessionStanding, RuntimeError> {
    let session = record::<SessionState>(store, ScopeKind::Session, session_id.as_str())?;
    let task = record::<TaskState>(store, ScopeKind::Task, task_id.as_str())?;
    let agent = agent(store, session_id)?;
    let policy = policies.of(session.role.as_deref());
    let (activity, calls_in_flight) = (session.activity, !session.in_flight.is_empty());
    let (messages, context_tokens) = (task.used.messages, task.used.context_tokens);
    let tripped = agent.breaker.trip_record().or(task.breaker.trip_record()).cloned();
    let cost_usd = session.totals.cost_usd;
    let due = due(policy, session_id, task_id, now, Scopes { agent, session, task });
    Ok(SessionStanding {
        tripped,
        due,
        activity,
        calls_in_flight,
        messages,
        context_tokens,
        cost_usd,
    })
}

/// The supervised run that a session belongs to, while it runs.
///
/// # Errors
/// When the store fails.
pub fn run_of(store: &Store, session: &SessionId) -> Result<Option<RunId>, RuntimeError> {
    Ok(record::<SessionState>(store, ScopeKind::Session, session.as_str())?.run)
}

/// Why calls of a session's main agent are refused now, if they are.
///
/// # Errors
/// When the store fails.
pub fn open_reason(
    store: &Store,
    session_id: &SessionId,
    now: Timestamp,
) -> Result<Option<String>, RuntimeError> {
    Ok(open_cause(store, session_id, now)?.map(|cause| cause.message()))
}

/// The same as a finding.
pub(crate) fn open_cause(
    store: &Store,
    session_id: &SessionId,
    now: Timestamp,
) -> Result<Option<Finding>, RuntimeError> {
    let session = record::<SessionState>(store, ScopeKind::Session, session_id.as_str())?;
    if session.bypass_until.is_some_and(|until| now < until) {
        return Ok(None);
    }
    let task = session.task.unwrap_or_else(|| TaskId::from(session_id));
    let task = record::<TaskState>(store, ScopeKind::Task, task.as_str())?;
    let main = agent(store, session_id)?.breaker;
    let tripped = main.trip_record().or(task.breaker.trip_record());
    Ok(tripped.map(|tripped| tripped.cause.clone()))
}
