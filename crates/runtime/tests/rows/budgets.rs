//! Rows B1–B8 and B10 through `decide`: each fires, and is silent one step earlier.

use std::collections::BTreeMap;

use crate::story::Heard::{Denied, Nothing, Tripped, Warned};
use crate::story::{Heard, Story, heard, rules};
use fusebox_engine::{
    BreakerState, BudgetLimits, FindingLevel, Limit, Policy, Ratio, Rule, VerdictAction,
};
use serde_json::json;

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

fn limited(limits: BudgetLimits) -> Story {
    Story::new(Policy { limits, ..Policy::default() })
}

/// Calls that no repetition rule minds.
fn works(story: &mut Story, n: usize) -> Vec<Heard> {
    (0..n)
        .map(|_| heard(&story.bash(&format!("cat {}", story.at), &story.at.to_string())))
        .collect()
}

#[test]
fn b01_a_budget_of_ten_admits_ten_and_refuses_the_eleventh() {
    let limits = BudgetLimits { tool_calls: Limit::at(10), ..BudgetLimits::default() };
    let mut story = limited(limits);
    let said = works(&mut story, 13);
    assert!(said[..10].iter().all(|heard| !matches!(heard, Denied | Tripped)), "{said:?}");
    assert_eq!(said[10..], [Tripped, Denied, Denied]);
    let incidents = story.incidents();
    assert_eq!(incidents.len(), 1);
    assert_eq!(
        incidents[0].reason(),
        "CIRCUIT BREAKER: tool calls (10/10). Summarize your progress and call report_complete or \
         report_blocked."
    );
}

#[test]
fn b02_exactly_one_warning_on_the_first_call_that_reaches_the_share() {
    let limits = BudgetLimits { tool_calls: Limit::at(200), ..BudgetLimits::default() };
    let mut story = limited(limits);
    let mut warnings = Vec::new();
    for n in 1..=200 {
        let (asked, _) = story.bash(&format!("cat {n}"), &n.to_string());
        if let Some(text) = asked.context {
            warnings.push((n, text));
        }
    }
    let text = "Approaching limit: tool calls at 160/200 (80%). Plan to wrap up soon.";
    assert_eq!(warnings, [(160, text.to_owned())]);
}

#[test]
fn b02_also_with_a_limit_of_one_and_when_restored_beyond_the_share() {
    let mut story = limited(BudgetLimits { tool_calls: Limit::at(1), ..BudgetLimits::default() });
    assert_eq!(works(&mut story, 2), [Warned, Tripped]);
    let mut story = limited(BudgetLimits::default());
    works(&mut story, 90);
    let tight = BudgetLimits { tool_calls: Limit::at(100), ..BudgetLimits::default() };
    story.tighten(&Policy { limits: tight, ..Policy::default() });
    assert_eq!(works(&mut story, 3), [Warned, Nothing, Nothing]);
}

#[test]
fn b03_a_warning_never_hides_a_trip() {
    let limits = BudgetLimits {
        tool_calls: Limit::at(200),
        iterations: Limit::at(5),
        ..BudgetLimits::default()
    };
    let mut story = limited(limits);
    for n in 0..5 {
        story.edit("a.rs", &format!("{n}"));
        let said = heard(&story.fails("cargo test", &format!("assertion {n} failed")));
        assert!(matches!(said, Nothing | Warned), "run {n}: {said:?}");
    }
    works(&mut story, 150);
    let (asked, _) = story.bash("cd x && cargo nextest run 2>&1 | tail", "");
    assert_eq!(asked.verdict, VerdictAction::Deny);
    assert_eq!(
        rules(&asked),
        [(Rule::Iterations, FindingLevel::Trip), (Rule::ToolCalls, FindingLevel::Warning)]
    );
    assert_eq!((asked.findings[1].observed, asked.findings[1].limit), (160, 200));
}

#[test]
fn b03_a_passing_run_and_a_run_without_a_change_are_no_iterations() {
    let mut story = limited(BudgetLimits { iterations: Limit::at(2), ..BudgetLimits::default() });
    for n in 0..6 {
        story.fails("cargo test", &format!("no change {n}"));
    }
    for n in 0..6 {
        story.edit("a.rs", &format!("{n}"));
        assert_ne!(heard(&story.fails("cargo test", &format!("{n}"))), Tripped, "{n}");
        assert_ne!(heard(&story.bash("cargo test", "ok")), Tripped, "{n}");
    }
    for n in 10..12 {
        story.edit("a.rs", &format!("{n}"));
        story.fails("cargo test", &format!("{n}"));
    }
    let other = heard(&story.bash("ls", "a"));
    assert!(matches!(other, Nothing | Warned), "only test runs are refused: {other:?}");
    assert_eq!(heard(&story.bash("cargo test", "ok")), Tripped);
}

