//! The same random histories, told to the pure machine and to the concurrent one, get the same answers.

use std::time::Duration;

use fusebox_breaker::{
    CircuitOpen, Compare, Decide, Evaluate, HalfOpen, Machine, OnDrop, OnMax, OpenPeriod, Outcome,
    Rate, Settings, SlowCall, Timestamp, Trip,
};
use proptest::prelude::*;

use crate::subject::{Concurrent, Order, Subject};

#[derive(Clone, Debug)]
enum Event {
    /// Milliseconds forward, or back.
    Wait(i32),
    Acquire,
    /// Which of the permits that are out, with what, after how many milliseconds.
    Complete(usize, Outcome, Option<u64>),
    Abandon(usize),
    Order(Order),
    Reconfigure(Box<Settings>),
    /// Both are looked at. Not after every event: looking makes the concurrent one write what it has gathered.
    Look,
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        4 => Just(Outcome::Success),
        4 => Just(Outcome::Failure),
        1 => Just(Outcome::Slow),
        1 => Just(Outcome::Neutral),
    ]
}

fn compare() -> impl Strategy<Value = Compare> {
    prop_oneof![Just(Compare::AtLeast), Just(Compare::MoreThan)]
}

fn rate() -> impl Strategy<Value = Rate> {
    let evaluate = prop_oneof![Just(Evaluate::AnyResult), Just(Evaluate::Failure)];
    let in_a_row = proptest::option::of(1..5_u32);
    (0.05..=1.0_f64, 1..6_u32, compare(), evaluate, in_a_row).prop_map(
        |(threshold, min_calls, compare, evaluate, failures_in_a_row)| Rate {
            threshold,
            min_calls,
            compare,
            evaluate,
            failures_in_a_row,
        },
    )
}

fn trip() -> impl Strategy<Value = Trip> {
    let length = || (1..200_u64).prop_map(Duration::from_millis);
    prop_oneof![
        (1..5_u32).prop_map(|failures| Trip::Consecutive { failures }),
        (5..80_u32, rate()).prop_map(|(size, rate)| Trip::CountWindow { size, rate }),
        (length(), 1..8_u32, rate()).prop_map(|(length, buckets, rate)| Trip::TimeWindow {
            length,
            buckets,
            rate
        }),
        (length(), rate()).prop_map(|(length, rate)| Trip::TumblingWindow { length, rate }),
    ]
}

fn open() -> impl Strategy<Value = OpenPeriod> {
    let millis = || (1..100_u64).prop_map(Duration::from_millis);
    prop_oneof![
        millis().prop_map(OpenPeriod::Fixed),
        millis().prop_map(|first| OpenPeriod::doubling(first, first * 10)),
        proptest::collection::vec(millis(), 1..4).prop_map(OpenPeriod::Steps),
    ]
}

fn half_open() -> impl Strategy<Value = HalfOpen> {
    let by_rate = (1..6_u32, 0.1..=1.0_f64, compare(), any::<bool>());
    let decide = prop_oneof![
        (1..4_u32).prop_map(Decide::Successes),
        by_rate.prop_map(|(sample, threshold, compare, early)| Decide::Rate {
            sample,
            threshold,
            compare,
            early
        }),
    ];
    let millis = || (1..300_u64).prop_map(Duration::from_millis);
    let on_max = prop_oneof![Just(OnMax::Open), Just(OnMax::Closed)];
    (1..5_u32, decide, millis(), proptest::option::of(millis()), on_max).prop_map(
        |(permits, decide, lease, max, on_max)| HalfOpen { permits, decide, lease, max, on_max },
    )
}

fn settings() -> impl Strategy<Value = Settings> {
    let slow_call = (1..50_u64, 0.05..=1.0_f64)
        .prop_map(|(millis, rate)| SlowCall { threshold: Duration::from_millis(millis), rate });
    let on_drop = prop_oneof![Just(OnDrop::Neutral), Just(OnDrop::Failure)];
    (trip(), proptest::option::of(slow_call), open(), compare(), half_open(), on_drop).prop_map(
        |(trip, slow_call, open, open_boundary, half_open, on_drop)| Settings {
            trip,
            slow_call,
            open,
            open_boundary,
            half_open,
            on_drop,
        },
    )
}

