//! A person's order to the breaker of a session, or of every session of a task.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{AgentId, Event, EventKind, SessionId};
use fusebox_runtime::{PolicySet, Runtime, query};

use crate::context::Context;
use crate::error::CliError;
use crate::person::{self, PersonArgs};

/// Gives the order; the sessions it reached.
pub(crate) fn give(
    context: &Context,
    target: &str,
    control: &ControlOrder,
    person: PersonArgs,
    question: &str,
) -> Result<Vec<SessionId>, CliError> {
    let mut runtime = context.runtime(None)?;
    let sessions = reached(context, &runtime, target)?;
    person::confirm(context, &runtime, person, question)?;
    send(context, &mut runtime, &sessions, &EventKind::Control(control.clone()))?;
    Ok(sessions)
}

/// The sessions of the task of this name, or the one session whose id begins with it.
fn reached(context: &Context, runtime: &Runtime, target: &str) -> Result<Vec<SessionId>, CliError> {
    let views = query::sessions(runtime.store(), &PolicySet::default(), context.now())?;
    let of_task: Vec<SessionId> = views
        .iter()
        .filter(|view| view.task.as_str() == target)
        .map(|view| view.session.clone())
        .collect();
    if of_task.is_empty() {
        return Ok(vec![super::status::one(&views, target)?.session.clone()]);
    }
    Ok(of_task)
}

/// Tells each of the sessions; whether that is allowed was asked before.
pub(super) fn send(
    context: &Context,
    runtime: &mut Runtime,
    sessions: &[SessionId],
    kind: &EventKind,
) -> Result<(), CliError> {
    for session in sessions {
        send_to(context, runtime, session, &AgentId::main(), kind)?;
    }
    Ok(())
}

/// Tells one agent of a session.
pub(super) fn send_to(
    context: &Context,
    runtime: &mut Runtime,
    session: &SessionId,
    agent: &AgentId,
    kind: &EventKind,
) -> Result<(), CliError> {
    let (session, agent, kind) = (session.clone(), agent.clone(), kind.clone());
    let event = Event { session, id: None, at: None, agent, kind };
    runtime.order(&event, context.now())?;
    Ok(())
}