#[test]
fn b04_active_time_is_refused_while_tools_are_above_their_share() {
    let limits = BudgetLimits {
        tool_calls: Limit::at(10),
        active_time: Limit::at(HOUR),
        ..BudgetLimits::default()
    };
    let mut story = limited(limits);
    story.human();
    works(&mut story, 9);
    for _ in 0..7 {
        let text = format!("thinking of part {}", story.at);
        story.wait(9 * MINUTE).send(json!({"type": "message", "text": text}));
    }
    let (asked, _) = story.bash("ls", "");
    assert_eq!(
        rules(&asked)[..2],
        [(Rule::ActiveTime, FindingLevel::Trip), (Rule::ToolCalls, FindingLevel::Warning)]
    );
}

/// Works for `ms`, in gaps short enough to count.
fn active(story: &mut Story, ms: u64) {
    for _ in 0..ms / (5 * MINUTE) {
        story.at += 5 * MINUTE - 1_000;
        let text = format!("working on part {}", story.at);
        story.send(json!({"type": "message", "text": text}));
    }
}

#[test]
fn b06_active_time_is_cumulative_and_sleep_is_not_work() {
    let limits = BudgetLimits {
        active_time: Limit::at(2 * HOUR),
        sleep_time: Limit::at(24 * HOUR),
        ..BudgetLimits::default()
    };
    let mut story = limited(limits);
    story.automation();
    active(&mut story, HOUR);
    story.send(json!({"type": "blocked"}));
    story.wait(10 * HOUR).send(json!({"type": "resume"}));
    active(&mut story, HOUR - 10 * MINUTE);
    assert_eq!(heard(&story.bash("ls", "")), Warned, "1 h 50: above the share, not at the limit");
    active(&mut story, 10 * MINUTE);
    let (asked, _) = story.bash("ls -l", "");
    assert_eq!(rules(&asked)[0], (Rule::ActiveTime, FindingLevel::Trip));
}

#[test]
fn b06_sleep_has_its_own_limit_with_or_without_a_blocker() {
    for blocked in [json!({"type": "blocked"}), json!({"type": "blocked", "on": "#41"})] {
        let mut story =
            limited(BudgetLimits { sleep_time: Limit::at(24 * HOUR), ..BudgetLimits::default() });
        story.automation();
        story.send(blocked);
        let early = story.wait(23 * HOUR).send(json!({"type": "tick"}));
        assert_eq!(early.state, BreakerState::Closed);
        let late = story.wait(HOUR).send(json!({"type": "tick"}));
        assert_eq!(rules(&late), [(Rule::SleepTime, FindingLevel::Trip)]);
    }
}

#[test]
fn b06_a_session_left_open_overnight_is_neither_work_nor_sleep() {
    let limits = BudgetLimits {
        active_time: Limit::at(HOUR),
        sleep_time: Limit::at(HOUR),
        ..BudgetLimits::default()
    };
    let mut story = limited(limits);
    story.human();
    story.bash("ls", "");
    story.send(json!({"type": "idle"}));
    story.wait(14 * HOUR);
    assert_eq!(heard(&story.bash("ls -l", "")), Nothing);
}

#[test]
fn b06_idle_under_a_run_is_sleep() {
    let limits = BudgetLimits { sleep_time: Limit::at(10 * HOUR), ..BudgetLimits::default() };
    let mut story = limited(limits);
    story.send(json!({"type": "session_start", "run": "r1"}));
    story.automation();
    story.send(json!({"type": "idle"}));
    assert_eq!(
        rules(&story.wait(9 * HOUR).send(json!({"type": "tick"}))),
        [(Rule::SleepTime, FindingLevel::Warning)]
    );
    assert_eq!(
        rules(&story.wait(HOUR).send(json!({"type": "tick"}))),
        [(Rule::SleepTime, FindingLevel::Trip)]
    );
}

