//! Checks what must hold after every event beside the verdict: records, incidents, effects, the log.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::state::{AgentState, SessionState, TaskState};
use fusebox_engine::{BreakerState, Rule, SessionId, Verdict};
use fusebox_runtime::{Runtime, query};
use fusebox_store::{IncidentFilter, LogSelection, OutboxKind, ScopeKind};
use serde::de::DeserializeOwned;

use crate::SimulationError;
use crate::model::ReferenceModel;
use crate::step::AgentIndex;

/// The largest record, in bytes.
const RECORD_BYTES: usize = 8 << 10;

fn agent_key(who: AgentIndex) -> String {
    format!("{}\u{1f}{}", who.session_name(), who.agent_name())
}

/// Reads one record and checks its size.
fn record<T: DeserializeOwned>(
    runtime: &Runtime,
    kind: ScopeKind,
    key: &str,
) -> Result<T, SimulationError> {
    let row = runtime.store().read().scope(kind, key)?;
    let row = row.ok_or_else(|| format!("{kind:?} {key:?} has no record"))?;
    let bytes = row.durable.len() + row.window.len();
    if bytes > RECORD_BYTES {
        return Err(format!("{kind:?} {key:?} has {bytes} bytes").into());
    }
    Ok(serde_json::from_str(&row.durable)?)
}

/// Returns an error if the engine and the model differ.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    engine: T,
    model: T,
) -> Result<(), SimulationError> {
    if engine == model {
        return Ok(());
    }
    Err(format!("{what}: {engine:?}, by the model {model:?}").into())
}

/// Compares two verdicts in their published form: what the store returns of a repeated event has its sentences,
/// and no longer the data that they were made of.
pub(crate) fn same_verdict(
    what: &str,
    one: &Verdict,
    other: &Verdict,
) -> Result<(), SimulationError> {
    same(what, serde_json::to_string(one)?, serde_json::to_string(other)?)
}

/// Compares the records of an agent, its session and its task.
pub(crate) fn check_records(
    runtime: &Runtime,
    model: &ReferenceModel,
    who: AgentIndex,
) -> Result<(), SimulationError> {
    let session: SessionState = record(runtime, ScopeKind::Session, &who.session_name())?;
    let agent: AgentState = record(runtime, ScopeKind::Agent, &agent_key(who))?;
    let known = &model.sessions[&who.session];
    same("the session's latest time", session.last.0, known.last)?;
    let task = known.task.clone().unwrap_or_else(|| who.session_name());
    let state: TaskState = record(runtime, ScopeKind::Task, &task)?;
    let task = &model.tasks[&task];
    let open = |breaker: &fusebox_engine::Breaker| {
        breaker.trip_record().map(|tripped| tripped.incident.to_string())
    };
    same("the agent's breaker", open(&agent.breaker), model.agents[&who].breaker.incident())?;
    same("the task's breaker", open(&state.breaker), task.breaker.incident())?;
    same("the task's state", state.breaker.state(), task.breaker.state())?;
    let used = &state.used;
    for (rule, engine) in [
        (Rule::Iterations, used.iterations),
        (Rule::ToolCalls, used.tool_calls),
        (Rule::Turns, used.turns),
        (Rule::ActiveTime, used.active_ms),
        (Rule::SleepTime, used.sleep_ms),
        (Rule::Messages, used.messages),
        (Rule::OutputTokens, used.output_tokens),
    ] {
        let counted = task.spending.used.get(&rule).copied().unwrap_or_default();
        same(rule.name(), engine, counted)?;
    }
    let attempts = &state.attempts;
    let counted = attempts.tests.iter().filter(|test| test.count > 0);
    let counts: BTreeMap<String, u64> =
        counted.map(|test| (test.name.clone(), test.count)).collect();
    same("attempts at tests", &counts, &task.attempts.counts)?;
    same("attempts in the slice", attempts.total, task.attempts.total)?;
    same("infrastructure failures", attempts.infra, task.attempts.infra)
}

/// Compares all incidents with their status, and the effects that are queued for each, once.
pub(crate) fn check_incidents(
    runtime: &Runtime,
    model: &ReferenceModel,
) -> Result<(), SimulationError> {
    let found = query::incidents(runtime.store(), &IncidentFilter::default())?;
    let found = found.iter().map(|found| (found.id.to_string(), (found.rule(), found.status)));
    let known = model.incidents.iter().map(|(id, known)| (id.clone(), (known.rule, known.status)));
    same("incidents", found.collect::<BTreeMap<_, _>>(), known.collect())?;
    let queued = runtime.store().read().undelivered()?;
    let questions = queued.iter().filter(|row| row.kind == OutboxKind::Judge).count();
    same("questions to the judge", questions, model.judge_questions.len())?;
    // The purge of old records belongs to no incident, and neither does a question to the judge, or what is learnt
    // from a session.
    let is_of_incident = |kind: &OutboxKind| {
        use OutboxKind::{Calibrate, Judge, Learn, Purge};
        !matches!(kind, Purge | Judge | Calibrate | Learn)
    };
    let queued: Vec<_> = queued.into_iter().filter(|row| is_of_incident(&row.kind)).collect();
    let rows = queued.len();
    let queued: BTreeSet<(String, String)> =
        queued.into_iter().map(|row| (row.kind.name().to_owned(), row.key)).collect();
    let mut due = BTreeSet::new();
    for (id, incident) in model.incidents.iter().filter(|(_, incident)| !incident.forgotten) {
        due.insert(("report".to_owned(), id.clone()));
        if !incident.observed {
            due.insert(("notify.desktop".to_owned(), id.clone()));
        }
    }
    same("queued effects that differ", rows, queued.len())?;
    same("queued effects", queued, due)
}

/// Checks that the numbers of each session's events have no gap, and that there are `expected` of them.
pub(crate) fn check_log(
    runtime: &Runtime,
    expected: &BTreeMap<usize, u64>,
) -> Result<(), SimulationError> {
    for (session, count) in expected {
        let id = SessionId::parse(format!("s{session}"))?;
        let rows = runtime.store().read().log(LogSelection::Session(&id), 0, u32::MAX)?;
        let numbers: Vec<u64> = rows.iter().map(|row| row.n).collect();
        same("numbers in the log", numbers, (0..*count).collect())?;
    }
    Ok(())
}

/// Compares the breaker's state: exactly, or whether it is open.
pub(crate) fn check_state(
    engine: BreakerState,
    model: BreakerState,
    exactly: bool,
) -> Result<(), SimulationError> {
    if exactly {
        return same("the breaker", engine, model);
    }
    let open = |state| state == BreakerState::Open;
    same("the breaker is open", open(engine), open(model))
}
