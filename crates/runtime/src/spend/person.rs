//! What a person allows beyond a cap, the trips that this or the end of a window closes, and how far caps have come.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::spend::{CapLimit, CapName, CapStanding};
use fusebox_engine::state::{Scopes, TaskState};
use fusebox_engine::{AgentId, Incident, IncidentStatus, Policy, SessionId, TaskId, Timestamp};
use fusebox_store::{IncidentFilter, ScopeKind, ScopeRow, Store, StoreError, StoreTx};

use super::closed_incident;
use super::record_caps::CapsOfRecord;
use super::row::{CapRow, PREFIX};
use super::subject::subagent;
use super::sums::{CappedRecord, ReadCaps};
use crate::event_decision::save_unsaved;
use crate::incidents::{self, keep_incidents};
use crate::load::{agent_key, agent_of_key};
use crate::person_order::order_event;
use crate::query::record_in;
use crate::runtime::decide_order;
use crate::tx_context::TxContext;
use crate::{Runtime, RuntimeError};

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

impl SpendAllowance {
    /// Whether it gives this cap room.
    #[must_use]
    pub fn concerns(&self, cap: &CapStanding) -> bool {
        let is_meant = self.cap.map_or_else(|| cap.is_spent(), |name| cap.name == name);
        is_meant && self.more.is_like(cap.limit)
    }
}

impl Runtime {
    /// Lets more be spent, and returns the caps that this changed. In the same transaction the trips of caps that have
    /// room then are closed, and tasks that were held for a person because of them go on.
    ///
    /// # Errors
    /// When the store fails; nothing is changed then.
    pub fn allow_spend(
        &mut self,
        allowance: &SpendAllowance,
        now: Timestamp,
    ) -> Result<Vec<CapStanding>, RuntimeError> {
        self.transact(now, |tx, context| {
            let mut changed = raise_limits(tx, context, allowance, now)?;
            let escalated = escalated_cap_trips(tx)?;
            changed.extend(raise_caps(tx, context, allowance, now)?);
            close_trips_with_room(tx, context, now)?;
            release_escalated_tasks(tx, context, &escalated, now)?;
            tx.require_durable();
            Ok(changed)
        })
    }

    /// Closes the trips of caps that have room again: each run that a cap ended has a trip of its own, and where no
    /// agent is left, no event does it.
    ///
    /// # Errors
    /// When the store fails; nothing is changed then.
    pub fn close_caps_with_room(&mut self, now: Timestamp) -> Result<(), RuntimeError> {
        if cap_trips_with_room(self.store().read(), now)?.is_empty() {
            return Ok(());
        }
        self.transact(now, |tx, context| {
            let escalated = escalated_cap_trips(tx)?;
            close_trips_with_room(tx, context, now)?;
            release_escalated_tasks(tx, context, &escalated, now)
        })
    }
}

/// Raises the caps that are meant, closes their incidents, and returns how far the caps have come.
fn raise_caps(
    tx: &mut dyn StoreTx,
    context: &TxContext<'_>,
    allowance: &SpendAllowance,
    now: Timestamp,
) -> Result<Vec<CapStanding>, RuntimeError> {
    // The rows of records are changed below.
    save_unsaved(tx, context)?;
    let mut changed = Vec::new();
    let mut incidents = Vec::new();
    let mut raise = |row: &mut CapRow| {
        if !allowance.concerns(&row.standing()) {
            return false;
        }
        let until = if allowance.today { row.end_of_day(now) } else { None };
        row.allow(allowance.more, until, now);
        changed.push(row.standing());
        incidents.extend(row.closed.take().map(|incident| closed_incident(incident, now)));
        true
    };
    for mut row in rows(tx, now)? {
        if raise(&mut row) {
            let read = ReadCaps { machine: &context.machine_caps, records: None };
            row.save((tx, read), now)?;
        }
    }
    for record in CappedRecord::ALL {
        for (key, stored) in tx.capped_scopes(record.kind())? {
            let mut caps = CapsOfRecord::stored(record, stored.caps.clone());
            for mut row in rows_of_record(&mut caps, record, &key, now) {
                if raise(&mut row) {
                    caps.put(row.name, row.into_stored().1);
                }
            }
            let caps = caps.into_text()?;
            if caps != stored.caps {
                tx.save_scope(record.kind(), &key, &ScopeRow { caps, ..stored })?;
            }
        }
    }
    keep_incidents(tx, context, &incidents)?;
    changed.sort_by_cached_key(|cap| (cap.name.to_string(), cap.subject.clone()));
    Ok(changed)
}

