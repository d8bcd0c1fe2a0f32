//! The latest calls by time, in buckets: a call costs the same however many are in the window.

use std::time::Duration;

use super::{Sample, Totals};
use crate::Timestamp;
use crate::time::nanos;

/// The latest calls by time, in buckets.
///
/// ```
/// use fusebox_breaker::machine::Window;
/// use fusebox_breaker::{Machine, Rate, Settings, Timestamp, Trip};
/// use std::time::Duration;
///
/// let trip = Trip::TimeWindow { length: Duration::from_secs(60), buckets: 6, rate: Rate::default() };
/// let machine = Machine::new(Settings { trip, ..Settings::default() }, 0, Timestamp::ZERO)?;
/// assert!(matches!(machine.save().window, Window::Time(_)));
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeWindow {
    /// Nanoseconds in a bucket.
    width: u64,
    /// The newest bucket, counted from time zero.
    newest: u64,
    totals: Totals,
    buckets: Box<[Totals]>,
}

impl TimeWindow {
    pub(super) fn new(length: Duration, buckets: u32) -> Self {
        let empty = vec![Totals::default(); buckets.max(1) as usize].into_boxed_slice();
        let width = width(length, buckets);
        Self { width, newest: 0, totals: Totals::default(), buckets: empty }
    }

    pub(crate) fn record(&mut self, sample: Sample, now: Timestamp) {
        self.roll(now);
        let slot = self.slot(self.newest);
        if let Some(bucket) = self.buckets.get_mut(slot) {
            bucket.add(sample);
            self.totals.add(sample);
        }
    }

    /// Records good results, as of the last call that was recorded.
    pub(crate) fn record_good(&mut self, results: u64) {
        let slot = self.slot(self.newest);
        if let Some(bucket) = self.buckets.get_mut(slot) {
            bucket.calls = bucket.calls.saturating_add(results);
            self.totals.calls = self.totals.calls.saturating_add(results);
        }
    }

    /// The time at which its content changes by itself.
    pub(crate) fn newest_ends(&self) -> Timestamp {
        Timestamp::from_nanos(self.newest.saturating_add(1).saturating_mul(self.width))
    }

    /// The content as of the last call that was recorded.
    pub(crate) fn totals(&self) -> Totals {
        self.totals
    }

    /// The content as of `now`. Changes nothing.
    pub(super) fn totals_at(&self, now: Timestamp) -> Totals {
        let gone = (now.as_nanos() / self.width).saturating_sub(self.newest);
        let mut left = self.totals;
        for step in 1..=gone.min(self.length()) {
            if let Some(bucket) = self.buckets.get(self.slot(self.newest.wrapping_add(step))) {
                left.subtract(*bucket);
            }
        }
        left
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill(Totals::default());
        self.totals = Totals::default();
    }

    pub(super) fn fits(&self, length: Duration, buckets: u32) -> bool {
        self.width == width(length, buckets) && self.length() == u64::from(buckets)
    }

    /// Forgets the buckets that left the window: at most all of them, however long the gap.
    fn roll(&mut self, now: Timestamp) {
        let newest = now.as_nanos() / self.width;
        let gone = newest.saturating_sub(self.newest);
        for step in 1..=gone.min(self.length()) {
            let slot = self.slot(self.newest.wrapping_add(step));
            if let Some(bucket) = self.buckets.get_mut(slot) {
                self.totals.subtract(std::mem::take(bucket));
            }
        }
        self.newest = self.newest.max(newest);
    }

    fn length(&self) -> u64 {
        self.buckets.len() as u64
    }

    fn slot(&self, bucket: u64) -> usize {
        (bucket % self.length().max(1)) as usize
    }
}

fn width(length: Duration, buckets: u32) -> u64 {
    (nanos(length) / u64::from(buckets.max(1))).max(1)
}
