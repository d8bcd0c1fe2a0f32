//! A run with its record: what is written down at its beginning and at its end, and what follows
//! from a trip.

use fusebox_engine::{IncidentStatus, SessionId, Timestamp};
use fusebox_runtime::agent_run::{self, AgentRun, FinalStatus, RunWatch};
use fusebox_runtime::process::ProcessInfo;
use fusebox_runtime::{PolicySet, Runtime, RuntimeError, clock, query};
use fusebox_store::{IncidentFilter, OutboxKind, Store, StoreError};
use serde_json::json;

use crate::{CommandSpec, EndReason, FinishedCommand, SupervisorError, supervise, words};

/// Runs of a task that are looked at for what went before.
const BEFORE: u32 = 50;

/// What became of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The record, as it was kept.
    pub record: AgentRun,
    /// How the command ended.
    pub finished: FinishedCommand,
}

/// Runs a command under a breaker and keeps the record of it. A trip is queued for whoever is to be
/// told, once.
///
/// # Errors
/// As [`supervise()`]; the record says so then.
pub fn run(
    spec: &CommandSpec,
    runtime: &mut Runtime,
    policies: &PolicySet,
    tell: &dyn Fn(&str),
) -> Result<Outcome, SupervisorError> {
    let mut record = begun(spec, runtime.store())?;
    agent_run::keep(runtime.store_mut(), &record)?;
    let finished = match supervise(spec, runtime, policies, tell) {
        Ok(finished) => finished,
        Err(error) => {
            close(&mut record, FinalStatus::Failure, Some(error.to_string()), clock::now());
            agent_run::keep(runtime.store_mut(), &record)?;
            return Err(error);
        }
    };
    fill(&mut record, &finished, runtime.store(), policies)?;
    let (status, reason) = judge(&record, &finished, runtime.store())?;
    close(&mut record, status, reason, clock::now());
    if let EndReason::Tripped(_) = &finished.why {
        escalate(&mut record, runtime)?;
    }
    agent_run::keep(runtime.store_mut(), &record)?;
    Ok(Outcome { record, finished })
}

/// Writes down how a run ended whose supervisor cannot do it any more.
///
/// # Errors
/// When the store fails.
pub fn give_up(store: &mut Store, record: &AgentRun, why: &str) -> Result<(), RuntimeError> {
    let mut record = record.clone();
    close(&mut record, FinalStatus::Failure, Some(why.to_owned()), clock::now());
    agent_run::keep(store, &record)
}

fn begun(spec: &CommandSpec, store: &Store) -> Result<AgentRun, RuntimeError> {
    let program = spec.command.first().map(String::as_str).unwrap_or_default();
    let before = agent_run::latest(store, Some(&spec.task), BEFORE)?;
    let tripped = before.iter().take_while(|run| run.circuit_breaker_triggered && !passed(run));
    let own = std::process::id();
    let watch = |pid: u32| (pid, ProcessInfo::of(pid).map_or(0, |process| process.started));
    let guard = if spec.is_guarded { std::os::unix::process::parent_id() } else { own };
    Ok(AgentRun {
        run: spec.run.clone(),
        task: spec.task.clone(),
        role: spec.role.clone(),
        agent: spec.agent.name.to_owned(),
        program: program.rsplit('/').next().unwrap_or(program).to_owned(),
        folder: spec.dir.to_string_lossy().into_owned(),
        started_at: clock::now(),
        ended_at: None,
        watch: RunWatch { supervisor: watch(own), guard: watch(guard) },
        session: SessionId::parse(spec.run.as_str()).ok(),
        tool_calls: 0,
        messages: 0,
        estimated_context_tokens: 0,
        qc_recommended: false,
        circuit_breaker_triggered: false,
        qc_invoked: false,
        duration_s: 0,
        retry_count: tripped.count() as u64,
        final_status: None,
        failure_reason: None,
        exit_code: None,
        signal: None,
        output_bytes: 0,
        incident: None,
        escalated: false,
    })
}

fn passed(run: &AgentRun) -> bool {
    matches!(run.final_status, Some(FinalStatus::Success | FinalStatus::PassedAfterTrip))
}

