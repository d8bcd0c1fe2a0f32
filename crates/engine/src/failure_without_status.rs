//! How an answer tells of a failure of which no status tells.

use serde::{Deserialize, Serialize};

/// How an answer tells of a failure, where the call itself succeeded or nobody says how it ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureWithoutStatus {
    /// In none of these ways.
    #[default]
    None,
    /// The server that was asked has refused.
    ByServer,
    /// All that is shown of what others run is in trouble.
    OnlyOfOthers,
    /// A filter hides the status of a check: the digest that its result would have if it had failed.
    Hidden(u64),
}
