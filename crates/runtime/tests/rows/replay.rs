//! Replay equals live: the log folded again gives the verdicts that were given.

use fusebox_clients::canonical;
use fusebox_engine::{
    BudgetLimits, Duration, EnforcementMode, Limit, LoopRecovery, Policy, SessionId,
    StagnationLimits, Timestamp,
};
use fusebox_runtime::{FuseboxDirs, FuseboxEnvironment, PolicyLayers, PolicySet, Runtime, replay};
use fusebox_store::ScopeKind;
use proptest::prelude::*;
use serde_json::{Value, json};

/// One random event of a small world, in which loops, changes and trips are likely.
fn event() -> impl Strategy<Value = Value> {
    let session = prop_oneof![4 => Just("s1"), 1 => Just("s2")];
    let agent = prop_oneof![4 => Just("main"), 1 => Just("sub")];
    let call = 0_u8..12;
    let kind = prop_oneof![
        20 => (call.clone(), 0_u8..3, any::<bool>()).prop_map(|(call, what, known)| json!({
            "type": "tool_request", "call": format!("c{call}"), "tool": "bash",
            "input": if known { json!({"command": format!("make {what}")}) } else { Value::Null }})),
        20 => (call.clone(), 0_u8..2, any::<bool>()).prop_map(|(call, output, ok)| json!({
            "type": "tool_result", "call": format!("c{call}"), "ok": ok,
            "output": format!("output {output}")})),
        8 => (call.clone(), 0_u8..2).prop_map(|(call, tool)| json!({
            "type": "tool_request", "call": format!("c{call}"), "tool": format!("mcp:s/t{tool}"),
            "input": {"n": call}})),
        8 => (call.clone(), any::<bool>(), any::<bool>()).prop_map(|(call, ok, refused)| json!({
            "type": "tool_result", "call": format!("c{call}"), "ok": ok, "refused": refused && !ok,
            "output": "timed out"})),
        2 => (0_u8..3).prop_map(|n| json!({"type": "tool_result", "ok": false, "output": "no",
            "request": {"tool": format!("mcp:s/t{n}"), "input": {}}})),
        4 => (0_u8..3).prop_map(|n| json!({"type": "tool_result", "call": "w", "ok": true,
            "output": "", "files_changed": ["a"], "workspace": format!("{n}")})),
        2 => any::<bool>().prop_map(|human| json!({"type": "prompt", "text": "x",
            "by": if human { "human" } else { "automation" }})),
        3 => Just(json!({"type": "round_end"})),
        1 => Just(json!({"type": "idle"})),
        1 => Just(json!({"type": "blocked", "on": "#1"})),
        1 => Just(json!({"type": "resume"})),
        1 => Just(json!({"type": "tick"})),
        1 => Just(json!({"type": "compaction"})),
        1 => Just(json!({"type": "guidance", "text": "try another way"})),
        1 => Just(json!({"type": "session_start", "client": "generic", "task": "t1"})),
        1 => (0_u64..9).prop_map(|n| json!({"type": "usage", "output_tokens": n, "cost_usd": 0.1})),
        4 => iteration(),
    ];
    let gap = prop_oneof![9 => 0_i64..2_000, 1 => 0_i64..4_000_000, 1 => -5_000_i64..0];
    (session, agent, kind, gap).prop_map(|(session, agent, mut event, gap)| {
        (event["session"], event["agent"]) = (json!(session), json!(agent));
        event["gap"] = json!(gap);
        event
    })
}

/// One iteration of a loop in which standing still, errors, questions and denials are likely.
fn iteration() -> impl Strategy<Value = Value> {
    let told = (0_u8..3, 0_u8..4, 0_u8..3, any::<bool>(), any::<bool>());
    (told, 0_u64..120, 0_u64..4).prop_map(|((run, files, error, asks, denied), length, tests)| {
        json!({
            "type": "iteration",
            "run": (run > 0).then(|| format!("r{run}")),
            "files_changed": (files > 0).then(|| u64::from(files == 3)),
            "tests_passing": (tests > 0).then_some(tests),
            "output_len": length,
            "error": (error > 0).then(|| format!("boom {error}")),
            "questions": u8::from(asks),
            "claims_complete": asks,
            "denied_tools": if denied { vec!["Bash", "Edit"] } else { Vec::new() },
            "outcome": if error > 0 { "timeout" } else { "ok" },
        })
    })
}

