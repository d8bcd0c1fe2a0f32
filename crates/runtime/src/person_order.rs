//! A person's order to the breakers of sessions, however it arrived.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::state::NOTICE_BYTES;
use fusebox_engine::{AgentId, Event, EventKind, SessionId, Timestamp};
use fusebox_store::SessionSelection;

use crate::{PolicySet, Runtime, RuntimeError, query};

/// The longest guidance, in bytes: the notice to the agent has a frame around it.
pub const GUIDANCE_BYTES: usize = NOTICE_BYTES - 100;

/// Sends an order to each of the sessions. The caller has checked that a person wants it. Says whether something was
/// queued that is to be delivered.
///
/// # Errors
/// When the store fails.
pub fn send(
    runtime: &mut Runtime,
    sessions: &[SessionId],
    control: &ControlOrder,
    now: Timestamp,
) -> Result<bool, RuntimeError> {
    let mut has_effects = false;
    // An answer closes the incidents of subagents as well, which may never take it up themselves.
    if matches!(control, ControlOrder::Reset { .. }) {
        for session in sessions {
            let policies = PolicySet::default();
            let selection = SessionSelection::Id(session);
            let view = query::sessions(runtime.store(), &policies, now, selection)?.pop();
            let subagents = view.map(|view| view.subagents).unwrap_or_default();
            for subagent in subagents.iter().filter(|agent| agent.incident.is_some()) {
                has_effects |= send_to_agent(runtime, session, &subagent.agent, control, now)?;
            }
        }
    }
    for session in sessions {
        has_effects |= send_to_agent(runtime, session, &AgentId::main(), control, now)?;
    }
    Ok(has_effects)
}

/// Sends an order to one agent of a session.
///
/// # Errors
/// When the store fails.
pub fn send_to_agent(
    runtime: &mut Runtime,
    session: &SessionId,
    agent: &AgentId,
    control: &ControlOrder,
    now: Timestamp,
) -> Result<bool, RuntimeError> {
    Ok(runtime.order(&order_event(session, agent, control), now)?.effects)
}

/// The event of an order to one agent of a session.
pub(crate) fn order_event(session: &SessionId, agent: &AgentId, control: &ControlOrder) -> Event {
    let (session, agent) = (session.clone(), agent.clone());
    let kind = EventKind::Control(control.clone());
    Event { session, id: None, at: None, agent, kind }
}
