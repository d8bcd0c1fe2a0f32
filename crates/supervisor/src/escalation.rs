//! What follows a trip of an unattended run that is not tried again: a message to a person, and for some trips
//! a task that waits for that person's order.

use std::sync::mpsc::channel;
use std::time::Duration;

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{
    Event, EventKind, Incident, IncidentId, IncidentStatus, Limit, TaskId, Timestamp,
};
use fusebox_runtime::agent_run::AgentRun;
use fusebox_runtime::escalation::{EscalationLevel, EscalationRequest};
use fusebox_runtime::{Runtime, clock, query, task};

use crate::Result;
use crate::signals::{self, SignalRequest};

/// The time between two looks whether a person has ended an escalation.
const LOOK: Duration = Duration::from_secs(1);

/// How a wait for a person ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EscalationEnd {
    /// A person freed the task for a fresh session.
    Freed,
    /// A person completed the task, and no session of it is wanted.
    Completed,
    /// Somebody wants this process to end.
    Interrupted,
}

/// Waits until a person ends an escalation. `exchange` is called at once and then every so many milliseconds: it sends
/// messages that did not arrive, and reads answers.
///
/// # Errors
/// When the store fails.
pub fn wait_for_person(
    incident: &IncidentId,
    task: &TaskId,
    runtime: &mut Runtime,
    every: Limit,
    mut exchange: impl FnMut(&mut Runtime) -> Result<()>,
) -> Result<EscalationEnd> {
    let (queue, requests) = channel();
    signals::listen(queue, |request| request)?;
    let mut exchanged_at = None;
    loop {
        if requests.try_iter().any(|request| matches!(request, SignalRequest::End(_))) {
            break;
        }
        if task::find(runtime.store(), task)?.is_some_and(|task| !task.is_open()) {
            return Ok(EscalationEnd::Completed);
        }
        // Where a cap holds the task, the end of its window frees it too.
        runtime.close_caps_with_room(clock::now())?;
        let found = query::find_incident(runtime.store(), incident)?;
        if found.is_none_or(|incident| incident.status != IncidentStatus::Open) {
            return Ok(EscalationEnd::Freed);
        }
        let now = clock::now();
        let is_due =
            |at: Timestamp| now < at || every.get().is_some_and(|ms| now.since(at).0 >= ms);
        if exchanged_at.is_none_or(is_due) {
            exchanged_at = Some(now);
            exchange(runtime)?;
            continue;
        }
        std::thread::sleep(LOOK);
    }
    Ok(EscalationEnd::Interrupted)
}

/// Queues the message about a trip to a person. One run escalates once, whatever tripped in it. `has_retried`: its
/// retries are used up, or could not start.
pub(crate) fn escalate(
    record: &mut AgentRun,
    has_retried: bool,
    runtime: &mut Runtime,
) -> Result<()> {
    let level =
        if has_retried { EscalationLevel::RetryFailed } else { EscalationLevel::NeedsPerson };
    let tripped = match &record.incident {
        Some(id) => query::find_incident(runtime.store(), id)?,
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
/// The end of its window gives a cap room as well.
fn is_terminal(
    incident: &Incident,
    record: &AgentRun,
    has_retried: bool,
    runtime: &Runtime,
) -> Result<bool> {
    if incident.cause.ends_with_window() {
        return Ok(false);
    }
    let has_issue = task::find(runtime.store(), &record.task)?.is_some_and(|it| it.issue.is_some());
    Ok(has_issue || has_retried && incident.rule().is_retried())
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
