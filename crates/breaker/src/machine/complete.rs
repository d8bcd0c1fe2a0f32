//! The result of a call and what it changes.

use std::time::Duration;

use super::probes::ProbeVerdict;
use super::window::{Sample, Totals, Window};
use super::{Cause, Machine, Phase, Token, TransitionSink};
use crate::settings::{Evaluate, OnDrop};
use crate::{Clock, Outcome};

impl Machine {
    /// Reports the result of a call, and how long it took where slow calls count.
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
        sink: TransitionSink<'_>,
    ) {
        match self.record.phase {
            Phase::Disabled => return,
            Phase::Closed => self.turn_window(now),
            Phase::HalfOpen => {
                let now = self.advance_time(now.now());
                self.settle(now, sink);
            }
            Phase::Open { .. } | Phase::ForcedOpen | Phase::ForcedClosed => {}
        }
        let probing = self.record.phase == Phase::HalfOpen;
        if token.epoch != self.record.epoch || (probing && !self.record.probes.release(token.probe))
        {
            self.record.counts.late = self.record.counts.late.saturating_add(1);
            return;
        }
        let Some(sample) = self.sample(outcome, took) else { return };
        if self.record.phase == Phase::Closed {
            self.count(sample, now, sink);
        } else if probing && let Some(verdict) = self.record.probes.record(sample, &self.settings) {
            let cause = match verdict {
                ProbeVerdict::Open => Cause::ProbesFailed,
                ProbeVerdict::Close => Cause::ProbesSucceeded,
            };
            self.decide(verdict, cause, self.record.latest, sink);
        }
    }

    /// Returns a permit that will have no result: the caller was cancelled. See [`OnDrop`].
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
    pub fn abandon(&mut self, token: Token, now: &impl Clock, sink: TransitionSink<'_>) {
        if self.record.phase != Phase::Disabled {
            self.record.counts.dropped = self.record.counts.dropped.saturating_add(1);
        }
        let outcome = match self.settings.on_drop {
            OnDrop::Neutral => Outcome::Neutral,
            OnDrop::Failure => Outcome::Failure,
        };
        self.complete(token, outcome, None, now, sink);
    }

    /// How the window counts a result; `None` for a neutral one.
    fn sample(&mut self, outcome: Outcome, took: Option<Duration>) -> Option<Sample> {
        let counts = &mut self.record.counts;
        if outcome == Outcome::Neutral {
            counts.neutral = counts.neutral.saturating_add(1);
            return None;
        }
        let slow_call = self.settings.slow_call.as_ref();
        let too_long =
            slow_call.zip(took).is_some_and(|(slow_call, took)| took >= slow_call.threshold);
        let slow = outcome == Outcome::Slow || too_long;
        let failed = outcome == Outcome::Failure;
        counts.slow = counts.slow.saturating_add(u64::from(slow));
        counts.failures = counts.failures.saturating_add(u64::from(failed));
        counts.successes = counts.successes.saturating_add(u64::from(!failed));
        // Without a rate of their own, slow calls can only count as failures.
        let has_rate = slow_call.is_some();
        Some(Sample { failed: failed || (slow && !has_rate), slow: slow && has_rate })
    }

    /// Counts a result in a closed circuit, and opens it where a limit is reached.
    fn count(&mut self, sample: Sample, clock: &impl Clock, sink: TransitionSink<'_>) {
        self.record.streak =
            if sample.is_good() { 0 } else { self.record.streak.saturating_add(1) };
        let totals = match &mut self.record.window {
            Window::Streak => None,
            Window::Calls(window) => {
                let was_full = window.is_full();
                window.record(sample);
                // In a full window a good result takes the place of another: no rate goes up.
                let may_trip = !(was_full && sample.is_good());
                may_trip.then(|| window.totals())
            }
            Window::Time(window) => {
                // A good result need not be the latest time: it may be one that was gathered.
                if sample.is_good() {
                    window.record(sample, self.record.latest.max(clock.coarse()));
                } else {
                    self.record.latest = self.record.latest.max(clock.now());
                    window.record(sample, self.record.latest);
                }
                Some(window.totals())
            }
            Window::Tumbling(window) => {
                window.record(sample);
                Some(window.totals())
            }
        };
        let limit = self.settings.trip.failures_in_a_row().filter(|_| !sample.is_good());
        let in_a_row = limit.is_some_and(|limit| self.record.streak >= limit);
        let tripped = in_a_row
            .then_some(Cause::Failures)
            .or_else(|| totals.and_then(|totals| self.reached_rate(sample, totals)));
        if let Some(cause) = tripped {
            let now = self.advance_time(clock.now());
            self.open(cause, now, sink);
        }
    }

    /// Whether no number of further good results can open it, with what the window holds.
    pub(super) fn no_success_opens(&self, totals: Totals) -> bool {
        let Some(rate) = self.settings.trip.rate() else { return true };
        // The rates are the highest where the minimum is just reached.
        let calls = totals.calls.max(u64::from(rate.min_calls));
        let is_fine = |part, share| !rate.compare.reaches(part, calls, share);
        let slow_call = self.settings.slow_call.as_ref();
        rate.evaluate == Evaluate::Failure
            || (is_fine(totals.failed, rate.threshold)
                && slow_call.is_none_or(|slow_call| is_fine(totals.slow, slow_call.rate)))
    }

    fn reached_rate(&self, sample: Sample, totals: Totals) -> Option<Cause> {
        let rate = self.settings.trip.rate()?;
        let is_evaluated = rate.evaluate == Evaluate::AnyResult || !sample.is_good();
        if !is_evaluated || totals.calls < u64::from(rate.min_calls) {
            return None;
        }
        if rate.compare.reaches(totals.failed, totals.calls, rate.threshold) {
            return Some(Cause::FailureRate);
        }
        let slow_call = self.settings.slow_call.as_ref()?;
        rate.compare.reaches(totals.slow, totals.calls, slow_call.rate).then_some(Cause::SlowRate)
    }
}
