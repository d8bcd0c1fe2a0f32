//! The system's allocator, with a count of requests.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

/// The system's allocator, with a count of requests.
#[derive(Debug)]
pub struct Counting;

static REQUESTS: AtomicU64 = AtomicU64::new(0);

/// How often memory was asked for, by all threads.
pub(super) fn during(work: impl FnOnce()) -> u64 {
    let before = REQUESTS.load(Ordering::Relaxed);
    work();
    REQUESTS.load(Ordering::Relaxed) - before
}

#[expect(
    unsafe_code,
    reason = "an allocator cannot be written without; each call is handed on as it came"
)]
// SAFETY: every request goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's own promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's own promise; the memory is the system's.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        REQUESTS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's own promise; the memory is the system's.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
