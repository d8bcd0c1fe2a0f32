//! What follows a trip of an unattended run that is not tried again: a message to a person, and for some trips
//! a task that waits for that person's order.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{Event, EventKind, Incident};
use fusebox_runtime::agent_run::AgentRun;
use fusebox_runtime::escalation::{EscalationLevel, EscalationRequest};
use fusebox_runtime::{Runtime, clock, query, task};

use crate::Result;

/// Queues the message about a trip to a person. One run escalates once, whatever tripped in it. `has_retried`: its
/// retries are used up, or could not start.
pub(crate) fn escalate(
    record: &mut AgentRun,
    has_retried: bool,
    runtime: &mut Runtime,
) -> Result<()> {
    let level = match has_retried {
        true => EscalationLevel::RetryFailed,
        false => EscalationLevel::NeedsPerson,
    };
    let tripped = match &record.incident {
        Some(id) => query::find_incidents(runtime.store(), id.as_str())?.into_iter().next(),
        None => None,
    };
    if let Some(incident) = &tripped
        && is_terminal(incident, record, has_retried, runtime)?
    {
        hold_for_person(incident, runtime)?;
    }
    EscalationRequest::of_run(record, level).queue(runtime.store_mut(), clock::now())?;
    record.escalated = true;
    Ok(())
}

/// Whether nothing but a person's order ends the trip: it was tried again in vain, or somebody is told in an issue.
/// A cap on what is spent ends with more room.
fn is_terminal(
    incident: &Incident,
    record: &AgentRun,
    has_retried: bool,
    runtime: &Runtime,
) -> Result<bool> {
    let rule = incident.rule();
    if rule.is_spend_cap() {
        return Ok(false);
    }
    let has_issue = task::find(runtime.store(), &record.task)?.is_some_and(|it| it.issue.is_some());
    Ok(has_issue || has_retried && rule.is_retried())
}

fn hold_for_person(incident: &Incident, runtime: &mut Runtime) -> Result<()> {
    let event = Event {
        session: incident.session.clone(),
        id: None,
        at: None,
        agent: incident.agent.clone(),
        kind: EventKind::Control(ControlOrder::Escalate { incident: incident.id.clone() }),
    };
    Ok(runtime.order(&event, clock::now()).map(drop)?)
}
