//! A state folder that an earlier build wrote: it opens, and what was open stays open.
//!
//! `fixtures/state-0.1.0` was written by the binary of commit 5bb7985: a session that tripped in a loop, one
//! that was nudged, a named task with a used-up budget, a stagnant loop, a tool with an open breaker.

use serde_json::{Value, json};

use crate::world::World;

/// A home with the folder of the earlier build.
fn earlier() -> World {
    let world = World::with_programs();
    let database = include_bytes!("../fixtures/state-0.1.0/fusebox.db");
    world.write(".local/state/fusebox/fusebox.db", database);
    world
}

fn request(session: &str, call: &str, at_ms: u64) -> Value {
    json!({"session": session, "type": "tool_request", "call": call, "tool": "bash",
           "input": {"command": "make all"}, "at_ms": at_ms})
}

#[test]
fn what_an_earlier_build_left_open_stays_open() {
    let world = earlier();
    let sessions = world.run("status --json").json();
    let state = |session: &str| {
        let found = sessions.as_array().unwrap().iter().find(|one| one["session"] == session);
        found.map(|one| (one["state"].clone(), one["incident"].clone())).unwrap()
    };
    assert_eq!(state("looped"), (json!("open"), json!("cb31b279")));
    assert_eq!(state("spent"), (json!("open"), json!("95c089ba")));
    assert_eq!(state("stagnant"), (json!("open"), json!("7d0f04b6")));
    assert_eq!(state("nudged"), (json!("half_open"), Value::Null));
    assert_eq!(state("healthy"), (json!("closed"), Value::Null));
    let at = 1_790_000_600_000;
    for session in ["looped", "spent", "stagnant"] {
        let verdicts = world.decide(&[request(session, "later", at)]);
        assert_eq!(verdicts[0]["state"], "open", "{session}: {verdicts:?}");
        assert_ne!(verdicts[0]["verdict"], "allow", "{session}: {verdicts:?}");
    }
}

#[test]
fn r12_a_loop_that_an_earlier_build_nudged_is_refused_where_it_would_have_been() {
    let world = earlier();
    let mut events = Vec::new();
    for call in 0..3_u64 {
        let at_ms = 1_790_000_025_000 + call * 5_000;
        let id = format!("again{call}");
        events.push(request("nudged", &id, at_ms));
        events.push(json!({"session": "nudged", "type": "tool_result", "call": id, "ok": false,
                           "exit_code": 2, "at_ms": at_ms + 1_000,
                           "output": "make: *** No rule to make target 'all'.  Stop."}));
    }
    let verdicts = world.decide(&events);
    let said: Vec<&Value> = verdicts.iter().map(|verdict| &verdict["verdict"]).collect();
    // The 5th and the 6th call pass; the 7th, N + 3, is refused.
    assert_eq!(said[..5], ["allow", "allow", "allow", "allow", "deny"], "{verdicts:?}");
}

#[test]
fn reports_of_an_earlier_build_are_shown() {
    let world = earlier();
    let text = world.run("show cb31b279 --json").json().to_string();
    assert!(text.contains("make all") && text.contains("6 times in a row"), "{text}");
    let log = world.run("log looped");
    assert!(log.out.contains("make all"), "{log:?}");
}
