//! Rows S1 to S5 and S7.

use std::time::Duration;

use fusebox_breaker::{
    Compare, Decide, HalfOpen, OnDrop, OnMax, OpenPeriod, Rate, Settings, SlowCall, Trip,
};

use crate::steps::{check, check_default, tripping};

#[test]
fn s1_five_counted_failures_open_and_four_do_not() {
    check_default("0 err*4 + closed\n 0 err + open\n 0 ok - open");
}

#[test]
fn s1_t09_an_ignored_result_neither_counts_nor_resets() {
    let settings = Settings::default();
    check(&settings, "0 err*4 + closed\n 0 ign*9 + closed\n 0 err + open");
    check(&settings, "0 err*4 + closed\n 0 ok + closed\n 0 err*4 + closed\n 0 err + open");
}

#[test]
fn s1_rule_7_t08_an_ignored_result_is_neutral_as_a_probe() {
    check_default(
        "0 err*5 + open
         30000 ign + half_open
         30000 ign*3 + half_open
         30000 ok + closed",
    );
}

#[test]
fn s2_t04_one_probe_after_the_timeout_and_fifteen_others_wait() {
    check_default(
        "0 err*5 + open
         29999 ask - open
         30000 tick half_open
         30000 ask#p + half_open
         30000 ask*15 - half_open
         30001 ok#p closed
         30001 err*4 + closed
         30001 err + open",
    );
}

#[test]
fn s2_t06_a_failed_probe_opens_with_a_new_timer() {
    check_default(
        "0 err*5 + open
         40000 err + open
         69999 ask - open
         70000 ok + closed",
    );
    check_default("0 err*5 + open\n 30000 panic + open\n 59999 ok - open\n 60000 ok + closed");
}

#[test]
fn s2_rule_5_t10_a_probe_that_outlives_its_lease_has_failed() {
    check_default(
        "0 err*5 + open
         30000 ask#hung + half_open
         89999 ask - half_open
         90000 tick open
         90000 ask - open
         119999 ok - open
         120000 ok + closed
         120001 err#hung closed",
    );
    // Unseen for long: it opened when the lease ended, and that period is over by now.
    check_default("0 err*5 + open\n 30000 ask#hung + half_open\n 500000 ok + closed");
    check_default("0 err*5 + open\n 30000 ask#p + half_open\n 89999 ok#p closed");
    check_default("0 err*5 + open\n 30000 ask#p + half_open\n 90000 ok#p open");
}

#[test]
fn s2_rule_1_t05_a_dropped_probe_gives_its_slot_back_or_fails_if_so_set() {
    check_default(
        "0 err*5 + open
         30000 ask#p + half_open
         30001 drop#p half_open
         30001 ask#q + half_open
         30001 ask - half_open
         30001 ok#q closed",
    );
    let failing = Settings { on_drop: OnDrop::Failure, ..Settings::default() };
    check(
        &failing,
        "0 err*5 + open\n 30000 ask#p + half_open\n 30001 drop#p open\n 30001 ok - open",
    );
    check(&failing, "0 err*4 + closed\n 0 ask#p + closed\n 0 drop#p open");
}

#[test]
fn s3_rule_2_t01_t02_t03_a_result_of_an_earlier_epoch_changes_no_state_and_extends_no_timer() {
    check_default(
        "0 ask#ok + closed
         0 ask#err + closed
         0 ask#late + closed
         0 ask#good + closed
         0 err*5 + open
         10000 ok#ok open
         10000 ok - open
         20000 err#err open
         30000 ask#p + half_open
         30001 err#late half_open
         30001 ok#good half_open
         30002 ok#p closed",
    );
}

fn rate(threshold: f64, min_calls: u32) -> Rate {
    Rate { threshold, min_calls, ..Rate::default() }
}

#[test]
fn s4_failures_mixed_with_successes_trip_the_rate_at_the_minimum_of_calls() {
    let settings = tripping(Trip::CountWindow { size: 10, rate: rate(0.8, 10) });
    check(&settings, "0 err*4 + closed\n 0 ok + closed\n 0 err*4 + closed\n 0 ok + open");
    check(&settings, "0 err*4 + closed\n 0 ok*3 + closed\n 0 err*3 + closed\n 0 ok*10 + closed");
    // A full window slides: two of the old successes must go first.
    check(&settings, "0 ok*10 + closed\n 0 err*7 + closed\n 0 err + open");
    let length = Duration::from_secs(60);
    let settings = tripping(Trip::TimeWindow { length, buckets: 6, rate: rate(0.8, 5) });
    // A call counts for the length of the window exactly, wherever the first one falls.
    for at in [0, 1, 2_500, 9_999, 10_000] {
        let first = format!("{at} err*3 + closed\n {at} ok + closed\n");
        check(&settings, &format!("{first} {} err + open", at + 59_999));
        let late = at + 60_000;
        check(&settings, &format!("{first} {late} err*4 + closed\n {late} err + open"));
    }
    // One that comes within a step is held until the step ends.
    let two = "0 ok + closed\n 1 err*3 + closed\n";
    check(&settings, &format!("{two} 69999 ok + closed\n 69999 err + open"));
    check(&settings, &format!("{two} 70000 ok + closed\n 70000 err*3 + closed\n 70000 err + open"));
}

