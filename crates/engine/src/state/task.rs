//! What is remembered of a unit of work: budgets and its breaker.

use serde::{Deserialize, Serialize};

use super::{CheckpointState, RefusalCounts, is_default};
use crate::breaker::Breaker;
use crate::scope::ScopeRecord;
use crate::stagnation::LoopState;
use crate::{BreakerState, Rule, TaskAttempts};

/// One task.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TaskState {
    /// Whether its calls pass.
    #[serde(skip_serializing_if = "is_default")]
    pub breaker: Breaker,
    /// What has been used since the last person's prompt.
    pub used: BudgetUsage,
    /// Budgets whose warning was given.
    #[serde(skip_serializing_if = "is_default")]
    pub warned: Vec<Rule>,
    /// Budgets whose trip was written down in observe mode.
    #[serde(skip_serializing_if = "is_default")]
    pub observed: Vec<Rule>,
    /// Refusals since the trip.
    #[serde(skip_serializing_if = "is_default")]
    pub refused: RefusalCounts,
    /// Whether something was changed since the last test run.
    #[serde(skip_serializing_if = "is_default")]
    pub changed_since_run: bool,
    /// How often failing tests were tried; a person's prompt does not restart it.
    #[serde(skip_serializing_if = "is_default")]
    pub attempts: TaskAttempts,
    /// The state that the work can go back to.
    #[serde(skip_serializing_if = "is_default")]
    pub checkpoint: CheckpointState,
    /// How the agent kept to the files of the task.
    #[serde(skip_serializing_if = "is_default")]
    pub scope: ScopeRecord,
    /// The loop that works on it, if one does.
    #[serde(rename = "loop", skip_serializing_if = "is_default")]
    pub looping: LoopState,
}

/// What has been used of the budgets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BudgetUsage {
    /// Failing test runs after a change; a passing run sets it to 0.
    #[serde(skip_serializing_if = "is_default")]
    pub iterations: u64,
    /// Admitted tool calls.
    pub tool_calls: u64,
    /// Automation prompts.
    #[serde(skip_serializing_if = "is_default")]
    pub turns: u64,
    /// Milliseconds inside turns.
    #[serde(skip_serializing_if = "is_default")]
    pub active_ms: u64,
    /// Milliseconds asleep.
    #[serde(skip_serializing_if = "is_default")]
    pub sleep_ms: u64,
    /// Gauge: messages in the conversation.
    #[serde(skip_serializing_if = "is_default")]
    pub messages: u64,
    /// Messages there were when the last prompt came.
    #[serde(skip_serializing_if = "is_default")]
    pub messages_at_prompt: u64,
    /// Messages there were when a person spoke last.
    #[serde(skip_serializing_if = "is_default")]
    pub messages_at_person: u64,
    /// Messages there were when a person answered a trip last: what the limit of all messages counts
    /// from.
    #[serde(skip_serializing_if = "is_default")]
    pub messages_at_answer: u64,
    /// Gauge: tokens in the conversation.
    #[serde(skip_serializing_if = "is_default")]
    pub context_tokens: u64,
    /// Tokens there were when a person answered a trip; 0 once the conversation is shorter.
    #[serde(skip_serializing_if = "is_default")]
    pub context_at_answer: u64,
    /// Tokens written by the model.
    #[serde(skip_serializing_if = "is_default")]
    pub output_tokens: u64,
    /// Millionths of a US dollar.
    #[serde(skip_serializing_if = "is_default")]
    pub cost_micros: u64,
}

impl TaskState {
    /// The state of its breaker, or of its loop where that is worse.
    #[must_use]
    pub fn state(&self) -> BreakerState {
        self.breaker.state().max(self.looping.phase.state())
    }

    /// A person spoke: everything counted since their last word starts again. Gauges stay as they
    /// are; what is counted from them has a new beginning.
    pub(crate) fn restart(&mut self) {
        self.looping.restart();
        let BudgetUsage { messages, messages_at_answer, context_tokens, context_at_answer, .. } =
            self.used;
        self.used = BudgetUsage {
            messages,
            messages_at_prompt: messages,
            messages_at_person: messages,
            messages_at_answer,
            context_tokens,
            context_at_answer,
            ..BudgetUsage::default()
        };
        self.warned.clear();
        self.observed.clear();
        self.refused = RefusalCounts::default();
    }

    /// A person answered a trip: gauges that are used up must not trip again at once.
    pub(crate) fn pardon(&mut self) {
        self.used.messages_at_answer = self.used.messages;
        self.used.context_at_answer = self.used.context_tokens;
    }
}
