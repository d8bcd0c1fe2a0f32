//! The way from one state to the next, and how long it is open.

use super::probes::{Overdue, Verdict};
use super::window::Window;
use super::{Cause, Machine, Phase, Transition};
use crate::{Clock, Compare, Timestamp};

impl Machine {
    /// Time as the machine sees it: never back.
    pub(super) fn seen(&mut self, now: Timestamp) -> Timestamp {
        self.latest = self.latest.max(now);
        self.latest
    }

    /// Lets a tumbling window turn; what was begun before belongs to an earlier epoch.
    pub(super) fn turn_window(&mut self, clock: &impl Clock) {
        if matches!(self.window, Window::Tumbling(_)) {
            let now = self.seen(clock.now());
            if let Window::Tumbling(window) = &mut self.window
                && window.turn(now)
            {
                self.streak = 0;
                self.epoch += 1;
            }
        }
    }

    /// As if no call had been made since it closed.
    pub(super) fn forget_calls(&mut self, now: Timestamp) {
        self.streak = 0;
        self.window.clear(now);
    }

    /// Does what time alone has decided in half-open.
    pub(super) fn settle(&mut self, now: Timestamp, heard: &mut dyn FnMut(Transition)) {
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

    pub(super) fn decide(
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

    pub(super) fn open(&mut self, cause: Cause, at: Timestamp, heard: &mut dyn FnMut(Transition)) {
        let until = self.next_until(at);
        self.attempts = self.attempts.saturating_add(1);
        self.counts.opened = self.counts.opened.saturating_add(1);
        self.enter(Phase::Open { since: at, until }, cause, at, heard);
    }

    pub(super) fn close(&mut self, cause: Cause, at: Timestamp, heard: &mut dyn FnMut(Transition)) {
        self.attempts = 0;
        self.enter(Phase::Closed, cause, at, heard);
    }

    /// The first moment at which a probe may go, if it opens at `at` now.
    pub(super) fn next_until(&self, at: Timestamp) -> Timestamp {
        self.until(at, self.attempts, self.epoch + 1)
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
        heard: &mut dyn FnMut(Transition),
    ) {
        let from = self.phase.state();
        let until = phase.open_until();
        let open_for = until.filter(|until| *until < Timestamp::MAX).map(|until| until.since(at));
        let window = until.map(|_| self.totals(at)).unwrap_or_default();
        self.phase = phase;
        self.epoch += 1;
        self.forget_calls(at);
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
