//! What is noted of a session: the first denial, what came after it, and the nudges before.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use fusebox_engine::spend::DayZone;
use fusebox_engine::{Limit, Policy, Rule};
use fusebox_replay::SessionFold;
use fusebox_replay::{ReplayedSession, policy};

fn folded(lines: &str) -> ReplayedSession {
    folded_under(Policy::default(), lines)
}

fn folded_under(policy: Policy, lines: &str) -> ReplayedSession {
    let (_, events, skipped) = fusebox_replay::read_events(lines.as_bytes(), "file").unwrap();
    assert_eq!(skipped, 0);
    let policy = policy::in_observe_mode(policy);
    let mut folding = SessionFold::new(&policy, events[0].session.clone(), None);
    for event in &events {
        folding.fold_event(event);
    }
    folding.finish()
}

fn call(n: usize, command: &str, output: &str) -> String {
    let at = 1_000_000 + n * 1_000;
    format!(
        "{{\"session\":\"s\",\"at_ms\":{at},\"type\":\"usage\",\"input_tokens\":10,\"output_tokens\":1,\"cost_usd\":0.5}}\n\
         {{\"session\":\"s\",\"at_ms\":{at},\"type\":\"tool_request\",\"call\":\"c{n}\",\"tool\":\"bash\",\"input\":{{\"command\":\"{command}\"}}}}\n\
         {{\"session\":\"s\",\"at_ms\":{at},\"type\":\"tool_result\",\"call\":\"c{n}\",\"ok\":true,\"output\":\"{output}\"}}\n"
    )
}

#[test]
fn the_same_call_again_is_nudged_and_then_denied() {
    let lines: String = (0..20).map(|n| call(n, "ls", "a file")).collect();
    let session = folded(&lines);
    assert!(session.is_tripped());
    assert_eq!(session.calls, 20);
    assert_eq!(session.rule(), Some(Rule::SameCall));
    let trip_call = session.trip_call().unwrap();
    assert!((4..=8).contains(&trip_call), "{trip_call}");
    assert_eq!(session.nudges[0].call, 3);
    assert_eq!(session.calls_after, 20 - trip_call);
    // The response that asked for the denied call was paid for; those after it were not needed.
    assert_eq!(session.tokens_after, Some(11 * (19 - trip_call)));
    assert_eq!(session.cost_after_usd, Some(0.5 * (19 - trip_call) as f64));
    let minutes = (19 - trip_call) as f64 / 60.0;
    assert!((session.minutes_after.unwrap() - minutes).abs() < 1e-9);
    assert!(session.incident.is_some());
}

#[test]
fn m06_the_limit_of_cost_stops_a_recording_at_the_response_that_reaches_it() {
    // Each response costs 0.50 USD: the fourth reaches 2 USD, and the call after it is refused.
    let replayed = |responses: usize| {
        let lines = (0..responses).map(|n| call(n, &format!("cat file{n}"), &format!("text {n}")));
        let mut policy = Policy::default();
        policy.limits.cost_micros = Limit::at(2_000_000);
        folded_under(policy, &lines.collect::<String>())
    };
    assert_eq!(replayed(3).denial, None, "one step earlier");
    let stopped = replayed(6);
    assert_eq!((stopped.rule(), stopped.trip_call()), (Some(Rule::Cost), Some(3)));
    let cap = stopped.incident.unwrap().cause.spend_cap().unwrap().sentence();
    assert_eq!(cap, "$2.00 of $2.00 spent on task s since a person's prompt");
    assert_eq!(stopped.cost_after_usd, Some(1.0));
}

/// What a recording of so many responses of 0.50 USD comes to under a cap.
fn replayed_under(cap: &str, limit: &str, responses: std::ops::Range<usize>) -> ReplayedSession {
    let lines = responses.map(|n| call(n, &format!("cat file{n}"), &format!("text {n}")));
    let mut policy = Policy::default();
    policy.spend.caps.insert(cap.parse().unwrap(), limit.parse().unwrap());
    policy.spend.calendar.days = DayZone::Utc;
    folded_under(policy, &lines.collect::<String>())
}

#[test]
fn m06_a_cap_stops_a_recording_at_the_response_that_reaches_it() {
    for (cap, limit, rule, sentence) in [
        ("session", "2 USD", Rule::SpendSession, "$2.00 of $2.00 spent by this session"),
        ("task", "2 USD", Rule::SpendTask, "$2.00 of $2.00 spent on task s"),
        (
            "session",
            "44 tokens",
            Rule::SpendSession,
            "44 tokens of 44 tokens spent by this session",
        ),
        ("all.day", "2 USD", Rule::SpendAll, "$2.00 of $2.00 spent by all agents today"),
    ] {
        assert_eq!(replayed_under(cap, limit, 0..3).denial, None, "{cap}: one step earlier");
        let stopped = replayed_under(cap, limit, 0..6);
        assert_eq!((stopped.rule(), stopped.trip_call()), (Some(rule), Some(3)), "{cap}");
        assert_eq!(stopped.incident.unwrap().cause.spend_cap().unwrap().sentence(), sentence);
        assert_eq!(stopped.cost_after_usd, Some(1.0));
    }
    let warned = replayed_under("session", "2.50 USD", 0..4);
    assert_eq!((warned.warnings, warned.denial), (1, None), "80 %");
}

#[test]
fn m06_a_window_of_a_recording_ends_with_its_own_times() {
    // A second passes between two calls, and the day ends after 85,400 of them.
    assert_eq!(replayed_under("all.day", "2 USD", 85_397..85_403).denial, None);
    assert_eq!(replayed_under("all", "2 USD", 85_397..85_403).trip_call(), Some(3));
}

#[test]
fn m06_what_cannot_be_known_of_a_recording_is_no_cap_of_it() {
    for cap in ["issue", "branch.day", "role.month"] {
        assert_eq!(replayed_under(cap, "0.5 USD", 0..6).denial, None, "{cap}");
    }
}

#[test]
fn different_calls_are_left_alone() {
    let lines: String =
        (0..20).map(|n| call(n, &format!("cat file{n}"), &format!("text {n} of it"))).collect();
    let session = folded(&lines);
    assert!(!session.is_tripped());
    assert_eq!((session.trip_call(), session.calls_after, session.tokens_after), (None, 0, None));
    assert_eq!(session.incident, None);
}
