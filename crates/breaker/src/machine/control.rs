//! What a person or a program may set by hand.

use super::{Cause, Machine, Phase, Transition, Window};
use crate::{Clock, InvalidSettings, Settings};

impl Machine {
    /// Lets nothing through until [`Machine::reset`] or another order.
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
    pub fn force_open(&mut self, now: &impl Clock, heard: &mut dyn FnMut(Transition)) {
        self.force(Phase::ForcedOpen, now, heard);
    }

    /// Lets everything through and counts it, and never opens, until [`Machine::reset`] or another order.
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
    pub fn force_closed(&mut self, now: &impl Clock, heard: &mut dyn FnMut(Transition)) {
        self.force(Phase::ForcedClosed, now, heard);
    }

    /// Lets everything through and counts nothing, until [`Machine::reset`] or another order.
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
    pub fn disable(&mut self, now: &impl Clock, heard: &mut dyn FnMut(Transition)) {
        self.force(Phase::Disabled, now, heard);
    }

    /// Closes the circuit with an empty window, from any state. Calls that are still out belong to the past.
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
    pub fn reset(&mut self, now: &impl Clock, heard: &mut dyn FnMut(Transition)) {
        let now = self.seen(now.now());
        self.attempts = 0;
        if self.phase == Phase::Closed {
            self.forget_calls(now);
            self.epoch += 1;
        } else {
            self.enter(Phase::Closed, Cause::Forced, now, heard);
        }
    }

    /// Takes other settings without losing the state.
    ///
    /// Failures in a row are kept, and so is what the window holds where it stays the same; both are judged at the
    /// next result. A running open
    /// period is measured anew from its beginning; probes that are out keep the lease they were given.
    ///
    /// # Errors
    ///
    /// Settings that could never work; the old ones then stay.
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
        let now = self.seen(now.now());
        if !self.window.fits(&settings.trip) {
            self.window = Window::new(&settings.trip, now);
        }
        self.probes.reserve(&settings.half_open);
        self.settings = settings;
        if let Phase::Open { since, .. } = self.phase {
            let until = self.until(since, self.attempts.saturating_sub(1), self.epoch);
            self.phase = Phase::Open { since, until };
        }
        Ok(())
    }

    fn force(&mut self, phase: Phase, now: &impl Clock, heard: &mut dyn FnMut(Transition)) {
        if self.phase != phase {
            let now = self.seen(now.now());
            self.enter(phase, Cause::Forced, now, heard);
        }
    }
}
