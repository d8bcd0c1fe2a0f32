//! `fusebox audit`: the story of a task, in the order in which it happened.

use serde_json::{Value, json};

use crate::world::{AT, World};

/// The kinds of the entries and the texts behind them.
fn story(world: &World, task: &str) -> Vec<(String, String)> {
    let entries = world.run(&format!("audit {task} --json")).json();
    let text = |entry: &Value, name: &str| entry[name].as_str().unwrap().to_owned();
    entries.as_array().unwrap().iter().map(|one| (text(one, "kind"), text(one, "text"))).collect()
}

/// A failing call of session `s1`: its request and its result, at one time.
fn failing_call(n: u32, at_ms: u64) -> [Value; 2] {
    let call = format!("c{n}");
    let of = |kind: &str| json!({"session": "s1", "id": format!("{kind}{n}"), "at_ms": at_ms, "type": kind, "call": call});
    let (mut asked, mut told) = (of("tool_request"), of("tool_result"));
    asked["tool"] = json!("bash");
    asked["input"] = json!({"command": "make test"});
    told["ok"] = json!(false);
    told["output"] = json!("1 failed");
    [asked, told]
}

#[test]
fn s6_events_of_one_millisecond_are_told_in_their_order() {
    let world = World::new();
    let start =
        json!({"session": "s1", "id": "a", "at_ms": AT, "type": "session_start", "task": "t9"});
    let prompt =
        json!({"session": "s1", "id": "b", "at_ms": AT, "type": "prompt", "text": "go on"});
    world.decide(&[vec![start, prompt], failing_call(1, AT).to_vec()].concat());
    let kinds: Vec<String> = story(&world, "t9").into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["session", "prompt", "calls"]);
}

#[test]
fn s6_calls_that_a_trip_refuses_stand_behind_it_and_are_no_calls_made() {
    let world = World::new();
    let start =
        json!({"session": "s1", "id": "a", "at_ms": AT, "type": "session_start", "task": "t9"});
    world.decide(&[start]);
    for n in 1..=12 {
        world.decide(&failing_call(n, AT + u64::from(n) * 10_000));
    }
    let story = story(&world, "t9");
    let trip = story.iter().position(|(kind, _)| kind == "trip").unwrap();
    let (before, after) = story.split_at(trip);
    assert!(before.iter().any(|(kind, text)| kind == "calls" && !text.contains("refused")));
    let calls: Vec<&str> =
        after.iter().filter(|(kind, _)| kind == "calls").map(|(_, text)| text.as_str()).collect();
    assert!(!calls.is_empty() && calls.iter().all(|text| text.contains("refused")), "{story:?}");
}
