//! Calls, time, tokens and cost of a stretch of work.

use fusebox_engine::state::BudgetUsage;
use fusebox_engine::{PicoUsd, WorkMeasure};
use serde::Serialize;

/// What work took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct WorkAmounts {
    /// Admitted tool calls.
    pub tool_calls: u64,
    /// Milliseconds inside turns.
    pub active_ms: u64,
    /// Tokens written by the model.
    pub output_tokens: u64,
    /// What it cost.
    pub cost_usd: PicoUsd,
}

impl From<&BudgetUsage> for WorkAmounts {
    fn from(used: &BudgetUsage) -> Self {
        Self {
            tool_calls: used.tool_calls,
            active_ms: used.active_ms,
            output_tokens: used.output_tokens,
            cost_usd: used.cost_usd,
        }
    }
}

impl WorkAmounts {
    /// One of them, in the unit of its measure. A part of a millionth counts as a whole one.
    #[must_use]
    pub fn get(&self, measure: WorkMeasure) -> u64 {
        match measure {
            WorkMeasure::ToolCalls => self.tool_calls,
            WorkMeasure::ActiveTime => self.active_ms,
            WorkMeasure::OutputTokens => self.output_tokens,
            WorkMeasure::Cost => self.cost_usd.picos().div_ceil(1_000_000),
        }
    }

    /// The larger of each.
    pub(super) fn raise_to(&mut self, other: &Self) {
        self.tool_calls = self.tool_calls.max(other.tool_calls);
        self.active_ms = self.active_ms.max(other.active_ms);
        self.output_tokens = self.output_tokens.max(other.output_tokens);
        self.cost_usd = self.cost_usd.max(other.cost_usd);
    }

    /// Adds what `now` is above `before`. An amount that fell began again from nothing.
    pub(super) fn add_growth(&mut self, before: &Self, now: &Self) {
        let growth = |before: u64, now: u64| if now < before { now } else { now - before };
        self.tool_calls += growth(before.tool_calls, now.tool_calls);
        self.active_ms += growth(before.active_ms, now.active_ms);
        self.output_tokens += growth(before.output_tokens, now.output_tokens);
        let cost = growth(before.cost_usd.picos(), now.cost_usd.picos());
        self.cost_usd = self.cost_usd.saturating_add(PicoUsd::from_picos(cost));
    }

    /// The sum of each.
    pub(super) fn add(&mut self, other: &Self) {
        self.add_growth(&Self::default(), other);
    }

    /// What is left of each beyond `other`.
    #[must_use]
    pub fn beyond(&self, other: &Self) -> Self {
        Self {
            tool_calls: self.tool_calls.saturating_sub(other.tool_calls),
            active_ms: self.active_ms.saturating_sub(other.active_ms),
            output_tokens: self.output_tokens.saturating_sub(other.output_tokens),
            cost_usd: self.cost_usd.saturating_sub(other.cost_usd),
        }
    }
}
