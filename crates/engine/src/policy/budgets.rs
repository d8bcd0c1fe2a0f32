//! Budgets of a task.

use serde::{Deserialize, Serialize};

use super::{Limit, Ratio};
use crate::state::is_default;

/// Budgets of a task since a person's last prompt. A budget of N admits N units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BudgetLimits {
    /// Failing test runs that follow a change.
    pub iterations: Limit,
    /// Admitted tool calls.
    pub tool_calls: Limit,
    /// Automation prompts.
    pub turns: Limit,
    /// Time inside turns, in milliseconds.
    pub active_time: Limit,
    /// Time asleep, in milliseconds.
    pub sleep_time: Limit,
    /// Messages in the conversation.
    pub messages: Limit,
    /// Tokens in the conversation.
    pub context_tokens: Limit,
    /// Tokens written by the model.
    pub output_tokens: Limit,
    /// Cost in millionths of a US dollar.
    pub cost_micros: Limit,
    /// The share of a budget at which the agent is warned. Default 0.8.
    pub warn_at: Ratio,
    /// Refused model rounds after which the turn is stopped. Default 5.
    pub refusals: Limit,
    /// Time without any event, in milliseconds, after which a notice is given. Default 120 s.
    pub quiet_after: Limit,
    /// Time that a supervised agent has to summarise after a trip, in milliseconds, before it is
    /// ended. Default 60 s.
    #[serde(default = "a_minute")]
    pub wrap_up: Limit,
    /// Whether calls, time, output tokens and cost are limited to what most good runs of the client in the project
    /// needed. Default: no.
    #[serde(default, skip_serializing_if = "is_default")]
    pub calibrated: bool,
}

impl Default for BudgetLimits {
    fn default() -> Self {
        Self {
            iterations: Limit::UNLIMITED,
            tool_calls: Limit::UNLIMITED,
            turns: Limit::UNLIMITED,
            active_time: Limit::UNLIMITED,
            sleep_time: Limit::UNLIMITED,
            messages: Limit::UNLIMITED,
            context_tokens: Limit::UNLIMITED,
            output_tokens: Limit::UNLIMITED,
            cost_micros: Limit::UNLIMITED,
            warn_at: Ratio::FOUR_FIFTHS,
            refusals: Limit::at(5),
            quiet_after: Limit::at(120_000),
            wrap_up: a_minute(),
            calibrated: false,
        }
    }
}

fn a_minute() -> Limit {
    Limit::at(60_000)
}
