//! Rows B1–B8 and B10 through `decide`: each fires, and is silent one step earlier.

use std::collections::BTreeMap;

use crate::story::{Story, rules};
use fusebox_engine::event::ControlOrder;
use fusebox_engine::{
    BreakerState, BudgetLimits, FindingLevel, Limit, Policy, Ratio, Rule, VerdictAction,
};
use serde_json::json;

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

fn limits(set: impl FnOnce(&mut BudgetLimits)) -> BudgetLimits {
    let mut limits = BudgetLimits::default();
    set(&mut limits);
    limits
}

fn budgeted(set: impl FnOnce(&mut BudgetLimits)) -> Policy {
    Policy { limits: limits(set), ..Policy::default() }
}

fn limited(set: impl FnOnce(&mut BudgetLimits)) -> Story {
    Story::new(budgeted(set))
}

/// What is heard of `n` calls that no repetition rule minds.
fn works(story: &mut Story, n: usize) -> String {
    story.hear(n, |story, _| story.bash(&format!("cat {}", story.at), &story.at.to_string()))
}

#[test]
fn b01_a_budget_of_ten_admits_ten_and_refuses_the_eleventh() {
    let mut story = limited(|it| it.tool_calls = Limit::at(10));
    assert_eq!(works(&mut story, 13), ".......w..Tdd");
    let incidents = story.incidents();
    assert_eq!(incidents.len(), 1);
    assert_eq!(incidents[0].reason(), "tool calls (10/10)");
}

#[test]
fn b02_exactly_one_warning_on_the_first_call_that_reaches_the_share() {
    let mut story = limited(|it| it.tool_calls = Limit::at(200));
    assert_eq!(works(&mut story, 159), ".".repeat(159));
    let warned = story.bash("ls", "a").asked.context.unwrap();
    assert_eq!(warned, "Approaching limit: tool calls at 160/200 (80%). Plan to wrap up soon.");
    assert_eq!(works(&mut story, 40), ".".repeat(40));
}

#[test]
fn b02_also_with_a_limit_of_one_and_when_restored_beyond_the_share() {
    assert_eq!(works(&mut limited(|it| it.tool_calls = Limit::at(1)), 2), "wT");
    let mut story = limited(|_| {});
    works(&mut story, 90);
    story.tighten(&budgeted(|it| it.tool_calls = Limit::at(100)));
    assert_eq!(works(&mut story, 3), "w..");
}

#[test]
fn b03_a_warning_never_hides_a_trip() {
    let mut story = limited(|it| (it.tool_calls, it.iterations) = (Limit::at(200), Limit::at(5)));
    for n in 0..5 {
        story.edit("a.rs", &format!("{n}"));
        let run = story.fails("cargo test", &format!("assertion {n} failed"));
        assert!(['.', 'w'].contains(&run.heard()), "run {n}");
    }
    works(&mut story, 150);
    let asked = story.bash("cd x && cargo nextest run 2>&1 | tail", "").asked;
    assert_eq!(asked.verdict, VerdictAction::Deny);
    assert_eq!(
        rules(&asked),
        [(Rule::Iterations, FindingLevel::Trip), (Rule::ToolCalls, FindingLevel::Warning)]
    );
    assert_eq!((asked.findings[1].observed, asked.findings[1].limit), (160, 200));
}

#[test]
fn b03_a_passing_run_and_a_run_without_a_change_are_no_iterations() {
    let mut story = limited(|it| it.iterations = Limit::at(2));
    for n in 0..6 {
        story.fails("cargo test", &format!("no change {n}"));
    }
    for n in 0..6 {
        story.edit("a.rs", &format!("{n}"));
        assert_ne!(story.fails("cargo test", &format!("{n}")).heard(), 'T', "{n}");
        assert_ne!(story.bash("cargo test", "ok").heard(), 'T', "{n}");
    }
    for n in 10..12 {
        story.edit("a.rs", &format!("{n}"));
        story.fails("cargo test", &format!("{n}"));
    }
    let other = story.bash("ls", "a").heard();
    assert!(['.', 'w'].contains(&other), "only test runs are refused: {other}");
    assert_eq!(story.bash("cargo test", "ok").heard(), 'T');
}

