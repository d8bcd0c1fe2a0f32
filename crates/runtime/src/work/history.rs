//! The sessions that the store knows, with what their work took and how it ended.

use std::collections::BTreeMap;

use fusebox_engine::{IncidentStatus, Rule, SessionId, TaskId, Timestamp};
use fusebox_store::{IncidentFilter, ScopeKind, Store};
use serde::{Deserialize, Serialize};

use super::{WorkMeter, WorkOutcome, WorkRecord};
use crate::agent_run::{self, FinalStatus};
use crate::replay::fold_log;
use crate::{Runtime, RuntimeError, machine_document, query};

/// The beginning of the keys of the rows that say that a task was rolled back.
const ROLLBACK: &str = "rolled-back:";

/// When a task was rolled back.
#[derive(Serialize, Deserialize)]
struct RollbackNote {
    at: Timestamp,
}

/// A session as its events show it.
struct MeasuredSession {
    meter: WorkMeter,
    task: TaskId,
    first: Timestamp,
}

/// What was found out about a session besides its events.
#[derive(Default)]
struct SessionTrips {
    standing: usize,
    dismissed: usize,
    by_calibrated: bool,
}

/// Every session of the log, in the order of their ids.
///
/// # Errors
/// When the store fails.
pub fn finished_work(store: &Store, now: Timestamp) -> Result<Vec<WorkRecord>, RuntimeError> {
    let mut sessions: BTreeMap<SessionId, MeasuredSession> = BTreeMap::new();
    fold_log(store, |row, seen, scopes, _| {
        let known = sessions.entry(row.session.clone()).or_insert_with(|| MeasuredSession {
            meter: WorkMeter::default(),
            task: row.task.clone(),
            first: row.at,
        });
        known.meter.add(seen, scopes);
        known.task.clone_from(&row.task);
    })?;
    let facts = OutsideFacts::read(store)?;
    Ok(sessions.into_iter().map(|(id, measured)| facts.record(id, measured, now)).collect())
}

/// What the store knows of the end of work besides the log.
struct OutsideFacts {
    trips: BTreeMap<SessionId, SessionTrips>,
    runs: BTreeMap<SessionId, FinalStatus>,
    rollbacks: BTreeMap<String, Timestamp>,
}

impl OutsideFacts {
    fn read(store: &Store) -> Result<Self, RuntimeError> {
        let mut trips: BTreeMap<SessionId, SessionTrips> = BTreeMap::new();
        for incident in query::incidents(store, &IncidentFilter::default())? {
            let known = trips.entry(incident.session.clone()).or_default();
            known.by_calibrated |= incident.rule() == Rule::Calibrated;
            match incident.status {
                IncidentStatus::Dismissed => known.dismissed += 1,
                IncidentStatus::Observed => {}
                IncidentStatus::Open
                | IncidentStatus::Guided
                | IncidentStatus::Reset
                | IncidentStatus::CooledDown
                | IncidentStatus::Retried => known.standing += 1,
            }
        }
        // The latest first: the last run of a session says how it ended.
        let runs = agent_run::latest(store, None, u32::MAX)?;
        let runs = runs.into_iter().rev().filter_map(|run| Some((run.session?, run.final_status?)));
        let rows = store.read().scopes(ScopeKind::Machine, ROLLBACK)?;
        let rollbacks = rows.into_iter().filter_map(|(key, row)| {
            let note: RollbackNote = serde_json::from_str(&row.durable).ok()?;
            Some((key.strip_prefix(ROLLBACK)?.to_owned(), note.at))
        });
        Ok(Self { trips, runs: runs.collect(), rollbacks: rollbacks.collect() })
    }

    fn record(&self, id: SessionId, measured: MeasuredSession, now: Timestamp) -> WorkRecord {
        let MeasuredSession { meter, task, first } = measured;
        let mut record = meter.into_record(id, task, "", now);
        let trips = self.trips.get(&record.session);
        let standing = trips.map_or(0, |trips| trips.standing);
        let is_rolled_back =
            self.rollbacks.get(record.task.as_str()).is_some_and(|at| first <= *at);
        record.hit_calibrated = trips.is_some_and(|trips| trips.by_calibrated);
        record.is_wrongly_tripped =
            !is_rolled_back && standing == 0 && trips.is_some_and(|trips| trips.dismissed > 0);
        record.outcome = match (record.outcome, self.runs.get(&record.session)) {
            _ if is_rolled_back => WorkOutcome::RolledBack,
            _ if standing > 0 => WorkOutcome::Tripped,
            (_, Some(FinalStatus::Failure)) => WorkOutcome::Failed,
            (
                WorkOutcome::Unknown | WorkOutcome::Unfinished,
                Some(FinalStatus::Success | FinalStatus::PassedAfterTrip),
            ) => WorkOutcome::Succeeded,
            (outcome, _) => outcome,
        };
        record
    }
}

/// Notes that a person rolled a task back: what its sessions did so far is undone.
///
/// # Errors
/// When the store fails.
pub fn note_rollback(
    runtime: &mut Runtime,
    task: &TaskId,
    at: Timestamp,
) -> Result<(), RuntimeError> {
    let (key, note) = (format!("{ROLLBACK}{task}"), RollbackNote { at });
    runtime.store_mut().write(|tx| machine_document::keep(tx, &key, "a rollback", &note, at))
}