#[test]
fn b06_a_session_whose_run_is_over_does_not_sleep() {
    let mut story =
        limited(BudgetLimits { sleep_time: Limit::at(HOUR), ..BudgetLimits::default() });
    story.send(json!({"type": "session_start", "run": "r1"}));
    story.automation();
    story.send(json!({"type": "session_end"}));
    assert_eq!(rules(&story.wait(14 * HOUR).send(json!({"type": "tick"}))), []);
    story.send(json!({"type": "session_start"}));
    assert_eq!(rules(&story.wait(14 * HOUR).send(json!({"type": "tick"}))), []);
}

#[test]
fn b06_waiting_for_a_permission_is_not_work() {
    let mut story =
        limited(BudgetLimits { active_time: Limit::at(30 * MINUTE), ..BudgetLimits::default() });
    story.automation();
    for n in 0..10 {
        let id = format!("c{n}");
        let request = json!({"type": "tool_request", "call": id, "tool": "bash",
            "input": {"command": format!("ls {n}")}});
        assert_eq!(story.send(request).verdict, VerdictAction::Allow);
        story.wait(9 * MINUTE);
        story.send(json!({"type": "tool_result", "call": id, "output": n.to_string(),
            "duration_ms": 20}));
    }
}

#[test]
fn b07_an_unknown_role_has_the_defaults_and_a_known_one_its_own() {
    let tight = BudgetLimits { tool_calls: Limit::at(2), ..BudgetLimits::default() };
    let roles = BTreeMap::from([("pm".to_owned(), Policy { limits: tight, ..Policy::default() })]);
    let mut story = Story::with_roles(Policy::default(), roles);
    for (session, role, expected) in
        [("s1", "pm", Tripped), ("s2", "", Nothing), ("s3", "nobody", Nothing)]
    {
        story.session = session;
        story.send(json!({"type": "session_start", "role": role}));
        assert_eq!(works(&mut story, 3)[2], expected, "{role:?}");
    }
}

#[test]
fn b08_silence_inside_a_turn_is_a_notice_and_not_a_trip() {
    let mut story = limited(BudgetLimits::default());
    story.human();
    let early = story.wait(118_000).send(json!({"type": "tick"}));
    assert_eq!(rules(&early), []);
    let late = story.wait(120_000).send(json!({"type": "tick"}));
    assert_eq!(rules(&late), [(Rule::Quiet, FindingLevel::Notice)]);
    assert_eq!((late.verdict, late.state), (VerdictAction::Allow, BreakerState::Closed));
    let again = story.wait(500_000).send(json!({"type": "tick"}));
    assert_eq!(rules(&again), [], "said once");
    assert!(story.incidents().is_empty());
}

#[test]
fn b08_ticks_are_no_activity() {
    let mut story = limited(BudgetLimits::default());
    story.human();
    for _ in 0..11 {
        assert_eq!(rules(&story.wait(9_000).send(json!({"type": "tick"}))), []);
    }
    assert_eq!(rules(&story.wait(8_999).send(json!({"type": "tick"}))), [], "119,999 ms");
    story.at -= 1_000;
    let late = story.wait(1).send(json!({"type": "tick"}));
    assert_eq!(rules(&late), [(Rule::Quiet, FindingLevel::Notice)]);
}

#[test]
fn b08_a_call_in_flight_or_an_idle_agent_is_not_silence() {
    let mut story = limited(BudgetLimits::default());
    story.human();
    story.send(json!({"type": "tool_request", "call": "c", "tool": "bash",
        "input": {"command": "make"}}));
    assert_eq!(rules(&story.wait(HOUR).send(json!({"type": "tick"}))), []);
    story.send(json!({"type": "tool_result", "call": "c", "output": "done"}));
    story.send(json!({"type": "idle"}));
    assert_eq!(rules(&story.wait(HOUR).send(json!({"type": "tick"}))), []);
}

#[test]
fn b10_only_what_runs_tests_is_a_test_run() {
    for (command, counts) in [
        ("cd x && RUST_BACKTRACE=1 cargo nextest run 2>&1 | tail", true),
        ("python -m pytest -q", true),
        ("bin/check --all", true),
        ("echo \"cargo test\"", false),
        ("grep pytest .", false),
        ("git commit -m \"fix go test\"", false),
    ] {
        let limits = BudgetLimits { iterations: Limit::at(1), ..BudgetLimits::default() };
        let mut story = Story::new(Policy {
            test_commands: vec!["bin/check".to_owned()],
            limits,
            ..Policy::default()
        });
        story.edit("a.rs", "x");
        story.fails(command, "failed");
        assert_eq!(heard(&story.fails(command, "failed")) == Tripped, counts, "{command}");
    }
}

