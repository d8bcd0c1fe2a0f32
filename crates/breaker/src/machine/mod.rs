//! The pure state machine: time is an argument, and nothing else comes from outside.

mod complete;
mod control;
mod counts;
mod phase;
mod probes;
mod saved;
mod signal;
mod window;

pub use counts::Counts;
pub use phase::{Cause, Phase, State, Transition};
pub use probes::Probes;
pub use saved::Saved;
pub(crate) use signal::Signal;
pub use window::{CountWindow, TimeWindow, Totals, TumblingWindow, Window};

use crate::{CircuitOpen, Clock, Compare, InvalidSettings, Settings, Timestamp};
use probes::{Overdue, Verdict};

/// A circuit breaker without clock, thread or lock.
///
/// `now` is a [`Clock`] so that a real one is read only where time matters; a [`Timestamp`] serves as one. Transitions
/// are handed to `heard`, in order. See the [crate's example](crate).
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    settings: Settings,
    seed: u64,
    epoch: u64,
    phase: Phase,
    /// Opened this many times since it was last closed.
    attempts: u32,
    /// The latest time seen: a clock that steps back is not followed.
    latest: Timestamp,
    window: Window,
    probes: Probes,
    counts: Counts,
}

/// Leave to make one call, to be given back with its result.
///
/// It names the epoch it belongs to. The result of an earlier epoch changes no state.
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
    /// Counts the changes of state.
    pub epoch: u64,
    /// The number of a probe, from 1; 0 for an ordinary call.
    pub probe: u32,
}

impl Machine {
    /// A closed circuit that has seen nothing. The same `seed` gives the same jitter.
    ///
    /// # Errors
    ///
    /// Settings that could never work.
    pub fn new(settings: Settings, seed: u64, now: Timestamp) -> Result<Self, InvalidSettings> {
        settings.check()?;
        Ok(Self::of_checked(settings, seed, now))
    }

    /// Of settings that were checked.
    pub(crate) fn of_checked(settings: Settings, seed: u64, now: Timestamp) -> Self {
        Self {
            seed,
            epoch: 1,
            phase: Phase::Closed,
            attempts: 0,
            latest: now,
            window: Window::new(&settings.trip, now),
            probes: Probes::new(&settings.half_open),
            counts: Counts::default(),
            settings,
        }
    }

    /// Asks leave to make a call.
    ///
    /// # Errors
    ///
    /// The circuit is open, or half-open without a free probe.
    pub fn acquire(
        &mut self,
        now: &impl Clock,
        heard: &mut dyn FnMut(Transition),
    ) -> Result<Token, CircuitOpen> {
        let answer = self.admit(now, heard);
        match answer {
            Ok(_) if self.phase == Phase::Disabled => {}
            Ok(_) => self.counts.admitted = self.counts.admitted.saturating_add(1),
            Err(_) => self.counts.rejected = self.counts.rejected.saturating_add(1),
        }
        answer
    }

    /// The state at `now`. Changes nothing.
    pub fn state(&self, now: Timestamp) -> State {
        let now = now.max(self.latest);
        let shown_open = |until: Timestamp| {
            if until <= now && until < Timestamp::MAX { State::HalfOpen } else { State::Open }
        };
        match self.phase {
            Phase::Open { until, .. } => shown_open(until),
            Phase::HalfOpen => match self.probes.overdue(&self.settings, now) {
                None => State::HalfOpen,
                Some((_, Verdict::Close, _)) => State::Closed,
                Some((at, Verdict::Open, _)) => shown_open(self.next_until(at)),
            },
            Phase::Closed | Phase::ForcedOpen | Phase::ForcedClosed | Phase::Disabled => {
                self.phase.state()
            }
        }
    }

    /// What is in the window at `now`. Changes nothing.
    pub fn window(&self, now: Timestamp) -> Totals {
        self.window.totals(now.max(self.latest))
    }

    /// What was counted so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The number of the present epoch: it goes up with every change of state.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Probes that are out and have not come back.
    pub fn probes_in_flight(&self) -> usize {
        if self.phase == Phase::HalfOpen { self.probes.in_flight() } else { 0 }
    }

    /// How long until another call may be let through, where the circuit is open for a time.
    pub fn retry_after(&self, now: Timestamp) -> Option<std::time::Duration> {
        let now = now.max(self.latest);
        let until = self.phase.open_until().filter(|until| *until < Timestamp::MAX);
        until.map(|until| until.since(now))
    }