/// Raises the limits of tasks since a person's prompt that stopped their tasks, as far as they are meant. They hold until
/// the next prompt, not until a day ends.
fn raise_limits(
    tx: &mut dyn StoreTx,
    context: &TxContext<'_>,
    allowance: &SpendAllowance,
    now: Timestamp,
) -> Result<Vec<CapStanding>, RuntimeError> {
    let mut changed = Vec::new();
    for (Incident { session, task, .. }, mut cap) in open_cap_trips(tx)? {
        if !cap.name.scope.is_since_prompt() || allowance.today || !allowance.concerns(&cap) {
            continue;
        }
        let task: TaskState = record_in(tx, ScopeKind::Task, task.as_str())?;
        cap.spent = cap.limit.with_amount(task.used.spent_and_added(cap.limit).0);
        let room = cap.sum().addition_for(allowance.more.amount());
        cap.limit = cap.limit.with_amount(cap.limit.amount().saturating_add(room));
        let order = ControlOrder::AllowSpend { more: allowance.more };
        decide_order(tx, &order_event(&session, &AgentId::main(), &order), now, context)?;
        changed.push(cap);
    }
    Ok(changed)
}

fn close_trips_with_room(
    tx: &mut dyn StoreTx,
    context: &TxContext<'_>,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let closed = cap_trips_with_room(tx, now)?.into_iter().map(|it| closed_incident(it.id, now));
    keep_incidents(tx, context, &closed.collect::<Vec<_>>())
}

/// Lets the tasks go on that are held for a person because of these trips, as far as the trips are closed by now.
fn release_escalated_tasks(
    tx: &mut dyn StoreTx,
    context: &TxContext<'_>,
    escalated: &[(Incident, CapLimit)],
    now: Timestamp,
) -> Result<(), RuntimeError> {
    for (Incident { id, session, agent, .. }, limit) in escalated {
        let known = incidents::find(tx, id)?;
        if known.is_some_and(|incident| incident.status != IncidentStatus::Open) {
            let order = ControlOrder::AllowSpend { more: *limit };
            decide_order(tx, &order_event(session, agent, &order), now, context)?;
        }
    }
    Ok(())
}

/// The open trips of caps because of which a task is held for a person, each with the limit of its cap.
fn escalated_cap_trips(reader: &dyn StoreTx) -> Result<Vec<(Incident, CapLimit)>, RuntimeError> {
    let mut held = Vec::new();
    for (incident, cap) in open_cap_trips(reader)? {
        let task: TaskState = record_in(reader, ScopeKind::Task, incident.task.as_str())?;
        if task.breaker.trip_record().is_some_and(|trip| trip.incident == incident.id) {
            held.push((incident, cap.limit));
        }
    }
    Ok(held)
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
    let of_rows: Vec<CapStanding> = rows(reader, now)?.iter().map(CapRow::standing).collect();
    let mut found = Vec::new();
    for (incident, cap) in open {
        let of_record = match CappedRecord::of(cap.name.scope) {
            Some(record) => caps_of(reader, record, &record_key(record, &incident), now)?,
            None => Vec::new(),
        };
        let same = |it: &&CapStanding| it.name == cap.name && it.subject == cap.subject;
        if of_rows.iter().chain(&of_record).find(same).is_some_and(|it| !it.is_spent()) {
            found.push(incident);
        }
    }
    Ok(found)
}

/// Where the record lies that the cap of an incident adds up.
fn record_key(record: CappedRecord, incident: &Incident) -> String {
    match record {
        CappedRecord::Agent => agent_key(&incident.session, &incident.agent),
        CappedRecord::Session => incident.session.to_string(),
        CappedRecord::Task => incident.task.to_string(),
    }
}

/// The open trips of caps, each with how far its cap had come.
fn open_cap_trips(reader: &dyn StoreTx) -> Result<Vec<(Incident, CapStanding)>, RuntimeError> {
    let filter = IncidentFilter { open_only: true, ..IncidentFilter::default() };
    let open = reader.incidents(&filter)?;
    let read = open.iter().filter_map(|row| serde_json::from_str::<Incident>(&row.body).ok());
    let of_caps = read.filter_map(|incident| {
        let cap = incident.cause.spend_cap()?.clone();
        Some((incident, cap))
    });
    Ok(of_caps.collect())
}

/// How far the caps of a session's task since a person's prompt have come.
///
/// # Errors
/// When the store fails.
pub fn caps_since_prompt(
    store: &Store,
    policy: &Policy,
    session: &SessionId,
    task: &TaskId,
) -> Result<Vec<CapStanding>, RuntimeError> {
    let scopes = Scopes {
        session: record_in(store.read(), ScopeKind::Session, session.as_str())?,
        task: record_in(store.read(), ScopeKind::Task, task.as_str())?,
        ..Scopes::default()
    };
    Ok(scopes.caps_since_prompt(policy, task))
}

/// Every cap that sessions and tasks share and that has a sum in its current window.
///
/// # Errors
/// When the store fails.
pub fn cap_standings(store: &Store, now: Timestamp) -> Result<Vec<CapStanding>, RuntimeError> {
    Ok(rows(store.read(), now)?.iter().map(CapRow::standing).collect())
}

/// The caps of one session that have a sum in their current window.
///
/// # Errors
/// When the store fails.
pub fn caps_of_session(
    store: &Store,
    session: &SessionId,
    now: Timestamp,
) -> Result<Vec<CapStanding>, RuntimeError> {
    caps_of(store.read(), CappedRecord::Session, session.as_str(), now)
}

