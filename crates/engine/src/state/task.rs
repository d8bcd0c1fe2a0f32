//! The state of a task: budgets, attempts and its breaker.

use serde::{Deserialize, Serialize};

use super::{CheckpointState, RefusalCounts, is_default};
use crate::breaker::Breaker;
use crate::money::usd_or_micros;
use crate::scope::ScopeRecord;
use crate::spend::CapLimit;
use crate::stagnation::LoopState;
use crate::{BreakerState, ObservedUsage, PicoUsd, Rule, TaskAttempts, WorkMeasure};

/// The state of one task.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TaskState {
    /// Its breaker.
    #[serde(skip_serializing_if = "is_default")]
    pub breaker: Breaker,
    /// What has been used since the last person's prompt.
    pub used: BudgetUsage,
    /// Budgets that were warned of.
    #[serde(skip_serializing_if = "is_default")]
    pub warned: Vec<Rule>,
    /// The amounts of calibrated limits that were warned of.
    #[serde(skip_serializing_if = "is_default")]
    pub calibrated_warned: Vec<WorkMeasure>,
    /// Budgets whose trip was recorded in observe mode.
    #[serde(skip_serializing_if = "is_default")]
    pub observed: Vec<Rule>,
    /// Refusals since the trip.
    #[serde(skip_serializing_if = "is_default")]
    pub refused: RefusalCounts,
    /// Whether something was changed since the last test run.
    #[serde(skip_serializing_if = "is_default")]
    pub changed_since_run: bool,
    /// Attempts at failing tests; a person's prompt does not restart them.
    #[serde(skip_serializing_if = "is_default")]
    pub attempts: TaskAttempts,
    /// The checkpoint that the work can be rolled back to.
    #[serde(skip_serializing_if = "is_default")]
    pub checkpoint: CheckpointState,
    /// Writes outside the files of the task.
    #[serde(skip_serializing_if = "is_default")]
    pub scope: ScopeRecord,
    /// The loop that works on it, if any.
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
    /// Admitted tool calls when the latest retry began, from which the guided level counts.
    #[serde(skip_serializing_if = "is_default")]
    pub tool_calls_at_retry: u64,
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
    /// Messages at the last prompt.
    #[serde(skip_serializing_if = "is_default")]
    pub messages_at_prompt: u64,
    /// Messages at a person's last prompt.
    #[serde(skip_serializing_if = "is_default")]
    pub messages_at_person: u64,
    /// Messages when a person last answered a trip, from which the limit of all messages
    /// counts.
    #[serde(skip_serializing_if = "is_default")]
    pub messages_at_answer: u64,
    /// Gauge: tokens in the conversation.
    #[serde(skip_serializing_if = "is_default")]
    pub context_tokens: u64,
    /// Tokens when a person last answered a trip; 0 once the conversation is shorter.
    #[serde(skip_serializing_if = "is_default")]
    pub context_at_answer: u64,
    /// Tokens written by the model.
    #[serde(skip_serializing_if = "is_default")]
    pub output_tokens: u64,
    /// What it cost.
    #[serde(
        alias = "cost_micros",
        deserialize_with = "usd_or_micros",
        skip_serializing_if = "is_default"
    )]
    pub cost_usd: PicoUsd,
    /// The part of the cost that came from prices since the client last reported a cost, which is to cover it.
    #[serde(skip_serializing_if = "is_default")]
    pub unreported_usd: PicoUsd,
    /// What a person let it cost beyond its limits.
    #[serde(skip_serializing_if = "is_default")]
    pub allowed_usd: PicoUsd,
    /// How many tokens a person let the model write beyond its limit.
    #[serde(skip_serializing_if = "is_default")]
    pub allowed_tokens: u64,
}

impl BudgetUsage {
    /// What a report of usage adds to the cost. A report of the client is the cost of all since the last one, prices
    /// or not.
    #[must_use]
    pub fn cost_of(&self, spent: &ObservedUsage) -> PicoUsd {
        let beyond_prices = spent.reported_usd.saturating_sub(self.unreported_usd);
        spent.priced_usd.saturating_add(beyond_prices)
    }

    /// What was spent since a person's prompt, in the unit of a cap, and what a person added to the cap.
    #[must_use]
    pub fn spent_and_added(&self, limit: CapLimit) -> (u64, u64) {
        match limit {
            CapLimit::Usd(_) => (self.cost_usd.picos(), self.allowed_usd.picos()),
            CapLimit::Tokens(_) => (self.output_tokens, self.allowed_tokens),
            // No cap of a task is a share of a subscription.
            CapLimit::Share(_) => (0, 0),
        }
    }

    /// Adds this much to the caps of the same unit.
    pub(crate) fn allow_beyond(&mut self, room: CapLimit) {
        match room {
            CapLimit::Usd(room) => self.allowed_usd = self.allowed_usd.saturating_add(room),
            CapLimit::Tokens(room) => {
                self.allowed_tokens = self.allowed_tokens.saturating_add(room);
            }
            CapLimit::Share(_) => {}
        }
    }
}

impl TaskState {
    /// The state of its breaker, or of its loop if that is worse.
    #[must_use]
    pub fn state(&self) -> BreakerState {
        self.breaker.state().max(self.looping.phase.state())
    }

    /// Restarts the counts after a person's prompt. Gauges keep their values; what is counted from
    /// them starts anew.
    pub(crate) fn restart(&mut self) {
        self.looping.restart();
        let BudgetUsage {
            messages,
            messages_at_answer,
            context_tokens,
            context_at_answer,
            unreported_usd,
            ..
        } = self.used;
        self.used = BudgetUsage {
            unreported_usd,
            messages,
            messages_at_prompt: messages,
            messages_at_person: messages,
            messages_at_answer,
            context_tokens,
            context_at_answer,
            ..BudgetUsage::default()
        };
        self.warned.clear();
        self.calibrated_warned.clear();
        self.observed.clear();
        self.refused = RefusalCounts::default();
    }

    /// Begins a retry in a fresh session, whose conversation is empty. Budgets go on counting.
    pub(crate) fn begin_retry(&mut self) {
        let used = &mut self.used;
        used.tool_calls_at_retry = used.tool_calls;
        used.messages = 0;
        used.messages_at_prompt = 0;
        used.messages_at_person = 0;
        used.messages_at_answer = 0;
        used.context_tokens = 0;
        used.context_at_answer = 0;
        self.warned.retain(|rule| !rule.stops_at_once());
        self.refused = RefusalCounts::default();
    }

    /// Notes that a person answered a trip: used-up gauges must not trip again at once.
    pub(crate) fn pardon(&mut self) {
        self.used.messages_at_answer = self.used.messages;
        self.used.context_at_answer = self.used.context_tokens;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_that_an_earlier_version_stored_is_kept() {
        let used: BudgetUsage = serde_json::from_str(r#"{"cost_micros":990000}"#).unwrap();
        assert_eq!(used.cost_usd.to_string(), "0.99");
        let stored = serde_json::to_value(&used).unwrap();
        assert_eq!(stored["cost_usd"], "0.99");
        assert_eq!(serde_json::from_value::<BudgetUsage>(stored).unwrap(), used);
    }
}