    /// The state as it is kept, with the clock left out of account.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// What it was made or last reconfigured with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    fn admit(
        &mut self,
        now: &impl Clock,
        heard: &mut dyn FnMut(Transition),
    ) -> Result<Token, CircuitOpen> {
        match self.phase {
            Phase::Closed => self.turn_window(now),
            Phase::Disabled | Phase::ForcedClosed => {}
            Phase::ForcedOpen => return Err(self.rejection(self.latest)),
            Phase::Open { .. } | Phase::HalfOpen => return self.admit_probe(now, heard),
        }
        Ok(Token { epoch: self.epoch, probe: 0 })
    }

    fn admit_probe(
        &mut self,
        now: &impl Clock,
        heard: &mut dyn FnMut(Transition),
    ) -> Result<Token, CircuitOpen> {
        let now = self.seen(now.now());
        self.settle(now, heard);
        if self.phase.open_until().is_some_and(|until| until <= now && until < Timestamp::MAX) {
            self.probes.start(now);
            self.enter(Phase::HalfOpen, Cause::PeriodOver, now, heard);
        }
        match self.phase {
            Phase::HalfOpen => {
                let probe = self.probes.admit(&self.settings.half_open, now);
                let token = probe.map(|probe| Token { epoch: self.epoch, probe });
                token.ok_or_else(|| self.rejection(now))
            }
            // The last probe's lease may have ended in favour of the service.
            Phase::Closed => Ok(Token { epoch: self.epoch, probe: 0 }),
            Phase::Open { .. } | Phase::ForcedOpen | Phase::ForcedClosed | Phase::Disabled => {
                Err(self.rejection(now))
            }
        }
    }

    fn rejection(&self, now: Timestamp) -> CircuitOpen {
        CircuitOpen { state: self.phase.state(), retry_after: self.retry_after(now) }
    }

    /// Time as the machine sees it: never back.
    fn seen(&mut self, now: Timestamp) -> Timestamp {
        self.latest = self.latest.max(now);
        self.latest
    }

    /// Lets a tumbling window turn; what was begun before belongs to an earlier epoch.
    fn turn_window(&mut self, clock: &impl Clock) {
        if matches!(self.window, Window::Tumbling(_)) {
            let now = self.seen(clock.now());
            if let Window::Tumbling(window) = &mut self.window
                && window.turn(now)
            {
                self.epoch += 1;
            }
        }
    }

    /// Does what time alone has decided in half-open.
    fn settle(&mut self, now: Timestamp, heard: &mut dyn FnMut(Transition)) {
        if self.phase != Phase::HalfOpen {
            return;
        }
        let overdue = self.probes.overdue(&self.settings, now);
        let until = overdue.map_or(now, |(at, _, _)| at);
        let expired = self.probes.expire(&self.settings, until);
        self.counts.expired = self.counts.expired.saturating_add(expired);
        if let Some((at, verdict, why)) = overdue {
            let cause = match why {
                Overdue::Lease => Cause::LeaseOver,
                Overdue::Max => Cause::HalfOpenTooLong,
            };
            self.decide(verdict, cause, at, heard);
        }
    }

    fn decide(
        &mut self,
        verdict: Verdict,
        cause: Cause,
        at: Timestamp,
        heard: &mut dyn FnMut(Transition),
    ) {
        match verdict {
            Verdict::Open => self.open(cause, at, heard),
            Verdict::Close => self.close(cause, at, heard),
        }
    }

    fn open(&mut self, cause: Cause, at: Timestamp, heard: &mut dyn FnMut(Transition)) {
        let until = self.next_until(at);
        self.attempts = self.attempts.saturating_add(1);
        self.counts.opened = self.counts.opened.saturating_add(1);
        self.enter(Phase::Open { since: at, until }, cause, at, heard);
    }

    fn close(&mut self, cause: Cause, at: Timestamp, heard: &mut dyn FnMut(Transition)) {
        self.attempts = 0;
        self.enter(Phase::Closed, cause, at, heard);
    }

    /// The first moment at which a probe may go, if it opens at `at` now.
    fn next_until(&self, at: Timestamp) -> Timestamp {
        self.until(at, self.attempts, self.epoch + 1)
    }

    /// The first moment at which a probe may go, after opening at `at` in `epoch` with so many attempts before.
    fn until(&self, at: Timestamp, attempts: u32, epoch: u64) -> Timestamp {
        let end = at.after(self.settings.open.length(attempts, fraction(self.seed ^ epoch)));
        match self.settings.open_boundary {
            Compare::AtLeast => end,
            Compare::MoreThan => Timestamp::from_nanos(end.as_nanos().saturating_add(1)),
        }
    }

    fn enter(
        &mut self,
        phase: Phase,
        cause: Cause,
        at: Timestamp,
        heard: &mut dyn FnMut(Transition),
    ) {
        let from = self.phase.state();
        let until = phase.open_until();
        let open_for = until.filter(|until| *until < Timestamp::MAX).map(|until| until.since(at));
        let window = until.map(|_| self.window.totals(at)).unwrap_or_default();
        self.phase = phase;
        self.epoch += 1;
        self.window.clear(at);
        heard(Transition {
            from,
            to: phase.state(),
            cause,
            at,
            epoch: self.epoch,
            open_for,
            window,
        });
    }
}

/// A number in [0, 1) that looks random (the finalizer of SplitMix64).
fn fraction(seed: u64) -> f64 {
    let mut mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}
