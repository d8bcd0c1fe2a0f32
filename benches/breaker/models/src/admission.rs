//! Who is let through.

use fusebox_breaker::{CircuitOpen, State};

use crate::stage::{Breaker, OPEN, beside, closed, due, fail, model};

/// What is told at the beginning of an open period.
const OPENED: CircuitOpen = CircuitOpen { state: State::Open, retry_after: Some(OPEN) };

#[test]
fn of_two_callers_one_gets_the_probe() {
    model(|| {
        let (breaker, _clock) = due();
        let ask = |breaker: &Breaker| breaker.try_acquire_owned().ok();
        let (one, two) = beside(&breaker, ask, ask);
        let permits: Vec<_> = one.into_iter().chain(two).collect();
        assert_eq!(permits.len(), 1);
        assert!(permits[0].is_probe());
        assert_eq!(breaker.snapshot().probes_in_flight, 1);
    });
}

#[test]
fn an_open_period_that_ends_meanwhile_lets_one_through() {
    model(|| {
        let (breaker, clock) = closed(1);
        fail(&breaker);
        let ask = |breaker: &Breaker| breaker.try_acquire_owned().ok();
        let (early, late) = beside(&breaker, ask, move |breaker| {
            clock.advance(OPEN);
            ask(breaker)
        });
        assert_eq!(u32::from(early.is_some()) + u32::from(late.is_some()), 1);
        assert_eq!(breaker.state(), State::HalfOpen);
    });
}

#[test]
fn a_dropped_probe_leaves_its_slot_to_one() {
    model(|| {
        let (breaker, _clock) = due();
        let probe = breaker.try_acquire_owned().unwrap();
        let ask = |breaker: &Breaker| breaker.try_acquire_owned().ok();
        let ((), first) = beside(&breaker, |_| drop(probe), ask);
        let second = breaker.try_acquire().ok();
        assert_eq!(u32::from(first.is_some()) + u32::from(second.is_some()), 1);
        assert_eq!(breaker.snapshot().probes_in_flight, 1);
    });
}

#[test]
fn a_rejection_tells_the_truth_while_the_circuit_opens() {
    model(|| {
        let (breaker, _clock) = closed(1);
        let ((), asked) = beside(&breaker, fail, Breaker::check);
        if let Err(open) = asked {
            assert_eq!(open, OPENED);
        }
        assert_eq!(breaker.state(), State::Open);
    });
}

#[test]
fn a_rejection_while_a_probe_fails_names_the_end_of_the_new_period() {
    model(|| {
        let (breaker, _clock) = due();
        let ((), asked) = beside(&breaker, fail, Breaker::check);
        match asked {
            // Before the probe went, and while it ran.
            Ok(()) | Err(CircuitOpen { state: State::HalfOpen, retry_after: None }) => {}
            Err(open) => assert_eq!(open, OPENED),
        }
        assert_eq!(breaker.state(), State::Open);
    });
}

#[test]
fn a_rejection_while_a_person_holds_it_open_is_of_one_state() {
    model(|| {
        let (breaker, _clock) = closed(1);
        fail(&breaker);
        let ((), asked) = beside(&breaker, Breaker::force_open, Breaker::check);
        let held = CircuitOpen { state: State::ForcedOpen, retry_after: None };
        let told = asked.unwrap_err();
        assert!([OPENED, held].contains(&told), "{told:?}");
    });
}
