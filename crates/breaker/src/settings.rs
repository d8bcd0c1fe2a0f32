//! The settings of a breaker, with their defaults.

mod check;
mod half_open;
mod open;
mod trip;

use std::time::Duration;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

pub use half_open::{Decide, HalfOpen, OnMax};
pub use open::OpenPeriod;
pub use trip::{Evaluate, Rate, Trip};

/// How a breaker behaves. Plain data, which is checked when a machine is made or reconfigured with it.
///
/// ```
/// use fusebox_breaker::{OpenPeriod, Settings, Trip};
/// use std::time::Duration;
///
/// let settings = Settings {
///     trip: Trip::Consecutive { failures: 3 },
///     open: OpenPeriod::Fixed(Duration::from_secs(10)),
///     ..Settings::default()
/// };
/// assert!(settings.check().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default))]
pub struct Settings {
    /// When it opens. Default: five failures in a row.
    pub trip: Trip,
    /// Which calls are slow. Default: none; durations are not measured.
    pub slow_call: Option<SlowCall>,
    /// How long it stays open. Default: 30 s, fixed.
    pub open: OpenPeriod,
    /// Whether the open period is over at its last nanosecond or after it. Default: [`Compare::AtLeast`].
    pub open_boundary: Compare,
    /// How it finds out whether the service is back. Default: one probe, closed by one success.
    pub half_open: HalfOpen,
    /// How a permit counts that is dropped without a result. Default: [`OnDrop::Neutral`].
    pub on_drop: OnDrop,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            trip: Trip::default(),
            slow_call: None,
            open: OpenPeriod::default(),
            open_boundary: Compare::AtLeast,
            half_open: HalfOpen::default(),
            on_drop: OnDrop::Neutral,
        }
    }
}

/// Which calls are slow and how many of them are too many.
///
/// Under [`Trip::Consecutive`], and for probes that are decided by successes, a slow call counts as a failure. Under a
/// rate, slow calls have a rate of their own and share its `min_calls`, `compare` and `evaluate`.
///
/// ```
/// use fusebox_breaker::{Settings, SlowCall};
/// use std::time::Duration;
///
/// let slow_call = Some(SlowCall { threshold: Duration::from_secs(4), rate: 0.5 });
/// assert!(Settings { slow_call, ..Settings::default() }.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct SlowCall {
    /// A call that takes this long or longer is slow.
    pub threshold: Duration,
    /// The share of slow calls that opens, in (0, 1].
    pub rate: f64,
}

/// Whether a limit is reached at its number or only beyond it.
///
/// ```
/// use fusebox_breaker::{Compare, Rate};
///
/// let half_is_fine = Rate { threshold: 0.5, compare: Compare::MoreThan, ..Rate::default() };
/// # assert_ne!(half_is_fine, Rate::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Compare {
    /// At the number (`>=`), as in resilience4j's and Polly's rates and Polly's open period.
    #[default]
    AtLeast,
    /// Beyond it (`>`), as in opossum's rate and the open period of gobreaker and resilience4j.
    MoreThan,
}

impl Compare {
    /// Whether `part` of `whole` reaches a share; nothing never does. By division, because 7 of 10 is exactly the
    /// float that `0.7` is parsed as, and a product may not be.
    pub(crate) fn reaches(self, part: u64, whole: u64, share: f64) -> bool {
        if part == 0 {
            return false;
        }
        let actual = part as f64 / whole as f64;
        match self {
            Self::AtLeast => actual >= share,
            Self::MoreThan => actual > share,
        }
    }
}

/// How a permit counts that is dropped without a result, for example when its future is cancelled. A panic is always a
/// failure.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, OnDrop, Settings, State, Trip};
///
/// let settings = Settings {
///     trip: Trip::Consecutive { failures: 1 },
///     on_drop: OnDrop::Failure,
///     ..Settings::default()
/// };
/// let breaker = CircuitBreaker::new(settings)?;
/// drop(breaker.try_acquire());
/// assert_eq!(breaker.state(), State::Open);
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum OnDrop {
    /// As nothing: a probe's slot is freed.
    #[default]
    Neutral,
    /// As a failure.
    Failure,
}