#[test]
fn turns_are_automation_prompts_since_a_persons() {
    let mut story = limited(BudgetLimits {
        turns: Limit::at(2),
        warn_at: Ratio::new(1.0).unwrap(),
        ..BudgetLimits::default()
    });
    let said: Vec<VerdictAction> = (0..3).map(|_| story.automation().verdict).collect();
    assert_eq!(said, [VerdictAction::Allow, VerdictAction::Warn, VerdictAction::Deny]);
    story.human();
    assert_eq!(story.automation().verdict, VerdictAction::Allow);
}

#[test]
fn usage_counts_tokens_and_money() {
    let limits = BudgetLimits { cost_micros: Limit::at(1_000_000), ..BudgetLimits::default() };
    let mut story = limited(limits);
    let spend = |story: &mut Story, cost: f64| {
        story.send(json!({"type": "usage", "output_tokens": 10, "cost_usd": cost}))
    };
    assert_eq!(rules(&spend(&mut story, 0.70)), []);
    assert_eq!(rules(&spend(&mut story, 0.29)), [(Rule::Cost, FindingLevel::Warning)]);
    let over = spend(&mut story, 0.01);
    assert_eq!(rules(&over), [(Rule::Cost, FindingLevel::Trip)]);
    assert_eq!(over.state, BreakerState::Open);
    assert!(over.findings[0].message().contains("cost ($1.00/$1.00)"), "{:?}", over.findings);
    assert_eq!(heard(&story.bash("ls", "")), Denied);
}

#[test]
fn b09_a_trip_queues_what_follows_exactly_once() {
    let limits = BudgetLimits { tool_calls: Limit::at(2), ..BudgetLimits::default() };
    let mut story = limited(limits);
    works(&mut story, 2);
    let asks = json!({"type": "tool_request", "id": "e9", "call": "c9", "tool": "bash",
        "input": {"command": "ls"}});
    let queued = |story: &Story| {
        let rows = story.runtime.store().read().undelivered().unwrap();
        rows.into_iter().map(|row| row.kind.name().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(queued(&story), [] as [&str; 0]);
    // The client tells it twice, another session of the task runs into the same limit, and a
    // report comes while the effects are still waiting.
    assert_eq!(story.send(asks.clone()).verdict, VerdictAction::Deny);
    assert_eq!(story.send(asks).verdict, VerdictAction::Deny);
    story.session = "s2";
    story.send(json!({"type": "session_start", "task": "s1"}));
    assert_eq!(works(&mut story, 1), [Denied]);
    story.bash("fusebox report blocked \"no room left\"", "");
    assert_eq!(queued(&story), ["report", "notify.desktop"]);
    assert_eq!(story.incidents().len(), 1);
}

#[test]
fn s6_gauges_leave_room_after_a_persons_answer() {
    let limits = BudgetLimits {
        messages: Limit::at(20),
        context_tokens: Limit::at(100_000),
        ..BudgetLimits::default()
    };
    let mut story = limited(limits);
    story.human();
    story.send(json!({"type": "usage", "messages": 21, "context_tokens": 10}));
    assert_eq!(works(&mut story, 1), [Denied]);
    story.send(json!({"type": "guidance", "text": "go on"}));
    assert_eq!(works(&mut story, 1), [Warned], "told what the person said");
    story.send(json!({"type": "usage", "messages": 40, "context_tokens": 10}));
    assert_ne!(works(&mut story, 1), [Denied], "19 since the person");
    story.send(json!({"type": "usage", "messages": 41, "context_tokens": 100_000}));
    story.human();
    assert_ne!(works(&mut story, 1), [Denied], "room to wrap up");
    story.send(json!({"type": "usage", "messages": 42, "context_tokens": 119_999}));
    assert_ne!(works(&mut story, 1), [Denied]);
    story.send(json!({"type": "usage", "messages": 43, "context_tokens": 120_000}));
    assert_eq!(works(&mut story, 1), [Denied]);
    // Compacted: the limit is the limit again.
    story.human();
    story.send(json!({"type": "usage", "messages": 44, "context_tokens": 5_000}));
    assert_ne!(works(&mut story, 1), [Denied]);
    story.send(json!({"type": "usage", "messages": 45, "context_tokens": 100_000}));
    assert_eq!(works(&mut story, 1), [Denied]);
}