fn event() -> impl Strategy<Value = Event> {
    let order = prop_oneof![
        Just(Order::ForceOpen),
        Just(Order::ForceClosed),
        Just(Order::Disable),
        Just(Order::Reset)
    ];
    prop_oneof![
        6 => (-5..60_i32).prop_map(Event::Wait),
        12 => Just(Event::Acquire),
        12 => (any::<usize>(), outcome(), proptest::option::of(0..60_u64))
            .prop_map(|(which, outcome, took)| Event::Complete(which, outcome, took)),
        2 => any::<usize>().prop_map(Event::Abandon),
        1 => order.prop_map(Event::Order),
        2 => Just(Event::Look),
        1 => settings().prop_map(|settings| Event::Reconfigure(Box::new(settings))),
    ]
}

/// Both machines, and the permits that both let through.
struct Pair {
    pure: Machine,
    concurrent: Concurrent,
    permits: Vec<(<Machine as Subject>::Permit, <Concurrent as Subject>::Permit)>,
    now: Timestamp,
}

impl Pair {
    fn apply_event(&mut self, event: Event) -> Result<(), TestCaseError> {
        let now = self.now;
        match event {
            Event::Wait(millis) => {
                let nanos = i64::from(millis) * 1_000_000;
                self.now = Timestamp::from_nanos(now.as_nanos().saturating_add_signed(nanos));
            }
            Event::Acquire => self.acquire()?,
            Event::Complete(which, outcome, took) if !self.permits.is_empty() => {
                let (pure, concurrent) = self.permits.swap_remove(which % self.permits.len());
                let took = took.map(Duration::from_millis);
                self.pure.complete(pure, outcome, took, &now, &mut |_| {});
                self.concurrent.complete(concurrent, (outcome, took), now);
            }
            Event::Abandon(which) if !self.permits.is_empty() => {
                let (pure, concurrent) = self.permits.swap_remove(which % self.permits.len());
                self.pure.abandon(pure, &now, &mut |_| {});
                self.concurrent.abandon(concurrent, now);
            }
            Event::Complete(..) | Event::Abandon(_) => {}
            Event::Order(order) => {
                Subject::order(&mut self.pure, order, now);
                self.concurrent.order(order, now);
            }
            Event::Reconfigure(settings) => {
                self.concurrent.clock.set(now);
                self.pure.reconfigure((*settings).clone(), &now).unwrap();
                self.concurrent.breaker.reconfigure(*settings).unwrap();
            }
            Event::Look => self.compare()?,
        }
        Ok(())
    }

    fn acquire(&mut self) -> Result<(), TestCaseError> {
        let pure = Subject::acquire(&mut self.pure, self.now);
        let concurrent = Subject::acquire(&mut self.concurrent, self.now);
        match (pure, concurrent) {
            (Ok(pure), Ok(concurrent)) => self.permits.push((pure, concurrent)),
            (Err(pure), Err(concurrent)) => {
                // The wait is counted from the clock; the pure machine knows a later time where it stepped back.
                let known = |open: CircuitOpen| (open.state, open.retry_after.is_some());
                prop_assert_eq!(known(pure), known(concurrent));
            }
            (pure, concurrent) => prop_assert!(false, "{:?} but {:?}", pure, concurrent.is_ok()),
        }
        Ok(())
    }

    fn compare(&mut self) -> Result<(), TestCaseError> {
        prop_assert_eq!(Subject::state(&self.pure, self.now), self.concurrent.state(self.now));
        let snapshot = self.concurrent.breaker.snapshot();
        prop_assert_eq!(snapshot.epoch, self.pure.epoch());
        prop_assert_eq!(snapshot.window, self.pure.window(self.now));
        prop_assert_eq!(snapshot.probes_in_flight, self.pure.probes_in_flight());
        prop_assert_eq!(snapshot.counts, self.pure.counts());
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn both_machines_answer_every_history_alike(
        settings in settings(),
        events in proptest::collection::vec(event(), 1..150),
    ) {
        let now = Timestamp::from_millis(1_000);
        let pure = <Machine as Subject>::new(settings.clone(), now);
        let concurrent = <Concurrent as Subject>::new(settings, now);
        let mut pair = Pair { pure, concurrent, permits: Vec::new(), now };
        for event in events {
            pair.apply_event(event)?;
        }
        // What is still out is dropped by both.
        for (pure, concurrent) in std::mem::take(&mut pair.permits) {
            pair.pure.abandon(pure, &pair.now, &mut |_| {});
            pair.concurrent.abandon(concurrent, pair.now);
        }
        pair.compare()?;
    }
}
