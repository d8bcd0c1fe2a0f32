//! What a stretch of work takes, as limits that fit measure it.

use serde::{Deserialize, Serialize};

use crate::LimitedSum;
use crate::state::BudgetUsage;

/// One of the amounts that work takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkMeasure {
    /// Admitted tool calls.
    #[default]
    ToolCalls,
    /// Milliseconds inside turns.
    ActiveTime,
    /// Tokens written by the model.
    OutputTokens,
    /// Millionths of a US dollar.
    Cost,
}

impl WorkMeasure {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::ToolCalls, Self::ActiveTime, Self::OutputTokens, Self::Cost];

    /// What has been used of it.
    fn used(self, used: &BudgetUsage) -> u64 {
        match self {
            Self::ToolCalls => used.tool_calls,
            Self::ActiveTime => used.active_ms,
            Self::OutputTokens => used.output_tokens,
            Self::Cost => used.cost_usd.micros(),
        }
    }
}

/// A limit that fits: what most good runs of a client in a project stay within.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalibratedLimit {
    /// What is limited.
    pub measure: WorkMeasure,
    /// The limit in the unit of the measure. A call is refused when this much was used before it.
    pub limit: u64,
    /// The good runs that stay within it.
    pub within: u64,
    /// The good runs of which the amount is known.
    pub runs: u64,
}

impl CalibratedLimit {
    /// What has been used of it.
    pub(crate) fn sum(&self, used: &BudgetUsage) -> LimitedSum {
        LimitedSum { used: self.measure.used(used), limit: self.limit }
    }
}
