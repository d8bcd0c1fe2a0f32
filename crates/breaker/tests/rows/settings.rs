//! Settings: what is refused, what is taken over while running, what is kept and restored.

use std::time::Duration;

use fusebox_breaker::machine::MachineRecord;
use fusebox_breaker::{
    CircuitBreaker, HalfOpen, Machine, OpenPeriod, Outcome, Rate, Settings, SlowCall, State,
    Timestamp, Trip,
};

use crate::steps::tripping;

#[track_caller]
fn refused(settings: &Settings, path: &str) {
    assert_eq!(settings.check().unwrap_err().path, path);
}

#[test]
fn a_limit_that_could_never_be_reached_is_refused_by_name() {
    refused(&tripping(Trip::Consecutive { failures: 0 }), "trip.failures");
    let rate = Rate { min_calls: 11, ..Rate::default() };
    refused(&tripping(Trip::CountWindow { size: 10, rate }), "trip.rate.min_calls");
    for threshold in [0.0, -1.0, 1.1, f64::NAN] {
        let rate = Rate { threshold, min_calls: 1, ..Rate::default() };
        refused(&tripping(Trip::CountWindow { size: 10, rate }), "trip.rate.threshold");
    }
    let zero = Duration::ZERO;
    refused(&Settings { open: OpenPeriod::Fixed(zero), ..Settings::default() }, "open");
    refused(&Settings { open: OpenPeriod::Steps(vec![]), ..Settings::default() }, "open.steps");
    let half_open = HalfOpen { permits: 0, ..HalfOpen::default() };
    refused(&Settings { half_open, ..Settings::default() }, "half_open.permits");
    let slow_call = Some(SlowCall { threshold: zero, rate: 0.5 });
    refused(&Settings { slow_call, ..Settings::default() }, "slow_call.threshold");
    assert_eq!(Settings::default().check(), Ok(()));
}

#[test]
fn other_settings_are_taken_over_while_running() {
    let mut machine = Machine::new(Settings::default(), 0, Timestamp::ZERO).unwrap();
    let fail = |machine: &mut Machine, at: Timestamp| {
        let permit = machine.acquire(&at, &mut |_| {}).unwrap();
        machine.complete(permit, Outcome::Failure, None, &at, &mut |_| {});
    };
    let start = Timestamp::ZERO;
    fail(&mut machine, start);
    fail(&mut machine, start);
    let three = tripping(Trip::Consecutive { failures: 3 });
    machine.reconfigure(three.clone(), &start).unwrap();
    assert_eq!(machine.state(start), State::Closed);
    fail(&mut machine, start);
    assert_eq!(machine.state(start), State::Open, "the two from before still count");
    let short = Settings { open: OpenPeriod::Fixed(Duration::from_secs(1)), ..three.clone() };
    machine.reconfigure(short, &start).unwrap();
    assert_eq!(machine.state(Timestamp::from_millis(999)), State::Open);
    assert_eq!(machine.state(Timestamp::from_millis(1000)), State::HalfOpen);
    let wrong = Settings { trip: Trip::Consecutive { failures: 0 }, ..three };
    assert!(machine.reconfigure(wrong.clone(), &start).is_err());
    let breaker = CircuitBreaker::new(Settings::default()).unwrap();
    let error = breaker.reconfigure(wrong).unwrap_err();
    assert_eq!(error.to_string(), "trip.failures must be at least 1");
}

#[test]
fn jitter_adds_up_to_its_share_and_follows_the_seed() {
    let second = Duration::from_secs(1);
    let open = OpenPeriod::Growing { first: second, factor: 2.0, ceiling: second, jitter: 0.5 };
    let trip = Trip::Consecutive { failures: 1 };
    let settings = Settings { open, trip, ..Settings::default() };
    let period = |seed: u64| {
        let mut machine = Machine::new(settings.clone(), seed, Timestamp::ZERO).unwrap();
        let permit = machine.acquire(&Timestamp::ZERO, &mut |_| {}).unwrap();
        let mut open_for = None;
        machine.complete(permit, Outcome::Failure, None, &Timestamp::ZERO, &mut |t| {
            open_for = t.open_for;
        });
        open_for.unwrap()
    };
    let all: Vec<Duration> = (0..200).map(period).collect();
    assert!(all.iter().all(|period| (second..second + second / 2).contains(period)), "{all:?}");
    let early = all.iter().filter(|period| **period < second + second / 4).count();
    assert!((60..140).contains(&early), "{early} of 200 in the first half");
    assert_eq!(period(7), period(7));
}

#[cfg(feature = "serde")]
#[test]
fn a_machine_is_kept_as_text_and_goes_on_where_it_was() {
    let rate = Rate { min_calls: 4, ..Rate::default() };
    for trip in [
        Trip::Consecutive { failures: 3 },
        Trip::CountWindow { size: 100, rate },
        Trip::TimeWindow { length: Duration::from_secs(9), buckets: 3, rate },
        Trip::TumblingWindow { length: Duration::from_secs(9), rate },
    ] {
        let settings = tripping(trip);
        let mut machine = Machine::new(settings.clone(), 3, Timestamp::ZERO).unwrap();
        for step in 0..100_u64 {
            let now = Timestamp::from_millis(step * 2_000);
            if let Ok(permit) = machine.acquire(&now, &mut |_| {}) {
                let outcome = if step % 7 < 4 { Outcome::Failure } else { Outcome::Success };
                machine.complete(permit, outcome, None, &now, &mut |_| {});
            }
            let text = serde_json::to_string(&machine.save()).unwrap();
            let saved: MachineRecord = serde_json::from_str(&text).unwrap();
            let text = serde_json::to_string(&settings).unwrap();
            let settings: Settings = serde_json::from_str(&text).unwrap();
            assert_eq!(Machine::restore(settings, 3, saved).unwrap(), machine, "{text}");
        }
        assert!(machine.counts().opened > 0, "{trip:?}");
    }
}

#[test]
fn what_was_saved_with_other_settings_starts_an_empty_window_and_keeps_the_failures_in_a_row() {
    let mut machine = Machine::new(Settings::default(), 0, Timestamp::ZERO).unwrap();
    let start = Timestamp::ZERO;
    let permit = machine.acquire(&start, &mut |_| {}).unwrap();
    machine.complete(permit, Outcome::Failure, None, &start, &mut |_| {});
    let saved: MachineRecord = machine.save();
    let trip = Trip::CountWindow { size: 10, rate: Rate::default() };
    let again = Machine::restore(tripping(trip), 0, saved).unwrap();
    assert_eq!((again.window(start).failed, again.failures_in_a_row()), (0, 1));
    assert_eq!(again.epoch(), machine.epoch());
}
