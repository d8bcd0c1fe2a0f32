//! S4: the share of failures that opens a shared breaker.

use fusebox_engine::{FindingLevel, Limit, Policy, RepetitionLimits, Rule, ServicePolicy};
use serde_json::json;

use super::{SEARCH, check, down, fine, is_probe, notice, with};
use crate::story::rules;

/// Eighty percent of ten calls or more, of the last twenty.
fn by_rate(policy: &mut ServicePolicy) {
    policy.failure_rate = Limit::at(80);
    policy.minimum_calls = Limit::at(10);
    policy.rate_calls = Limit::at(20);
}

/// The same of the calls of ten minutes.
fn in_ten_minutes(policy: &mut ServicePolicy) {
    by_rate(policy);
    policy.rate_time = Limit::at(600_000);
}

#[test]
fn s04_failures_mixed_with_successes_trip_the_rate_at_the_minimum_of_calls() {
    check(by_rate, "FFFF.FFFF", ("closed", 4));
    check(by_rate, "FFFF.FFFF.", ("open", 0));
    check(by_rate, "FFFF.FFF?F", ("closed", 4));
    check(by_rate, "FFFF.FFF?F.", ("open", 0));
    check(by_rate, "FFF..FFFF.", ("closed", 0));
    // The window slides: 15 of the last 20 failed, then 16.
    let slides = ".".repeat(20) + &"FFFF.".repeat(3);
    check(by_rate, &format!("{slides}FFF"), ("closed", 3));
    check(by_rate, &format!("{slides}FFFF"), ("open", 0));
    check(|_| {}, &"FFFF.".repeat(10), ("closed", 0));
    let minimum = |it: &mut ServicePolicy| {
        by_rate(it);
        it.minimum_calls = Limit::at(11);
    };
    check(minimum, "FFFF.FFFF.", ("closed", 0));
    check(minimum, "FFFF.FFFF.F", ("open", 0));
    // Failures in a row open as before, however few the calls.
    check(by_rate, "FFFF", ("closed", 4));
    check(by_rate, "FFFFF", ("open", 0));
    let alone = |it: &mut ServicePolicy| {
        by_rate(it);
        it.failure_threshold = Limit::UNLIMITED;
    };
    check(alone, "FFFFFFFFF", ("closed", 9));
    check(alone, "FFFFFFFFFF", ("open", 0));
}

#[test]
fn s04_the_rate_may_be_of_the_calls_of_a_time() {
    let mut story = with(in_ten_minutes);
    story.calls("FFFF.FFF");
    story.wait(500_000);
    story.calls("F");
    assert_eq!(story.state(SEARCH), "closed");
    story.calls(".");
    assert_eq!(story.state(SEARCH), "open");
    let mut story = with(in_ten_minutes);
    story.calls("FFFF.FFF");
    story.wait(660_000);
    story.calls("F.");
    let rate = story.view(SEARCH).rate.unwrap();
    assert_eq!((story.state(SEARCH), rate.calls, rate.failed), ("closed", 2, 1));
}

#[test]
fn s04_a_slow_call_is_a_failure_of_the_rate() {
    let slow = |it: &mut ServicePolicy| {
        by_rate(it);
        it.slow_call = Limit::at(5_000);
    };
    check(slow, "FFFF.FFF.L", ("open", 0));
}

#[test]
fn s04_what_opened_it_is_said_and_the_probe_closes_it() {
    let mut story = with(by_rate);
    story.calls("FFFF.FFF.");
    let answered = story.call(SEARCH, json!({}), down()).answer();
    let found = notice(&answered).unwrap();
    assert_eq!((found.rule, found.observed, found.limit), (Rule::FailureRate, 80, 80));
    let message = "mcp:jira/search failed 8 of its last 10 calls: its breaker is open for 30s.";
    assert_eq!(found.message(), message);
    let refused = story.service("s9", SEARCH, fine());
    assert_eq!(rules(&refused), [(Rule::FailureRate, FindingLevel::Block)]);
    assert!(refused.context.unwrap().starts_with("CircuitBreakerOpen: mcp:jira/search, retry in"));
    assert_eq!(story.state("mcp:jira"), "closed", "the service has no rate");
    story.probe("s1");
    let failed = story.answer("s1", "probe", down());
    let found = notice(&failed).unwrap();
    assert_eq!(found.rule, Rule::FailureRate);
    let message = "The probe of mcp:jira/search failed: its breaker is open for 30s.";
    assert_eq!(found.message(), message);
    story.wait(30_000);
    assert!(is_probe(&story.ask("s1", "again")));
    story.answer("s1", "again", fine());
    assert_eq!(story.state(SEARCH), "closed");
    story.calls("FFFF");
    assert_eq!(story.state(SEARCH), "closed", "the window is empty after a probe");
}

#[test]
fn s04_a_policy_with_another_window_keeps_the_failures_in_a_row() {
    let mut story = with(by_rate);
    story.calls("FF");
    story.set_policy(Policy::default());
    story.calls("FF");
    let ignore = vec!["mcp:*".to_owned()];
    let repetition = RepetitionLimits { ignore, ..RepetitionLimits::default() };
    let mut policy = Policy { repetition, ..Policy::default() };
    by_rate(&mut policy.service);
    story.set_policy(policy);
    assert_eq!(story.state(SEARCH), "closed");
    story.calls("F");
    assert_eq!(story.state(SEARCH), "open");
}

#[test]
fn s04_a_clock_that_was_ahead_leaves_no_calls_in_the_window() {
    let mut story = with(in_ten_minutes);
    story.at = 4_000_000_000_000;
    story.calls("FFFF.FFF.");
    story.at = 1_000_000;
    story.calls("F");
    assert_eq!(story.view(SEARCH).rate.unwrap().calls, 1);
}