/// What the command did.
fn fill(
    record: &mut AgentRun,
    finished: &FinishedCommand,
    store: &Store,
    policies: &PolicySet,
) -> Result<(), RuntimeError> {
    let session = &finished.session;
    let standing = query::standing(store, policies, session, &record.task, clock::now())?;
    let filter = IncidentFilter { task: Some(&record.task), ..IncidentFilter::default() };
    let mut incidents = query::incidents(store, &filter)?.into_iter().filter(|incident| {
        incident.at >= record.started_at && incident.status != IncidentStatus::Observed
    });
    let tripped = incidents.next();
    record.incident = match &finished.why {
        EndReason::Tripped(tripped) => Some(tripped.incident.clone()),
        EndReason::Exited
        | EndReason::Interrupted(_)
        | EndReason::GuardLost
        | EndReason::TimedOut
        | EndReason::Silent => tripped.map(|incident| incident.id),
    };
    record.circuit_breaker_triggered = record.incident.is_some();
    record.session = Some(session.clone());
    record.tool_calls = finished.tool_calls;
    record.messages = standing.messages.max(finished.messages);
    record.estimated_context_tokens = match standing.context_tokens {
        0 => finished.output_bytes.div_ceil(4),
        told => told,
    };
    record.qc_recommended = finished.warned;
    record.exit_code = finished.exit_code;
    record.signal = finished.signal;
    record.output_bytes = finished.output_bytes;
    Ok(())
}

/// How the run ended, and why it failed.
fn judge(
    record: &AgentRun,
    finished: &FinishedCommand,
    store: &Store,
) -> Result<(FinalStatus, Option<String>), RuntimeError> {
    let failed = match (&finished.why, finished.exit_code, finished.signal) {
        (EndReason::Tripped(tripped), _, _) => Some(tripped.cause.cause()),
        (EndReason::Interrupted(signal), _, _) => Some(format!("interrupted (signal {signal})")),
        (EndReason::GuardLost, _, _) => Some("the watchdog was killed".to_owned()),
        (EndReason::TimedOut, _, _) => Some(words::TIMED_OUT.to_owned()),
        (EndReason::Silent, _, _) => Some(words::SILENT.to_owned()),
        (EndReason::Exited, Some(0), _) => finished.blocked.clone(),
        (EndReason::Exited, Some(code), _) => Some(format!("the command ended with code {code}")),
        (EndReason::Exited, None, Some(signal)) => {
            Some(format!("signal {signal} ended the command"))
        }
        (EndReason::Exited, None, None) => Some("nobody knows how the command ended".to_owned()),
    };
    if failed.is_some() {
        return Ok((FinalStatus::Failure, failed));
    }
    let before = agent_run::latest(store, Some(&record.task), BEFORE)?;
    let mut before = before.iter().filter(|run| run.run != record.run);
    let after_trip =
        before.by_ref().take_while(|run| !passed(run)).any(|run| run.circuit_breaker_triggered);
    let status = if record.circuit_breaker_triggered || after_trip {
        FinalStatus::PassedAfterTrip
    } else {
        FinalStatus::Success
    };
    Ok((status, None))
}

fn close(record: &mut AgentRun, status: FinalStatus, reason: Option<String>, now: Timestamp) {
    record.final_status = Some(status);
    record.failure_reason = reason;
    record.ended_at = Some(now);
    record.duration_s = now.since(record.started_at).0 / 1_000;
}

/// Queues what a trip of an unattended run asks for. One run escalates once, whatever tripped in it.
pub(crate) fn escalate(
    record: &mut AgentRun,
    runtime: &mut Runtime,
) -> Result<(), SupervisorError> {
    let body = json!({
        "run": record.run,
        "task": record.task,
        "role": record.role,
        "incident": record.incident,
        "reason": record.failure_reason,
        "session": record.session,
        "folder": record.folder,
    });
    let (key, body, now) = (record.run.as_str(), body.to_string(), clock::now());
    runtime
        .store_mut()
        .write(|tx| {
            tx.require_durable();
            tx.queue(&OutboxKind::Escalation, key, &body, now).map(drop)
        })
        .map_err(|error: StoreError| error)?;
    record.escalated = true;
    Ok(())
}
