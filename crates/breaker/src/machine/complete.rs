//! The result of a call and what it changes.

use std::time::Duration;

use super::probes::Verdict;
use super::window::{Sample, Totals, Window};
use super::{Cause, Machine, Phase, Token, Transition};
use crate::settings::{Evaluate, OnDrop, Rate};
use crate::{Clock, Outcome};

impl Machine {
    /// Tells the result of a call, and how long it took where slow calls count.
    ///
    /// A result of another epoch, or a second one for the same probe, changes nothing but the statistics.
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
    pub fn complete(
        &mut self,
        token: Token,
        outcome: Outcome,
        took: Option<Duration>,
        now: &impl Clock,
        heard: &mut dyn FnMut(Transition),
    ) {
        match self.phase {
            Phase::Disabled => return,
            Phase::Closed => self.turn_window(now),
            Phase::HalfOpen => {
                let now = self.seen(now.now());
                self.settle(now, heard);
            }
            Phase::Open { .. } | Phase::ForcedOpen | Phase::ForcedClosed => {}
        }
        let probing = self.phase == Phase::HalfOpen;
        if token.epoch != self.epoch || (probing && !self.probes.release(token.probe)) {
            self.counts.late = self.counts.late.saturating_add(1);
            return;
        }
        let Some(sample) = self.sample(outcome, took) else { return };
        match self.phase {
            Phase::Closed => self.record(sample, now, heard),
            Phase::HalfOpen => {
                if let Some(verdict) = self.probes.record(sample, &self.settings) {
                    let cause = match verdict {
                        Verdict::Open => Cause::ProbesFailed,
                        Verdict::Close => Cause::ProbesSucceeded,
                    };
                    self.decide(verdict, cause, self.latest, heard);
                }
            }
            Phase::Open { .. } | Phase::ForcedOpen | Phase::ForcedClosed | Phase::Disabled => {}
        }
    }

    /// Takes a permit back that will have no result: the caller was cancelled. See [`OnDrop`].
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let mut machine = Machine::new(Settings::default(), 0, now)?;
    /// let token = machine.acquire(&now, &mut |_| {})?;
    /// machine.abandon(token, &now, &mut |_| {});
    /// assert_eq!(machine.window(now).failed, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn abandon(&mut self, token: Token, now: &impl Clock, heard: &mut dyn FnMut(Transition)) {
        if self.phase != Phase::Disabled {
            self.counts.dropped = self.counts.dropped.saturating_add(1);
        }
        let outcome = match self.settings.on_drop {
            OnDrop::Neutral => Outcome::Neutral,
            OnDrop::Failure => Outcome::Failure,
        };
        self.complete(token, outcome, None, now, heard);
    }

    /// What the window is told; nothing about a neutral result.
    fn sample(&mut self, outcome: Outcome, took: Option<Duration>) -> Option<Sample> {
        let counts = &mut self.counts;
        if outcome == Outcome::Neutral {
            counts.neutral = counts.neutral.saturating_add(1);
            return None;
        }
        let too_long = match (&self.settings.slow_call, took) {
            (Some(slow_call), Some(took)) => took >= slow_call.threshold,
            (Some(_) | None, _) => false,
        };
        let slow = outcome == Outcome::Slow || too_long;
        let failed = outcome == Outcome::Failure;
        counts.slow = counts.slow.saturating_add(u64::from(slow));
        counts.failures = counts.failures.saturating_add(u64::from(failed));
        counts.successes = counts.successes.saturating_add(u64::from(!failed));
        // Without a rate of their own, slow calls can only count as failures.
        let has_rate = self.settings.slow_call.is_some();
        Some(Sample { failed: failed || (slow && !has_rate), slow: slow && has_rate })
    }

    /// Counts a result in a closed circuit and opens it where that was one too many.
    fn record(&mut self, sample: Sample, clock: &impl Clock, heard: &mut dyn FnMut(Transition)) {
        self.streak = if sample.is_good() { 0 } else { self.streak.saturating_add(1) };
        let totals = match &mut self.window {
            Window::Streak => None,
            Window::Calls(window) => {
                let was_full = window.is_full();
                window.record(sample);
                // In a full window a good result takes the place of another: no rate goes up.
                let may_trip = !(was_full && sample.is_good());
                may_trip.then(|| window.totals())
            }
            Window::Time(window) => {
                // A good result need not be remembered as the latest moment: it may be gathered by now.
                if sample.is_good() {
                    window.record(sample, self.latest.max(clock.coarse()));
                } else {
                    self.latest = self.latest.max(clock.now());
                    window.record(sample, self.latest);
                }
                Some(window.totals())
            }
            Window::Tumbling(window) => {
                window.record(sample);
                Some(window.totals())
            }
        };
        let limit = self.settings.trip.failures_in_a_row().filter(|_| !sample.is_good());
        let in_a_row = limit.is_some_and(|limit| self.streak >= limit);
        let tripped = in_a_row
            .then_some(Cause::Failures)
            .or_else(|| totals.and_then(|totals| self.too_much(sample, totals)));
        if let Some(cause) = tripped {
            let now = self.seen(clock.now());
            self.open(cause, now, heard);
        }
    }

    /// Whether no number of further good results can open it, with what the window holds.
    pub(super) fn no_success_opens(&self, totals: Totals) -> bool {
        let Some(rate) = self.settings.trip.rate() else { return true };
        // The rates are the highest where the minimum is just reached.
        let calls = totals.calls.max(u64::from(rate.min_calls));
        let fine = |part, threshold| !reached(rate, part, calls, threshold);
        let slow_call = self.settings.slow_call.as_ref();
        rate.evaluate == Evaluate::Failure
            || (fine(totals.failed, rate.threshold)
                && slow_call.is_none_or(|slow_call| fine(totals.slow, slow_call.rate)))
    }

    fn too_much(&self, sample: Sample, totals: Totals) -> Option<Cause> {
        let rate = self.settings.trip.rate()?;
        let looked_at = rate.evaluate == Evaluate::AnyResult || !sample.is_good();
        if !looked_at || totals.calls < u64::from(rate.min_calls) {
            return None;
        }
        if reached(rate, totals.failed, totals.calls, rate.threshold) {
            return Some(Cause::FailureRate);
        }
        let slow_call = self.settings.slow_call.as_ref()?;
        reached(rate, totals.slow, totals.calls, slow_call.rate).then_some(Cause::SlowRate)
    }
}

/// By division, because 7 of 10 is exactly the float that `0.7` is read as; a product may not be.
fn reached(rate: &Rate, part: u64, whole: u64, threshold: f64) -> bool {
    part > 0 && rate.compare.reached(part as f64 / whole as f64, threshold)
}
