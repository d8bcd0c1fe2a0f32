//! What results do.

use fusebox_breaker::{Rate, Settings, State, Trip};

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
