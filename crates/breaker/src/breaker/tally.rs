//! Counts of calls that do not change the machine: opt-in, in cells that threads do not share.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::sync::CachePadded;

/// Enough that threads seldom share a cache line; a power of two.
const SHARDS: usize = 16;

#[derive(Clone, Copy)]
pub(super) enum CountedEvent {
    Admitted,
    Rejected,
    Success,
    Neutral,
}

const EVENTS: usize = 4;

#[derive(Debug, Default)]
pub(super) struct Tally([CachePadded<[AtomicU64; EVENTS]>; SHARDS]);

impl Tally {
    // Out of line: it is opt-in, and the path without it stays short.
    #[inline(never)]
    pub(super) fn add(&self, event: CountedEvent) {
        if let Some(CachePadded(counts)) = self.0.get(shard())
            && let Some(count) = counts.get(event as usize)
        {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(super) fn sum(&self, event: CountedEvent) -> u64 {
        let counts = self.0.iter().filter_map(|CachePadded(counts)| counts.get(event as usize));
        counts.map(|count| count.load(Ordering::Relaxed)).fold(0, u64::saturating_add)
    }
}

/// The number of this thread's cell; take it modulo the number of cells.
#[inline]
pub(super) fn shard() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static OWN: usize = NEXT.fetch_add(1, Ordering::Relaxed) % SHARDS;
    }
    // A thread that is ending may have lost its number already.
    OWN.try_with(|own| *own).unwrap_or(0)
}
