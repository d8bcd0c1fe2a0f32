//! The net under hook sessions that no person attends.

use serde::{Deserialize, Serialize};

use super::Limit;

/// Limits of a hook session that no person attends: headless, or driven by a program. `run` and `loop` have limits of
/// their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct UnattendedLimits {
    /// Admitted tool calls. Default 1000.
    pub tool_calls: Limit,
    /// Time inside turns, in milliseconds. Default 6 h.
    pub active_time: Limit,
    /// Cost in millionths of a US dollar. Default 25 USD.
    pub cost_micros: Limit,
}

impl Default for UnattendedLimits {
    fn default() -> Self {
        Self {
            tool_calls: Limit::at(1_000),
            active_time: Limit::at(6 * 3_600_000),
            cost_micros: Limit::at(25_000_000),
        }
    }
}
