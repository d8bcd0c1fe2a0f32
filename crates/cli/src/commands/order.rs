//! A person's order to the breaker of a session, or of every session of a task.

use fusebox_engine::event::Control;
use fusebox_engine::{AgentId, Event, EventKind, SessionId};
use fusebox_runtime::{PolicySet, query};

use crate::context::Context;
use crate::error::CliError;
use crate::person::{self, PersonArgs};

/// Gives the order; the sessions it reached.
pub(crate) fn give(
    context: &Context,
    target: &str,
    control: &Control,
    person: PersonArgs,
    question: &str,
) -> Result<Vec<SessionId>, CliError> {
    let mut runtime = context.runtime(None)?;
    let views = query::sessions(runtime.store(), &PolicySet::default(), context.now())?;
    let of_task: Vec<SessionId> = views
        .iter()
        .filter(|view| view.task.as_str() == target)
        .map(|view| view.session.clone())
        .collect();
    let sessions = if of_task.is_empty() {
        vec![super::status::one(&views, target)?.session.clone()]
    } else {
        of_task
    };
    person::require(context, &runtime, person, question)?;
    for session in &sessions {
        let event = Event {
            session: session.clone(),
            id: None,
            at: None,
            agent: AgentId::main(),
            kind: EventKind::Control(control.clone()),
        };
        runtime.decide(&PolicySet::default(), &event, context.now())?;
    }
    Ok(sessions)
}