#[test]
fn b04_active_time_is_refused_while_tools_are_above_their_share() {
    let mut story =
        limited(|it| (it.tool_calls, it.active_time) = (Limit::at(10), Limit::at(HOUR)));
    story.human();
    works(&mut story, 9);
    for _ in 0..7 {
        let text = format!("thinking of part {}", story.at);
        story.wait(9 * MINUTE).send(json!({"type": "message", "text": text}));
    }
    assert_eq!(
        rules(&story.bash("ls", "").asked)[..2],
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
    let mut story =
        limited(|it| (it.active_time, it.sleep_time) = (Limit::at(2 * HOUR), Limit::at(24 * HOUR)));
    story.automation();
    active(&mut story, HOUR);
    story.send(json!({"type": "blocked"}));
    story.wait(10 * HOUR).send(json!({"type": "resume"}));
    active(&mut story, HOUR - 10 * MINUTE);
    assert_eq!(story.bash("ls", "").heard(), 'w', "1 h 50: above the share, not at the limit");
    active(&mut story, 10 * MINUTE);
    let asked = story.bash("ls -l", "").asked;
    assert_eq!(rules(&asked)[0], (Rule::ActiveTime, FindingLevel::Trip));
}

#[test]
fn b06_sleep_has_its_own_limit_with_or_without_a_blocker() {
    for blocked in [json!({"type": "blocked"}), json!({"type": "blocked", "on": "#41"})] {
        let mut story = limited(|it| it.sleep_time = Limit::at(24 * HOUR));
        story.automation();
        story.send(blocked);
        assert_eq!(story.wait(23 * HOUR).tick().state, BreakerState::Closed);
        assert_eq!(rules(&story.wait(HOUR).tick()), [(Rule::SleepTime, FindingLevel::Trip)]);
    }
}

#[test]
fn b06_what_ends_the_turn_of_a_report_does_not_wake_who_sleeps() {
    // The order of a client's events: the request and the result of the report, which repeats the
    // request, the result of a call made beside it, the end of the round, and the end of the turn.
    let report = json!({"command": "fusebox report blocked --on '#41' 'no key'"});
    let request = json!({"call": "c2", "tool": "bash", "input": report});
    for wakes in [false, true] {
        let mut story = limited(|it| it.sleep_time = Limit::at(24 * HOUR));
        story.automation();
        story.request("c1", "bash", json!({"command": "make"}));
        story.request("c2", "bash", report.clone());
        story.result("c2", json!({"output": "", "exit_code": 0, "request": request}));
        story.result("c1", json!({"output": "built", "exit_code": 0}));
        story.send(json!({"type": "round_end"}));
        story.send(json!({"type": "idle"}));
        if wakes {
            story.automation();
        }
        let slept = story.wait(24 * HOUR).tick();
        let expected: &[_] = if wakes { &[] } else { &[(Rule::SleepTime, FindingLevel::Trip)] };
        let sleeps = |(rule, _): &(Rule, FindingLevel)| *rule == Rule::SleepTime;
        let found: Vec<_> = rules(&slept).into_iter().filter(sleeps).collect();
        assert_eq!(found, expected, "woken: {wakes}");
    }
}

#[test]
fn b06_a_session_left_open_overnight_is_neither_work_nor_sleep() {
    let mut story =
        limited(|it| (it.active_time, it.sleep_time) = (Limit::at(HOUR), Limit::at(HOUR)));
    story.human();
    story.bash("ls", "");
    story.send(json!({"type": "idle"}));
    story.wait(14 * HOUR);
    assert_eq!(story.bash("ls -l", "").heard(), '.');
}

#[test]
fn b06_idle_under_a_run_is_sleep() {
    let mut story = limited(|it| it.sleep_time = Limit::at(10 * HOUR));
    story.send(json!({"type": "session_start", "run": "r1"}));
    story.automation();
    story.send(json!({"type": "idle"}));
    assert_eq!(rules(&story.wait(9 * HOUR).tick()), [(Rule::SleepTime, FindingLevel::Warning)]);
    assert_eq!(rules(&story.wait(HOUR).tick()), [(Rule::SleepTime, FindingLevel::Trip)]);
}

#[test]
fn b06_a_session_whose_run_is_over_does_not_sleep() {
    let mut story = limited(|it| it.sleep_time = Limit::at(HOUR));
    story.send(json!({"type": "session_start", "run": "r1"}));
    story.automation();
    story.send(json!({"type": "session_end"}));
    assert_eq!(rules(&story.wait(14 * HOUR).tick()), []);
    story.send(json!({"type": "session_start"}));
    assert_eq!(rules(&story.wait(14 * HOUR).tick()), []);
}

#[test]
fn b06_waiting_for_a_permission_is_not_work() {
    let mut story = limited(|it| it.active_time = Limit::at(30 * MINUTE));
    story.automation();
    for n in 0..10 {
        let (id, input) = (format!("c{n}"), json!({"command": format!("ls {n}")}));
        assert_eq!(story.request(&id, "bash", input).verdict, VerdictAction::Allow);
        story.wait(9 * MINUTE);
        story.result(&id, json!({"output": n.to_string(), "duration_ms": 20}));
    }
}

#[test]
fn b07_an_unknown_role_has_the_defaults_and_a_known_one_its_own() {
    let tight = budgeted(|it| it.tool_calls = Limit::at(2));
    let roles = BTreeMap::from([("pm".to_owned(), tight)]);
    let mut story = Story::with_roles(Policy::default(), roles);
    for (session, role, expected) in
        [("s1", "pm", ".wT"), ("s2", "", "..."), ("s3", "nobody", "...")]
    {
        story.session = session;
        story.send(json!({"type": "session_start", "role": role}));
        assert_eq!(works(&mut story, 3), expected, "{role:?}");
    }
}

#[test]
fn b08_silence_inside_a_turn_is_a_notice_and_not_a_trip() {
    let mut story = limited(|_| {});
    story.human();
    assert_eq!(rules(&story.wait(118_000).tick()), []);
    let late = story.wait(120_000).tick();
    assert_eq!(rules(&late), [(Rule::Quiet, FindingLevel::Notice)]);
    assert_eq!((late.verdict, late.state), (VerdictAction::Allow, BreakerState::Closed));
    assert_eq!(rules(&story.wait(500_000).tick()), [], "said once");
    story.bash("ls", "a");
    assert_eq!(rules(&story.wait(500_000).tick()), [], "also after other work");
    assert!(story.incidents().is_empty());
}

#[test]
fn b08_ticks_are_no_activity() {
    let mut story = limited(|_| {});
    story.human();
    for _ in 0..11 {
        assert_eq!(rules(&story.wait(9_000).tick()), []);
    }
    assert_eq!(rules(&story.wait(8_999).tick()), [], "119,999 ms");
    story.at -= 1_000;
    assert_eq!(rules(&story.wait(1).tick()), [(Rule::Quiet, FindingLevel::Notice)]);
}

#[test]
fn b08_a_call_in_flight_or_an_idle_agent_is_not_silence() {
    let mut story = limited(|_| {});
    story.human();
    story.request("c", "bash", json!({"command": "make"}));
    assert_eq!(rules(&story.wait(HOUR).tick()), []);
    story.result("c", json!({"output": "done"}));
    story.send(json!({"type": "idle"}));
    assert_eq!(rules(&story.wait(HOUR).tick()), []);
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
        let mut policy = budgeted(|it| it.iterations = Limit::at(1));
        policy.test_commands = vec!["bin/check".to_owned()];
        let mut story = Story::new(policy);
        story.edit("a.rs", "x");
        story.fails(command, "failed");
        assert_eq!(story.fails(command, "failed").heard() == 'T', counts, "{command}");
    }
}

