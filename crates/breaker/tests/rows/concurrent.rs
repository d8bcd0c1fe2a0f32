//! What only a breaker for many threads can do wrong.

use std::future::{Future, pending, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Barrier, Mutex, OnceLock};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

use fusebox_breaker::machine::Cause;
use fusebox_breaker::{
    CircuitBreaker, Clock, Error, ManualClock, OnDrop, Outcome, Rate, Settings, SlowCall, State,
    Timestamp, Trip,
};

fn with_clock(settings: Settings) -> (CircuitBreaker<ManualClock>, ManualClock) {
    let clock = ManualClock::default();
    (CircuitBreaker::builder(settings).clock(clock.clone()).build().unwrap(), clock)
}

fn opened() -> (CircuitBreaker<ManualClock>, ManualClock) {
    let (breaker, clock) = with_clock(Settings::default());
    for _ in 0..5 {
        assert_eq!(breaker.call(|| Err::<(), _>(7)), Err(Error::Inner(7)));
    }
    assert_eq!(breaker.state(), State::Open);
    (breaker, clock)
}

fn half_open() -> CircuitBreaker<ManualClock> {
    let (breaker, clock) = opened();
    clock.advance(Duration::from_secs(30));
    breaker
}

fn poll_once<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

#[test]
fn s2_a_call_that_is_turned_away_says_when_to_come_back() {
    let (breaker, clock) = opened();
    clock.advance(Duration::from_millis(3_500));
    let open = breaker.try_acquire().unwrap_err();
    assert_eq!(open.retry_after, Some(Duration::from_millis(26_500)));
    assert_eq!(open.to_string(), "the circuit is open, retry in 27 s");
    assert_eq!(breaker.check(), Err(open));
}

/// As the kernel's coarse clock: always a little behind.
struct Behind(ManualClock);

impl Clock for Behind {
    fn now(&self) -> Timestamp {
        self.0.now()
    }

    fn coarse(&self) -> Timestamp {
        Timestamp::from_nanos(self.0.now().as_nanos() - 4_000_000)
    }
}

#[test]
fn s2_a_coarse_clock_neither_lengthens_the_wait_that_is_named_nor_opens_early() {
    let clock = ManualClock::default();
    clock.set(Timestamp::from_millis(1_000));
    let builder = CircuitBreaker::builder(Settings::default()).clock(Behind(clock.clone()));
    let breaker = builder.build().unwrap();
    for _ in 0..5 {
        assert!(breaker.call(|| Err::<(), _>(())).is_err());
    }
    assert_eq!(breaker.try_acquire().unwrap_err().retry_after, Some(Duration::from_secs(30)));
    clock.advance(Duration::from_millis(29_999));
    assert!(breaker.try_acquire().is_err());
    clock.advance(Duration::from_millis(5));
    assert!(breaker.try_acquire().is_ok());
}

#[test]
fn s2_a_cancelled_future_gives_its_probe_back() {
    let breaker = half_open();
    {
        let mut call = pin!(breaker.call_async(pending::<Result<(), ()>>()));
        assert!(poll_once(call.as_mut()).is_pending());
        assert_eq!(breaker.snapshot().probes_in_flight, 1);
        assert!(breaker.try_acquire().is_err());
    }
    assert_eq!(breaker.snapshot().probes_in_flight, 0);
    let mut call = pin!(breaker.call_async(ready(Ok::<_, ()>(1))));
    assert_eq!(poll_once(call.as_mut()), Poll::Ready(Ok(1)));
    assert_eq!(breaker.state(), State::Closed);
}

#[test]
fn s2_a_future_that_was_never_polled_took_nothing() {
    let breaker = half_open();
    let call = breaker.call_async(ready(Ok::<_, ()>(1)));
    assert!(breaker.try_acquire().is_ok());
    drop(call);
}

#[test]
fn s2_a_panic_in_a_polled_future_is_a_failure_at_once() {
    let breaker = half_open();
    let panics = async { panic!("the service's own") as Result<(), ()> };
    let mut call = Box::pin(breaker.call_async(panics));
    let polled = catch_unwind(AssertUnwindSafe(|| poll_once(call.as_mut())));
    assert!(polled.is_err());
    assert_eq!(breaker.state(), State::Open, "before the future is dropped");
}

