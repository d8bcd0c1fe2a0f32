//! Which calls are admitted, which of them are probes, and which are rejected.

use super::{Cause, Machine, Phase, Token, TransitionSink};
use crate::{CircuitOpen, Clock, Timestamp};

impl Machine {
    /// Requests permission to make a call.
    ///
    /// # Errors
    ///
    /// When the circuit is open, or half-open without a free probe.
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
        sink: TransitionSink<'_>,
    ) -> Result<Token, CircuitOpen> {
        let answer = self.admit(now, sink);
        match answer {
            Ok(_) if self.record.phase == Phase::Disabled => {}
            Ok(_) => self.record.counts.admitted = self.record.counts.admitted.saturating_add(1),
            Err(_) => self.record.counts.rejected = self.record.counts.rejected.saturating_add(1),
        }
        answer
    }

    fn admit(&mut self, now: &impl Clock, sink: TransitionSink<'_>) -> Result<Token, CircuitOpen> {
        match self.record.phase {
            Phase::Closed => self.turn_window(now),
            Phase::Disabled | Phase::ForcedClosed => {}
            Phase::ForcedOpen => return Err(self.rejection(self.record.latest)),
            Phase::Open { .. } | Phase::HalfOpen => return self.admit_probe(now, sink),
        }
        Ok(Token { epoch: self.record.epoch, probe: 0 })
    }

    fn admit_probe(
        &mut self,
        now: &impl Clock,
        sink: TransitionSink<'_>,
    ) -> Result<Token, CircuitOpen> {
        let (now, before) = (self.record.latest.max(now.now()), self.record.epoch);
        self.settle(now, sink);
        if self.record.phase.open_until().is_some_and(|until| until.has_come(now)) {
            self.record.probes.start(now);
            self.enter(Phase::HalfOpen, Cause::PeriodOver, now, sink);
        }
        let answer = self.answer_half_open(now);
        // A rejection changes nothing, not even the latest time: the concurrent breaker rejects without the machine.
        if answer.is_ok() || self.record.epoch != before {
            self.record.latest = now;
        }
        answer
    }

    fn answer_half_open(&mut self, now: Timestamp) -> Result<Token, CircuitOpen> {
        match self.record.phase {
            Phase::HalfOpen => {
                let probe = self.record.probes.admit(&self.settings.half_open, now);
                let token = probe.map(|probe| Token { epoch: self.record.epoch, probe });
                token.ok_or_else(|| self.rejection(now))
            }
            // The last probe's lease may have ended in favour of the service.
            Phase::Closed => Ok(Token { epoch: self.record.epoch, probe: 0 }),
            Phase::Open { .. } | Phase::ForcedOpen | Phase::ForcedClosed | Phase::Disabled => {
                Err(self.rejection(now))
            }
        }
    }

    fn rejection(&self, now: Timestamp) -> CircuitOpen {
        CircuitOpen { state: self.record.phase.state(), retry_after: self.retry_after(now) }
    }
}
