//! When a closed circuit opens.

use std::time::Duration;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::Compare;

/// When a closed circuit opens.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Rate, Settings, Trip};
///
/// let rate = Rate { threshold: 0.8, min_calls: 10, ..Rate::default() };
/// let trip = Trip::CountWindow { size: 100, rate };
/// let breaker = CircuitBreaker::new(Settings { trip, ..Settings::default() })?;
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Trip {
    /// At this many failures in a row. A success starts the count anew; a neutral result does not.
    Consecutive {
        /// At least 1.
        failures: u32,
    },
    /// At a rate of failures among the last `size` calls.
    CountWindow {
        /// 1 to 1,048,576 calls, two bits each.
        size: u32,
        /// The rate that opens.
        rate: Rate,
    },
    /// At a rate of failures among the calls of the last `length`, which slides in steps of `length / buckets`.
    TimeWindow {
        /// How far back calls count, and less than one step further; more than zero.
        length: Duration,
        /// 1 to 1,024. A call costs the same whatever the number of calls held.
        buckets: u32,
        /// The rate that opens.
        rate: Rate,
    },
    /// At a rate of failures in a window that starts anew every `length`. Calls that began before do not count after it.
    /// Simpler, and slower to notice failures: for users of gobreaker.
    TumblingWindow {
        /// More than zero.
        length: Duration,
        /// The rate that opens.
        rate: Rate,
    },
}

impl Default for Trip {
    fn default() -> Self {
        Self::Consecutive { failures: 5 }
    }
}

impl Trip {
    /// How many failures in a row open, where they do.
    pub(crate) fn failures_in_a_row(&self) -> Option<u32> {
        if let Self::Consecutive { failures } = self {
            return Some(*failures);
        }
        self.rate()?.failures_in_a_row
    }

    /// The rate that opens, for the kinds that have one.
    pub(crate) fn rate(&self) -> Option<&Rate> {
        match self {
            Self::Consecutive { .. } => None,
            Self::CountWindow { rate, .. }
            | Self::TimeWindow { rate, .. }
            | Self::TumblingWindow { rate, .. } => Some(rate),
        }
    }
}

/// A share of failures that opens.
///
/// ```
/// use fusebox_breaker::Rate;
///
/// let rate = Rate { threshold: 0.8, ..Rate::default() };
/// assert_eq!(rate.min_calls, 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default))]
pub struct Rate {
    /// The share of failures, in (0, 1]. Default: 0.5.
    pub threshold: f64,
    /// The rate is not evaluated before this many calls. At least 1, at most the size of a count window (more could never trip).
    /// Default: 10.
    pub min_calls: u32,
    /// Default: [`Compare::AtLeast`].
    pub compare: Compare,
    /// Default: [`Evaluate::AnyResult`].
    pub evaluate: Evaluate,
    /// This many failures in a row, at least 1, open as well, however few the calls. A slow call is one of them.
    /// Default: none.
    pub failures_in_a_row: Option<u32>,
}

impl Default for Rate {
    fn default() -> Self {
        Self {
            threshold: 0.5,
            min_calls: 10,
            compare: Compare::AtLeast,
            evaluate: Evaluate::AnyResult,
            failures_in_a_row: None,
        }
    }
}

/// After which results the rate is evaluated.
///
/// ```
/// use fusebox_breaker::{Evaluate, Rate};
///
/// let as_polly = Rate { evaluate: Evaluate::Failure, ..Rate::default() };
/// # assert_ne!(as_polly, Rate::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Evaluate {
    /// After each: a success that completes `min_calls` can open, as in resilience4j.
    #[default]
    AnyResult,
    /// After a failure or a slow call only: a success never opens, as in Polly, opossum and gobreaker.
    Failure,
}
