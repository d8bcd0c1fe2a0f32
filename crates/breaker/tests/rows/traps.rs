//! The traps that other libraries fall into and that no row of [`services`](crate::services) has.

use std::time::Duration;

use fusebox_breaker::{OpenPeriod, Rate, Settings, Trip};

use crate::steps::{check, tripping};

/// Threshold 3, one probe, reset after 80 ms.
fn small() -> Settings {
    Settings {
        trip: Trip::Consecutive { failures: 3 },
        open: OpenPeriod::Fixed(Duration::from_millis(80)),
        ..Settings::default()
    }
}

#[test]
fn t07_a_window_forgets_what_is_old() {
    let rate = Rate { threshold: 0.5, min_calls: 100, ..Rate::default() };
    let settings = tripping(Trip::CountWindow { size: 100, rate });
    check(&settings, "0 ok*5000 + closed\n 0 err*49 + closed\n 0 err + open");
    let settings =
        tripping(Trip::TimeWindow { length: Duration::from_secs(10), buckets: 10, rate });
    check(&settings, "0 ok*5000 + closed\n 10000 err*99 + closed\n 10000 err + open");
}

#[test]
fn t11_rule_6_an_open_period_without_end_is_no_panic() {
    let settings = Settings { open: OpenPeriod::Fixed(Duration::MAX), ..small() };
    check(&settings, "0 err*3 + open\n 9000000000000 ok - open\n 9000000000000 reset closed");
}

#[test]
fn t12_a_failed_probe_opens_with_an_empty_window() {
    let rate = Rate { threshold: 0.5, min_calls: 3, ..Rate::default() };
    let trip = Trip::TimeWindow { length: Duration::from_millis(40), buckets: 4, rate };
    check(
        &Settings { trip, ..small() },
        "0 err*2 + closed\n 0 err + open\n 80 err + open\n 159 ok - open",
    );
}

#[test]
fn rule_6_a_clock_that_steps_back_neither_panics_nor_opens_early() {
    check(
        &small(),
        "1000 err*3 + open\n 500 ok - open\n 1079 ok - open\n 1080 ok + closed\n 3 err*2 + closed\n 0 err + open",
    );
}

#[test]
fn rule_1_the_permit_of_an_earlier_half_open_frees_nothing_in_a_later_one() {
    check(
        &small(),
        "0 err*3 + open
         80 ask#old + half_open
         80 reset closed
         80 err*3 + open
         160 ask#new + half_open
         161 drop#old half_open
         161 ask - half_open
         162 ok#new closed",
    );
}