#[test]
fn s2_a_future_cancelled_by_somebody_elses_panic_is_neutral() {
    let breaker = half_open();
    let unwinding = catch_unwind(AssertUnwindSafe(|| {
        let mut call = Box::pin(breaker.call_async(pending::<Result<(), ()>>()));
        assert!(poll_once(call.as_mut()).is_pending());
        panic!("somebody else's");
    }));
    assert!(unwinding.is_err());
    assert_eq!(breaker.state(), State::HalfOpen);
}

#[test]
fn s2_a_dropped_future_is_a_failure_if_so_set() {
    let (breaker, clock) = with_clock(Settings { on_drop: OnDrop::Failure, ..Settings::default() });
    for _ in 0..5 {
        let mut call = Box::pin(breaker.call_async(pending::<Result<(), ()>>()));
        assert!(poll_once(call.as_mut()).is_pending());
    }
    assert_eq!(breaker.state(), State::Open);
    clock.advance(Duration::from_secs(30));
    assert_eq!(breaker.state(), State::HalfOpen);
}

#[test]
fn s5_a_call_is_timed_where_slow_calls_count() {
    let slow_call = Some(SlowCall { threshold: Duration::from_secs(2), rate: 1.0 });
    let (breaker, clock) = with_clock(Settings { slow_call, ..Settings::default() });
    let call = |millis: u64| {
        breaker.call(|| {
            clock.advance(Duration::from_millis(millis));
            Ok::<_, ()>(())
        })
    };
    for _ in 0..4 {
        call(2_000).unwrap();
    }
    call(1_999).unwrap();
    for _ in 0..4 {
        call(2_000).unwrap();
    }
    assert_eq!(breaker.state(), State::Closed);
    call(2_000).unwrap();
    assert_eq!(breaker.state(), State::Open);
}

#[test]
fn s7_a_query_changes_nothing() {
    let (breaker, clock) = opened();
    clock.advance(Duration::from_secs(31));
    let before = breaker.snapshot();
    for _ in 0..10 {
        assert_eq!(breaker.state(), State::HalfOpen);
        assert_eq!(breaker.check(), Ok(()));
        assert_eq!(breaker.snapshot(), before);
    }
    assert!(breaker.try_acquire().is_ok());
}

#[test]
fn rule_3_and_4_of_many_callers_one_wins_the_probe() {
    for _ in 0..200 {
        let breaker = half_open();
        let barrier = Barrier::new(4);
        let admitted = AtomicU32::new(0);
        let out = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    barrier.wait();
                    if let Ok(permit) = breaker.try_acquire() {
                        admitted.fetch_add(1, Ordering::Relaxed);
                        out.lock().unwrap().push(permit);
                    }
                });
            }
        });
        assert_eq!(admitted.load(Ordering::Relaxed), 1);
        out.into_inner().unwrap().pop().unwrap().success();
        assert_eq!(breaker.state(), State::Closed);
    }
}

#[test]
fn counts_of_many_threads_add_up() {
    let rate = Rate { threshold: 1.0, ..Rate::default() };
    let trip = Trip::CountWindow { size: 1 << 20, rate };
    let settings = Settings { trip, ..Settings::default() };
    let breaker = CircuitBreaker::builder(settings).count_calls().build().unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for turn in 0..10_000 {
                    let _ = breaker.call(|| if turn % 100 == 50 { Err(()) } else { Ok(()) });
                }
            });
        }
    });
    let snapshot = breaker.snapshot();
    assert_eq!(snapshot.counts.admitted, 40_000);
    assert_eq!((snapshot.counts.successes, snapshot.counts.failures), (39_600, 400));
    assert_eq!((snapshot.window.calls, snapshot.window.failed), (40_000, 400));
}

