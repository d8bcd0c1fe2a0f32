//! A point in time: nanoseconds since a start of the caller's choice.

use std::time::Duration;

/// Nanoseconds since a start of the caller's choice, such as the start of the process, or 1970.
///
/// Nanoseconds, because calls inside a process are often faster than a millisecond, and because wall-clock
/// milliseconds still fit (until the year 2554). All arithmetic saturates, so no duration is too long.
///
/// ```
/// use fusebox_breaker::Timestamp;
/// use std::time::Duration;
///
/// let start = Timestamp::from_millis(10);
/// assert_eq!(start.after(Duration::MAX), Timestamp::MAX);
/// assert_eq!(start.since(Timestamp::from_millis(4)), Duration::from_millis(6));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Timestamp(u64);

impl Timestamp {
    /// The start itself.
    pub const ZERO: Self = Self(0);
    /// Later than any other; as an end it means "never".
    pub const MAX: Self = Self(u64::MAX);

    /// This many nanoseconds after zero.
    ///
    /// ```
    /// use fusebox_breaker::Timestamp;
    ///
    /// assert_eq!(Timestamp::from_nanos(2_000_000), Timestamp::from_millis(2));
    /// ```
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// This many milliseconds after zero; [`Timestamp::MAX`] where that does not fit.
    ///
    /// ```
    /// use fusebox_breaker::Timestamp;
    ///
    /// assert_eq!(Timestamp::from_millis(u64::MAX), Timestamp::MAX);
    /// ```
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis.saturating_mul(1_000_000))
    }

    /// Nanoseconds after zero.
    ///
    /// ```
    /// use fusebox_breaker::Timestamp;
    ///
    /// assert_eq!(Timestamp::from_millis(2).as_nanos(), 2_000_000);
    /// ```
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// This much later.
    ///
    /// ```
    /// use fusebox_breaker::Timestamp;
    /// use std::time::Duration;
    ///
    /// assert_eq!(Timestamp::ZERO.after(Duration::from_millis(3)), Timestamp::from_millis(3));
    /// ```
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(nanos(duration)))
    }

    /// Whether this end has come at `now`; the end "never" does not come.
    pub(crate) fn has_come(self, now: Self) -> bool {
        self <= now && self < Self::MAX
    }

    /// How long ago `earlier` was; zero where it was not earlier.
    ///
    /// ```
    /// use fusebox_breaker::Timestamp;
    /// use std::time::Duration;
    ///
    /// assert_eq!(Timestamp::ZERO.since(Timestamp::from_millis(3)), Duration::ZERO);
    /// ```
    pub const fn since(self, earlier: Self) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }
}

/// A duration in whole nanoseconds, the longest that fits where it is longer.
pub(crate) fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
