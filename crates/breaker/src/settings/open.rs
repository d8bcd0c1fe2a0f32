//! How long a circuit stays open.

use std::time::Duration;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::time::nanos;

/// How long a circuit stays open.
///
/// ```
/// use fusebox_breaker::{OpenPeriod, Settings};
/// use std::time::Duration;
///
/// let open = OpenPeriod::Steps([1, 5, 30].map(Duration::from_secs).to_vec());
/// assert!(Settings { open, ..Settings::default() }.check().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum OpenPeriod {
    /// Always the same. More than zero; [`Duration::MAX`] means until a person resets it.
    Fixed(Duration),
    /// Longer with every probe that failed, until one succeeds.
    Growing {
        /// The first period.
        first: Duration,
        /// What each further one is multiplied by; at least 1. Customary: 2.
        factor: f64,
        /// The longest, before jitter.
        ceiling: Duration,
        /// Up to this share is added at random, in [0, 1]: periods are never shorter, and callers spread out.
        jitter: f64,
    },
    /// These, one after the other; the last one repeats.
    Steps(Vec<Duration>),
}

impl Default for OpenPeriod {
    fn default() -> Self {
        Self::Fixed(Duration::from_secs(30))
    }
}

impl OpenPeriod {
    /// Twice as long with every failed probe, at most `ceiling`, with up to a tenth more at random.
    ///
    /// ```
    /// use fusebox_breaker::OpenPeriod;
    /// use std::time::Duration;
    ///
    /// let open = OpenPeriod::doubling(Duration::from_secs(1), Duration::from_secs(60));
    /// assert!(matches!(open, OpenPeriod::Growing { .. }));
    /// ```
    pub fn doubling(first: Duration, ceiling: Duration) -> Self {
        Self::Growing { first, factor: 2.0, ceiling, jitter: 0.1 }
    }

    /// The length of the open period that follows `attempts` failed ones, with `random` in [0, 1).
    pub(crate) fn length(&self, attempts: u32, random: f64) -> Duration {
        match self {
            Self::Fixed(period) => *period,
            Self::Steps(steps) => {
                let last = steps.len().saturating_sub(1);
                let index = usize::try_from(attempts).unwrap_or(usize::MAX).min(last);
                steps.get(index).copied().unwrap_or(Duration::MAX)
            }
            Self::Growing { first, factor, ceiling, jitter } => {
                let attempts = i32::try_from(attempts).unwrap_or(i32::MAX);
                let grown = nanos(*first) as f64 * factor.powi(attempts);
                let capped = grown.min(nanos(*ceiling) as f64);
                // A float that does not fit becomes the largest number.
                Duration::from_nanos((capped * (1.0 + jitter * random)) as u64)
            }
        }
    }
}
