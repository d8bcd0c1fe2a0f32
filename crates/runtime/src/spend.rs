//! Caps on what is spent: one sum for each cap and what it adds up, shared by all sessions, and read and written in the
//! event's own transaction. Where no cap is configured, no sum is read.
//!
//! - `row`: the sum of one cap, and its window
//! - `sums`: where the sums of caps are found
//! - `record_caps`: those that stand beside the records of the event
//! - `subject`: what a cap adds up for a session
//! - `recorded`: the caps of a recorded session
//! - `person`: what a person allows, and how far the caps have come
//! - `subscription`: the windows of a client's subscription
//! - `usual_cost`: what the last sessions of a project cost

mod person;
mod record_caps;
mod recorded;
mod row;
mod subject;
mod subscription;
mod sums;
mod usual_cost;

use fusebox_engine::event::{PromptOrigin, TokenUsage};
use fusebox_engine::spend::{CapLimit, CapName, CapStanding, CapWindow};
use fusebox_engine::state::Scopes;
use fusebox_engine::{
    CallRequest, EventKind, Fact, GuardClass, IncidentChange, IncidentId, IncidentStatus,
    Observation, ObservedUsage, Policy, Timestamp,
};
use fusebox_store::StoreTx;

pub use self::person::{
    SpendAllowance, cap_standings, caps_of_session, caps_of_task, caps_since_prompt,
};
pub(crate) use self::record_caps::RecordCaps;
pub use self::recorded::RecordedCaps;
use self::row::CapRow;
use self::subject::subject;
use self::subscription::subscription_cap;
pub(crate) use self::sums::{CapSums, MachineCaps, ReadCaps};
pub(crate) use self::usual_cost::{keep_cost, meet_usual_cost};
use crate::RuntimeError;
use crate::event_decision::awaits_order;
use crate::load::record_caps;

/// The caps that an event concerns, and what is to be kept of them.
#[derive(Debug, Default)]
pub(crate) struct CapUpdate {
    /// Rows to be saved.
    changed: Vec<CapRow>,
    /// Spent rows that no incident is known of; the one that this event opens is noted on them.
    spent: Vec<CapRow>,
    /// Incidents whose cap has room again.
    closed: Vec<IncidentId>,
}

impl CapUpdate {
    /// Adds what the event spent to its caps, and writes on the observation what they have come to.
    pub(crate) fn meet(
        sums: CapSums<'_>,
        policy: &Policy,
        kind: &EventKind,
        scopes: &Scopes,
        seen: &mut Observation,
    ) -> Result<Self, RuntimeError> {
        let mut update = Self::default();
        let is_open = is_opened_by_cap(scopes);
        if !policy.spend.has_caps() && !is_open {
            return Ok(update);
        }
        let caps = CapLookup { sums, policy, scopes };
        match (kind, &seen.fact) {
            (EventKind::Usage(usage), Fact::Usage(spent)) => {
                let standings = update.add(&caps, usage, spent, seen)?;
                if let Fact::Usage(spent) = &mut seen.fact {
                    spent.caps = standings;
                }
            }
            (_, Fact::Request(request)) if is_refusable(request, scopes) => {
                let standings = update.find_spent(&caps, seen)?;
                if let Fact::Request(request) = &mut seen.fact {
                    request.caps = (is_open || !standings.is_empty()).then_some(standings);
                }
            }
            (_, Fact::Prompt { by: PromptOrigin::Automation, .. }) if is_open => {
                let is_room = caps.have_room(seen)?;
                if let Fact::Prompt { has_room, .. } = &mut seen.fact {
                    *has_room = is_room;
                }
            }
            (_, Fact::Prompt { by: PromptOrigin::Human, .. }) if !awaits_order(scopes) => {
                let standings = update.lift(&caps, seen)?;
                // What the prompt gives room is said of each cap that it lifted.
                let is_room = is_open && standings.is_empty() && caps.have_room(seen)?;
                if let Fact::Prompt { lifted, has_room, .. } = &mut seen.fact {
                    *lifted = standings;
                    *has_room = is_room;
                }
            }
            _ => {}
        }
        Ok(update)
    }

