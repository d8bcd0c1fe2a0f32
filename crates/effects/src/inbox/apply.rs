//! Carries out an answer as its person's word, once.

use std::error::Error;
use std::path::Path;

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{Incident, IncidentStatus, SessionId};
use fusebox_runtime::inbox::{AnswerClaim, TakenAnswer, claim, finish};
use fusebox_runtime::spend::SpendAllowance;
use fusebox_runtime::{PolicySet, Runtime, RuntimeError, clock, person_order, query};
use fusebox_store::{SessionSelection, failpoint};
use fusebox_text::redact;

use super::answer_text::AnswerOrder;
use super::finding::{IgnoredAnswer, InboxOutcome};
use crate::checkpoint::is_own_checkpoint;
use crate::{find_incident, return_to_checkpoint};

/// An answer whose author is known to count.
pub(super) struct Answer<'a> {
    /// What no other answer has.
    pub(super) id: String,
    /// Who wrote it.
    pub(super) by: &'a str,
    pub(super) order: &'a AnswerOrder,
}

/// Carries out an answer, unless the trip is answered. Nothing comes of one that another process may be carrying out:
/// it is judged again later.
pub(super) fn apply(
    runtime: &mut Runtime,
    incident: &Incident,
    answer: &Answer<'_>,
) -> Result<Option<InboxOutcome>, RuntimeError> {
    let order = redact(&answer.order.shown()).into_owned();
    let taken = TakenAnswer {
        id: answer.id.clone(),
        by: answer.by.to_owned(),
        order: order.clone(),
        at: clock::now(),
        is_applied: false,
    };
    match claim(runtime, &incident.id, &taken)? {
        AnswerClaim::Taken => {}
        AnswerClaim::Closed(status) => {
            return Ok(Some(InboxOutcome::Ignored(IgnoredAnswer::Closed(status))));
        }
        AnswerClaim::Answered => return Ok(Some(InboxOutcome::Ignored(IgnoredAnswer::Answered))),
        AnswerClaim::Spent => return Ok(Some(InboxOutcome::Ignored(IgnoredAnswer::Spent))),
        AnswerClaim::Busy => return Ok(None),
    }
    failpoint::reach("after-claim");
    let done = carry_out(runtime, incident, answer.order).and_then(|()| {
        let now = find_incident(runtime, &incident.id)?;
        match now.status {
            IncidentStatus::Open => Err(not_ended(answer.order).into()),
            IncidentStatus::Guided
            | IncidentStatus::Reset
            | IncidentStatus::Dismissed
            | IncidentStatus::Retried
            | IncidentStatus::CooledDown
            | IncidentStatus::Observed => Ok(()),
        }
    });
    failpoint::reach("after-answer");
    finish(runtime, &incident.id, &taken, done.is_ok())?;
    failpoint::reach("after-finish");
    Ok(Some(match done {
        Ok(()) => InboxOutcome::Applied { order },
        Err(error) => InboxOutcome::Failed { error: error.to_string() },
    }))
}

fn not_ended(order: &AnswerOrder) -> &'static str {
    match order {
        AnswerOrder::SpendAllow(_) => "no cap on what is spent stopped this agent",
        AnswerOrder::Guidance(_)
        | AnswerOrder::Reset
        | AnswerOrder::Dismiss
        | AnswerOrder::Rollback => "the trip is open nevertheless: a cap ends with `spend allow`",
    }
}

const NOT_OUR_CHECKPOINT: &str = "there is no checkpoint that was made here for this task; `fusebox rollback` at the machine shows \
    what there is";

fn carry_out(
    runtime: &mut Runtime,
    incident: &Incident,
    order: &AnswerOrder,
) -> Result<(), Box<dyn Error>> {
    let now = clock::now();
    let reset = |guidance: Option<String>| ControlOrder::Reset { guidance, test: None };
    match order {
        AnswerOrder::Guidance(text) => close(runtime, incident, &reset(Some(text.clone()))),
        AnswerOrder::Reset => close(runtime, incident, &reset(None)),
        AnswerOrder::Dismiss => {
            let dismiss = ControlOrder::Dismiss { incident: incident.id.clone() };
            let Incident { session, agent, .. } = incident;
            Ok(person_order::send_to_agent(runtime, session, agent, &dismiss, now).map(drop)?)
        }
        AnswerOrder::Rollback => {
            let folder = query::incident_context(runtime.store(), incident)?.folder;
            let folder = folder.ok_or("the folder of the task is not known")?;
            if !is_own_checkpoint(runtime, &incident.task, Path::new(&folder))? {
                return Err(NOT_OUR_CHECKPOINT.into());
            }
            return_to_checkpoint(runtime, &incident.task, Path::new(&folder))?;
            failpoint::reach("after-rollback");
            close(runtime, incident, &reset(None))
        }
        AnswerOrder::SpendAllow(more) => {
            let allowance = SpendAllowance { more: *more, today: false, cap: None };
            if incident.cause.spend_cap().is_none() {
                return Err(not_ended(order).into());
            }
            Ok(runtime.allow_spend(&allowance, now).map(drop)?)
        }
    }
}

/// Closes the breakers of every session of the task, and of the one that tripped.
fn close(
    runtime: &mut Runtime,
    incident: &Incident,
    control: &ControlOrder,
) -> Result<(), Box<dyn Error>> {
    let now = clock::now();
    let of_task = SessionSelection::OfTask(&incident.task);
    let views = query::sessions(runtime.store(), &PolicySet::default(), now, of_task)?;
    let mut sessions: Vec<SessionId> = views.into_iter().map(|view| view.session).collect();
    if !sessions.contains(&incident.session) {
        sessions.push(incident.session.clone());
    }
    Ok(person_order::send(runtime, &sessions, control, now).map(drop)?)
}