#[test]
fn turns_are_automation_prompts_since_a_persons() {
    let mut story = limited(|it| (it.turns, it.warn_at) = (Limit::at(2), Ratio::new(1.0).unwrap()));
    for expected in [VerdictAction::Allow, VerdictAction::Warn, VerdictAction::Deny] {
        assert_eq!(story.automation().verdict, expected);
    }
    story.human();
    assert_eq!(story.automation().verdict, VerdictAction::Allow);
}

#[test]
fn usage_counts_tokens_and_money() {
    let mut story = limited(|it| it.cost_micros = Limit::at(1_000_000));
    let spend = |story: &mut Story, cost: f64| {
        story.send(json!({"type": "usage", "output_tokens": 10, "cost_usd": cost}))
    };
    assert_eq!(rules(&spend(&mut story, 0.70)), []);
    assert_eq!(rules(&spend(&mut story, 0.29)), [(Rule::Cost, FindingLevel::Warning)]);
    let over = spend(&mut story, 0.01);
    assert_eq!(rules(&over), [(Rule::Cost, FindingLevel::Trip)]);
    assert_eq!(over.state, BreakerState::Open);
    assert!(over.findings[0].message().contains("cost ($1.00/$1.00)"), "{:?}", over.findings);
    assert_eq!(story.bash("ls", "").heard(), 'd');
}

