//! What one event queues for after its answer.

use fusebox_engine::state::TaskState;
use fusebox_engine::{Decision, Duration, IncidentChange, NotifyChannel, Policy, Timestamp};
use serde::{Deserialize, Serialize};

use super::EventDecision;
use crate::checkpoint::TaskFolder;
use crate::{RuntimeError, codec};

/// What is to be forgotten: the body of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurgeBody {
    /// What was last touched before this time.
    pub before: Timestamp,
    /// Kept attempts that are older than this when it is done.
    pub keep_attempts: Duration,
}

const DAY_MS: u64 = 24 * 3_600_000;

impl EventDecision<'_, '_> {
    pub(super) fn effects(
        &mut self,
        policy: &Policy,
        decision: &Decision,
        task: &TaskState,
        place: &dyn Fn() -> Option<TaskFolder>,
    ) -> Result<bool, RuntimeError> {
        let opened = decision.changes.iter().find_map(|change| match change {
            IncidentChange::Opened(incident) => Some(incident),
            IncidentChange::Summary { .. } | IncidentChange::Closed { .. } => None,
        });
        let Some(incident) = opened else { return Ok(false) };
        let id = incident.id.as_str();
        let mut queued = false;
        if !incident.observed_only
            && task.checkpoint.tag().is_some()
            && let Some(place) = place()
        {
            // Before the report, which may name it.
            queued |= self.tx.queue("attempt", id, &place.body()?, self.now)?;
        }
        queued |= self.tx.queue("report", id, id, self.now)?;
        // The bell is part of the answer; the desktop is reached after it.
        if !incident.observed_only && policy.notify.contains(&NotifyChannel::Desktop) {
            queued |= self.tx.queue("notify.desktop", id, id, self.now)?;
        }
        Ok(queued)
    }

    /// Once a day, where something is older than `retention`, what is to be forgotten is queued.
    ///
    /// Today is what another session says as well: a clock that jumped ahead forgets nothing.
    pub(super) fn forget(&mut self, policy: &Policy) -> Result<bool, RuntimeError> {
        let day = (self.now.0 / DAY_MS).to_string();
        if self.tx.effect("purge", &day)?.is_some() {
            return Ok(false);
        }
        let Some(beside) = self.tx.newest_beside(&self.event.session)? else { return Ok(false) };
        let before = self.now.min(beside).0.saturating_sub(policy.retention.0);
        if self.tx.oldest_event()?.is_none_or(|oldest| oldest.0 >= before) {
            return Ok(false);
        }
        let old =
            PurgeBody { before: Timestamp(before), keep_attempts: policy.attempts.keep_attempts };
        Ok(self.tx.queue("purge", &day, &codec::json("a delivery", &old)?, self.now)?)
    }
}
