//! What results do.

use std::time::Duration;

use fusebox_breaker::{ManualClock, Rate, Settings, State, Trip};

use crate::stage::{Breaker, LEASE, OPEN, beside, closed, due, fail, model, with};

#[test]
fn two_failures_at_once_open_once() {
    model(|| {
        let (breaker, _clock) = closed(2);
        let (one, two) = (breaker.clone(), breaker.clone());
        beside(move || fail(&one), move || fail(&two));
        let snapshot = breaker.snapshot();
        assert_eq!((snapshot.state, snapshot.counts.opened), (State::Open, 1));
        assert_eq!(snapshot.counts.failures, 2);
    });
}

#[test]
fn a_success_is_before_between_or_after_the_failures() {
    model(|| {
        let (breaker, _clock) = closed(2);
        let (failing, other) = (breaker.clone(), breaker.clone());
        let twice = move || {
            fail(&failing);
            fail(&failing);
        };
        let _ = beside(twice, move || other.call(|| Ok::<_, ()>(())).is_ok());
        let snapshot = breaker.snapshot();
        let between = snapshot.state == State::Closed && snapshot.window.failed == 1;
        assert!(snapshot.state == State::Open || between, "{snapshot:?}");
    });
}

#[test]
fn a_late_failure_never_opens_what_was_reset() {
    model(|| {
        let (breaker, _clock) = closed(1);
        let late = breaker.try_acquire_owned().unwrap();
        let forced = breaker.clone();
        let anew = move || {
            forced.force_open();
            forced.reset();
        };
        beside(move || late.failure(), anew);
        assert_eq!(breaker.state(), State::Closed);
    });
}

#[test]
fn a_late_success_never_closes_what_a_probe_opened() {
    model(|| {
        let (breaker, clock) = closed(1);
        let late = breaker.try_acquire_owned().unwrap();
        fail(&breaker);
        clock.advance(OPEN);
        let probing = breaker.clone();
        beside(move || late.success(), move || fail(&probing));
        let snapshot = breaker.snapshot();
        assert_eq!((snapshot.state, snapshot.counts.late), (State::Open, 1));
    });
}

#[test]
fn a_probe_whose_lease_is_over_closes_nothing() {
    model(|| {
        let (breaker, clock) = due();
        let probe = breaker.try_acquire_owned().unwrap();
        clock.advance(LEASE);
        let asking = breaker.clone();
        let ((), next) = beside(move || probe.success(), move || asking.try_acquire().is_ok());
        assert_eq!((next, breaker.state()), (false, State::Open));
    });
}

#[test]
fn a_lease_that_ends_meanwhile_is_over_for_everyone_or_for_no_one() {
    model(|| {
        let (breaker, clock) = due();
        let probe = breaker.try_acquire_owned().unwrap();
        let asking = breaker.clone();
        let later = move || {
            clock.advance(LEASE);
            asking.try_acquire().is_ok()
        };
        let ((), next) = beside(move || probe.success(), later);
        let expected = if next { State::Closed } else { State::Open };
        assert_eq!(breaker.state(), expected);
    });
}

const BUCKET: Duration = Duration::from_secs(1);

/// Full, with one failure in it: successes are gathered beside it.
fn window() -> Breaker {
    let rate = Rate { threshold: 0.5, min_calls: 4, ..Rate::default() };
    let trip = Trip::CountWindow { size: 4, rate };
    let (breaker, _clock) = with(Settings { trip, ..Settings::default() });
    fail(&breaker);
    for _ in 0..3 {
        breaker.try_acquire().unwrap().success();
    }
    breaker
}

/// Of time, with one failure in it: the same until its newest bucket ends.
fn window_of_time() -> (Breaker, ManualClock) {
    let rate = Rate { threshold: 0.5, min_calls: 4, ..Rate::default() };
    let trip = Trip::TimeWindow { length: 2 * BUCKET, buckets: 2, rate };
    let (breaker, clock) = with(Settings { trip, ..Settings::default() });
    fail(&breaker);
    for _ in 0..3 {
        breaker.try_acquire().unwrap().success();
    }
    (breaker, clock)
}

#[test]
fn successes_gathered_in_a_bucket_weigh_before_the_next_failure() {
    model(|| {
        let (breaker, _clock) = window_of_time();
        let (one, two) = (breaker.clone(), breaker.clone());
        let both = move || {
            one.try_acquire().unwrap().success();
            fail(&one);
        };
        beside(both, move || two.try_acquire().unwrap().success());
        let snapshot = breaker.snapshot();
        assert_eq!((snapshot.window.calls, snapshot.window.failed), (7, 2));
        assert_eq!((snapshot.counts.successes, snapshot.state), (5, State::Closed));
    });
}

#[test]
fn a_bucket_that_ends_meanwhile_takes_none_of_the_next_one_with_it() {
    model(|| {
        let (breaker, clock) = window_of_time();
        let (one, two) = (breaker.clone(), breaker.clone());
        let later = clock.clone();
        let next = move || {
            later.advance(BUCKET);
            one.try_acquire().unwrap().success();
        };
        beside(next, move || two.try_acquire().unwrap().success());
        assert_eq!(breaker.snapshot().window.calls, 6);
        clock.advance(BUCKET);
        // The one of the next bucket is left; the other one may be of either.
        let left = breaker.snapshot().window.calls;
        assert!((1..=2).contains(&left), "{left}");
        clock.advance(BUCKET);
        assert_eq!(breaker.snapshot().window.calls, 0);
    });
}

#[test]
fn gathered_successes_are_not_lost() {
    model(|| {
        let breaker = window();
        let (one, two) = (breaker.clone(), breaker.clone());
        let both = move || {
            one.try_acquire().unwrap().success();
            fail(&one);
        };
        beside(both, move || two.try_acquire().unwrap().success());
        let snapshot = breaker.snapshot();
        assert_eq!((snapshot.counts.successes, snapshot.counts.failures), (5, 2));
        assert_eq!((snapshot.window.calls, snapshot.window.failed), (4, 1));
        assert_eq!(snapshot.state, State::Closed);
    });
}

#[test]
fn a_success_gathered_beside_the_failure_that_opens_is_before_it_or_late() {
    model(|| {
        let breaker = window();
        let (failing, other) = (breaker.clone(), breaker.clone());
        let gathered = move || other.try_acquire().map(|permit| permit.success()).is_ok();
        let ((), made) = beside(move || fail(&failing), gathered);
        let snapshot = breaker.snapshot();
        // Before it, it pushed the older failure out.
        let before = snapshot.state == State::Closed && snapshot.window.failed == 1;
        assert!(before || snapshot.state == State::Open, "{snapshot:?}");
        assert_eq!(snapshot.counts.successes + snapshot.counts.late, 3 + u64::from(made));
    });
}

#[test]
fn a_gathered_success_does_not_slip_into_a_later_epoch() {
    model(|| {
        let breaker = window();
        let late = breaker.try_acquire_owned().unwrap();
        let forced = breaker.clone();
        let anew = move || {
            forced.force_open();
            forced.reset();
        };
        beside(move || late.success(), anew);
        let snapshot = breaker.snapshot();
        assert_eq!(snapshot.window.calls, 0);
        assert_eq!(snapshot.counts.successes + snapshot.counts.late, 4);
    });
}
