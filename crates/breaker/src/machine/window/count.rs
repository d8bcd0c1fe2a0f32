//! The last N calls, two bits each.

use super::{Sample, Totals};

/// The last N calls, two bits each.
///
/// ```
/// use fusebox_breaker::machine::Window;
/// use fusebox_breaker::{Machine, Rate, Settings, Timestamp, Trip};
///
/// let trip = Trip::CountWindow { size: 100, rate: Rate::default() };
/// let machine = Machine::new(Settings { trip, ..Settings::default() }, 0, Timestamp::ZERO)?;
/// assert!(matches!(machine.save().window, Window::Calls(_)));
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CountWindow {
    size: u32,
    /// Where the next result goes: the oldest one, once the window is full.
    next: u32,
    totals: Totals,
    failed: Box<[u64]>,
    slow: Box<[u64]>,
}

impl CountWindow {
    pub(super) fn new(size: u32) -> Self {
        let words = vec![0; words(size)].into_boxed_slice();
        Self { size, next: 0, totals: Totals::default(), failed: words.clone(), slow: words }
    }

    /// Replaces the oldest result.
    #[inline]
    pub(crate) fn record(&mut self, sample: Sample) {
        let was_full = self.is_full();
        let word = (self.next / 64) as usize;
        let bit = 1 << (self.next % 64);
        let failed_before = replace(&mut self.failed, word, bit, sample.failed);
        self.totals.failed += u64::from(sample.failed);
        self.totals.failed -= u64::from(failed_before);
        // Most windows never have a slow call: do not touch their second half.
        if sample.slow || self.totals.slow > 0 {
            let slow_before = replace(&mut self.slow, word, bit, sample.slow);
            self.totals.slow += u64::from(sample.slow);
            self.totals.slow -= u64::from(slow_before);
        }
        self.totals.calls += u64::from(!was_full);
        self.next += 1;
        if self.next >= self.size {
            self.next = 0;
        }
    }

    /// Records good results, one machine word of the window at a time.
    pub(crate) fn record_good(&mut self, results: u64) {
        let mut left = u32::try_from(results).unwrap_or(u32::MAX).min(self.size);
        while left > 0 {
            let start = self.next % 64;
            let run = left.min(64 - start).min(self.size - self.next);
            let bits = (u64::MAX >> (64 - run)) << start;
            let word = (self.next / 64) as usize;
            self.totals.failed -= take(&mut self.failed, word, bits);
            self.totals.slow -= take(&mut self.slow, word, bits);
            self.next = (self.next + run) % self.size;
            left -= run;
        }
        self.totals.calls = (self.totals.calls.saturating_add(results)).min(u64::from(self.size));
    }

    #[inline]
    pub(crate) fn totals(&self) -> Totals {
        self.totals
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.totals.calls >= u64::from(self.size)
    }

    #[inline]
    pub(crate) fn is_full_and_clean(&self) -> bool {
        self.totals.failed == 0 && self.totals.slow == 0 && self.is_full()
    }

    pub(super) fn clear(&mut self) {
        self.next = 0;
        self.totals = Totals::default();
        self.failed.fill(0);
        self.slow.fill(0);
    }

    /// Also false for an inconsistent window: stored data is not trusted.
    pub(super) fn fits(&self, size: u32) -> bool {
        let ones = |bits: &[u64]| bits.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        self.size == size
            && self.next < size
            && self.totals.calls <= u64::from(size)
            && self.failed.len() == words(size)
            && self.slow.len() == words(size)
            && ones(&self.failed) == self.totals.failed
            && ones(&self.slow) == self.totals.slow
    }
}

fn words(size: u32) -> usize {
    size.div_ceil(64) as usize
}

/// Clears bits, and returns how many of them were set.
fn take(words: &mut [u64], word: usize, bits: u64) -> u64 {
    let Some(word) = words.get_mut(word) else { return 0 };
    let set = u64::from((*word & bits).count_ones());
    *word &= !bits;
    set
}

/// Sets or clears a bit, and returns what it was.
#[inline]
fn replace(bits: &mut [u64], word: usize, bit: u64, value: bool) -> bool {
    let Some(word) = bits.get_mut(word) else { return false };
    let before = *word & bit != 0;
    *word = if value { *word | bit } else { *word & !bit };
    before
}
