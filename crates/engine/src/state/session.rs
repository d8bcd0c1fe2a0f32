//! What is remembered of one session.

use serde::{Deserialize, Serialize};

use super::{is_default, keep_newest};
use crate::{AgentId, BreakerTicket, RunId, TaskId, Timestamp};

const NOTICES: usize = 3;
const IN_FLIGHT: usize = 32;
const TRIPPED: usize = 8;
/// Calls of guarded tools in flight at a time; the result of an older one is not counted.
const SERVICE_CALLS: usize = 12;
/// The longest word kept for an agent's next event, in bytes.
pub const NOTICE_BYTES: usize = 1_100;

/// One session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionState {
    /// Events folded so far: the number of the next one in the log.
    pub events: u64,
    /// The named task it serves; without one, the session is its own task.
    #[serde(skip_serializing_if = "is_default")]
    pub task: Option<TaskId>,
    /// The agent program.
    pub client: Option<String>,
    /// What the agent is for.
    #[serde(skip_serializing_if = "is_default")]
    pub role: Option<String>,
    /// The folder it works in.
    #[serde(skip_serializing_if = "is_default")]
    pub folder: Option<String>,
    /// The policies it obeys; `None` until it is told, and after a person's order.
    pub policy: Option<PolicyDigests>,
    /// The supervised run that it belongs to, while it goes on.
    #[serde(skip_serializing_if = "is_default")]
    pub run: Option<RunId>,
    /// The latest time seen.
    pub last: Timestamp,
    /// The latest time at which more happened than that time passed; 0 in a record of a version
    /// that did not know it.
    pub acted: Timestamp,
    /// Whether a turn runs.
    pub activity: SessionActivity,
    /// New changes of the workspace, by any agent of the session.
    #[serde(skip_serializing_if = "is_default")]
    pub changes: u64,
    /// A person's prompts.
    #[serde(skip_serializing_if = "is_default")]
    pub prompts: u64,
    /// Whether the client tells when the results of a model response are in.
    #[serde(skip_serializing_if = "is_default")]
    pub tells_rounds: bool,
    /// When a person last gave guidance or reset the breaker; opens earlier than this are over.
    #[serde(skip_serializing_if = "is_default")]
    pub guided_at: Option<Timestamp>,
    /// Until then everything passes.
    #[serde(skip_serializing_if = "is_default")]
    pub bypass_until: Option<Timestamp>,
    /// Words that wait for an agent's next event.
    #[serde(skip_serializing_if = "is_default")]
    pub notices: Vec<QueuedNotice>,
    /// Calls that have begun and not ended.
    #[serde(skip_serializing_if = "is_default")]
    pub in_flight: Vec<u64>,
    /// Parents of subagents that tripped since the last person's prompt.
    #[serde(skip_serializing_if = "is_default")]
    pub tripped_children: Vec<AgentId>,
    /// Calls whose results the shared breakers of their tools wait for.
    #[serde(skip_serializing_if = "is_default")]
    pub service_calls: Vec<ServiceCall>,
    /// Whether the present silence was already noticed.
    #[serde(skip_serializing_if = "is_default")]
    pub quiet_told: bool,
}

/// Whether a turn runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionActivity {
    /// Nobody works: before the first prompt, or after the turn ended.
    #[default]
    Idle,
    /// A turn runs.
    Active,
    /// The agent waits for something it reported.
    Asleep,
}

/// Policies by the digests that name them in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyDigests {
    /// What its layers gave last.
    pub found: u64,
    /// What holds: the same, or a stricter one that a person has still to let go.
    pub holds: u64,
}

impl PolicyDigests {
    /// What was found holds.
    #[must_use]
    pub fn of(found: u64) -> Self {
        Self { found, holds: found }
    }

    /// Whether what holds is stricter than what was found.
    #[must_use]
    pub fn is_stricter(self) -> bool {
        self.holds != self.found
    }
}

/// A call that shared breakers gave leave to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceCall {
    /// Digest of the client's call id; 0 where it has none.
    pub call: u64,
    /// Short digest of the tool.
    pub tool: u64,
    /// Of the tool's breaker.
    pub ticket: BreakerTicket,
    /// Of the service's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll_up: Option<BreakerTicket>,
}

/// Words that wait for an agent's next event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedNotice {
    /// For whom.
    pub to: AgentId,
    /// The words.
    pub text: String,
}

impl SessionState {
    /// Stamps an event: a time earlier than the latest seen counts as the latest seen.
    pub(crate) fn stamp(&mut self, at: Timestamp) -> Timestamp {
        self.last = self.last.max(at);
        self.last
    }

    pub(crate) fn queue_notice(&mut self, to: &AgentId, text: &str) {
        let cut = text.char_indices().map(|(i, c)| i + c.len_utf8());
        let end = cut.take_while(|end| *end <= NOTICE_BYTES).last().unwrap_or(0);
        self.notices.push(QueuedNotice { to: to.clone(), text: text[..end].to_owned() });
        keep_newest(&mut self.notices, NOTICES);
    }

    pub(crate) fn take_notices(&mut self, agent: &AgentId) -> Vec<String> {
        let mut taken = Vec::new();
        self.notices.retain(|notice| {
            let mine = notice.to == *agent;
            if mine {
                taken.push(notice.text.clone());
            }
            !mine
        });
        taken
    }

    pub(crate) fn call_begins(&mut self, call: Option<u64>) {
        self.in_flight.extend(call);
        keep_newest(&mut self.in_flight, IN_FLIGHT);
    }

    pub(crate) fn call_ends(&mut self, call: Option<u64>) {
        self.in_flight.retain(|open| Some(*open) != call);
    }

    pub(crate) fn service_call_begins(&mut self, call: ServiceCall) {
        self.service_calls.push(call);
        keep_newest(&mut self.service_calls, SERVICE_CALLS);
    }

    pub(crate) fn child_tripped(&mut self, parent: AgentId) {
        self.tripped_children.push(parent);
        keep_newest(&mut self.tripped_children, TRIPPED);
    }

    /// Subagents of `agent` that tripped since the last person's prompt.
    pub(crate) fn children_tripped(&self, agent: &AgentId) -> u64 {
        self.tripped_children.iter().filter(|parent| *parent == agent).count() as u64
    }
}
