//! A caller asks leave: who is let through, who is a probe, who is turned away.

use super::{Cause, Machine, Phase, Token, Transition};
use crate::{CircuitOpen, Clock, Timestamp};

impl Machine {
    /// Asks leave to make a call.
    ///
    /// # Errors
    ///
    /// The circuit is open, or half-open without a free probe.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let mut machine = Machine::new(Settings::default(), 0, now)?;
    /// assert!(machine.acquire(&now, &mut |_| {}).is_ok());
    /// machine.force_open(&now, &mut |_| {});
    /// assert!(machine.acquire(&now, &mut |_| {}).is_err());
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
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
        let (now, before) = (self.latest.max(now.now()), self.epoch);
        self.settle(now, heard);
        if self.phase.open_until().is_some_and(|until| until <= now && until < Timestamp::MAX) {
            self.probes.start(now);
            self.enter(Phase::HalfOpen, Cause::PeriodOver, now, heard);
        }
        let answer = self.answer_half_open(now);
        // A rejection leaves no trace, nor does the time at which it was: it may come without the machine being asked.
        if answer.is_ok() || self.epoch != before {
            self.latest = now;
        }
        answer
    }

    fn answer_half_open(&mut self, now: Timestamp) -> Result<Token, CircuitOpen> {
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
}
