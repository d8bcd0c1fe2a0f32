//! The traps that other libraries fall into, each a case of its own.

use std::time::Duration;

use fusebox_breaker::{OpenPeriod, Rate, Settings, Trip};

use crate::steps::check;

/// Threshold 3, one probe, reset after 80 ms.
fn small() -> Settings {
    Settings {
        trip: Trip::Consecutive { failures: 3 },
        open: OpenPeriod::Fixed(Duration::from_millis(80)),
        ..Settings::default()
    }
}

#[test]
fn t01_a_late_success_while_open_keeps_it_open() {
    check(&small(), "0 ask#late + closed\n 0 err*3 + open\n 10 ok#late open\n 10 ok - open");
}

#[test]
fn t02_a_late_failure_in_half_open_is_ignored() {
    check(
        &small(),
        "0 ask#late + closed\n 0 err*3 + open\n 80 ask#p + half_open\n 80 err#late half_open\n 80 ok#p closed",
    );
}

#[test]
fn t03_a_late_success_in_half_open_is_ignored() {
    check(
        &small(),
        "0 ask#late + closed\n 0 err*3 + open\n 80 ask#p + half_open\n 80 ok#late half_open\n 80 err#p open",
    );
}

#[test]
fn t04_one_probe_of_sixteen_is_let_through() {
    check(&small(), "0 err*3 + open\n 80 ask#p + half_open\n 80 ask*15 - half_open");
}

#[test]
fn t05_a_cancelled_probe_frees_its_slot() {
    check(
        &small(),
        "0 err*3 + open\n 80 ask#p + half_open\n 81 drop#p half_open\n 81 ask#q + half_open\n 81 ask - half_open",
    );
}

#[test]
fn t06_a_probe_that_panics_has_failed_and_the_next_one_comes() {
    check(&small(), "0 err*3 + open\n 80 panic + open\n 159 ok - open\n 160 ok + closed");
}

#[test]
fn t07_a_window_forgets_what_is_old() {
    let rate = Rate { threshold: 0.5, min_calls: 100, ..Rate::default() };
    let trip = Trip::CountWindow { size: 100, rate };
    let settings = Settings { trip, ..Settings::default() };
    check(&settings, "0 ok*5000 + closed\n 0 err*49 + closed\n 0 err + open");
    let trip = Trip::TimeWindow { length: Duration::from_secs(10), buckets: 10, rate };
    let settings = Settings { trip, ..Settings::default() };
    check(&settings, "0 ok*5000 + closed\n 10000 err*99 + closed\n 10000 err + open");
}

#[test]
fn t08_an_ignored_error_as_the_probes_result_is_neutral() {
    check(&small(), "0 err*3 + open\n 80 ign + half_open\n 80 err + open");
}

#[test]
fn t09_an_ignored_error_between_failures_keeps_the_streak() {
    check(&small(), "0 err*2 + closed\n 0 ign + closed\n 0 err + open");
}

#[test]
fn t10_a_hung_probe_does_not_block_for_ever() {
    check(
        &small(),
        "0 err*3 + open\n 80 ask#hung + half_open\n 60079 ok - half_open\n 60160 ok + closed",
    );
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
