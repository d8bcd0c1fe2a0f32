//! What a report of usage says, in whole numbers.

use serde::{Deserialize, Serialize};

use crate::PicoUsd;
use crate::event::TokenUsage;
use crate::money::usd_or_micros;
use crate::spend::{CapStanding, UsualCost};
use crate::state::is_default;

/// Tokens, messages and cost in whole numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedUsage {
    /// Tokens received in this report.
    pub output_tokens: u64,
    /// Gauge: the size of the conversation now.
    pub context_tokens: Option<u64>,
    /// Gauge: messages in the conversation now.
    pub messages: Option<u64>,
    /// What the client says that this cost: all of it since its last report.
    #[serde(
        default,
        alias = "cost_micros",
        deserialize_with = "usd_or_micros",
        skip_serializing_if = "is_default"
    )]
    pub reported_usd: PicoUsd,
    /// What the tokens of a response cost by the prices of its model, where the client reports no cost.
    #[serde(default, skip_serializing_if = "is_default")]
    pub priced_usd: PicoUsd,
    /// Whether the prices of its model are not known.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_unpriced: bool,
    /// The caps that this neared or spent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caps: Vec<CapStanding>,
    /// What other sessions of the project cost, with the first report of a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<UsualCost>,
}

impl ObservedUsage {
    /// What a report of usage says, with the cost that the prices of its model give.
    #[must_use]
    pub fn new(usage: &TokenUsage, priced_usd: PicoUsd) -> Self {
        Self {
            output_tokens: usage.output_tokens,
            context_tokens: usage.context_tokens,
            messages: usage.messages,
            reported_usd: PicoUsd::from_reported_usd(usage.cost_usd),
            priced_usd,
            is_unpriced: false,
            caps: Vec::new(),
            usual: None,
        }
    }
}
