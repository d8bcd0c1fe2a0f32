//! The pure state machine: time is an argument, and nothing else comes from outside.

mod acquire;
mod complete;
mod control;
mod counts;
mod phase;
mod probes;
mod record;
mod signal;
mod transitions;
mod window;

pub use counts::Counts;
pub use phase::{Cause, Phase, State, Transition, TransitionSink};
pub use probes::Probes;
pub use record::MachineRecord;
pub(crate) use signal::{RejectUntil, Signal};
pub use window::{CountWindow, TimeWindow, Totals, TumblingWindow, Window};

use crate::{InvalidSettings, Settings, Timestamp};
use probes::ProbeVerdict;

/// A circuit breaker without clock, thread or lock.
///
/// `now` is a [`Clock`](crate::Clock), so that a real one is read only where time matters; a [`Timestamp`] serves as
/// one. Transitions are passed to a [`TransitionSink`], in order. See the [crate's example](crate).
///
/// ```
/// use fusebox_breaker::{Machine, Outcome, Settings, Timestamp};
///
/// let now = Timestamp::ZERO;
/// let mut machine = Machine::new(Settings::default(), 0, now)?;
/// let token = machine.acquire(&now, &mut |_| {})?;
/// machine.complete(token, Outcome::Success, None, &now, &mut |_| {});
/// assert_eq!(machine.counts().successes, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    settings: Settings,
    seed: u64,
    record: MachineRecord,
}

/// The permission to make one call, returned with the call's result.
///
/// It names the epoch it belongs to. A result of an earlier epoch changes no state.
///
/// ```
/// use fusebox_breaker::{Machine, Settings, Timestamp};
///
/// let now = Timestamp::ZERO;
/// let mut machine = Machine::new(Settings::default(), 0, now)?;
/// let token = machine.acquire(&now, &mut |_| {})?;
/// assert_eq!((token.epoch, token.probe), (machine.epoch(), 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Token {
    /// Increases with every change of state.
    pub epoch: u64,
    /// The number of a probe, from 1; 0 for an ordinary call.
    pub probe: u32,
}

impl Machine {
    /// A closed circuit with an empty window. The same `seed` gives the same jitter.
    ///
    /// # Errors
    ///
    /// When the settings cannot work.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, State, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let machine = Machine::new(Settings::default(), 0, now)?;
    /// assert_eq!(machine.state(now), State::Closed);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn new(settings: Settings, seed: u64, now: Timestamp) -> Result<Self, InvalidSettings> {
        settings.check()?;
        Ok(Self::of_checked(settings, seed, now))
    }

    /// As [`Machine::new`], with settings that were checked.
    pub(crate) fn of_checked(settings: Settings, seed: u64, now: Timestamp) -> Self {
        let record = MachineRecord {
            epoch: 1,
            phase: Phase::Closed,
            attempts: 0,
            latest: now,
            streak: 0,
            window: Window::new(&settings.trip, now),
            probes: Probes::new(&settings.half_open),
            counts: Counts::default(),
        };
        Self { settings, seed, record }
    }

    /// The state at `now`. Changes nothing.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, State, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let machine = Machine::new(Settings::default(), 0, now)?;
    /// assert_eq!(machine.state(now), State::Closed);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn state(&self, now: Timestamp) -> State {
        let now = now.max(self.record.latest);
        let shown_open = |until: Timestamp| {
            if until.has_come(now) { State::HalfOpen } else { State::Open }
        };
        match self.record.phase {
            Phase::Open { until, .. } => shown_open(until),
            Phase::HalfOpen => match self.record.probes.overdue(&self.settings, now) {
                None => State::HalfOpen,
                Some((_, ProbeVerdict::Close, _)) => State::Closed,
                Some((at, ProbeVerdict::Open, _)) => shown_open(self.next_until(at)),
            },
            Phase::Closed | Phase::ForcedOpen | Phase::ForcedClosed | Phase::Disabled => {
                self.record.phase.state()
            }
        }
    }

    /// The content of the window at `now`. Changes nothing.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Outcome, Settings, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let mut machine = Machine::new(Settings::default(), 0, now)?;
    /// let token = machine.acquire(&now, &mut |_| {})?;
    /// machine.complete(token, Outcome::Failure, None, &now, &mut |_| {});
    /// assert_eq!(machine.window(now).failed, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn window(&self, now: Timestamp) -> Totals {
        self.totals(now.max(self.record.latest))
    }

    fn totals(&self, at: Timestamp) -> Totals {
        let streak = u64::from(self.record.streak);
        let in_a_row = Totals { calls: streak, failed: streak, slow: 0 };
        self.record.window.totals(at).unwrap_or(in_a_row)
    }

    /// Failures since the last success of a closed circuit.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Outcome, Settings, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let mut machine = Machine::new(Settings::default(), 0, now)?;
    /// let token = machine.acquire(&now, &mut |_| {})?;
    /// machine.complete(token, Outcome::Failure, None, &now, &mut |_| {});
    /// assert_eq!(machine.failures_in_a_row(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn failures_in_a_row(&self) -> u32 {
        self.record.streak
    }

    /// The statistics so far.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let mut machine = Machine::new(Settings::default(), 0, now)?;
    /// machine.acquire(&now, &mut |_| {})?;
    /// assert_eq!(machine.counts().admitted, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts(&self) -> Counts {
        self.record.counts
    }

    /// The number of the current epoch: it increases with every change of state.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let mut machine = Machine::new(Settings::default(), 0, now)?;
    /// let before = machine.epoch();
    /// machine.force_open(&now, &mut |_| {});
    /// assert_eq!(machine.epoch(), before + 1);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn epoch(&self) -> u64 {
        self.record.epoch
    }

    /// Probes that have no result yet.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let machine = Machine::new(Settings::default(), 0, now)?;
    /// assert_eq!(machine.probes_in_flight(), 0);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn probes_in_flight(&self) -> usize {
        if self.record.phase == Phase::HalfOpen { self.record.probes.in_flight() } else { 0 }
    }

    /// The time until another call may be admitted, where the circuit is open for a time.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Outcome, Settings, Timestamp, Trip};
    /// use std::time::Duration;
    ///
    /// let now = Timestamp::ZERO;
    /// let settings = Settings { trip: Trip::Consecutive { failures: 1 }, ..Settings::default() };
    /// let mut machine = Machine::new(settings, 0, now)?;
    /// let token = machine.acquire(&now, &mut |_| {})?;
    /// machine.complete(token, Outcome::Failure, None, &now, &mut |_| {});
    /// let later = now.after(Duration::from_secs(10));
    /// assert_eq!(machine.retry_after(later), Some(Duration::from_secs(20)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn retry_after(&self, now: Timestamp) -> Option<std::time::Duration> {
        let now = now.max(self.record.latest);
        let until = self.record.phase.open_until().filter(|until| *until < Timestamp::MAX);
        until.map(|until| until.since(now))
    }

    /// The state as it is stored, without regard to the clock.
    ///
    /// ```
    /// use fusebox_breaker::machine::Phase;
    /// use fusebox_breaker::{Machine, Settings, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let machine = Machine::new(Settings::default(), 0, now)?;
    /// assert_eq!(machine.phase(), Phase::Closed);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn phase(&self) -> Phase {
        self.record.phase
    }

    /// The settings it was made or last reconfigured with.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let machine = Machine::new(Settings::default(), 0, now)?;
    /// assert_eq!(machine.settings(), &Settings::default());
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}
