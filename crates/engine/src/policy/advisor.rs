//! Programs and models outside that are asked about a trip.

use serde::{Deserialize, Serialize};

use crate::Duration;

/// Programs and models outside that are asked about a trip. Default: none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AdvisorPolicy {
    /// Who analyses a trip: a command line or an HTTP address; empty for the built-in analysis alone.
    pub analyst: String,
    /// How long the analysis may take. Default 2 minutes.
    pub analyst_timeout: Duration,
    /// The model that an HTTP address is asked for.
    pub model: String,
    /// Where the key of the model comes from: `env:NAME`, `file:/PATH` or `command:LINE`. Never the key itself.
    pub model_key: String,
    /// Who is asked whether an agent still gets anywhere: a command line or an HTTP address; empty for nobody.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub judge: String,
    /// The command line of the agent that looks for the cause of a trip; empty for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub debugger: String,
}

impl Default for AdvisorPolicy {
    fn default() -> Self {
        Self {
            analyst: String::new(),
            analyst_timeout: Duration(120_000),
            model: String::new(),
            model_key: String::new(),
            judge: String::new(),
            debugger: String::new(),
        }
    }
}
