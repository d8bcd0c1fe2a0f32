//! The latest calls by time, in buckets: a call costs the same however many are in the window.
//!
//! A call is held for the length of the window, and until the end of its bucket: less than a step longer. The
//! steps begin with the first call of an empty window, which is held for the length exactly.

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
    /// Where the steps begin, in nanoseconds: the first call of an empty window.
    #[cfg_attr(feature = "serde", serde(default))]
    origin: u64,
    /// The newest bucket. Bucket `b` ends `b * width` after the origin, and that moment belongs to it.
    newest: u64,
    /// Ends of buckets that were reached: `newest`, or one less where the newest has not ended.
    #[cfg_attr(feature = "serde", serde(default))]
    reached: u64,
    totals: Totals,
    /// One more than the length holds: the newest has only begun while the oldest is about to end.
    buckets: Box<[Totals]>,
}

impl TimeWindow {
    pub(super) fn new(length: Duration, buckets: u32) -> Self {
        let empty = vec![Totals::default(); slots(buckets)].into_boxed_slice();
        let width = width(length, buckets);
        Self { width, origin: 0, newest: 0, reached: 0, totals: Totals::default(), buckets: empty }
    }

    pub(crate) fn record(&mut self, sample: Sample, now: Timestamp) {
        if self.newest_ends().is_none_or(|end| now >= end) {
            self.roll(now);
        }
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

    /// Until when the newest bucket receives calls and no other bucket leaves the window; `None` for an empty
    /// window, whose next call begins the steps.
    pub(crate) fn newest_ends(&self) -> Option<Timestamp> {
        if self.totals.calls == 0 {
            return None;
        }
        let end = self.origin.saturating_add(self.newest.saturating_mul(self.width));
        // The end itself belongs to the newest bucket, and is when the oldest leaves.
        let has_ended = self.reached == self.newest;
        Some(Timestamp::from_nanos(end.saturating_add(u64::from(has_ended))))
    }

    /// The content as of the last call that was recorded.
    pub(crate) fn totals(&self) -> Totals {
        self.totals
    }

    /// The content as of `now`. Changes nothing.
    pub(super) fn totals_at(&self, now: Timestamp) -> Totals {
        let gone = (self.elapsed(now) / self.width).saturating_sub(self.reached);
        let mut left = self.totals;
        for step in 1..=gone.min(self.slots()) {
            if let Some(bucket) = self.buckets.get(self.slot_leaving_at(step)) {
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
        self.width == width(length, buckets) && self.buckets.len() == slots(buckets)
    }

    /// Forgets the buckets that left the window: at most all of them, however long the gap. Where none is
    /// left, the steps begin now.
    fn roll(&mut self, now: Timestamp) {
        let elapsed = self.elapsed(now);
        let reached = elapsed / self.width;
        let has_ended = reached.saturating_mul(self.width) == elapsed;
        let gone = reached.saturating_sub(self.reached);
        for step in 1..=gone.min(self.slots()) {
            let slot = self.slot_leaving_at(step);
            if let Some(bucket) = self.buckets.get_mut(slot) {
                self.totals.subtract(std::mem::take(bucket));
            }
        }
        self.reached = self.reached.max(reached);
        self.newest = self.newest.max(reached.saturating_add(u64::from(!has_ended)));
        if self.totals.calls == 0 {
            (self.origin, self.newest, self.reached) = (now.as_nanos(), 0, 0);
        }
    }

    /// Nanoseconds since the steps began.
    fn elapsed(&self, now: Timestamp) -> u64 {
        now.as_nanos().saturating_sub(self.origin)
    }

    fn slots(&self) -> u64 {
        self.buckets.len() as u64
    }

    fn slot(&self, bucket: u64) -> usize {
        (bucket % self.slots().max(1)) as usize
    }

    /// The slot of the bucket that leaves when so many further ends are reached. The bucket that begins then
    /// takes the slot over.
    fn slot_leaving_at(&self, step: u64) -> usize {
        self.slot(self.reached.wrapping_add(step).wrapping_add(1))
    }
}

fn slots(buckets: u32) -> usize {
    buckets.max(1) as usize + 1
}

/// Rounded up: a window is never shorter than its length.
fn width(length: Duration, buckets: u32) -> u64 {
    nanos(length).div_ceil(u64::from(buckets.max(1))).max(1)
}