#[test]
fn s4_failures_in_a_row_open_beside_a_rate_where_both_are_set() {
    let rate = Rate { failures_in_a_row: Some(3), ..rate(0.8, 8) };
    let length = Duration::from_secs(60);
    for trip in [
        Trip::CountWindow { size: 8, rate },
        Trip::TimeWindow { length, buckets: 6, rate },
        Trip::TumblingWindow { length, rate },
    ] {
        let settings = tripping(trip);
        check(&settings, "0 err*2 + closed\n 0 err + open");
        check(&settings, "0 err*2 + closed\n 0 ok + closed\n 0 err*2 + closed\n 0 err + open");
        check(&settings, "0 err*2 + closed\n 0 ign + closed\n 0 err + open");
        check(&settings, "0 ok*100 + closed\n 0 err*2 + closed\n 0 ok + closed\n 0 err*2 + closed");
        check(&settings, "0 err*3 + open\n 30000 ok + closed\n 30000 err*2 + closed");
    }
}

#[test]
fn s5_slow_calls_count_when_they_are_set() {
    let slow_call = Some(SlowCall { threshold: Duration::from_secs(4), rate: 0.5 });
    let settings = Settings { slow_call, ..Settings::default() };
    check(&settings, "0 ok@4000*4 + closed\n 0 ok@4000 + open");
    check(&settings, "0 ok@4000*4 + closed\n 0 ok@3999 + closed\n 0 ok@4000*4 + closed");
    check(&settings, "0 err*5 + open\n 30000 ok@4000 + open");
    check_default("0 ok@4000*50 + closed\n 0 slow*4 + closed\n 0 slow + open");
    let trip = Trip::CountWindow { size: 10, rate: rate(1.0, 4) };
    let settings = Settings { trip, slow_call, ..Settings::default() };
    check(&settings, "0 ok*2 + closed\n 0 ok@4000 + closed\n 0 slow + open");
    check(&settings, "0 ok*3 + closed\n 0 ok@4000 + closed\n 0 slow + closed\n 0 slow + open");
}

#[test]
fn s5_the_open_period_doubles_to_a_ceiling_and_starts_over_after_a_success() {
    let seconds = Duration::from_secs;
    let open =
        OpenPeriod::Growing { first: seconds(10), factor: 2.0, ceiling: seconds(30), jitter: 0.0 };
    let settings =
        Settings { open, trip: Trip::Consecutive { failures: 1 }, ..Settings::default() };
    check(
        &settings,
        "0 err + open
         9999 ask - open
         10000 err + open
         29999 ask - open
         30000 err + open
         59999 ask - open
         60000 err + open
         89999 ask - open
         90000 ok + closed
         90000 err + open
         99999 ask - open
         100000 ok + closed",
    );
}

#[test]
fn s5_a_reset_forgets_how_often_it_opened() {
    let open = OpenPeriod::Steps(vec![Duration::from_secs(1), Duration::from_secs(9)]);
    let settings =
        Settings { open, trip: Trip::Consecutive { failures: 1 }, ..Settings::default() };
    check(
        &settings,
        "0 err + open\n 1000 err + open\n 1001 reset closed\n 1001 err + open\n 2001 ok + closed",
    );
}

#[test]
fn s7_a_person_can_force_open_force_closed_and_disable() {
    let settings = Settings::default();
    check(
        &settings,
        "0 force_open forced_open\n 9000000 ok - forced_open\n 9000000 reset closed\n 9000000 ok + closed",
    );
    check(
        &settings,
        "0 force_closed forced_closed\n 0 err*99 + forced_closed\n 0 reset closed\n 0 err*5 + open",
    );
    check(&settings, "0 disable disabled\n 0 err*99 + disabled\n 0 reset closed\n 0 err*5 + open");
    check(
        &settings,
        "0 err*5 + open\n 0 force_closed forced_closed\n 0 ok + forced_closed\n 0 reset closed",
    );
    // A permit taken before the order means nothing after it.
    check(
        &settings,
        "0 ask#a + closed\n 0 disable disabled\n 0 err#a disabled\n 0 reset closed\n 0 err*4 + closed",
    );
}

#[test]
fn half_open_lets_through_no_more_probes_than_the_decision_needs() {
    let half_open = HalfOpen { permits: 2, decide: Decide::Successes(3), ..HalfOpen::default() };
    let settings = Settings { half_open, ..Settings::default() };
    check(
        &settings,
        "0 err*5 + open
         30000 ask#a + half_open
         30000 ask#b + half_open
         30000 ask - half_open
         30000 ok#a half_open
         30000 ok#b half_open
         30000 ask#c + half_open
         30000 ask - half_open
         30000 ok#c closed",
    );
}

#[test]
fn half_open_may_end_by_itself_in_favour_of_the_service() {
    let max = Some(Duration::from_secs(5));
    let half_open = HalfOpen { max, on_max: OnMax::Closed, ..HalfOpen::default() };
    let settings = Settings { half_open, ..Settings::default() };
    check(
        &settings,
        "0 err*5 + open\n 30000 ask#p + half_open\n 34999 ask - half_open\n 35000 ok + closed",
    );
}

#[test]
fn where_good_libraries_differ_a_boundary_can_be_strict() {
    let settings = Settings { open_boundary: Compare::MoreThan, ..Settings::default() };
    check(&settings, "0 err*5 + open\n 30000 ask - open\n 30001 ok + closed");
    let strict = Rate { compare: Compare::MoreThan, ..rate(0.5, 2) };
    let trip = Trip::CountWindow { size: 4, rate: strict };
    check(
        &Settings { trip, ..Settings::default() },
        "0 ok + closed\n 0 err + closed\n 0 err + open",
    );
}
