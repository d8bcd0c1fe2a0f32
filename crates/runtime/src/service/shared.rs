//! One shared breaker: read from its row, changed by the pure machine, put back.

use std::time::Duration as Span;

use fusebox_breaker::machine::{Cause, Counts, MachineRecord, Phase, Probes, Window};
use fusebox_breaker::{InvalidSettings, Machine, Settings, State, Timestamp as Moment, Transition};
use fusebox_engine::{Duration, Limit, OpenCause, ServicePolicy, Timestamp};
use fusebox_store::{BreakerRank, BreakerRow, StoreError, StoreTx};
use fusebox_text::digest;
use serde::{Deserialize, Serialize};

use super::settings::settings;
use crate::{RuntimeError, codec};

/// What lies further ahead than this was written under another clock.
const AHEAD: Duration = Duration::from_secs(60);

/// A shared breaker in memory.
#[derive(Debug)]
pub(super) struct SharedBreaker {
    pub(super) key: String,
    pub(super) machine: Machine,
    /// Changes of state since it was read.
    pub(super) heard: Vec<Transition>,
    /// Failures in a row that open it.
    pub(super) in_a_row: Limit,
    /// Percent of failures that opens it.
    pub(super) rate: Limit,
    by: OpenCause,
    times: BreakerTimes,
}

/// The stored form.
#[derive(Debug, Serialize, Deserialize)]
struct Body {
    machine: MachineRecord,
    /// What opened it last, before any probe.
    #[serde(default)]
    by: OpenCause,
    #[serde(default)]
    times: BreakerTimes,
}

/// How long it turned calls away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct BreakerTimes {
    /// In periods that are over, in milliseconds.
    over_ms: u64,
    /// The present period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    now: Option<OpenPeriod>,
}

/// From when, and until when where that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct OpenPeriod {
    since: u64,
    until: Option<u64>,
}

impl SharedBreaker {
    /// The breaker `key`; a new one where nobody has one. What cannot be read is open for a time.
    pub(super) fn load(
        reader: &dyn StoreTx,
        policy: &ServicePolicy,
        key: &str,
        of_service: bool,
        now: Timestamp,
    ) -> Result<Self, RuntimeError> {
        let row = match reader.breaker(key) {
            Ok(row) => row.map(|row| row.body),
            Err(StoreError::Row { .. }) => Some(String::new()),
            Err(error) => return Err(error.into()),
        };
        let (in_a_row, rate) = if of_service {
            (policy.service_threshold, Limit::UNLIMITED)
        } else {
            (policy.failure_threshold, policy.failure_rate)
        };
        let settings = settings(policy, in_a_row, rate);
        let Body { machine: saved, by, times } = match row.as_deref().map(serde_json::from_str) {
            None => {
                Body { machine: closed(now), by: OpenCause::InARow, times: BreakerTimes::default() }
            }
            Some(Ok(body)) => of_this_clock(body, policy, now),
            Some(Err(_)) => opened(policy, now),
        };
        let machine = restored(settings, key, saved, now)?;
        let (key, heard) = (key.to_owned(), Vec::new());
        Ok(Self { key, machine, heard, in_a_row, rate, by, times })
    }

    /// Puts it back.
    pub(super) fn save(mut self, tx: &mut dyn StoreTx, now: Timestamp) -> Result<(), RuntimeError> {
        let by = self.opened_by();
        for change in std::mem::take(&mut self.heard) {
            self.times.hear(&change);
        }
        let rank = match self.machine.phase() {
            _ if self.is_held() => BreakerRank::Held,
            Phase::Open { .. } | Phase::HalfOpen => BreakerRank::Open,
            Phase::Closed if self.is_failing(now) => BreakerRank::Failing,
            Phase::Closed | Phase::ForcedOpen | Phase::ForcedClosed | Phase::Disabled => {
                BreakerRank::Clean
            }
        };
        let body = Body { machine: self.machine.save(), by, times: self.times };
        let body = codec::json("a breaker", &body)?;
        Ok(tx.put_breaker(&BreakerRow { key: self.key, rank, at: now, body })?)
    }

    /// Whether a person set it.
    pub(super) fn is_held(&self) -> bool {
        matches!(self.machine.phase(), Phase::ForcedOpen | Phase::ForcedClosed | Phase::Disabled)
    }

    /// How long it has turned calls away, in milliseconds.
    pub(super) fn open_ms(&self, now: Timestamp) -> u64 {
        self.times.over_ms.saturating_add(self.times.now.map_or(0, |period| period.until(now.0)))
    }

    /// How it opened by itself since it was read.
    pub(super) fn opened(&self) -> Option<&Transition> {
        let opened =
            |change: &&Transition| change.to == State::Open && change.cause != Cause::Forced;
        self.heard.iter().find(opened)
    }

