//! What results do.

use std::time::Duration;

use fusebox_breaker::{ManualClock, Rate, Settings, State, Trip};

use crate::stage::{Breaker, LEASE, OPEN, beside, closed, due, fail, model, with};

#[test]
fn two_failures_at_once_open_once() {
    model(|| {
        let (breaker, _clock) = closed(2);
        beside(&breaker, fail, fail);
        let snapshot = breaker.snapshot();
        assert_eq!((snapshot.state, snapshot.counts.opened), (State::Open, 1));
        assert_eq!(snapshot.counts.failures, 2);
    });
}

#[test]
fn a_success_is_before_between_or_after_the_failures() {
    model(|| {
        let (breaker, _clock) = closed(2);
        let twice = |breaker: &Breaker| {
            fail(breaker);
            fail(breaker);
        };
        beside(&breaker, twice, |breaker| breaker.call(|| Ok::<_, ()>(())).is_ok());
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
        beside(&breaker, |_| late.failure(), reset_by_hand);
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
        beside(&breaker, |_| late.success(), fail);
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
        let ask = |breaker: &Breaker| breaker.try_acquire().is_ok();
        let ((), next) = beside(&breaker, |_| probe.success(), ask);
        assert_eq!((next, breaker.state()), (false, State::Open));
    });
}

#[test]
fn a_lease_that_ends_meanwhile_is_over_for_everyone_or_for_no_one() {
    model(|| {
        let (breaker, clock) = due();
        let probe = breaker.try_acquire_owned().unwrap();
        let later = move |breaker: &Breaker| {
            clock.advance(LEASE);
            breaker.try_acquire().is_ok()
        };
        let ((), next) = beside(&breaker, |_| probe.success(), later);
        let expected = if next { State::Closed } else { State::Open };
        assert_eq!(breaker.state(), expected);
    });
}

const BUCKET: Duration = Duration::from_secs(1);

fn succeed(breaker: &Breaker) {
    breaker.try_acquire().unwrap().success();
}

fn reset_by_hand(breaker: &Breaker) {
    breaker.force_open();
    breaker.reset();
}

/// Successes are gathered beside it.
fn of_calls(rate: Rate) -> Trip {
    Trip::CountWindow { size: 4, rate }
}

/// The same until its newest bucket ends.
fn of_time(rate: Rate) -> Trip {
    Trip::TimeWindow { length: 2 * BUCKET, buckets: 2, rate }
}

/// A window of four calls, of which one failed.
fn full(window: fn(Rate) -> Trip) -> (Breaker, ManualClock) {
    let trip = window(Rate { threshold: 0.5, min_calls: 4, ..Rate::default() });
    let (breaker, clock) = with(Settings { trip, ..Settings::default() });
    fail(&breaker);
    (0..3).for_each(|_| succeed(&breaker));
    (breaker, clock)
}

#[test]
fn successes_gathered_in_a_bucket_weigh_before_the_next_failure() {
    model(|| {
        let (breaker, _clock) = full(of_time);
        let both = |breaker: &Breaker| {
            succeed(breaker);
            fail(breaker);
        };
        beside(&breaker, both, succeed);
        let snapshot = breaker.snapshot();
        assert_eq!((snapshot.window.calls, snapshot.window.failed), (7, 2));
        assert_eq!((snapshot.counts.successes, snapshot.state), (5, State::Closed));
    });
}

#[test]
fn a_bucket_that_ends_meanwhile_takes_none_of_the_next_one_with_it() {
    model(|| {
        let (breaker, clock) = full(of_time);
        let later = clock.clone();
        let next = move |breaker: &Breaker| {
            later.advance(BUCKET);
            succeed(breaker);
        };
        beside(&breaker, next, succeed);
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
        let (breaker, _clock) = full(of_calls);
        let both = |breaker: &Breaker| {
            succeed(breaker);
            fail(breaker);
        };
        beside(&breaker, both, succeed);
        let snapshot = breaker.snapshot();
        assert_eq!((snapshot.counts.successes, snapshot.counts.failures), (5, 2));
        assert_eq!((snapshot.window.calls, snapshot.window.failed), (4, 1));
        assert_eq!(snapshot.state, State::Closed);
    });
}

#[test]
fn a_success_gathered_beside_the_failure_that_opens_is_before_it_or_late() {
    model(|| {
        let (breaker, _clock) = full(of_calls);
        let gathered = |breaker: &Breaker| breaker.try_acquire().map(|permit| permit.success());
        let ((), made) = beside(&breaker, fail, move |breaker| gathered(breaker).is_ok());
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
        let (breaker, _clock) = full(of_calls);
        let late = breaker.try_acquire_owned().unwrap();
        beside(&breaker, |_| late.success(), reset_by_hand);
        let snapshot = breaker.snapshot();
        assert_eq!(snapshot.window.calls, 0);
        assert_eq!(snapshot.counts.successes + snapshot.counts.late, 4);
    });
}
