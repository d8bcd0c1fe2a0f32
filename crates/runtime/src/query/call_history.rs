//! The calls of an incident's agent, as its analysis reads them.

use fusebox_engine::{CallHistory, Fact, Incident};
use fusebox_store::Store;

use super::calls::refuses;
use crate::RuntimeError;

/// The events of the session that are read, the newest.
const MAX_EVENTS: u32 = 4_000;

/// The calls of the incident's agent up to the incident, with their outcomes.
///
/// # Errors
/// When the store fails.
pub fn call_history(store: &Store, incident: &Incident) -> Result<CallHistory, RuntimeError> {
    let rows = store.read().newest(&incident.session, MAX_EVENTS)?;
    let earlier = match rows.first() {
        Some(first) => store.read().calls_before(&incident.session, &incident.agent, first.n)?,
        None => 0,
    };
    let mut history = CallHistory::after(earlier);
    let of_agent = rows.iter().filter(|row| row.agent == incident.agent && row.at <= incident.at);
    for row in of_agent {
        if let Ok(fact) = serde_json::from_str::<Fact>(&row.observation) {
            history.add(fact, refuses(&row.verdict));
        }
    }
    Ok(history)
}
