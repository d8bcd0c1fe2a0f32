//! What becomes of incidents: kept, filled in, closed, and listed beside the database.

use fusebox_engine::state::{QueuedNotice, Scopes};
use fusebox_engine::{
    AgentId, Breaker, Finding, Incident, IncidentChange, IncidentId, IncidentStatus, Observation,
    Rule, SessionId, TaskId, Timestamp, TripRecord,
};
use fusebox_store::{IncidentRow, OpenEntry, OpenList, StoreError, StoreTx};

use crate::event_decision::TxContext;
use crate::load::MissingRecords;
use crate::{RuntimeError, codec};

/// Carries out the changes, in order. A session goes on the list of open ones before the commit,
/// and off it after: what is on the list and not in the database is then held, never let go.
pub(crate) fn keep_incidents(
    tx: &mut dyn StoreTx,
    around: &TxContext<'_>,
    changes: &[IncidentChange],
) -> Result<(), RuntimeError> {
    for change in changes {
        match change {
            IncidentChange::Opened(incident) => {
                put(tx, incident)?;
                if !incident.observed_only {
                    tx.count(&format!("trips {}", incident.rule()))?;
                }
                if incident.status == IncidentStatus::Open && !is_held(tx, around.list, incident) {
                    list_open(tx, around.list, incident)?;
                }
            }
            IncidentChange::Summary { incident, text, reported } => {
                if let Some(mut known) = find(tx, incident)?
                    && (*reported || known.summary.is_none())
                {
                    known.summary = Some(text.clone());
                    put(tx, &known)?;
                }
            }
            IncidentChange::Closed { incident, status, guidance, at } => {
                if let Some(mut known) = find(tx, incident)? {
                    known.status = *status;
                    known.guidance = guidance.clone().or(known.guidance);
                    known.closed_at = Some(*at);
                    put(tx, &known)?;
                    answer_lost(tx, around.list, &known)?;
                    around.closed.borrow_mut().push((known.session, known.task));
                }
            }
        }
    }
    Ok(())
}

/// The trips that the database lost and that held this one's session or task are over with it. They
/// leave the list only after the commit: whoever reads it before that has to know.
fn answer_lost(
    tx: &mut dyn StoreTx,
    list: Option<&OpenList>,
    answered: &Incident,
) -> Result<(), RuntimeError> {
    let listed = list.and_then(|list| list.read().ok()).unwrap_or_default();
    for entry in listed {
        if entry.holds(&answered.session, Some(&answered.task))
            && matches!(tx.incident(&entry.incident), Ok(None))
        {
            let task = entry.task.unwrap_or_else(|| TaskId::from(&entry.session));
            let who = (entry.session, AgentId::main(), task);
            let over = Incident {
                status: answered.status,
                guidance: answered.guidance.clone(),
                closed_at: answered.closed_at,
                ..of_lost_state(entry.incident, who, entry.since, entry.reason)
            };
            put(tx, &over)?;
        }
    }
    Ok(())
}

/// Takes sessions off the list of open ones, once that is committed.
pub(crate) fn unlist(list: Option<&OpenList>, closed: &[(SessionId, TaskId)]) {
    if let Some(list) = list {
        for (session, task) in closed {
            let _ = list.remove(session, Some(task));
        }
    }
}

/// The trip that holds this session and that the database lost, if there is one; also one that it
/// knows, where `is_lost` says so.
pub(crate) fn lost(
    tx: &dyn StoreTx,
    list: Option<&OpenList>,
    session: &SessionId,
    task: &TaskId,
    is_lost: impl Fn(&IncidentRow) -> bool,
) -> Option<OpenEntry> {
    let mut listed = list?.read().ok()?.into_iter();
    listed.find(|entry| {
        entry.holds(session, Some(task))
            && tx.incident(&entry.incident).is_ok_and(|known| known.as_ref().is_none_or(&is_lost))
    })
}

