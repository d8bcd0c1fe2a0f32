//! The iterations of a loop, and the end of its cooldown.

use super::Fold;
use crate::breaker::Breaker;
use crate::policy::LoopRecovery;
use crate::stagnation::ObservedIteration;
use crate::{IncidentChange, IncidentStatus};

impl Fold<'_> {
    /// Folds one iteration of the task's loop. One of an earlier run changes nothing, but is answered
    /// with the state of the breaker all the same.
    pub(super) fn iteration(&mut self, iterated: &ObservedIteration) {
        let open = self.open_incident().is_some();
        let limits = &self.policy.stagnation;
        let looping = &mut self.scopes.task.looping;
        if looping.admits(iterated.run) {
            let at = self.scopes.session.last;
            for finding in looping.step(limits, iterated, at, open) {
                self.out.push(finding);
            }
        }
        // No iteration follows while the breaker is open, whichever rule opened it.
        self.stop |= self.enforces() && (open || self.out.trips());
    }

    /// L11: a loop that was open long enough is allowed one more iteration. Counts in a row stay:
    /// the same outcome opens it at once.
    pub(super) fn cool_down(&mut self) {
        let LoopRecovery::Cooldown(length) = self.policy.stagnation.recovery else { return };
        let now = self.scopes.session.last;
        let task = &mut self.scopes.task;
        let Some(tripped) =
            task.breaker.trip_record().filter(|tripped| tripped.rule().judges_loops())
        else {
            return;
        };
        // For a trip in the future no time has passed.
        if now.since(tripped.since) < length {
            return;
        }
        self.changes.push(IncidentChange::Closed {
            incident: tripped.incident.clone(),
            status: IncidentStatus::CooledDown,
            guidance: None,
            at: now,
        });
        task.breaker = Breaker::Closed;
        task.looping.probe();
    }
}
