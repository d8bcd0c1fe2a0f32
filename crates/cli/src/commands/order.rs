//! Sends a person's order to the breaker of a session, or of every session of a task.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{AgentId, Event, EventKind, SessionId, TaskId};
use fusebox_runtime::{Runtime, person_order};

use crate::person::{self, PersonArgs};
use crate::{Context, Result, clock, task_choice};

/// Asks the person, and sends the order to every session of the task `target`, or to the only
/// session whose id, or whose incident's, begins so. Returns the sessions.
pub(crate) fn confirm_and_send(
    context: &Context,
    target: &str,
    control: &ControlOrder,
    person: PersonArgs,
    question: &str,
) -> Result<Vec<SessionId>> {
    let mut runtime = context.runtime(None)?;
    let sessions = sessions_named(&runtime, target)?;
    person::confirm_freeing(context, &runtime, &sessions, person, question)?;
    let has_effects = person_order::send(&mut runtime, &sessions, control, clock::now())?;
    deliver(has_effects);
    Ok(sessions)
}

/// Every session of the task `target`, or the only session whose id, or whose incident's, begins so.
pub(super) fn sessions_named(runtime: &Runtime, target: &str) -> Result<Vec<SessionId>> {
    let of_task = match TaskId::parse(target) {
        Ok(task) => task_choice::sessions_of_task(runtime, &task)?,
        Err(_) => Vec::new(),
    };
    let mut sessions: Vec<SessionId> = of_task.into_iter().map(|view| view.session).collect();
    if sessions.is_empty() {
        sessions.push(task_choice::session_named(runtime, target)?.session);
    }
    Ok(sessions)
}

/// Sends an event to each of the sessions. The caller has checked that a person wants it.
pub(super) fn send_to_sessions(
    runtime: &mut Runtime,
    sessions: &[SessionId],
    kind: &EventKind,
) -> Result<()> {
    for session in sessions {
        send_to_agent(runtime, session, &AgentId::main(), kind)?;
    }
    Ok(())
}

/// Sends an event to one agent of a session.
pub(super) fn send_to_agent(
    runtime: &mut Runtime,
    session: &SessionId,
    agent: &AgentId,
    kind: &EventKind,
) -> Result<()> {
    let (session, agent, kind) = (session.clone(), agent.clone(), kind.clone());
    let event = Event { session, id: None, at: None, agent, kind };
    deliver(runtime.order(&event, clock::now())?.effects);
    Ok(())
}

/// Has what was queued delivered. What is set back elsewhere does not keep the person waiting.
fn deliver(has_effects: bool) {
    if has_effects {
        fusebox_hook::deliver_effects();
    }
}
