//! A window of time holds every call for its length, and none for a step longer, whatever came when.

use std::time::Duration;

use fusebox_breaker::{Machine, Outcome, Rate, Settings, Timestamp, Trip};
use proptest::prelude::*;

use crate::subject::Subject;

const MS: u64 = 1_000_000;

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn s4_a_window_holds_a_call_for_its_length_and_less_than_a_step_longer(
        length_ms in 1..200_u64,
        buckets in 1..12_u32,
        gaps in proptest::collection::vec((0..120_u64, any::<bool>()), 1..80),
    ) {
        let rate = Rate { threshold: 1.0, min_calls: u32::MAX, ..Rate::default() };
        let length = Duration::from_millis(length_ms);
        let trip = Trip::TimeWindow { length, buckets, rate };
        let mut machine = <Machine as Subject>::new(Settings { trip, ..Settings::default() }, Timestamp::ZERO);
        let step = (length_ms * MS).div_ceil(u64::from(buckets));
        let (length, mut now, mut calls) = (length_ms * MS, 0, Vec::new());
        for (gap, is_good) in gaps {
            now += gap * MS;
            let at = Timestamp::from_nanos(now);
            let permit = machine.acquire(&at, &mut |_| {}).unwrap();
            let outcome = if is_good { Outcome::Success } else { Outcome::Failure };
            machine.complete(permit, outcome, None, &at, &mut |_| {});
            calls.push(now);
            for later in [now, now + length / 2, now + length - 1, now + length, now + length + step] {
                let within = |age: u64| calls.iter().filter(|call| later - **call < age).count() as u64;
                let held = machine.window(Timestamp::from_nanos(later)).calls;
                let (least, most) = (within(length), within(length + step));
                prop_assert!((least..=most).contains(&held), "{} not in {}..={}", held, least, most);
            }
        }
    }
}
