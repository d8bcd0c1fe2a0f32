//! The last calls of an agent, read from the log.

use fusebox_engine::{
    AgentId, CallOutcome, CallSubject, Fact, Incident, RecordedCall, SessionId, Timestamp, Verdict,
    VerdictAction,
};
use fusebox_store::{Store, StoreTx};

use crate::RuntimeError;

/// The calls of the incident's agent up to the incident, the latest last.
///
/// # Errors
/// When the store fails.
pub fn calls_before(store: &Store, incident: &Incident) -> Result<Vec<RecordedCall>, RuntimeError> {
    last_calls(store, &incident.session, &incident.agent, incident.at)
}

/// The last calls of an agent up to `until`, the latest last.
///
/// # Errors
/// When the store fails.
pub fn last_calls(
    store: &Store,
    session: &SessionId,
    agent: &AgentId,
    until: Timestamp,
) -> Result<Vec<RecordedCall>, RuntimeError> {
    last_calls_in(store.read(), session, agent, until)
}

/// The same, inside a transaction.
pub(crate) fn last_calls_in(
    tx: &dyn StoreTx,
    session: &SessionId,
    agent: &AgentId,
    until: Timestamp,
) -> Result<Vec<RecordedCall>, RuntimeError> {
    let rows = tx.newest(session, MAX_EVENTS)?;
    let mut calls: Vec<RecordedCall> = Vec::new();
    for row in rows.iter().filter(|row| row.agent == *agent && row.at <= until) {
        match serde_json::from_str(&row.observation) {
            Ok(Fact::Request(request)) => {
                let refused = refuses(&row.verdict);
                calls.push(requested(request.call, &request.subject, row.at, refused));
            }
            Ok(Fact::Outcome(outcome)) => {
                let open = |call: &&mut RecordedCall| call.id == outcome.call && call.ok.is_none();
                if let Some(call) = calls.iter_mut().rev().find(open) {
                    add_outcome(call, &outcome);
                } else if let Some(subject) = &outcome.unasked {
                    let mut call = requested(outcome.call, subject, row.at, false);
                    add_outcome(&mut call, &outcome);
                    calls.push(call);
                }
            }
            Ok(_) | Err(_) => {}
        }
    }
    Ok(calls.split_off(calls.len().saturating_sub(MAX_CALLS)))
}

/// The most calls that are read.
const MAX_CALLS: usize = 20;
/// The events of the session among which they are looked for.
const MAX_EVENTS: u32 = 400;

fn requested(id: Option<u64>, subject: &CallSubject, at: Timestamp, refused: bool) -> RecordedCall {
    let label = subject.label.clone();
    RecordedCall { id, call: subject.call, label, at, refused, ..RecordedCall::default() }
}

fn add_outcome(call: &mut RecordedCall, outcome: &CallOutcome) {
    call.result = outcome.result;
    call.ok = Some(outcome.ok);
    call.gist.clone_from(&outcome.gist);
    call.refused |= outcome.refused;
}

/// Whether the stored verdict refuses its call.
pub(super) fn refuses(verdict: &str) -> bool {
    let verdict = serde_json::from_str::<Verdict>(verdict);
    verdict.is_ok_and(|verdict| verdict.verdict >= VerdictAction::Deny)
}
