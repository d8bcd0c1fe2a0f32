//! No call allocates, whatever becomes of it; only the opening of a new key does.

#![expect(unsafe_code, reason = "an allocator that counts can only be written so")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::future::{Future, ready};
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::Duration;

use fusebox_breaker::{
    CircuitBreaker, ManualClock, Outcome, Rate, Registry, Settings, SlowCall, State, Trip,
};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Every way a call can go: through, failing, tripping, turned away, as a probe, dropped, late, forced.
fn every_way(breaker: &CircuitBreaker<ManualClock>, clock: &ManualClock) {
    let late = breaker.try_acquire().unwrap();
    for round in 0..3 {
        for call in 0..500 {
            let _ = breaker.call(|| if call % 90 == 7 { Err(()) } else { Ok(()) });
        }
        breaker.try_acquire().unwrap().neutral();
        drop(breaker.try_acquire().unwrap());
        breaker
            .try_acquire_owned()
            .unwrap()
            .complete_after(Outcome::Success, Duration::from_secs(9));
        for _ in 0..500 {
            let mut call = pin!(breaker.call_async(ready(Err::<(), _>(()))));
            let _ = call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        }
        assert_eq!(breaker.state(), State::Open);
        clock.advance(Duration::from_secs(30));
        if round == 1 {
            breaker.try_acquire().unwrap().failure();
            clock.advance(Duration::from_secs(30));
        }
        drop(breaker.try_acquire().unwrap());
        breaker.try_acquire().unwrap().success();
        assert_eq!(breaker.state(), State::Closed);
    }
    late.success();
    breaker.force_open();
    breaker.force_closed();
    breaker.disable();
    breaker.reset();
    assert_eq!(breaker.snapshot().counts.late, 1);
}

#[test]
fn no_call_allocates_whatever_becomes_of_it() {
    let rate = Rate { min_calls: 20, ..Rate::default() };
    let length = Duration::from_secs(10);
    for trip in [
        Trip::Consecutive { failures: 5 },
        Trip::CountWindow { size: 100, rate },
        Trip::TimeWindow { length, buckets: 10, rate },
        Trip::TumblingWindow { length, rate },
    ] {
        for slow_call in [None, Some(SlowCall { threshold: Duration::from_secs(1), rate: 1.0 })] {
            let clock = ManualClock::default();
            let settings = Settings { trip, slow_call, ..Settings::default() };
            let builder = CircuitBreaker::builder(settings).clock(clock.clone());
            let breaker = builder.count_calls().on_transition(|_| {}).build().unwrap();
            assert_eq!(allocations(|| every_way(&breaker, &clock)), 0, "{trip:?}");
        }
    }
    assert_eq!(allocations(|| drop(Box::new(1))), 1, "the count works");
}

#[test]
fn only_a_new_key_allocates() {
    let registry: Registry<String> = Registry::new(Settings::default()).unwrap();
    assert!(allocations(|| drop(registry.get("search"))) > 0);
    let again = || {
        for _ in 0..100 {
            registry.get("search").call(|| Ok::<_, ()>(())).unwrap();
        }
    };
    assert_eq!(allocations(again), 0);
}

#[cfg(feature = "tower")]
#[test]
fn the_tower_layer_does_not_allocate() {
    use fusebox_breaker::tower::CircuitBreakerLayer;
    use tower::{Layer, Service};

    let breaker = CircuitBreaker::new(Settings::default()).unwrap();
    let service = tower::service_fn(|_: ()| ready(Ok::<_, ()>(1)));
    let mut stack = CircuitBreakerLayer::new(breaker.clone()).layer(service);
    let mut ask = || {
        let context = &mut Context::from_waker(Waker::noop());
        assert!(stack.poll_ready(context).is_ready());
        let mut answer = pin!(stack.call(()));
        answer.as_mut().poll(context).is_ready()
    };
    assert_eq!(allocations(|| assert!(ask())), 0);
    breaker.force_open();
    assert_eq!(allocations(|| assert!(ask())), 0);
}
