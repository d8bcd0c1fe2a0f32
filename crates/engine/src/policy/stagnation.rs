//! The limits of the rules for a loop's iterations, and who closes an open loop.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Limit;
use crate::Duration;

/// Limits of the rules for the iterations of a loop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StagnationLimits {
    /// L3: the same error at the end of so many iterations in a row. Default 5.
    pub same_error: Limit,
    /// L1: iterations in a row without progress. Default: no limit; preset `loop`: 3.
    pub no_progress: Limit,
    /// Such iterations until the loop is half-open; without a limit, [`Self::no_progress`].
    pub half_open_after: Limit,
    /// Such iterations until the loop is open; without a limit, one more than until half-open.
    pub open_after: Limit,
    /// L5: percent of the usual output below which an output has declined. Default: no limit; preset
    /// `loop`: 70.
    pub output_floor: Limit,
    /// L8: iterations that may ask questions instead of working; the next one opens. Default: no
    /// limit; preset `loop`: 3.
    pub questions: Limit,
    /// L9: iterations in a row in which permissions were denied. Default: no limit; preset `loop`:
    /// 2.
    pub denials: Limit,
    /// L11: who closes an open loop.
    pub recovery: LoopRecovery,
}

/// Who closes an open loop.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum LoopRecovery {
    /// A person.
    #[default]
    Manual,
    /// A person, or the first event after this time, which allows one iteration.
    Cooldown(Duration),
}

impl Default for StagnationLimits {
    fn default() -> Self {
        Self {
            same_error: Limit::at(5),
            no_progress: Limit::UNLIMITED,
            half_open_after: Limit::UNLIMITED,
            open_after: Limit::UNLIMITED,
            output_floor: Limit::UNLIMITED,
            questions: Limit::UNLIMITED,
            denials: Limit::UNLIMITED,
            recovery: LoopRecovery::Manual,
        }
    }
}

impl StagnationLimits {
    /// Iterations in a row without progress that make the loop half-open.
    #[must_use]
    pub fn half_opens_at(&self) -> Option<u64> {
        self.half_open_after.get().or(self.no_progress.get())
    }

    /// Iterations in a row without progress that open the loop.
    #[must_use]
    pub fn opens_at(&self) -> Option<u64> {
        let next = || self.half_opens_at().map(|limit| limit.saturating_add(1));
        self.open_after.get().or_else(next)
    }
}

const MANUAL: &str = "manual";
const COOLDOWN: &str = "cooldown:";

impl LoopRecovery {
    /// Reads `manual`, or `cooldown:` and a length of time.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix(COOLDOWN) {
            Some(length) => Duration::parse(length).ok().map(Self::Cooldown),
            None => (text == MANUAL).then_some(Self::Manual),
        }
    }
}

impl fmt::Display for LoopRecovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Manual => f.write_str(MANUAL),
            Self::Cooldown(length) => write!(f, "{COOLDOWN}{length}"),
        }
    }
}

impl TryFrom<String> for LoopRecovery {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("`{text}` is not \"manual\" or \"cooldown:30m\""))
    }
}

impl From<LoopRecovery> for String {
    fn from(recovery: LoopRecovery) -> Self {
        recovery.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When a loop is half-open and open, by `no_progress`, `half_open_after` and `open_after`; 0
    /// is no limit.
    fn check(numbers: [u64; 3], expected: (Option<u64>, Option<u64>)) {
        let [no_progress, half_open_after, open_after] =
            numbers.map(|number| Limit::new(number).unwrap_or(Limit::UNLIMITED));
        let limits = StagnationLimits {
            no_progress,
            half_open_after,
            open_after,
            ..StagnationLimits::default()
        };
        assert_eq!((limits.half_opens_at(), limits.opens_at()), expected, "{numbers:?}");
    }

    #[test]
    fn l01_one_number_gives_both_and_each_can_be_set() {
        check([0, 0, 0], (None, None));
        check([3, 0, 0], (Some(3), Some(4)));
        check([10, 0, 0], (Some(10), Some(11)));
        check([3, 2, 0], (Some(2), Some(3)));
        check([3, 0, 9], (Some(3), Some(9)));
        check([3, 3, 4], (Some(3), Some(4)));
        check([0, 2, 3], (Some(2), Some(3)));
        check([0, 0, 3], (None, Some(3)));
    }

    #[test]
    fn l11_a_recovery_is_read_and_written_alike() {
        for text in ["manual", "cooldown:30m", "cooldown:1h30m"] {
            assert_eq!(LoopRecovery::parse(text).map(|r| r.to_string()).as_deref(), Some(text));
        }
        for text in ["", "person", "cooldown", "cooldown:", "cooldown:0s", "cooldown:-5m"] {
            assert_eq!(LoopRecovery::parse(text), None, "{text:?}");
        }
    }
}
