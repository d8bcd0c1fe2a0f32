//! The iterations of a loop, and the end of its cooldown.

use super::Fold;
use crate::IncidentStatus;
use crate::breaker::{Breaker, TripRecord};
use crate::policy::LoopRecovery;
use crate::stagnation::ObservedIteration;

impl Fold<'_> {
    /// Folds one iteration of the task's loop. One of an earlier run changes nothing, but is answered
    /// with the state of the breaker all the same.
    pub(super) fn iteration(&mut self, iterated: &ObservedIteration) {
        let open = self.open_incident().is_some();
        let limits = &self.policy.stagnation;
        let looping = &mut self.scopes.task.looping;
        if looping.admits(iterated.run) {
            let at = self.scopes.session.last;
            self.out.extend(looping.step(limits, iterated, at, open));
        }
        // No iteration follows while the breaker is open, whichever rule opened it.
        self.stop |= self.enforces() && (open || self.out.trips());
    }

    /// L11: a loop that was open long enough is allowed one more iteration. Counts in a row stay:
    /// the same outcome opens it at once.
    pub(super) fn cool_down(&mut self) {
        let LoopRecovery::Cooldown(length) = self.policy.stagnation.recovery else { return };
        let Some(tripped) = self.open_loop().filter(|trip| !trip.is_escalated) else { return };
        // For a trip in the future no time has passed.
        if self.scopes.session.last.since(tripped.since) < length {
            return;
        }
        self.close_incident(tripped.incident.clone(), IncidentStatus::CooledDown, None);
        self.scopes.task.breaker = Breaker::Closed;
        self.scopes.task.looping.probe();
    }

    /// Why the loop of the task is open, if it is.
    pub(super) fn open_loop(&self) -> Option<&TripRecord> {
        self.scopes.task.breaker.trip_record().filter(|trip| trip.rule().judges_loops())
    }
}