/// The caps of one task that have a sum in their current window.
///
/// # Errors
/// When the store fails.
pub fn caps_of_task(
    store: &Store,
    task: &TaskId,
    now: Timestamp,
) -> Result<Vec<CapStanding>, RuntimeError> {
    caps_of(store.read(), CappedRecord::Task, task.as_str(), now)
}

/// The caps beside one record. One that cannot be read holds its agents, and says nothing of caps.
fn caps_of(
    reader: &dyn StoreTx,
    record: CappedRecord,
    key: &str,
    now: Timestamp,
) -> Result<Vec<CapStanding>, RuntimeError> {
    let row = match reader.scope(record.kind(), key) {
        Ok(row) => row,
        Err(StoreError::Row { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let Some(row) = row else { return Ok(Vec::new()) };
    let mut caps = CapsOfRecord::stored(record, row.caps);
    Ok(rows_of_record(&mut caps, record, key, now).iter().map(CapRow::standing).collect())
}

fn rows_of_record(
    caps: &mut CapsOfRecord,
    record: CappedRecord,
    key: &str,
    now: Timestamp,
) -> Vec<CapRow> {
    let subject = match (record, agent_of_key(key)) {
        (CappedRecord::Agent, Some((session, agent))) => subagent(agent, session),
        _ => key.to_owned(),
    };
    let sums = caps.sums().iter().map(|(name, sum)| (*name, sum.clone()));
    sums.filter_map(|sum| CapRow::of_record(record, sum, subject.clone(), now)).collect()
}

fn rows(reader: &dyn StoreTx, now: Timestamp) -> Result<Vec<CapRow>, RuntimeError> {
    let rows = reader.scopes(ScopeKind::Machine, PREFIX)?;
    Ok(rows.into_iter().filter_map(|(key, row)| CapRow::of_row(key, &row, now)).collect())
}

#[cfg(test)]
mod tests {
    use fusebox_engine::event::TokenUsage;
    use fusebox_engine::{Event, EventKind};

    use super::*;
    use crate::PolicySet;

    const EVENING: Timestamp = Timestamp(1_800_036_000_000);
    const NEXT_MORNING: Timestamp = Timestamp(EVENING.0 + 12 * 3_600_000);

    /// A session that spent so many tokens of this cap in the evening.
    fn spent(cap: &str, limit: &str, tokens: u64) -> (Runtime, SessionId) {
        let mut policy = Policy::default();
        policy.spend.caps.insert(cap.parse().unwrap(), limit.parse().unwrap());
        let session = SessionId::parse("s1").unwrap();
        let usage = TokenUsage { output_tokens: tokens, ..TokenUsage::default() };
        let event = Event {
            session: session.clone(),
            id: None,
            at: Some(EVENING),
            agent: AgentId::main(),
            kind: EventKind::Usage(usage),
        };
        let mut runtime = Runtime::in_memory().unwrap();
        runtime.decide(&PolicySet::of_one(policy), &event, EVENING).unwrap();
        (runtime, session)
    }

    #[test]
    fn m05_what_is_allowed_before_the_first_event_of_a_day_is_shown_and_can_be_added_to() {
        for cap in ["session.day", "all.day"] {
            let (mut runtime, session) = spent(cap, "100 tokens", 90);
            let more = "50 tokens".parse().unwrap();
            let allowance = SpendAllowance { more, today: false, cap: Some(cap.parse().unwrap()) };
            for limit in [150, 200] {
                let changed = runtime.allow_spend(&allowance, NEXT_MORNING).unwrap();
                let of_session = caps_of_session(runtime.store(), &session, NEXT_MORNING).unwrap();
                let of_all = cap_standings(runtime.store(), NEXT_MORNING).unwrap();
                let shown = [of_session, of_all].concat();
                assert_eq!(changed, shown, "{cap}");
                let amounts: Vec<_> =
                    shown.iter().map(|it| (it.spent.amount(), it.limit.amount())).collect();
                assert_eq!(amounts, [(0, limit)], "{cap}");
            }
        }
    }

    #[test]
    fn m05_a_row_of_a_cap_that_an_earlier_version_still_writes_is_none_of_the_caps() {
        let (mut runtime, session) = spent("session", "100 tokens", 100);
        let earlier = r#"{"limit":"100 tokens","tokens":300}"#.to_owned();
        let row = ScopeRow::of_record(earlier, true, EVENING);
        let write =
            |tx: &mut dyn StoreTx| tx.save_scope(ScopeKind::Machine, "spend/session/s1", &row);
        runtime.transact(EVENING, |tx, _| Ok(write(tx)?)).unwrap();
        assert_eq!(cap_standings(runtime.store(), EVENING).unwrap(), []);
        let more = "50 tokens".parse().unwrap();
        let allowance = SpendAllowance { more, today: false, cap: None };
        let changed = runtime.allow_spend(&allowance, EVENING).unwrap();
        assert_eq!(changed, caps_of_session(runtime.store(), &session, EVENING).unwrap());
        let amounts: Vec<_> = changed.iter().map(|it| it.limit.amount()).collect();
        assert_eq!(amounts, [150]);
    }
}
