//! What a person allows beyond a cap, the trips that this or the end of a window closes, and how far caps have come.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::spend::{CapLimit, CapName, CapStanding};
use fusebox_engine::{FindingSubject, Incident, IncidentStatus, Timestamp};
use fusebox_store::{IncidentFilter, ScopeKind, Store, StoreTx};

use super::closed_incident;
use super::row::{CapRow, PREFIX};
use crate::incidents::keep_incidents;
use crate::{Runtime, RuntimeError, person_order, query};

/// What a person allows beyond caps.
#[derive(Debug, Clone, Copy)]
pub struct SpendAllowance {
    /// How much more.
    pub more: CapLimit,
    /// Only until the day ends, as the calendar of each cap counts days.
    pub today: bool,
    /// The caps of this name; every spent cap without it.
    pub cap: Option<CapName>,
}

impl Runtime {
    /// Lets more be spent, and returns the caps that this changed. Trips of caps that have room then are closed, and
    /// tasks that were held for a person because of them go on, each in a transaction of its own.
    ///
    /// # Errors
    /// When the store fails; where it fails at the first transaction, nothing is changed.
    pub fn allow_spend(
        &mut self,
        allowance: &SpendAllowance,
        now: Timestamp,
    ) -> Result<Vec<CapStanding>, RuntimeError> {
        let escalated = self.escalated_cap_trips()?;
        let changed = self.transact(now, |tx, context| {
            let mut changed = Vec::new();
            let mut incidents = Vec::new();
            for mut row in rows(tx, now)? {
                let is_meant = match allowance.cap {
                    Some(name) => row.name == name,
                    None => row.is_spent(),
                };
                if is_meant && allowance.more.is_like(row.limit) {
                    let until = if allowance.today { row.end_of_day(now) } else { None };
                    row.allow(allowance.more, until, now);
                    changed.push(row.standing());
                    incidents
                        .extend(row.closed.take().map(|incident| closed_incident(incident, now)));
                    row.save(tx, now)?;
                }
            }
            keep_incidents(tx, context, &incidents)?;
            tx.require_durable();
            Ok(changed)
        })?;
        self.close_caps_with_room(now)?;
        self.release_escalated_tasks(&escalated, now)?;
        Ok(changed)
    }

    /// Closes the trips of caps that have room again: each run that a cap ended has a trip of its own, and where no
    /// agent is left, no event does it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn close_caps_with_room(&mut self, now: Timestamp) -> Result<(), RuntimeError> {
        if cap_trips_with_room(self.store().read(), now)?.is_empty() {
            return Ok(());
        }
        let escalated = self.escalated_cap_trips()?;
        self.transact(now, |tx, context| {
            let closed =
                cap_trips_with_room(tx, now)?.into_iter().map(|it| closed_incident(it.id, now));
            keep_incidents(tx, context, &closed.collect::<Vec<_>>())
        })?;
        self.release_escalated_tasks(&escalated, now)
    }

    /// Lets the tasks go on that are held for a person because of these trips, as far as the trips are closed by now.
    fn release_escalated_tasks(
        &mut self,
        escalated: &[(Incident, CapLimit)],
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        for (Incident { id, session, agent, .. }, limit) in escalated {
            let order = ControlOrder::AllowSpend { more: *limit };
            let known = query::find_incident(self.store(), id)?;
            if known.is_some_and(|incident| incident.status != IncidentStatus::Open) {
                person_order::send_to_agent(self, session, agent, &order, now)?;
            }
        }
        Ok(())
    }

    /// The open trips of caps because of which a task is held for a person, each with the limit of its cap.
    fn escalated_cap_trips(&self) -> Result<Vec<(Incident, CapLimit)>, RuntimeError> {
        let mut held = Vec::new();
        for (incident, cap) in open_cap_trips(self.store().read())? {
            let task = query::task(self.store(), &incident.task)?;
            if task.incident.as_deref() == Some(incident.id.as_str()) {
                held.push((incident, cap.limit));
            }
        }
        Ok(held)
    }
}

/// The open trips of caps whose cap has room.
fn cap_trips_with_room(
    reader: &dyn StoreTx,
    now: Timestamp,
) -> Result<Vec<Incident>, RuntimeError> {
    let open = open_cap_trips(reader)?;
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let caps: Vec<CapStanding> = rows(reader, now)?.iter().map(CapRow::standing).collect();
    let has_room = |cap: &CapStanding| {
        let same = |it: &&CapStanding| it.name == cap.name && it.subject == cap.subject;
        caps.iter().find(same).is_some_and(|it| !it.is_spent())
    };
    let found = open.into_iter().filter(|(_, cap)| has_room(cap));
    Ok(found.map(|(incident, _)| incident).collect())
}

/// The open trips of caps, each with how far its cap had come.
fn open_cap_trips(reader: &dyn StoreTx) -> Result<Vec<(Incident, CapStanding)>, RuntimeError> {
    let filter = IncidentFilter { open_only: true, ..IncidentFilter::default() };
    let open = reader.incidents(&filter)?;
    let read = open.iter().filter_map(|row| serde_json::from_str::<Incident>(&row.body).ok());
    let of_caps = read.filter_map(|incident| {
        let FindingSubject::SpendCap(cap) = &incident.cause.subject else { return None };
        let cap = CapStanding::clone(cap);
        Some((incident, cap))
    });
    Ok(of_caps.collect())
}

/// Every cap that has a sum in its current window.
///
/// # Errors
/// When the store fails.
pub fn cap_standings(store: &Store, now: Timestamp) -> Result<Vec<CapStanding>, RuntimeError> {
    Ok(rows(store.read(), now)?.iter().map(CapRow::standing).collect())
}

fn rows(reader: &dyn StoreTx, now: Timestamp) -> Result<Vec<CapRow>, RuntimeError> {
    let rows = reader.scopes(ScopeKind::Machine, PREFIX)?;
    Ok(rows.iter().filter_map(|(_, row)| CapRow::stored(row, now)).collect())
}