    /// Adds what a response cost. Returns the caps that are news: neared, or spent.
    fn add(
        &mut self,
        caps: &CapLookup<'_>,
        usage: &TokenUsage,
        spent: &ObservedUsage,
        seen: &Observation,
    ) -> Result<Vec<CapStanding>, RuntimeError> {
        let usd = caps.scopes.task.used.cost_of(spent);
        let tokens = usage.counts().total();
        let mut news = Vec::new();
        if !usd.is_zero() || tokens > 0 {
            for mut row in caps.rows(seen)? {
                row.add(usd, tokens, seen.at);
                self.take_news(caps, row, &mut news);
            }
        }
        if !usage.windows.is_empty() {
            for mut row in caps.subscription_rows(seen)? {
                let window = row.name.window;
                for told in usage.windows.iter().filter(|told| told.window == window) {
                    row.note_share(told, seen.at);
                }
                self.take_news(caps, row, &mut news);
            }
        }
        Ok(news)
    }

    /// Takes a row that has come further, and notes what is news of it.
    fn take_news(&mut self, caps: &CapLookup<'_>, mut row: CapRow, news: &mut Vec<CapStanding>) {
        // A supervisor ends its run for a trip of its own.
        let is_supervised = caps.scopes.session.run.is_some();
        let nears = row.nears(caps.policy.limits.warn_at);
        if nears || row.is_spent_first() || is_supervised && row.is_spent() {
            news.push(row.standing());
        }
        self.take(row);
    }

    /// The caps that are spent, and windows of the subscription that another process told to be near their end.
    fn find_spent(
        &mut self,
        caps: &CapLookup<'_>,
        seen: &Observation,
    ) -> Result<Vec<CapStanding>, RuntimeError> {
        let mut standings = Vec::new();
        for mut row in caps.rows(seen)?.into_iter().chain(caps.subscription_rows(seen)?) {
            if row.is_spent() {
                standings.push(row.standing());
                self.spent.extend(Some(row).filter(CapRow::is_spent_first));
            } else if row.is_share() && row.nears(caps.policy.limits.warn_at) {
                standings.push(row.standing());
                self.take(row);
            }
        }
        Ok(standings)
    }

    /// Adds a step to the spent caps that a person's prompt lifts, and returns them.
    fn lift(
        &mut self,
        caps: &CapLookup<'_>,
        seen: &Observation,
    ) -> Result<Vec<CapStanding>, RuntimeError> {
        let mut lifted = Vec::new();
        let is_lifted = |row: &CapRow| row.name.is_lifted_by_prompt() && row.is_spent();
        for mut row in caps.rows(seen)?.into_iter().filter(is_lifted) {
            row.allow(caps.policy.spend.step.unwrap_or(row.limit), None, seen.at);
            lifted.push(row.standing());
            self.take(row);
        }
        Ok(lifted)
    }

    fn take(&mut self, mut row: CapRow) {
        self.closed.extend(row.closed.take());
        if row.is_spent_first() { self.spent.push(row) } else { self.changed.push(row) }
    }

    /// Closes the incidents of caps that have room again, unless the fold has done so.
    pub(crate) fn close_incidents(&self, changes: &mut Vec<IncidentChange>, at: Timestamp) {
        for incident in &self.closed {
            let is_closed = changes.iter().any(|change| {
                matches!(change, IncidentChange::Closed { incident: other, .. } if other == incident)
            });
            if !is_closed {
                changes.push(closed_incident(incident.clone(), at));
            }
        }
    }

