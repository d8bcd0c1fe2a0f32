//! Changes of state, and how long an open period is.

use super::probes::ProbeVerdict;
use super::window::Window;
use super::{Cause, Machine, MachineRecord, Phase, Transition, TransitionSink};
use crate::{Clock, Compare, Timestamp};

impl Machine {
    /// The time, which never steps back.
    pub(super) fn advance_time(&mut self, now: Timestamp) -> Timestamp {
        self.record.latest = self.record.latest.max(now);
        self.record.latest
    }

    /// Starts a tumbling window anew when it is over; calls that began before belong to an earlier epoch.
    pub(super) fn turn_window(&mut self, clock: &impl Clock) {
        let MachineRecord { window, latest, streak, epoch, .. } = &mut self.record;
        if let Window::Tumbling(window) = window {
            *latest = clock.now().max(*latest);
            if window.turn(*latest) {
                *streak = 0;
                *epoch += 1;
            }
        }
    }

    /// Forgets every call since it closed.
    pub(super) fn forget_calls(&mut self, now: Timestamp) {
        self.record.streak = 0;
        self.record.window.clear(now);
    }

    /// Applies what time alone has decided in half-open.
    pub(super) fn settle(&mut self, now: Timestamp, sink: TransitionSink<'_>) {
        if self.record.phase != Phase::HalfOpen {
            return;
        }
        let overdue = self.record.probes.overdue(&self.settings, now);
        let until = overdue.map_or(now, |(at, _, _)| at);
        let expired = self.record.probes.expire(&self.settings, until);
        self.record.counts.expired = self.record.counts.expired.saturating_add(expired);
        if let Some((at, verdict, cause)) = overdue {
            self.decide(verdict, cause, at, sink);
        }
    }

    pub(super) fn decide(
        &mut self,
        verdict: ProbeVerdict,
        cause: Cause,
        at: Timestamp,
        sink: TransitionSink<'_>,
    ) {
        match verdict {
            ProbeVerdict::Open => self.open(cause, at, sink),
            ProbeVerdict::Close => {
                self.record.attempts = 0;
                self.enter(Phase::Closed, cause, at, sink);
            }
        }
    }

    pub(super) fn open(&mut self, cause: Cause, at: Timestamp, sink: TransitionSink<'_>) {
        let until = self.next_until(at);
        self.record.attempts = self.record.attempts.saturating_add(1);
        self.record.counts.opened = self.record.counts.opened.saturating_add(1);
        self.enter(Phase::Open { since: at, until }, cause, at, sink);
    }

    /// The first moment at which a probe may go, if it opens at `at` now.
    pub(super) fn next_until(&self, at: Timestamp) -> Timestamp {
        self.until(at, self.record.attempts, self.record.epoch + 1)
    }

    /// The first moment at which a probe may go, after opening at `at` in `epoch` with so many attempts before.
    pub(super) fn until(&self, at: Timestamp, attempts: u32, epoch: u64) -> Timestamp {
        let end = at.after(self.settings.open.length(attempts, fraction(self.seed ^ epoch)));
        match self.settings.open_boundary {
            Compare::AtLeast => end,
            Compare::MoreThan => Timestamp::from_nanos(end.as_nanos().saturating_add(1)),
        }
    }

    pub(super) fn enter(
        &mut self,
        phase: Phase,
        cause: Cause,
        at: Timestamp,
        sink: TransitionSink<'_>,
    ) {
        let (from, to) = (self.record.phase.state(), phase.state());
        let until = phase.open_until();
        let open_for = until.filter(|until| *until < Timestamp::MAX).map(|until| until.since(at));
        let window = until.map(|_| self.totals(at)).unwrap_or_default();
        self.record.phase = phase;
        self.record.epoch += 1;
        self.forget_calls(at);
        let epoch = self.record.epoch;
        sink(Transition { from, to, cause, at, epoch, open_for, window });
    }
}

/// A number in [0, 1) that looks random (the finalizer of SplitMix64).
fn fraction(seed: u64) -> f64 {
    let mut mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}