/// Whether this trip is not over and the record that it opened is not there.
pub(crate) fn lost_its_record(
    trip: &IncidentRow,
    seen: &Observation,
    missing: MissingRecords,
) -> bool {
    if !trip.open || missing == MissingRecords::default() {
        return false;
    }
    serde_json::from_str(&trip.body).is_ok_and(|trip: Incident| {
        if trip.rule().opens_task_breaker() {
            missing.task && trip.task == seen.task
        } else {
            missing.agent && trip.session == seen.session && trip.agent == seen.agent
        }
    })
}

/// Whether the session is listed for a trip that the database lost. That stays on the list until a
/// person speaks: it holds the session's other agents too, and the task's other sessions.
fn is_held(tx: &dyn StoreTx, list: Option<&OpenList>, incident: &Incident) -> bool {
    lost(tx, list, &incident.session, &incident.task, |_| false).is_some()
}

/// The side file is a second belt: the decision stands without it.
fn list_open(
    tx: &dyn StoreTx,
    list: Option<&OpenList>,
    incident: &Incident,
) -> Result<(), RuntimeError> {
    let Some(list) = list else { return Ok(()) };
    let Incident { id, session, task, at, .. } = incident;
    let named = incident.rule().opens_task_breaker() && *task != TaskId::from(session);
    let task = named.then(|| task.clone());
    let others = task.as_ref().map_or(Ok(Vec::new()), |task| tx.sessions_of_task(task))?;
    let others = others.into_iter().filter_map(|other| SessionId::parse(other).ok());
    let _ = list.add(OpenEntry {
        session: session.clone(),
        incident: id.clone(),
        since: *at,
        reason: incident.reason(),
        others: others.filter(|other| other != session).collect(),
        task,
    });
    Ok(())
}

fn find(tx: &dyn StoreTx, id: &IncidentId) -> Result<Option<Incident>, RuntimeError> {
    let row = match tx.incident(id) {
        // What cannot be read cannot be filled in either; the breaker is free all the same.
        Err(StoreError::Row { .. }) => None,
        row => row?,
    };
    Ok(row.and_then(|row| serde_json::from_str(&row.body).ok()))
}

fn put(tx: &mut dyn StoreTx, incident: &Incident) -> Result<(), RuntimeError> {
    let row = IncidentRow {
        id: incident.id.clone(),
        session: incident.session.clone(),
        task: incident.task.clone(),
        at: incident.at,
        status: status(incident.status).to_owned(),
        open: incident.status == IncidentStatus::Open,
        body: codec::json("an incident", &incident.to_stored())?,
    };
    Ok(tx.put_incident(&row)?)
}

/// The words that stand for a status in the store.
fn status(status: IncidentStatus) -> &'static str {
    match status {
        IncidentStatus::Open => "open",
        IncidentStatus::Guided => "guided",
        IncidentStatus::Reset => "reset",
        IncidentStatus::Dismissed => "dismissed",
        IncidentStatus::CooledDown => "cooled_down",
        IncidentStatus::Observed => "observed",
    }
}

/// What cannot be read counts as open, never as closed.
pub(crate) fn state_corrupt(scopes: &mut Scopes, seen: &Observation, why: &str) -> Incident {
    let id = IncidentId::from_digest(seen.digest);
    let reason = format!(
        "The circuit breaker holds this session: {why}. A person can look at it and reset it."
    );
    scopes.agent.breaker = Breaker::Open(TripRecord {
        since: seen.at,
        incident: id.clone(),
        cause: Finding::from_sentence(Rule::StateCorrupt, reason.clone()),
        prompts: Some(scopes.session.prompts),
    });
    scopes.session.notices.push(QueuedNotice { to: seen.agent.clone(), text: reason.clone() });
    let who = (seen.session.clone(), seen.agent.clone(), seen.task.clone());
    of_lost_state(id, who, seen.at, reason)
}

/// An incident of which nothing else is known.
fn of_lost_state(
    id: IncidentId,
    who: (SessionId, AgentId, TaskId),
    at: Timestamp,
    reason: String,
) -> Incident {
    Incident::open(id, who, at, Finding::from_sentence(Rule::StateCorrupt, reason))
}
