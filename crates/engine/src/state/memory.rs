//! What is remembered of a loop that was named to the agent.

use serde::{Deserialize, Serialize};

use super::is_default;
use crate::Rule;

/// A named loop. It outlives compaction and resume, so that a relapse is known as one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopMemory {
    /// The rule that named it.
    pub rule: Rule,
    /// What the loop is; the same for every rotation of a cycle.
    pub identity: u64,
    /// What is refused when it goes on: calls (8 at most) or one tool, as short digests; empty
    /// where no single call can be named.
    pub refuses: Vec<u64>,
    /// Whether `refuses` names a tool: whatever it is asked for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub whole_tool: bool,
    /// Progress of the workspace when it was last confirmed.
    pub changes: u64,
    /// A person's prompts when it was last confirmed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub prompts: u64,
    /// The step with which the agent left it; `None` while it goes on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left_at: Option<u64>,
    /// A relapse was seen: its next call is refused at once.
    #[serde(default, skip_serializing_if = "is_default")]
    pub armed: bool,
    /// Refused calls.
    #[serde(default, skip_serializing_if = "is_default")]
    pub denials: u64,
    /// It has opened the breaker before.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tripped: bool,
    /// Observe mode has reported it; nothing more is said until the agent leaves it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub muted: bool,
}

impl LoopMemory {
    /// Whether nothing has changed, in the workspace or by a person's word, since it was
    /// confirmed.
    pub(crate) fn still_holds(&self, changes: u64, prompts: u64) -> bool {
        self.changes == changes && self.prompts == prompts
    }
}
