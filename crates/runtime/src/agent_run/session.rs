//! The record of a session that no supervisor watched, written in the transaction of its end.

use fusebox_engine::state::Scopes;
use fusebox_engine::{Observation, Policy, RunId};
use fusebox_store::StoreTx;

use super::{AgentRun, FinalStatus, RecordKind, RunWatch, to_row};
use crate::RuntimeError;
use crate::incidents::find;

/// Writes down how a session ended that nobody supervised. A session that goes on and ends again is written anew.
pub(crate) fn keep_session(
    tx: &mut dyn StoreTx,
    policy: &Policy,
    seen: &Observation,
    scopes: &Scopes,
) -> Result<(), RuntimeError> {
    let Ok(run) = RunId::parse(seen.session.as_str()) else { return Ok(()) };
    let (session, task) = (&scopes.session, &scopes.task);
    let totals = &session.totals;
    if totals.since.0 == 0 {
        return Ok(()); // An earlier version saw its start, and its totals are not known.
    }
    let ended_at = session.last;
    let open = scopes.agent.breaker.trip_record().or(task.breaker.trip_record());
    let incident = open.map(|trip| trip.incident.clone()).or_else(|| totals.incident.clone());
    let failing =
        || task.attempts.tests.iter().find(|test| task.attempts.failing.contains(&test.key));
    let failure_reason = match (open, failing()) {
        (Some(trip), _) => Some(trip.cause.cause()),
        (None, Some(test)) => Some(format!("a test fails: {}", test.name)),
        (None, None) => None,
    };
    let known = incident.as_ref().map(|id| find(tx, id)).transpose()?.flatten();
    let tripped = known.is_some_and(|incident| !incident.observed_only);
    let client = session.client.clone().unwrap_or_default();
    let record = AgentRun {
        run,
        kind: RecordKind::Session,
        task: seen.task.clone(),
        role: session.role.clone(),
        agent: "hooks".to_owned(),
        program: client,
        folder: session.folder.clone().unwrap_or_default(),
        other_project: session.other_project.clone(),
        started_at: totals.since,
        ended_at: Some(ended_at),
        watch: RunWatch::default(),
        session: Some(seen.session.clone()),
        tool_calls: totals.tool_calls,
        messages: task.used.messages,
        estimated_context_tokens: task.used.context_tokens,
        qc_recommended: !task.warned.is_empty() && policy.guided.qc_on_exceed,
        circuit_breaker_triggered: tripped,
        qc_invoked: false,
        duration_s: ended_at.since(totals.since).0 / 1_000,
        retry_count: 0,
        final_status: Some(match (&failure_reason, tripped) {
            (Some(_), _) => FinalStatus::Failure,
            (None, true) => FinalStatus::PassedAfterTrip,
            (None, false) => FinalStatus::Success,
        }),
        failure_reason,
        exit_code: None,
        signal: None,
        output_bytes: 0,
        incident: incident.filter(|_| tripped),
        analysis: None,
        retry_of: None,
        verification: None,
        cost_usd: (!totals.cost_usd.is_zero()).then_some(totals.cost_usd),
        escalated: false,
        is_introduced: false,
        loop_start: None,
    };
    Ok(tx.put_agent_run(&to_row(&record)?)?)
}
