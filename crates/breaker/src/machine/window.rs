//! The window of a closed circuit: what it remembers of its calls, one variant for each kind of [`Trip`].

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

mod count;
mod time;
mod tumbling;

pub use count::CountWindow;
pub use time::TimeWindow;
pub use tumbling::TumblingWindow;

use crate::{Timestamp, Trip};

/// What a closed circuit remembers of its calls. Opaque: it can be stored and restored.
///
/// ```
/// use fusebox_breaker::machine::Window;
/// use fusebox_breaker::{Machine, Settings, Timestamp};
///
/// let machine = Machine::new(Settings::default(), 0, Timestamp::ZERO)?;
/// assert_eq!(machine.save().window, Window::Streak);
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Window {
    /// Nothing: failures in a row are counted elsewhere.
    Streak,
    /// The last calls, by number.
    Calls(CountWindow),
    /// The latest calls, by time.
    Time(TimeWindow),
    /// The calls since the window last started anew.
    Tumbling(TumblingWindow),
}

impl Window {
    pub(crate) fn new(trip: &Trip, now: Timestamp) -> Self {
        match *trip {
            Trip::Consecutive { .. } => Self::Streak,
            Trip::CountWindow { size, .. } => Self::Calls(CountWindow::new(size)),
            Trip::TimeWindow { length, buckets, .. } => {
                Self::Time(TimeWindow::new(length, buckets))
            }
            Trip::TumblingWindow { length, .. } => Self::Tumbling(TumblingWindow::new(length, now)),
        }
    }

    /// Forgets every call, and allocates nothing.
    pub(crate) fn clear(&mut self, now: Timestamp) {
        match self {
            Self::Streak => {}
            Self::Calls(window) => window.clear(),
            Self::Time(window) => window.clear(),
            Self::Tumbling(window) => window.clear(now),
        }
    }

    /// The content of the window at `now`, where there is one.
    pub(crate) fn totals(&self, now: Timestamp) -> Option<Totals> {
        match self {
            Self::Streak => None,
            Self::Calls(window) => Some(window.totals()),
            Self::Time(window) => Some(window.totals_at(now)),
            Self::Tumbling(window) => Some(window.totals_at(now)),
        }
    }

    /// Whether these settings would make such a window, so that its content can be kept.
    pub(crate) fn fits(&self, trip: &Trip) -> bool {
        match (self, trip) {
            (Self::Streak, Trip::Consecutive { .. }) => true,
            (Self::Calls(window), Trip::CountWindow { size, .. }) => window.fits(*size),
            (Self::Time(window), Trip::TimeWindow { length, buckets, .. }) => {
                window.fits(*length, *buckets)
            }
            (Self::Tumbling(window), Trip::TumblingWindow { length, .. }) => window.fits(*length),
            (Self::Streak | Self::Calls(_) | Self::Time(_) | Self::Tumbling(_), _) => false,
        }
    }

    /// Whether one more success would not change it.
    pub(crate) fn success_changes_nothing(&self) -> bool {
        match self {
            Self::Streak => true,
            Self::Calls(window) => window.is_full_and_clean(),
            Self::Time(_) | Self::Tumbling(_) => false,
        }
    }
}

/// One result, as a window counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) failed: bool,
    pub(crate) slow: bool,
}

impl Sample {
    pub(crate) fn is_good(self) -> bool {
        !self.failed && !self.slow
    }
}

/// How many calls are in a window and how they ended. Under [`Trip::Consecutive`] the failures in a row.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Settings};
///
/// let breaker = CircuitBreaker::new(Settings::default())?;
/// let _ = breaker.call(|| Err::<(), _>("refused"));
/// assert_eq!(breaker.snapshot().window.failed, 1);
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Totals {
    /// Calls with a result that counts.
    pub calls: u64,
    /// Of these, how many failed.
    pub failed: u64,
    /// Of these, how many were slow. A call can be both.
    pub slow: u64,
}

impl Totals {
    fn add(&mut self, sample: Sample) {
        self.calls = self.calls.saturating_add(1);
        self.failed = self.failed.saturating_add(u64::from(sample.failed));
        self.slow = self.slow.saturating_add(u64::from(sample.slow));
    }

    fn subtract(&mut self, other: Self) {
        self.calls = self.calls.saturating_sub(other.calls);
        self.failed = self.failed.saturating_sub(other.failed);
        self.slow = self.slow.saturating_sub(other.slow);
    }
}
