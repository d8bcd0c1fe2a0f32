//! A clock that jumps: nothing is counted twice, freed or forgotten for it.

use serde_json::{Value, json};

use crate::session::Answer;
use crate::world::{AT, World};

const HOUR: u64 = 3_600_000;
const YEAR: u64 = 365 * 24 * HOUR;

/// Calls at these times, answered one after the other.
fn calls_at(world: &World, config: &str, times: &[u64]) -> Vec<Value> {
    world.write(".config/fusebox/config.toml", config);
    let call = |(n, at): (usize, &u64)| {
        json!({"session": "s2", "id": format!("e{n}"), "at_ms": at, "type": "tool_request",
            "tool": "bash", "input": {"command": format!("echo {n}")}})
    };
    world.decide(&times.iter().enumerate().map(call).collect::<Vec<_>>())
}

fn verdicts(answers: &[Value]) -> Vec<&str> {
    answers.iter().map(|answer| answer["verdict"].as_str().unwrap()).collect()
}

#[test]
fn a_budget_of_calls_does_not_look_at_the_clock() {
    let (before, after) = ([AT, AT - HOUR, AT + 1_000, AT + YEAR], [AT + 2_000, AT - YEAR, 0]);
    let times = [&before[..], &after, &[AT + 3_000, i64::MAX as u64, AT]].concat();
    let answers =
        calls_at(&World::with_programs(), "[limits]\ntool_calls = 8\nwarn_at = 1.0\n", &times);
    let found = verdicts(&answers);
    assert_eq!(found[..7], ["allow"; 7], "{answers:#?}");
    assert_eq!(found[7..], ["warn", "deny", "deny"], "{answers:#?}");
}

#[test]
fn time_that_went_back_is_not_counted_again() {
    let world = World::with_programs();
    // Half an hour of work, told three times: 10 minutes forward, an hour back, and so on.
    let times: Vec<u64> = (0..3).flat_map(|_| (0..=3).map(|n| AT + n * 600_000)).collect();
    let config = "[limits]\nactive_time = \"31m\"\nquiet_after = \"unlimited\"\n";
    let answers = calls_at(&world, config, &times);
    assert!(!verdicts(&answers).contains(&"stop"), "{answers:#?}");
    let status = world.run("status s2 --json").json();
    assert_eq!(status["tool_calls"], times.len());
}

/// Everything in the store a year ahead, as after a clock that was wrong.
const AHEAD: &str = "
    UPDATE log SET at_ms = at_ms + 31536000000;
    UPDATE scope SET at_ms = at_ms + 31536000000,
      durable = json_set(durable, '$.last', json_extract(durable, '$.last') + 31536000000);
    UPDATE incident SET at_ms = at_ms + 31536000000;
    UPDATE outbox SET queued_ms = queued_ms + 31536000000, state = 0, attempts = 1,
      not_before_ms = queued_ms + 31536060000;";

#[test]
fn a_store_from_the_future_goes_on() {
    let world = World::with_programs();
    world.trip_by_looping();
    world.ask("s2", "first");
    world.sql().execute_batch(AHEAD).unwrap();
    for n in 0..3 {
        world.ask("s2", &format!("call-{n}")).passes_quietly();
    }
    assert_eq!(world.run("status s2 --json").json()["tool_calls"], 4);
    assert_eq!(world.ask("s1", "open").answer(), Answer::Denied);
    for words in ["status", "incidents", "log s2", "log s1", "doctor", "purge --dry-run"] {
        let ran = world.run(words);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{words}: {ran:?}");
    }
    // A delivery that a wrong clock put off does not wait until then.
    assert_eq!(world.run("effects drain").code, 0);
    assert_eq!(world.number("SELECT count(*) FROM outbox WHERE state = 0"), 0);
}