    /// What opened it last, before any probe.
    pub(super) fn opened_by(&self) -> OpenCause {
        match self.opened().map(|change| change.cause) {
            Some(Cause::Failures) => OpenCause::InARow,
            Some(Cause::FailureRate) => OpenCause::Rate,
            // Read under other settings it may have no rate.
            _ if self.rate.get().is_none() => OpenCause::InARow,
            _ => self.by,
        }
    }

    /// The limit that opened it, or would.
    pub(super) fn threshold(&self) -> Limit {
        match self.opened_by() {
            OpenCause::InARow => self.in_a_row,
            OpenCause::Rate => self.rate,
        }
    }

    fn is_failing(&self, now: Timestamp) -> bool {
        self.machine.failures_in_a_row() > 0 || self.machine.window(moment(now)).failed > 0
    }
}

impl BreakerTimes {
    fn hear(&mut self, change: &Transition) {
        let at = millis(change.at);
        if let Some(period) = self.now.take() {
            self.over_ms = self.over_ms.saturating_add(period.until(at));
        }
        let length = change.open_for.map(millis_of);
        self.now = match change.to {
            State::Open => {
                Some(OpenPeriod { since: at, until: length.map(|ms| at.saturating_add(ms)) })
            }
            State::ForcedOpen => Some(OpenPeriod { since: at, until: None }),
            State::Closed | State::HalfOpen | State::ForcedClosed | State::Disabled => None,
        };
    }
}

impl OpenPeriod {
    /// How much of it is over at `at`, in milliseconds.
    fn until(self, at: u64) -> u64 {
        self.until.map_or(at, |until| at.min(until)).saturating_sub(self.since)
    }
}

/// A time of ours as the machine's.
pub(super) fn moment(at: Timestamp) -> Moment {
    Moment::from_millis(at.0)
}

fn millis(at: Moment) -> u64 {
    at.as_nanos() / 1_000_000
}

pub(super) fn millis_of(length: Span) -> u64 {
    u64::try_from(length.as_millis()).unwrap_or(u64::MAX)
}

fn restored(
    settings: Settings,
    key: &str,
    saved: MachineRecord,
    now: Timestamp,
) -> Result<Machine, RuntimeError> {
    let seed = digest::of_text(key);
    let made = Machine::restore(settings, seed, saved)
        // A policy was checked when it was read; one from elsewhere has the defaults.
        .or_else(|InvalidSettings { .. }| Machine::new(Settings::default(), seed, moment(now)));
    made.map_err(|error| RuntimeError::Breaker { key: key.to_owned(), error: error.to_string() })
}

fn closed(now: Timestamp) -> MachineRecord {
    MachineRecord {
        epoch: 1,
        phase: Phase::Closed,
        attempts: 0,
        latest: moment(now),
        streak: 0,
        window: Window::Streak,
        probes: Probes::default(),
        counts: Counts::default(),
    }
}

/// Open from now on: the next probe tells how the service is.
fn opened(policy: &ServicePolicy, now: Timestamp) -> Body {
    let until = now.after(policy.reset_timeout);
    let phase = Phase::Open { since: moment(now), until: moment(until) };
    let period = OpenPeriod { since: now.0, until: Some(until.0) };
    let times = BreakerTimes { over_ms: 0, now: Some(period) };
    Body { machine: MachineRecord { phase, ..closed(now) }, by: OpenCause::InARow, times }
}

/// A clock that was wrong must not hold a breaker open until its time has come: what lies ahead
/// begins now.
fn of_this_clock(body: Body, policy: &ServicePolicy, now: Timestamp) -> Body {
    if body.machine.latest <= moment(now.after(AHEAD)) {
        return body;
    }
    let Body { machine, by, times } = body;
    let saved = MachineRecord { latest: moment(now), epoch: machine.epoch + 1, ..machine };
    match saved.phase {
        Phase::Open { .. } | Phase::HalfOpen => {
            let again = opened(policy, now);
            let machine =
                MachineRecord { phase: again.machine.phase, probes: Probes::default(), ..saved };
            Body { machine, by, times: BreakerTimes { over_ms: times.over_ms, ..again.times } }
        }
        Phase::ForcedOpen => {
            let period = OpenPeriod { since: now.0, until: None };
            Body { machine: saved, by, times: BreakerTimes { now: Some(period), ..times } }
        }
        // Calls of a time that has not come would stay in the window until it is over.
        Phase::Closed | Phase::ForcedClosed | Phase::Disabled => {
            Body { machine: MachineRecord { window: Window::Streak, ..saved }, by, times }
        }
    }
}
