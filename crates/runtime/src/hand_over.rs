//! The hand-over of a task, from this side of the outbox: queued with the trip, and at the end of a run.

use fusebox_engine::{IncidentId, RunId, Timestamp};
use fusebox_store::{OutboxKind, StoreTx};
use serde::{Deserialize, Serialize};

use crate::{RuntimeError, codec};

/// What is handed over, and in which file: the body of a delivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandOver {
    /// What ended.
    pub of: HandOverCause,
    /// The file, from the top of the project.
    pub file: String,
}

/// What ended, so that the work is handed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandOverCause {
    /// A breaker opened.
    Trip(IncidentId),
    /// The agent has said more of this trip since.
    Summary(IncidentId),
    /// A run ended.
    Run {
        /// The run.
        run: RunId,
        /// What the agent reported as done.
        summary: Option<String>,
    },
}

impl HandOver {
    /// Reads the body of a delivery.
    #[must_use]
    pub fn read(body: &str) -> Option<Self> {
        serde_json::from_str(body).ok()
    }

    /// Queues it; returns whether it was queued now.
    ///
    /// # Errors
    /// When the store fails.
    pub fn queue(&self, tx: &mut dyn StoreTx, now: Timestamp) -> Result<bool, RuntimeError> {
        let key = match &self.of {
            HandOverCause::Trip(incident) => incident.to_string(),
            // What is said last counts.
            HandOverCause::Summary(incident) => format!("{incident} {}", now.0),
            HandOverCause::Run { run, .. } => run.to_string(),
        };
        let body = codec::json("a delivery", self)?;
        Ok(tx.queue(&OutboxKind::HandOver, &key, &body, now)?)
    }
}