#[test]
fn m05_a_person_raises_the_limit_of_what_is_spent_from_what_was_spent() {
    let mut story = limited(|it| it.cost_micros = Limit::at(1_000_000));
    let spend =
        |story: &mut Story, cost: f64| story.send(json!({"type": "usage", "cost_usd": cost}));
    let allow = |story: &mut Story, more: &str| {
        story.control(ControlOrder::AllowSpend { more: more.parse().unwrap() })
    };
    assert_eq!(allow(&mut story, "5 USD").state, BreakerState::Closed, "nothing is spent yet");
    assert_eq!(rules(&spend(&mut story, 1.10)), [(Rule::Cost, FindingLevel::Trip)]);
    assert_eq!(allow(&mut story, "9 tokens").state, BreakerState::Open, "another unit");
    assert_eq!(allow(&mut story, "0.50 USD").state, BreakerState::Closed);
    assert!(story.bash("ls", "").heard() != 'd');
    // 80 % of $1.60 is $1.28.
    assert_eq!(rules(&spend(&mut story, 0.17)), []);
    assert_eq!(rules(&spend(&mut story, 0.01)), [(Rule::Cost, FindingLevel::Warning)]);
    assert_eq!(rules(&spend(&mut story, 0.31)), [], "$1.59, and warned once");
    let over = spend(&mut story, 0.01);
    assert!(over.findings[0].message().contains("cost ($1.60/$1.60)"), "{:?}", over.findings);
    // A prompt gives all of the limit again, and no more than that.
    story.human();
    assert_eq!(rules(&spend(&mut story, 1.0)), [(Rule::Cost, FindingLevel::Trip)]);
}

#[test]
fn m01_a_report_of_cost_covers_what_was_priced_before_it() {
    let mut story = limited(|it| it.cost_micros = Limit::at(1_000_000));
    // 2,000 tokens of claude-sonnet-4-5 are 0.03 US dollars.
    let priced = |story: &mut Story, output: u64| {
        story.send(json!({"type": "usage", "model": "claude-sonnet-4-5", "output_tokens": output}))
    };
    let reported =
        |story: &mut Story, cost: f64| story.send(json!({"type": "usage", "cost_usd": cost}));
    assert_eq!(rules(&priced(&mut story, 20_000)), []);
    // The client's 0.70 are the 0.30 and what its subagents used.
    assert_eq!(rules(&reported(&mut story, 0.70)), []);
    // A report below what was priced takes nothing back: 0.79 and 0.80.
    assert_eq!(rules(&priced(&mut story, 6_000)), []);
    assert_eq!(rules(&reported(&mut story, 0.05)), []);
    let warned = reported(&mut story, 0.01);
    assert_eq!(rules(&warned), [(Rule::Cost, FindingLevel::Warning)]);
    assert!(warned.findings[0].message().contains("$0.80/$1.00"), "{:?}", warned.findings);
    assert_eq!(rules(&reported(&mut story, 0.20)), [(Rule::Cost, FindingLevel::Trip)]);
}

#[test]
fn b09_a_trip_queues_what_follows_exactly_once() {
    let mut story = limited(|it| it.tool_calls = Limit::at(2));
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
    assert_eq!(works(&mut story, 1), "d");
    story.bash("fusebox report blocked \"no room left\"", "");
    assert_eq!(queued(&story), ["report", "notify.desktop"]);
    assert_eq!(story.incidents().len(), 1);
}

#[test]
fn s6_gauges_leave_room_after_a_persons_answer() {
    let mut story =
        limited(|it| (it.messages, it.context_tokens) = (Limit::at(20), Limit::at(100_000)));
    let is_denied = |story: &mut Story, messages: u64, context: u64| {
        story.send(json!({"type": "usage", "messages": messages, "context_tokens": context}));
        works(story, 1) == "d"
    };
    story.human();
    assert!(is_denied(&mut story, 21, 10));
    story.send(json!({"type": "guidance", "text": "go on"}));
    assert_eq!(works(&mut story, 1), "w", "told what the person said");
    assert!(!is_denied(&mut story, 40, 10), "19 since the person");
    story.send(json!({"type": "usage", "messages": 41, "context_tokens": 100_000}));
    story.human();
    assert_ne!(works(&mut story, 1), "d", "room to wrap up");
    assert!(!is_denied(&mut story, 42, 119_999));
    assert!(is_denied(&mut story, 43, 120_000));
    // Compacted: the limit is the limit again.
    story.human();
    assert!(!is_denied(&mut story, 44, 5_000));
    assert!(is_denied(&mut story, 45, 100_000));
}
