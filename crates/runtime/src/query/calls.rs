//! The last calls of an agent, as a person is shown them.

use fusebox_engine::{
    AgentId, CallOutcome, CallSubject, Fact, Incident, SessionId, Timestamp, Verdict, VerdictAction,
};
use fusebox_store::Store;
use serde::Serialize;

use crate::RuntimeError;

/// The calls of the incident's agent up to the incident, the latest last.
///
/// # Errors
/// When the store fails.
pub fn before(store: &Store, incident: &Incident) -> Result<Vec<RecordedCall>, RuntimeError> {
    last(store, &incident.session, &incident.agent, incident.at)
}

/// The last calls of an agent up to `until`, the latest last.
///
/// # Errors
/// When the store fails.
pub fn last(
    store: &Store,
    session: &SessionId,
    agent: &AgentId,
    until: Timestamp,
) -> Result<Vec<RecordedCall>, RuntimeError> {
    let rows = store.read().newest(session, NEWEST)?;
    let mut calls: Vec<RecordedCall> = Vec::new();
    for row in rows.iter().filter(|row| row.agent == *agent && row.at <= until) {
        match serde_json::from_str(&row.observation) {
            Ok(Fact::Request(request)) => {
                let refused = refuses(&row.verdict);
                calls.push(RecordedCall::asked(request.call, &request.subject, row.at, refused));
            }
            Ok(Fact::Outcome(outcome)) => {
                let open = |call: &&mut RecordedCall| call.id == outcome.call && call.ok.is_none();
                if let Some(call) = calls.iter_mut().rev().find(open) {
                    call.ended(&outcome);
                } else if let Some(subject) = &outcome.unasked {
                    let mut call = RecordedCall::asked(outcome.call, subject, row.at, false);
                    call.ended(&outcome);
                    calls.push(call);
                }
            }
            Ok(_) | Err(_) => {}
        }
    }
    Ok(calls.split_off(calls.len().saturating_sub(EVIDENCE)))
}

/// Calls shown with an incident.
const EVIDENCE: usize = 20;
/// Events of the session that are looked at for them.
const NEWEST: u32 = 400;

/// One call as a person is shown it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordedCall {
    #[serde(skip)]
    id: Option<u64>,
    #[serde(skip)]
    call: Option<u64>,
    #[serde(skip)]
    result: Option<u64>,
    /// The call, short and redacted.
    pub label: String,
    /// When it was asked for.
    pub at: Timestamp,
    /// Whether it did what was asked; `None` while it runs, or when it was refused.
    pub ok: Option<bool>,
    /// The error or the last line of the output, short and redacted.
    pub gist: Option<String>,
    /// Whether it was refused.
    pub refused: bool,
}

impl RecordedCall {
    fn asked(id: Option<u64>, subject: &CallSubject, at: Timestamp, refused: bool) -> Self {
        let label = subject.label.clone();
        Self { id, call: subject.call, result: None, label, at, ok: None, gist: None, refused }
    }

    fn ended(&mut self, outcome: &CallOutcome) {
        self.result = outcome.result;
        self.ok = Some(outcome.ok);
        self.gist.clone_from(&outcome.gist);
        self.refused |= outcome.refused;
    }

    /// Whether both are the same call with the same result.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        let same = self.label == other.label && self.call == other.call;
        // Each refusal has its own words; what was refused is the same.
        same && self.refused == other.refused && (self.refused || self.result == other.result)
    }
}

fn refuses(verdict: &str) -> bool {
    let verdict = serde_json::from_str::<Verdict>(verdict);
    verdict.is_ok_and(|verdict| verdict.verdict >= VerdictAction::Deny)
}
