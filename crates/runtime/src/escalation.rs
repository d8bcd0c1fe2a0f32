//! Which person hears of a trip, and when: the levels, and what the outbox carries for each trip and each channel.

use fusebox_engine::{Duration, IncidentId, RunId, Timestamp};
use fusebox_store::{DeliveryState, OutboxKind, OutboxRow, Store, StoreTx};
use serde::{Deserialize, Serialize};

use crate::agent_run::AgentRun;
use crate::{RuntimeError, codec};

/// Why a person is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EscalationLevel {
    /// A breaker opened.
    Trip,
    /// A cap on what is spent was reached.
    CapReached,
    /// A run was tried again, and tripped again.
    RetryFailed,
    /// Nobody but a person gets the work going again.
    NeedsPerson,
}

impl EscalationLevel {
    /// Every level, in the order of the settings.
    pub const ALL: [Self; 4] = [Self::Trip, Self::CapReached, Self::RetryFailed, Self::NeedsPerson];

    /// Its name, as the settings and the messages have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Trip => "trip",
            Self::CapReached => "cap_reached",
            Self::RetryFailed => "retry_failed",
            Self::NeedsPerson => "needs_person",
        }
    }
}

/// A trip that a run hands to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EscalationRequest {
    /// The run.
    pub run: RunId,
    /// Why.
    #[serde(default = "needs_person")]
    pub level: EscalationLevel,
    /// The trip.
    pub incident: Option<IncidentId>,
}

/// What an earlier version, which wrote no level, meant.
const fn needs_person() -> EscalationLevel {
    EscalationLevel::NeedsPerson
}

impl EscalationRequest {
    /// The request of a run that tripped.
    #[must_use]
    pub fn of_run(record: &AgentRun, level: EscalationLevel) -> Self {
        Self { run: record.run.clone(), level, incident: record.incident.clone() }
    }

    /// Queues it, once for each run.
    ///
    /// # Errors
    /// When the store fails.
    pub fn queue(&self, store: &mut Store, now: Timestamp) -> Result<(), RuntimeError> {
        let body = codec::json("an escalation", self)?;
        let key = self.run.as_str();
        Ok(store.write(|tx| {
            tx.require_durable();
            tx.queue(&OutboxKind::Escalation, key, &body, now).map(drop)
        })?)
    }

    /// Reads the body of a queued request.
    #[must_use]
    pub fn read(body: &str) -> Option<Self> {
        serde_json::from_str(body).ok()
    }
}

/// How long an agent has to summarise its work before its issue is told.
pub const SUMMARY_TIME: Duration = Duration::from_secs(60);

/// The name of the commit status among the recipients of a forge, and of the one that takes it back.
const STATUS: &str = "status";
const STATUS_BACK: &str = "status_back";

/// A message that is to be sent through one channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageOrder {
    /// The id of the message, which nobody can guess.
    pub id: String,
    /// The incident.
    pub incident: IncidentId,
    /// Why it is sent.
    pub level: EscalationLevel,
    /// The channel: `slack`, or `github.comment`.
    pub to: String,
    /// The branch when it was queued.
    #[serde(default)]
    pub branch: Option<String>,
    /// The commit when it was queued: a status stays where it is.
    #[serde(default)]
    pub commit: Option<String>,
    /// The issue of the task when it was queued.
    #[serde(default)]
    pub issue: Option<String>,
    /// Whether the agent goes on after the trip, and may be about to summarise its work.
    #[serde(default)]
    pub waits_for_summary: bool,
    /// Whether it carries a one-time code, which no process below an agent makes.
    #[serde(default)]
    pub carries_code: bool,
}

impl MessageOrder {
    /// The key of the message in the outbox: a channel is told once of a trip at the trip, and once of what
    /// follows; a forge once in all.
    #[must_use]
    pub fn key(&self) -> String {
        let Self { incident, to, .. } = self;
        let follows =
            matches!(self.level, EscalationLevel::RetryFailed | EscalationLevel::NeedsPerson);
        let is_forge = to.contains('.');
        if follows && !is_forge && !self.waits_for_summary {
            return format!("{incident}:{to}:{}", self.level.name());
        }
        format!("{incident}:{to}")
    }

    /// Queues it, unless it ever was.
    ///
    /// # Errors
    /// When the store fails.
    pub fn queue(&self, tx: &mut dyn StoreTx, now: Timestamp) -> Result<bool, RuntimeError> {
        let body = codec::json("a message", self)?;
        Ok(tx.queue(&OutboxKind::Message, &self.key(), &body, now)?)
    }

    /// Reads the body of a queued message.
    #[must_use]
    pub fn read(body: &str) -> Option<Self> {
        serde_json::from_str(body).ok()
    }
}

/// Queues what sets back the commit statuses of an incident that is closed. Where none was set, nothing is queued, and
/// the status that still waits is not set either.
pub(crate) fn queue_end(
    tx: &mut dyn StoreTx,
    incident: &IncidentId,
    now: Timestamp,
) -> Result<bool, RuntimeError> {
    let mut queued = false;
    for forge in ["github", "gitlab"] {
        let key = format!("{incident}:{forge}.{STATUS}");
        let Some(row) = tx.effect(&OutboxKind::Message, &key)? else { continue };
        if !may_be_set(&row) {
            continue;
        }
        if let Some(order) = MessageOrder::read(&row.body) {
            let to = format!("{forge}.{STATUS_BACK}");
            queued |= MessageOrder { to, ..order }.queue(tx, now)?;
        }
    }
    Ok(queued)
}

/// Whether a status was set, or is being set by a process that holds it: a lease is longer than the wait for the
/// summary. One whose latest attempt failed is not.
fn may_be_set(row: &OutboxRow) -> bool {
    match &row.delivery {
        DeliveryState::Done => true,
        DeliveryState::Failed { .. } => false,
        DeliveryState::Pending { not_before, error } => {
            error.is_empty() && *not_before > row.queued.after(SUMMARY_TIME)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn esc3_a_status_is_set_back_where_it_was_set_or_is_being_set() {
        let queued = Timestamp(1_000);
        let is_set = |delivery| {
            let (key, body) = (String::new(), String::new());
            let kind = OutboxKind::Message;
            may_be_set(&OutboxRow { seq: 1, kind, key, body, queued, delivery, attempts: 1 })
        };
        let pending = |seconds, error: &str| DeliveryState::Pending {
            not_before: queued.after(Duration::from_secs(seconds)),
            error: error.to_owned(),
        };
        assert!(is_set(DeliveryState::Done) && is_set(pending(120, "")));
        assert!(!is_set(DeliveryState::Failed { error: "HTTP 404".to_owned() }));
        assert!(!is_set(pending(0, "")), "not tried");
        assert!(!is_set(pending(60, "")), "it waits for the summary");
        assert!(!is_set(pending(300, "HTTP 500")), "not set");
    }
}
