//! How an open circuit finds out whether the service is back.

use std::time::Duration;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::Compare;

/// How an open circuit finds out whether the service is back.
///
/// ```
/// use fusebox_breaker::{Decide, HalfOpen, Settings};
///
/// let half_open = HalfOpen { permits: 2, decide: Decide::Successes(3), ..HalfOpen::default() };
/// assert!(Settings { half_open, ..Settings::default() }.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default))]
pub struct HalfOpen {
    /// Probes at the same time, 1 to 1,024. Never more are in flight than the decision still needs. Default: 1.
    pub permits: u32,
    /// What the results of the probes decide. Default: one success closes, one failure opens.
    pub decide: Decide,
    /// A probe without a result for this long has failed. More than zero. Default: 60 s.
    pub lease: Duration,
    /// The longest stay in half-open, however the probes do. Default: none, the lease is enough.
    pub max: Option<Duration>,
    /// The state when `max` is over. Default: [`OnMax::Open`].
    pub on_max: OnMax,
}

impl Default for HalfOpen {
    fn default() -> Self {
        Self {
            permits: 1,
            decide: Decide::Successes(1),
            lease: Duration::from_secs(60),
            max: None,
            on_max: OnMax::Open,
        }
    }
}

/// What the results of the probes decide.
///
/// ```
/// use fusebox_breaker::{Compare, Decide};
///
/// let sample = Decide::Rate { sample: 10, threshold: 0.5, compare: Compare::AtLeast, early: true };
/// # assert_ne!(sample, Decide::Successes(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Decide {
    /// This many successes (at least 1) close; the first failure opens. As in gobreaker, Polly and opossum.
    Successes(u32),
    /// After `sample` results the rate of failures decides. As in resilience4j, cockatiel and failsafe-go.
    Rate {
        /// At least 1.
        sample: u32,
        /// The share of failures that opens, in (0, 1].
        threshold: f64,
        /// At the threshold or beyond it.
        compare: Compare,
        /// Open as soon as the rest of the sample cannot change it.
        early: bool,
    },
}

impl Decide {
    /// How many results the decision needs at most.
    pub(crate) fn needed(&self) -> u32 {
        match self {
            Self::Successes(needed) | Self::Rate { sample: needed, .. } => *needed,
        }
    }
}

/// The state after half-open has lasted too long.
///
/// ```
/// use fusebox_breaker::{HalfOpen, OnMax};
/// use std::time::Duration;
///
/// let max = Some(Duration::from_secs(5));
/// let trusting = HalfOpen { max, on_max: OnMax::Closed, ..HalfOpen::default() };
/// # assert_ne!(trusting, HalfOpen::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum OnMax {
    /// Open again.
    #[default]
    Open,
    /// Close, as if the probes had succeeded.
    Closed,
}
