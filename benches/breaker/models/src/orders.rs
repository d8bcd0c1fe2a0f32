//! Forced states, listeners, and settings that change while calls run.

use std::sync::{Arc, Mutex};

use fusebox_breaker::{CircuitBreaker, ManualClock, Settings, State, Trip};

use crate::stage::{Breaker, beside, closed, due, fail, model};

#[test]
fn a_forced_state_outlives_every_result() {
    model(|| {
        let (breaker, _clock) = due();
        let probe = breaker.try_acquire_owned().unwrap();
        beside(&breaker, |_| probe.success(), Breaker::force_open);
        assert_eq!(breaker.state(), State::ForcedOpen);
        assert!(breaker.try_acquire().is_err());
    });
}

#[test]
fn listeners_hear_every_change_once_and_in_order() {
    model(|| {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let epochs = Arc::clone(&heard);
        let breaker = CircuitBreaker::builder(Settings::default())
            .seed(0)
            .clock(ManualClock::default())
            .on_transition(move |change| epochs.lock().unwrap().push(change.epoch))
            .build()
            .unwrap();
        let twice = |breaker: &Breaker| {
            breaker.disable();
            breaker.reset();
        };
        beside(&breaker, twice, Breaker::force_open);
        let last = breaker.snapshot().epoch;
        assert_eq!(*heard.lock().unwrap(), (2..=last).collect::<Vec<_>>());
    });
}

#[test]
fn settings_that_change_meanwhile_lose_no_failure() {
    model(|| {
        let (breaker, _clock) = closed(2);
        let trip = Trip::Consecutive { failures: 1 };
        let settings = Settings { trip, ..Settings::default() };
        let ((), done) = beside(&breaker, fail, |breaker| breaker.reconfigure(settings));
        done.unwrap();
        let snapshot = breaker.snapshot();
        // Before the change it is one of two; after it, one is enough.
        let before = snapshot.state == State::Closed && snapshot.window.failed == 1;
        assert!(before || snapshot.state == State::Open, "{snapshot:?}");
        fail(&breaker);
        assert_eq!(breaker.state(), State::Open);
    });
}
