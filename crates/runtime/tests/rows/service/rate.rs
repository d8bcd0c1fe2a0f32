//! S4: the share of failures that opens a shared breaker.

use fusebox_engine::{FindingLevel, Limit, Policy, RepetitionLimits, Rule, ServicePolicy};
use fusebox_runtime::PolicySet;
use serde_json::json;

use super::{SEARCH, down, fine, is_probe, is_turned_away, of_kind, with};
use crate::story::{Story, rules};

/// Eighty percent of ten calls or more, of the last twenty.
fn by_rate() -> ServicePolicy {
    ServicePolicy {
        failure_rate: Limit::at(80),
        minimum_calls: Limit::at(10),
        rate_calls: Limit::at(20),
        ..ServicePolicy::default()
    }
}

impl Story {
    /// `F` fails, `.` succeeds, `?` is of an ignored class; none of them may be refused.
    fn calls(&mut self, calls: &str) {
        for (n, call) in calls.chars().enumerate() {
            let result = match call {
                'F' => down(),
                '.' => fine(),
                _ => of_kind("InvalidArguments"),
            };
            // Whichever session it is.
            let session = ["s1", "s2", "s3"][n % 3];
            let verdict = self.service(session, SEARCH, result);
            assert!(!is_turned_away(&verdict), "call {n}: {verdict:?}");
        }
    }
}

#[test]
fn s04_failures_mixed_with_successes_trip_the_rate_at_the_minimum_of_calls() {
    let check = |policy: &ServicePolicy, calls: &str, state| {
        let mut story = with(policy.clone());
        story.calls(calls);
        assert_eq!(story.state(SEARCH), state, "{calls}");
    };
    let policy = by_rate();
    check(&policy, "FFFF.FFFF", "closed");
    check(&policy, "FFFF.FFFF.", "open");
    check(&policy, "FFFF.FFF?F", "closed");
    check(&policy, "FFFF.FFF?F.", "open");
    check(&policy, "FFF..FFFF.", "closed");
    // The window slides: 15 of the last 20 failed, then 16.
    check(&policy, &format!("{}{}", ".".repeat(20), "FFFF.".repeat(3) + "FFF"), "closed");
    check(&policy, &format!("{}{}", ".".repeat(20), "FFFF.".repeat(3) + "FFFF"), "open");
    check(&ServicePolicy::default(), &"FFFF.".repeat(10), "closed");
    let minimum = ServicePolicy { minimum_calls: Limit::at(11), ..by_rate() };
    check(&minimum, "FFFF.FFFF.", "closed");
    check(&minimum, "FFFF.FFFF.F", "open");
    // Failures in a row open as before, however few the calls.
    check(&policy, "FFFF", "closed");
    check(&policy, "FFFFF", "open");
    let alone = ServicePolicy { failure_threshold: Limit::UNLIMITED, ..by_rate() };
    check(&alone, "FFFFFFFFF", "closed");
    check(&alone, "FFFFFFFFFF", "open");
}

#[test]
fn s04_the_rate_may_be_of_the_calls_of_a_time() {
    let policy = ServicePolicy { rate_time: Limit::at(600_000), ..by_rate() };
    let mut story = with(policy.clone());
    story.calls("FFFF.FFF");
    story.wait(500_000);
    story.calls("F");
    assert_eq!(story.state(SEARCH), "closed");
    story.calls(".");
    assert_eq!(story.state(SEARCH), "open");
    let mut story = with(policy);
    story.calls("FFFF.FFF");
    story.wait(600_000);
    story.calls("F.");
    let rate = story.view(SEARCH).rate.unwrap();
    assert_eq!((story.state(SEARCH), rate.calls, rate.failed), ("closed", 2, 1));
}

#[test]
fn s04_a_slow_call_is_a_failure_of_the_rate() {
    let slow = json!({"ok": true, "output": "late", "duration_ms": 5_000});
    let policy = ServicePolicy { slow_call: Limit::at(5_000), ..by_rate() };
    let mut story = with(policy);
    story.calls("FFFF.FFF.");
    story.services(1, SEARCH, &slow);
    assert_eq!(story.state(SEARCH), "open");
}

#[test]
fn s04_what_opened_it_is_said_and_the_probe_closes_it() {
    let mut story = with(by_rate());
    story.calls("FFFF.FFF.");
    let answered = story.call(SEARCH, json!({}), down()).1.unwrap();
    let notice =
        answered.findings.iter().find(|finding| finding.rule.is_service_breaker()).unwrap();
    assert_eq!((notice.rule, notice.observed, notice.limit), (Rule::FailureRate, 80, 80));
    assert_eq!(
        notice.message(),
        "mcp:jira/search failed 8 of its last 10 calls: its breaker is open for 30s."
    );
    let refused = story.service("s9", SEARCH, fine());
    assert_eq!(rules(&refused), [(Rule::FailureRate, FindingLevel::Block)]);
    assert!(refused.context.unwrap().starts_with("CircuitBreakerOpen: mcp:jira/search, retry in"));
    assert_eq!(story.state("mcp:jira"), "closed", "the service has no rate");
    story.wait(30_000);
    assert!(is_probe(&story.ask("s1", "probe")));
    let failed = story.answer("s1", "probe", down());
    let notice = failed.findings.iter().find(|finding| finding.rule.is_service_breaker()).unwrap();
    assert_eq!(notice.rule, Rule::FailureRate);
    assert_eq!(
        notice.message(),
        "The probe of mcp:jira/search failed: its breaker is open for 30s."
    );
    story.wait(30_000);
    assert!(is_probe(&story.ask("s1", "again")));
    story.answer("s1", "again", fine());
    assert_eq!(story.state(SEARCH), "closed");
    story.calls("FFFF");
    assert_eq!(story.state(SEARCH), "closed", "the window is empty after a probe");
}

#[test]
fn s04_a_policy_with_another_window_keeps_the_failures_in_a_row() {
    let mut story = with(by_rate());
    story.calls("FF");
    story.policies = PolicySet::of_one(Policy::default());
    story.calls("FF");
    let ignore = vec!["mcp:*".to_owned()];
    let repetition = RepetitionLimits { ignore, ..RepetitionLimits::default() };
    let policy = Policy { service: by_rate(), repetition, ..Policy::default() };
    story.policies = PolicySet::of_one(policy);
    assert_eq!(story.state(SEARCH), "closed");
    story.calls("F");
    assert_eq!(story.state(SEARCH), "open");
}

#[test]
fn s04_a_clock_that_was_ahead_leaves_no_calls_in_the_window() {
    let mut story = with(ServicePolicy { rate_time: Limit::at(600_000), ..by_rate() });
    story.at = 4_000_000_000_000;
    story.calls("FFFF.FFF.");
    story.at = 1_000_000;
    story.calls("F");
    assert_eq!(story.view(SEARCH).rate.unwrap().calls, 1);
}
