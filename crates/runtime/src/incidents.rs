//! What becomes of incidents: kept, filled in, closed, and noted apart from the database.

use fusebox_engine::state::{QueuedNotice, Scopes};
use fusebox_engine::{
    AgentId, Breaker, Fact, Finding, Incident, IncidentChange, IncidentId, IncidentStatus,
    Observation, Rule, SessionId, TaskId, Timestamp, TripRecord,
};
use fusebox_store::{IncidentFilter, IncidentRow, OpenNote, OpenNotes, StoreError, StoreTx};

use crate::load::MissingRecords;
use crate::tx_context::TxContext;
use crate::{RuntimeError, codec};

/// Carries out the changes, in order. The note of a trip is written before the commit, and removed
/// after it: what has a note and is not in the database is then held, never let go.
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
                if incident.status == IncidentStatus::Open && !is_held(tx, around.notes, incident) {
                    write_note(tx, around.notes, incident)?;
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
                    answer_lost(tx, around.notes, &known)?;
                    around.closed.borrow_mut().push((known.session, known.task));
                }
            }
        }
    }
    Ok(())
}

/// Closes the incidents of the session's subagents that a person's words to it have answered: a
/// subagent may never have another event with which to take them up.
pub(crate) fn close_of_subagents(
    tx: &dyn StoreTx,
    seen: &Observation,
    changes: &mut Vec<IncidentChange>,
) -> Result<(), RuntimeError> {
    let guidance = if let Fact::Prompt { said, .. } = &seen.fact {
        said.clone()
    } else if let Fact::Guidance { text, .. } = &seen.fact {
        Some(text.clone())
    } else {
        None
    };
    let filter =
        IncidentFilter { session: Some(&seen.session), open_only: true, ..Default::default() };
    for row in tx.incidents(&filter)? {
        let Ok(incident) = serde_json::from_str::<Incident>(&row.body) else { continue };
        // Words do not answer a spent cap: more room does.
        if !incident.agent.is_main() && !incident.rule().is_spend_cap() {
            changes.push(IncidentChange::Closed {
                incident: incident.id,
                status: IncidentStatus::Guided,
                guidance: guidance.clone(),
                at: seen.at,
            });
        }
    }
    Ok(())
}

/// The trips that the database lost and that held this one's session or task are over with it. Their
/// notes are removed only after the commit: whoever reads one before that has to know.
fn answer_lost(
    tx: &mut dyn StoreTx,
    notes: Option<&OpenNotes>,
    answered: &Incident,
) -> Result<(), RuntimeError> {
    let held = notes.map(|notes| notes.holding(&answered.session, Some(&answered.task)));
    for note in held.unwrap_or_default() {
        if let Some(id) = note.incident
            && matches!(tx.incident(&id), Ok(None))
        {
            let task = note.task.unwrap_or_else(|| TaskId::from(&note.session));
            let who = (note.session, AgentId::main(), task);
            let over = Incident {
                status: answered.status,
                guidance: answered.guidance.clone(),
                closed_at: answered.closed_at,
                ..of_lost_state(id, who, note.since, note.reason)
            };
            put(tx, &over)?;
        }
    }
    Ok(())
}

/// Removes the notes of breakers that closed, once that is committed.
pub(crate) fn remove_notes(notes: Option<&OpenNotes>, closed: &[(SessionId, TaskId)]) {
    if let Some(notes) = notes {
        for (session, task) in closed {
            let _ = notes.remove(session, Some(task));
        }
    }
}

/// The trip that holds this session and that the database lost, or whose record it lost.
pub(crate) fn lost(
    tx: &dyn StoreTx,
    notes: Option<&OpenNotes>,
    seen: &Observation,
    missing: MissingRecords,
) -> Option<OpenNote> {
    let (session, task) = (&seen.session, Some(&seen.task));
    // A session that the database knows is noted under its own name or its task's.
    let noted =
        if missing.session { notes?.holding(session, task) } else { notes?.named(session, task) };
    noted.into_iter().find(|note| match &note.incident {
        Some(id) => tx
            .incident(id)
            .is_ok_and(|known| known.is_none_or(|trip| lost_its_record(&trip, seen, missing))),
        None => missing.session,
    })
}

/// Whether this trip is not over and the record that it opened is not there.
fn lost_its_record(trip: &IncidentRow, seen: &Observation, missing: MissingRecords) -> bool {
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

/// Whether there is a note of a trip that the database lost and that holds this one's session. It stays
/// until a person speaks: it holds the session's other agents too, and the task's other sessions.
fn is_held(tx: &dyn StoreTx, notes: Option<&OpenNotes>, incident: &Incident) -> bool {
    let held = notes.map(|notes| notes.holding(&incident.session, Some(&incident.task)));
    held.unwrap_or_default()
        .iter()
        .filter_map(|note| note.incident.as_ref())
        .any(|id| matches!(tx.incident(id), Ok(None)))
}

/// Writes the note of an open breaker anew where it is gone.
pub(crate) fn mend_note(
    tx: &dyn StoreTx,
    notes: Option<&OpenNotes>,
    scopes: &Scopes,
    seen: &Observation,
) -> Result<(), RuntimeError> {
    let agent = scopes.agent.breaker.trip_record();
    let Some(trip) = agent.or(scopes.task.breaker.trip_record()) else { return Ok(()) };
    if notes.is_none_or(|notes| notes.has_readable_note(&seen.session, Some(&seen.task))) {
        return Ok(());
    }
    find(tx, &trip.incident)?.map_or(Ok(()), |incident| write_note(tx, notes, &incident))
}

/// The note is a second belt: the decision stands without it.
fn write_note(
    tx: &dyn StoreTx,
    notes: Option<&OpenNotes>,
    incident: &Incident,
) -> Result<(), RuntimeError> {
    let Some(notes) = notes else { return Ok(()) };
    let Incident { id, session, task, at, .. } = incident;
    let named = incident.rule().opens_task_breaker() && *task != TaskId::from(session);
    let task = named.then(|| task.clone());
    let others = task.as_ref().map_or(Ok(Vec::new()), |task| tx.sessions_of_task(task))?;
    let others = others.into_iter().filter_map(|other| SessionId::parse(other).ok());
    let _ = notes.put(&OpenNote {
        session: session.clone(),
        incident: Some(id.clone()),
        since: *at,
        reason: incident.reason(),
        others: others.filter(|other| other != session).collect(),
        task,
    });
    Ok(())
}

pub(crate) fn find(tx: &dyn StoreTx, id: &IncidentId) -> Result<Option<Incident>, RuntimeError> {
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
        IncidentStatus::Retried => "retried",
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
        is_escalated: false,
    });
    let (to, text) = (seen.agent.clone(), reason.clone());
    scopes.session.notices.push(QueuedNotice { to, text, limit_trip: None });
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
