//! The calls since a window last started anew.

use std::time::Duration;

use super::{Sample, Totals};
use crate::Timestamp;
use crate::time::nanos;

/// The calls since a window last started anew.
///
/// ```
/// use fusebox_breaker::machine::Window;
/// use fusebox_breaker::{Machine, Rate, Settings, Timestamp, Trip};
/// use std::time::Duration;
///
/// let trip = Trip::TumblingWindow { length: Duration::from_secs(60), rate: Rate::default() };
/// let machine = Machine::new(Settings { trip, ..Settings::default() }, 0, Timestamp::ZERO)?;
/// assert!(matches!(machine.save().window, Window::Tumbling(_)));
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TumblingWindow {
    /// Its length in nanoseconds.
    length: u64,
    started: Timestamp,
    totals: Totals,
}

impl TumblingWindow {
    pub(super) fn new(length: Duration, now: Timestamp) -> Self {
        Self { length: nanos(length), started: now, totals: Totals::default() }
    }

    /// Starts anew when it is over, and returns whether it did.
    pub(crate) fn turn(&mut self, now: Timestamp) -> bool {
        let due = self.is_over(now);
        if due {
            self.clear(now);
        }
        due
    }

    pub(crate) fn record(&mut self, sample: Sample) {
        self.totals.add(sample);
    }

    pub(crate) fn totals(&self) -> Totals {
        self.totals
    }

    pub(super) fn totals_at(&self, now: Timestamp) -> Totals {
        if self.is_over(now) { Totals::default() } else { self.totals }
    }

    pub(super) fn clear(&mut self, now: Timestamp) {
        self.started = now;
        self.totals = Totals::default();
    }

    pub(super) fn fits(&self, length: Duration) -> bool {
        self.length == nanos(length)
    }

    fn is_over(&self, now: Timestamp) -> bool {
        now.as_nanos().saturating_sub(self.started.as_nanos()) >= self.length
    }
}