    /// Saves the rows.
    pub(crate) fn keep(
        self,
        (tx, read): (&mut dyn StoreTx, ReadCaps<'_>),
        changes: &[IncidentChange],
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        self.rows(changes).try_for_each(|row| row.save((&mut *tx, read), now))
    }

    /// The rows to be saved. An incident that a cap opened is noted on the rows that it found spent: one cap is one
    /// incident. Where nothing was refused, as in a session that is only observed, the next event is the first.
    fn rows(self, changes: &[IncidentChange]) -> impl Iterator<Item = CapRow> {
        let opened = changes.iter().find_map(|change| match change {
            IncidentChange::Opened(incident)
                if incident.cause.rule.is_spend_cap() && !incident.observed_only =>
            {
                Some(&incident.id)
            }
            IncidentChange::Opened(_)
            | IncidentChange::Summary { .. }
            | IncidentChange::Closed { .. } => None,
        });
        let spent = self.spent.into_iter().map(move |mut row| {
            row.open(opened);
            row
        });
        spent.chain(self.changed)
    }
}

/// Whether no cap of an agent is spent at the time of an observation.
pub(crate) fn have_room(
    reader: &dyn StoreTx,
    policy: &Policy,
    scopes: &Scopes,
    seen: &Observation,
) -> Result<bool, RuntimeError> {
    let (machine, records) = (MachineCaps::default(), record_caps(reader, seen)?);
    let read = ReadCaps { machine: &machine, records: Some(&records) };
    let sums = CapSums { store: Some(reader), read };
    CapLookup { sums, policy, scopes }.have_room(seen)
}

/// Finds the rows of caps.
struct CapLookup<'a> {
    sums: CapSums<'a>,
    policy: &'a Policy,
    scopes: &'a Scopes,
}

impl CapLookup<'_> {
    /// The rows of every cap that adds something up for this event, as they are at its time.
    fn rows(&self, seen: &Observation) -> Result<Vec<CapRow>, RuntimeError> {
        let mut rows = Vec::new();
        for (name, limit) in &self.policy.spend.caps {
            if let Some(subject) = subject(self.sums.store, name.scope, self.scopes, seen)? {
                rows.push(self.row(*name, subject, *limit, seen)?);
            }
        }
        Ok(rows)
    }

    /// Whether none of them is spent.
    fn have_room(&self, seen: &Observation) -> Result<bool, RuntimeError> {
        let mut rows = self.rows(seen)?.into_iter().chain(self.subscription_rows(seen)?);
        Ok(!rows.any(|row| row.is_spent()))
    }

    /// The windows of the client's subscription, where they are capped.
    fn subscription_rows(&self, seen: &Observation) -> Result<Vec<CapRow>, RuntimeError> {
        let Some(limit) = self.policy.spend.window_limit() else { return Ok(Vec::new()) };
        let Some(client) = &self.scopes.session.client else { return Ok(Vec::new()) };
        let named = CapWindow::OF_SUBSCRIPTIONS.map(subscription_cap).into_iter();
        named.map(|name| self.row(name, client.clone(), limit, seen)).collect()
    }

    fn row(
        &self,
        name: CapName,
        subject: String,
        limit: CapLimit,
        seen: &Observation,
    ) -> Result<CapRow, RuntimeError> {
        let calendar = self.policy.spend.calendar;
        CapRow::load(self.sums, name, subject, limit, calendar, seen.at)
    }
}

fn closed_incident(incident: IncidentId, at: Timestamp) -> IncidentChange {
    IncidentChange::Closed { incident, status: IncidentStatus::Reset, guidance: None, at }
}

fn is_opened_by_cap(scopes: &Scopes) -> bool {
    scopes.agent.breaker.trip_record().is_some_and(|trip| trip.rule().is_spend_cap())
}

/// Whether a spent cap can refuse the call: not what an agent may always call, and not one that was asked about before.
fn is_refusable(request: &CallRequest, scopes: &Scopes) -> bool {
    let is_known = scopes.agent.window.knows_request(request);
    !is_known && matches!(request.subject.guard, GuardClass::None | GuardClass::Protected(_))
}
