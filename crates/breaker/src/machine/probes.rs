//! The probes of a half-open circuit: which calls may be probes, their results, and what these decide.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::Cause;
use super::window::Sample;
use crate::Timestamp;
use crate::settings::{Decide, HalfOpen, OnMax, Settings};

/// The probes of a half-open circuit. Opaque: it can be stored and restored.
///
/// ```
/// use fusebox_breaker::machine::Probes;
/// use fusebox_breaker::{Machine, Settings, Timestamp};
///
/// let machine = Machine::new(Settings::default(), 0, Timestamp::ZERO)?;
/// assert_eq!(machine.save().probes, Probes::default());
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Probes {
    since: Timestamp,
    /// The number of the last probe that was admitted in this half-open period.
    last: u32,
    results: Results,
    /// In flight, oldest first; their ends never go down.
    leases: Vec<Lease>,
}

/// A probe in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
struct Lease {
    probe: u32,
    until: Timestamp,
}

/// How a probe counts that outlived its lease.
const EXPIRED: Sample = Sample { failed: true, slow: false };

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
struct Results {
    good: u32,
    failed: u32,
    slow: u32,
    done: u32,
}

/// What the probes decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProbeVerdict {
    Open,
    Close,
}

impl Probes {
    /// Room for as many probes as the settings admit, so that none allocates later.
    pub(super) fn new(half_open: &HalfOpen) -> Self {
        Self { leases: Vec::with_capacity(half_open.permits as usize), ..Self::default() }
    }

    pub(super) fn start(&mut self, now: Timestamp) {
        self.since = now;
        self.last = 0;
        self.results = Results::default();
        self.leases.clear();
    }

    pub(super) fn reserve(&mut self, half_open: &HalfOpen) {
        let missing = (half_open.permits as usize).saturating_sub(self.leases.len());
        self.leases.reserve(missing);
    }

    pub(super) fn has_room(&self, half_open: &HalfOpen) -> bool {
        let done = match half_open.decide {
            Decide::Successes(_) => self.results.good,
            Decide::Rate { .. } => self.results.done,
        };
        let still_needed = half_open.decide.needed().saturating_sub(done);
        self.leases.len() < half_open.permits.min(still_needed) as usize
    }

    /// Admits a probe if there is room, and returns its number.
    pub(super) fn admit(&mut self, half_open: &HalfOpen, now: Timestamp) -> Option<u32> {
        if !self.has_room(half_open) {
            return None;
        }
        let earliest = self.leases.last().map_or(Timestamp::ZERO, |lease| lease.until);
        self.last = self.last.saturating_add(1);
        let until = now.after(half_open.lease).max(earliest);
        self.leases.push(Lease { probe: self.last, until });
        Some(self.last)
    }

    /// Ends a probe's lease; false where it has none.
    pub(super) fn release(&mut self, probe: u32) -> bool {
        let found = self.leases.iter().position(|lease| lease.probe == probe);
        found.map(|index| self.leases.remove(index)).is_some()
    }

    pub(super) fn record(&mut self, sample: Sample, settings: &Settings) -> Option<ProbeVerdict> {
        self.results.add(sample, &settings.half_open.decide);
        self.results.verdict(settings)
    }

    /// What time alone has decided by `now`, and when that was. Changes nothing.
    pub(super) fn overdue(
        &self,
        settings: &Settings,
        now: Timestamp,
    ) -> Option<(Timestamp, ProbeVerdict, Cause)> {
        let end = self.end(&settings.half_open);
        let mut results = self.results;
        let is_over = |lease: &&Lease| lease.until <= now && lease.until < end;
        for lease in self.leases.iter().take_while(is_over) {
            results.add(EXPIRED, &settings.half_open.decide);
            if let Some(verdict) = results.verdict(settings) {
                return Some((lease.until, verdict, Cause::LeaseOver));
            }
        }
        let verdict = match settings.half_open.on_max {
            OnMax::Open => ProbeVerdict::Open,
            OnMax::Closed => ProbeVerdict::Close,
        };
        (end <= now).then_some((end, verdict, Cause::HalfOpenTooLong))
    }

    /// Counts the probes whose lease is over as failed, and returns how many.
    pub(super) fn expire(&mut self, settings: &Settings, now: Timestamp) -> u64 {
        let over = self.leases.iter().take_while(|lease| lease.until <= now).count();
        for _ in self.leases.drain(..over) {
            self.results.add(EXPIRED, &settings.half_open.decide);
        }
        over as u64
    }

    /// When time may next change something.
    pub(super) fn next_change(&self, half_open: &HalfOpen) -> Timestamp {
        let lease = self.leases.first().map_or(Timestamp::MAX, |lease| lease.until);
        lease.min(self.end(half_open))
    }

    pub(super) fn in_flight(&self) -> usize {
        self.leases.len()
    }

    /// Whether they are consistent: stored data is not trusted.
    pub(super) fn is_sound(&self, half_open: &HalfOpen) -> bool {
        self.leases.len() <= half_open.permits as usize
            && self.leases.is_sorted_by_key(|lease| lease.until)
            && self.leases.iter().all(|lease| (1..=self.last).contains(&lease.probe))
    }

    fn end(&self, half_open: &HalfOpen) -> Timestamp {
        half_open.max.map_or(Timestamp::MAX, |max| self.since.after(max))
    }
}

impl Results {
    fn add(&mut self, sample: Sample, decide: &Decide) {
        // Where successes decide there is no rate of slow calls, so a slow probe has failed.
        let by_successes = matches!(decide, Decide::Successes(_));
        let failed = sample.failed || (sample.slow && by_successes);
        self.done = self.done.saturating_add(1);
        self.failed = self.failed.saturating_add(u32::from(failed));
        self.slow = self.slow.saturating_add(u32::from(sample.slow));
        self.good = self.good.saturating_add(u32::from(!failed));
    }

    fn verdict(&self, settings: &Settings) -> Option<ProbeVerdict> {
        match settings.half_open.decide {
            Decide::Successes(_) if self.failed > 0 => Some(ProbeVerdict::Open),
            Decide::Successes(needed) => (self.good >= needed).then_some(ProbeVerdict::Close),
            Decide::Rate { sample, threshold, compare, early } => {
                let complete = self.done >= sample;
                let reaches = |part: u32, share| compare.reaches(part.into(), sample.into(), share);
                let slow = settings.slow_call.as_ref();
                let bad = reaches(self.failed, threshold)
                    || slow.is_some_and(|slow| reaches(self.slow, slow.rate));
                match bad {
                    true if early || complete => Some(ProbeVerdict::Open),
                    false if complete => Some(ProbeVerdict::Close),
                    true | false => None,
                }
            }
        }
    }
}
