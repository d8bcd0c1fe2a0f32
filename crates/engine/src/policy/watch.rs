//! The limits of `fusebox watch`.

use serde::{Deserialize, Serialize};

use crate::Limit;

/// When `fusebox watch` pauses, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WatchLimits {
    /// Runs in a row, each followed at once by another change, that pause it; without a limit it never pauses.
    /// Default 10: fewer happen where a person saves files while a command runs.
    pub storm: Limit,
    /// How long a pause lasts, in milliseconds; without a limit, until a person resumes it. Default 1 minute.
    pub cooldown: Limit,
}

impl Default for WatchLimits {
    fn default() -> Self {
        Self { storm: Limit::at(10), cooldown: Limit::at(60_000) }
    }
}