#[test]
fn rule_10_state_window_and_period_are_seen_together_or_not_at_all() {
    let (breaker, _clock) = with_clock(Settings::default());
    let looks = AtomicU32::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            for turn in 1..5_000_000_u32 {
                let _ = breaker.call(|| Err::<(), _>(()));
                if turn.is_multiple_of(20) {
                    breaker.reset();
                }
                if turn > 100 && looks.load(Ordering::Relaxed) == 20_000 {
                    break;
                }
            }
        });
        let period = Some(Duration::from_secs(30));
        for _ in 0..20_000 {
            let seen = breaker.snapshot();
            if seen.state == State::Open {
                assert_eq!((seen.retry_after, seen.window.failed), (period, 0));
            } else {
                assert!(seen.state == State::Closed && seen.window.failed < 5, "{seen:?}");
            }
            // The clock stands still, so who is turned away is told the whole period.
            match breaker.try_acquire() {
                Ok(permit) => permit.neutral(),
                Err(rejection) => assert_eq!(rejection.retry_after, period),
            }
            looks.fetch_add(1, Ordering::Relaxed);
        }
    });
    assert!(breaker.snapshot().counts.opened > 0);
}

#[test]
fn rule_9_listeners_hear_each_transition_once_in_order_and_may_use_the_breaker() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let own: Arc<OnceLock<CircuitBreaker<ManualClock>>> = Arc::default();
    let clock = ManualClock::default();
    let (told, handle) = (Arc::clone(&seen), Arc::clone(&own));
    let breaker = CircuitBreaker::builder(Settings::default())
        .clock(clock.clone())
        .on_transition(|_| panic!("a listener's own"))
        .on_transition(move |change| {
            told.lock().unwrap().push((change.epoch, change.from, change.to, change.cause));
            if change.to == State::Open {
                // Under the lock this would never come back.
                let breaker = handle.get().unwrap();
                assert_eq!(breaker.state(), State::Open);
                breaker.force_open();
            }
        })
        .build()
        .unwrap();
    own.set(breaker.clone()).unwrap();
    for _ in 0..9 {
        let _ = breaker.call(|| Err::<(), _>(()));
    }
    breaker.reset();
    let expected = [
        (2, State::Closed, State::Open, Cause::Failures),
        (3, State::Open, State::ForcedOpen, Cause::Forced),
        (4, State::ForcedOpen, State::Closed, Cause::Forced),
    ];
    assert_eq!(*seen.lock().unwrap(), expected);
}

#[test]
fn rule_9_transitions_of_many_threads_are_heard_in_order() {
    let epochs = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&epochs);
    let breaker = CircuitBreaker::builder(Settings::default())
        .on_transition(move |change| heard.lock().unwrap().push(change.epoch))
        .build()
        .unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..2_000 {
                    breaker.force_open();
                    breaker.force_closed();
                }
            });
        }
    });
    // Each one follows the one before: none twice, none left out, none early.
    let all: Vec<u64> = (2..=breaker.snapshot().epoch).collect();
    assert!(all.len() > 2_000, "{} transitions", all.len());
    assert_eq!(*epochs.lock().unwrap(), all);
}

#[test]
fn successes_of_a_full_window_are_gathered_and_none_is_lost() {
    for size in [1, 10, 64, 65, 100, 200] {
        let rate = Rate { threshold: 1.0, min_calls: 1, ..Rate::default() };
        let trip = Trip::CountWindow { size: size + 1, rate };
        let (breaker, _clock) = with_clock(Settings { trip, ..Settings::default() });
        let ok = || breaker.call(|| Ok::<_, ()>(())).unwrap();
        (0..=size).for_each(|_| ok());
        assert!(breaker.call(|| Err::<(), _>(())).is_err());
        (0..size).for_each(|_| ok());
        assert_eq!(breaker.snapshot().window.failed, 1, "still in a window of {size} and one");
        ok();
        assert_eq!(breaker.snapshot().window.failed, 0, "pushed out of a window of {size} and one");
    }
}

#[test]
fn a_permit_can_be_sent_away_and_told_how_long_it_took() {
    let slow_call = Some(SlowCall { threshold: Duration::from_secs(1), rate: 1.0 });
    let trip = Trip::Consecutive { failures: 1 };
    let (breaker, _clock) = with_clock(Settings { slow_call, trip, ..Settings::default() });
    let permit = breaker.try_acquire_owned().unwrap();
    assert!(!permit.is_probe());
    thread::spawn(move || permit.complete_after(Outcome::Success, Duration::from_secs(1)))
        .join()
        .unwrap();
    assert_eq!(breaker.state(), State::Open);
}
