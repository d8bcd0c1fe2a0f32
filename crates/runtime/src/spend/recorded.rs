//! The caps of a recorded session, whose sums are in memory.

use fusebox_engine::state::Scopes;
use fusebox_engine::{Decision, EventKind, Observation, Policy};

use super::{CapSums, CapUpdate, MachineCaps, ReadCaps};
use crate::step::step;

/// What the caps of one recorded session add up: what this session spent, also where others share the cap.
#[derive(Debug, Default)]
pub struct RecordedCaps(MachineCaps);

impl RecordedCaps {
    /// Takes the step of an event as live: what it spent is added to its caps, and they are judged with it.
    pub fn step(
        &self,
        policy: &Policy,
        kind: &EventKind,
        scopes: &mut Scopes,
        observation: &mut Observation,
    ) -> Decision {
        let Self(machine) = self;
        let read = ReadCaps { machine, records: None };
        // Only a store can fail.
        let sums = CapSums { store: None, read };
        let update = CapUpdate::meet(sums, policy, kind, scopes, observation).unwrap_or_default();
        let mut decision = step(policy, scopes, observation);
        update.close_incidents(&mut decision.changes, observation.at);
        update.rows(&decision.changes).for_each(|row| row.keep(read));
        decision
    }
}
