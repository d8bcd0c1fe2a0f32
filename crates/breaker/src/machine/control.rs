//! What a person or a program can order.

use super::{Cause, Machine, Phase, TransitionSink, Window};
use crate::{Clock, InvalidSettings, Settings};

impl Machine {
    /// Rejects every call until [`Machine::reset`] or another order.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, State, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let mut machine = Machine::new(Settings::default(), 0, now)?;
    /// machine.force_open(&now, &mut |_| {});
    /// assert_eq!(machine.state(now), State::ForcedOpen);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn force_open(&mut self, now: &impl Clock, sink: TransitionSink<'_>) {
        self.force(Phase::ForcedOpen, now, sink);
    }

    /// Admits every call and counts it, and never opens, until [`Machine::reset`] or another order.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, State, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let mut machine = Machine::new(Settings::default(), 0, now)?;
    /// machine.force_closed(&now, &mut |_| {});
    /// assert_eq!(machine.state(now), State::ForcedClosed);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn force_closed(&mut self, now: &impl Clock, sink: TransitionSink<'_>) {
        self.force(Phase::ForcedClosed, now, sink);
    }

    /// Admits every call and counts nothing, until [`Machine::reset`] or another order.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, State, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let mut machine = Machine::new(Settings::default(), 0, now)?;
    /// machine.disable(&now, &mut |_| {});
    /// assert_eq!(machine.state(now), State::Disabled);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn disable(&mut self, now: &impl Clock, sink: TransitionSink<'_>) {
        self.force(Phase::Disabled, now, sink);
    }

    /// Closes the circuit with an empty window, from any state. Results of calls that are still running do not count.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, State, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let mut machine = Machine::new(Settings::default(), 0, now)?;
    /// machine.force_open(&now, &mut |_| {});
    /// machine.reset(&now, &mut |change| assert_eq!(change.to, State::Closed));
    /// assert_eq!(machine.state(now), State::Closed);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn reset(&mut self, now: &impl Clock, sink: TransitionSink<'_>) {
        let now = self.advance_time(now.now());
        self.record.attempts = 0;
        if self.record.phase == Phase::Closed {
            self.forget_calls(now);
            self.record.epoch += 1;
        } else {
            self.enter(Phase::Closed, Cause::Forced, now, sink);
        }
    }

    /// Takes other settings without losing the state.
    ///
    /// Failures in a row are kept, and so is the content of the window where that stays the same; both are evaluated at
    /// the next result. A running open period is measured again from its beginning; probes without a result keep their
    /// lease.
    ///
    /// # Errors
    ///
    /// When the settings cannot work; the old ones then stay.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, OpenPeriod, Settings, State, Timestamp};
    /// use std::time::Duration;
    ///
    /// let now = Timestamp::ZERO;
    /// let mut machine = Machine::new(Settings::default(), 0, now)?;
    /// let open = OpenPeriod::Fixed(Duration::from_secs(5));
    /// machine.reconfigure(Settings { open, ..Settings::default() }, &now)?;
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn reconfigure(
        &mut self,
        settings: Settings,
        now: &impl Clock,
    ) -> Result<(), InvalidSettings> {
        settings.check()?;
        let now = self.advance_time(now.now());
        if !self.record.window.fits(&settings.trip) {
            self.record.window = Window::new(&settings.trip, now);
        }
        self.record.probes.reserve(&settings.half_open);
        self.settings = settings;
        if let Phase::Open { since, .. } = self.record.phase {
            let until =
                self.until(since, self.record.attempts.saturating_sub(1), self.record.epoch);
            self.record.phase = Phase::Open { since, until };
        }
        Ok(())
    }

    fn force(&mut self, phase: Phase, now: &impl Clock, sink: TransitionSink<'_>) {
        if self.record.phase != phase {
            let now = self.advance_time(now.now());
            self.enter(phase, Cause::Forced, now, sink);
        }
    }
}
