//! Successes of a window that are gathered without the lock.
//!
//! A success in a full window of calls only pushes an old result out, and one in the newest bucket of a window of time
//! only makes the others weigh less. So it need not be written at once: it is enough that it is written before the next
//! result that could matter, which takes the lock anyway. The number is kept beside the epoch it belongs to, so that a
//! success of an earlier epoch cannot slip into a later one.

use super::tally::shard;
use crate::sync::{AtomicU64, CachePadded, Ordering};

/// Enough that two threads seldom write to one cell. More would slow every result that takes the lock.
const SHARDS: usize = 4;
const COUNT_BITS: u32 = 16;
const COUNT: u64 = (1 << COUNT_BITS) - 1;
/// After so many the lock is taken, so that a window of calls without failures is noticed: one lock in 64 successes.
const MAX_OF_CALLS: u64 = 64;

/// In each shard the epoch and, in its low bits, the number of successes; zero where none may be gathered.
#[derive(Debug, Default)]
pub(super) struct SuccessBatch([CachePadded<AtomicU64>; SHARDS]);

impl SuccessBatch {
    /// Gathers one success of this epoch. Returns false where it must take the lock.
    #[inline]
    pub(super) fn add(&self, epoch: u64, by_time: bool) -> bool {
        let limit = if by_time { COUNT } else { MAX_OF_CALLS };
        let Some(CachePadded(shard)) = self.0.get(shard() % SHARDS) else { return false };
        let mut seen = shard.load(Ordering::Relaxed);
        loop {
            if seen >> COUNT_BITS != tag(epoch) >> COUNT_BITS || (seen & COUNT) + 1 >= limit {
                return false;
            }
            let swapped =
                shard.compare_exchange_weak(seen, seen + 1, Ordering::Relaxed, Ordering::Relaxed);
            match swapped {
                Ok(_) => return true,
                Err(other) => seen = other,
            }
        }
    }

    /// Takes what was gathered, with its epoch, and stops gathering. Only under the lock.
    #[inline]
    pub(super) fn take(&self) -> (u64, u64) {
        let (mut successes, mut epoch) = (0, 0);
        for CachePadded(shard) in &self.0 {
            if shard.load(Ordering::Relaxed) != 0 {
                let taken = shard.swap(0, Ordering::Relaxed);
                successes += taken & COUNT;
                epoch = taken >> COUNT_BITS;
            }
        }
        (successes, epoch)
    }

    /// Takes what was gathered and continues to gather, so that no thread waits for the lock. Only under the lock.
    #[inline]
    pub(super) fn drain(&self) -> u64 {
        let drained = |shard: &AtomicU64| match shard.load(Ordering::Relaxed) & COUNT {
            0 => 0,
            _ => shard.fetch_and(!COUNT, Ordering::Relaxed) & COUNT,
        };
        self.0.iter().map(|CachePadded(shard)| drained(shard)).sum()
    }

    /// Whether successes of this epoch are gathered.
    #[inline]
    pub(super) fn is_open(&self, epoch: u64) -> bool {
        let [CachePadded(first), ..] = &self.0;
        first.load(Ordering::Relaxed) >> COUNT_BITS == tag(epoch) >> COUNT_BITS
    }

    /// Starts to gather. Only under the lock, after [`SuccessBatch::take`].
    #[inline]
    pub(super) fn open(&self, epoch: u64) {
        for CachePadded(shard) in &self.0 {
            shard.store(tag(epoch), Ordering::Relaxed);
        }
    }
}

fn tag(epoch: u64) -> u64 {
    epoch << COUNT_BITS
}
