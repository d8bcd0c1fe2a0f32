//! Successes of a window, gathered without the lock.
//!
//! A success in a full window of calls only pushes an old result out, and one in the newest bucket of a window of time
//! only makes the others weigh less. So it need not be written at once: it is enough that it is written before the next
//! result that could matter, which takes the lock anyway. The number is kept beside the epoch it belongs to, so that a
//! success of an earlier epoch cannot slip into a later one.

use crate::sync::{AtomicU64, Ordering};

const COUNT_BITS: u32 = 16;
const COUNT: u64 = (1 << COUNT_BITS) - 1;
/// Then the lock is taken, so that a window of calls that has become clean is noticed: a price of a lock in 64.
const CALLS: u64 = 64;

/// The epoch and, in its low bits, the number of successes; zero where none may be gathered.
#[derive(Debug, Default)]
pub(super) struct Batch(AtomicU64);

impl Batch {
    /// Gathers one success of this epoch, or says that it must take the lock.
    #[inline]
    pub(super) fn add(&self, epoch: u64, by_time: bool) -> bool {
        let limit = if by_time { COUNT } else { CALLS };
        let mut seen = self.0.load(Ordering::Relaxed);
        loop {
            if seen >> COUNT_BITS != tag(epoch) >> COUNT_BITS || (seen & COUNT) + 1 >= limit {
                return false;
            }
            let swapped =
                self.0.compare_exchange_weak(seen, seen + 1, Ordering::Relaxed, Ordering::Relaxed);
            match swapped {
                Ok(_) => return true,
                Err(other) => seen = other,
            }
        }
    }

    /// Takes what was gathered and gathers no more. Only under the lock.
    #[inline]
    pub(super) fn take(&self) -> u64 {
        if self.0.load(Ordering::Relaxed) == 0 {
            0
        } else {
            self.0.swap(0, Ordering::Relaxed) & COUNT
        }
    }

    /// Begins to gather. Only under the lock, after [`Batch::take`].
    #[inline]
    pub(super) fn open(&self, epoch: u64) {
        self.0.store(tag(epoch), Ordering::Relaxed);
    }
}

fn tag(epoch: u64) -> u64 {
    epoch << COUNT_BITS
}