fn policy(observe: bool) -> Policy {
    let limits = BudgetLimits {
        tool_calls: Limit::at(40),
        turns: Limit::at(5),
        active_time: Limit::at(7_200_000),
        cost_micros: Limit::at(900_000),
        ..BudgetLimits::default()
    };
    let mode = if observe { EnforcementMode::Observe } else { EnforcementMode::Enforce };
    let stagnation = StagnationLimits {
        no_progress: Limit::at(2),
        same_error: Limit::at(3),
        output_floor: Limit::at(70),
        questions: Limit::at(2),
        denials: Limit::at(3),
        recovery: LoopRecovery::Cooldown(Duration::from_secs(60)),
        ..StagnationLimits::default()
    };
    Policy { mode, stagnation, limits, ..Policy::default() }
}

fn live(events: &[Value], set: &PolicySet) -> (Runtime, Vec<Timestamp>) {
    let mut runtime = Runtime::in_memory().unwrap();
    let home = FuseboxDirs {
        state_dir: "/nowhere".into(),
        config_file: "/nowhere".into(),
        cache_dir: None,
    };
    let settings = vec![("FUSEBOX_MODE".to_owned(), "observe".to_owned())];
    let environment = FuseboxEnvironment { settings, ..FuseboxEnvironment::default() };
    let layers = PolicyLayers::of(&home, &environment, None);
    layers.keep(runtime.store_mut(), set, Timestamp(0)).unwrap();
    let mut at = 1_000_000_i64;
    let mut times = Vec::new();
    for event in events {
        at = (at + event["gap"].as_i64().unwrap()).max(0);
        let mut event = event.clone();
        event["at_ms"] = json!(at);
        let event = canonical::read_event(event.to_string().as_bytes()).unwrap();
        runtime.decide(set, &event, Timestamp(at as u64)).unwrap();
        times.push(Timestamp(at as u64));
    }
    (runtime, times)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn replay_equals_live(
        events in proptest::collection::vec(event(), 1..160),
        observe in any::<bool>(),
    ) {
        let set = PolicySet::of_one(policy(observe));
        let (runtime, times) = live(&events, &set);
        let replayed = replay::replay(runtime.store()).unwrap();
        prop_assert_eq!(replayed.events, times.len() as u64);
        prop_assert_eq!(replayed.differences, vec![]);
    }

}

#[test]
fn the_briefing_of_a_new_session_is_replayed_from_the_log() {
    let start =
        |session| json!({"type": "session_start", "session": session, "task": "t1", "gap": 5});
    let request = |n: u8| {
        json!({"type": "tool_request", "session": "s1", "call": format!("c{n}"),
        "tool": "bash", "input": {"command": "make"}, "gap": 5})
    };
    let result = |n: u8| {
        json!({"type": "tool_result", "session": "s1", "call": format!("c{n}"),
        "ok": true, "output": "same", "gap": 5})
    };
    let mut events = vec![start("s1")];
    events.extend((0..9).flat_map(|n| [request(n), result(n)]));
    events.push(json!({"type": "guidance", "session": "s1", "text": "try the cache", "gap": 5}));
    events.push(start("s2"));
    let set = PolicySet::of_one(policy(false));
    let (runtime, times) = live(&events, &set);
    let second = SessionId::parse("s2").unwrap();
    let log = runtime.store().read().newest(&second, 5).unwrap();
    let told = &log.last().unwrap().verdict;
    assert!(told.contains("A person answers the circuit breaker: try the cache"), "{told}");
    let replayed = replay::replay(runtime.store()).unwrap();
    assert_eq!((replayed.events, replayed.differences), (times.len() as u64, vec![]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn state_stays_bounded(
        events in proptest::collection::vec(event(), 200..400),
        long in "[a-zäöü]{400}",
    ) {
        let mut events = events;
        for event in &mut events {
            // The longest texts a record can be made to hold.
            if let Some(Value::String(command)) = event.pointer_mut("/input/command") {
                command.push_str(&long);
            }
            if event["type"] == "iteration" {
                event["run"] = json!(format!("{}{long}", event["run"]));
                event["error"] = json!(format!("{long}{}", event["error"]));
                event["denied_tools"] = json!([long, format!("2{long}"), format!("3{long}")]);
            }
            if event["type"] == "guidance" {
                event["text"] = json!(long.repeat(20));
            }
        }
        let (runtime, _) = live(&events, &PolicySet::of_one(policy(false)));
        for kind in [ScopeKind::Agent, ScopeKind::Session, ScopeKind::Task] {
            for (key, row) in runtime.store().read().scopes(kind, "").unwrap() {
                let bytes = row.durable.len() + row.window.len();
                prop_assert!(bytes <= 8 << 10, "{key:?} has {bytes} bytes");
            }
        }
    }
}
