//! `spend.unusual`: a session that costs far more than others of its project, through the real hook.

use serde_json::{Value, json};

use crate::caps::{call, fields, prompt, spend, world};
use crate::world::World;

/// A session that cost so many cents, and has ended.
fn finished(world: &World, session: &str, cents: u64) {
    begin(world, session);
    spend(world, session, session, cents);
    assert_eq!(call(world, session, "only"), "");
    world.claude("SessionEnd", fields(world, session, json!({"reason": "exit"})));
}

fn begin(world: &World, session: &str) {
    world.claude("SessionStart", fields(world, session, json!({"source": "startup"})));
    let first = "{\"type\":\"user\",\"message\":{\"content\":\"x\"}}\n";
    std::fs::write(world.path(&format!("{session}.jsonl")), first).unwrap();
    prompt(world, session);
    call(world, session, "first");
}

/// What was observed and what is usual, in millionths of a US dollar, of each notice in a session.
fn notices(world: &World, session: &str) -> Vec<(u64, u64)> {
    let lines = world.run(&format!("log {session} --json")).lines().into_iter();
    let found =
        lines.flat_map(|row| row["verdict"]["findings"].as_array().cloned().unwrap_or_default());
    let of_rule = found.filter(|finding: &Value| finding["rule"] == "spend.unusual");
    let number = |finding: &Value, key: &str| finding[key].as_u64().unwrap();
    of_rule.map(|finding| (number(&finding, "observed"), number(&finding, "limit"))).collect()
}

#[test]
fn a_session_beyond_ten_times_the_median_of_its_project_is_noticed_once() {
    let world = world("spend.session = \"1000 USD\"");
    for n in 0..10 {
        finished(&world, &format!("s{n}"), 10);
    }
    begin(&world, "dear");
    spend(&world, "dear", "m1", 100);
    assert_eq!(call(&world, "dear", "a"), "", "ten times is not more");
    spend(&world, "dear", "m2", 3);
    assert_eq!(call(&world, "dear", "b"), "", "a notice is for people");
    // 100 and 3 cents, in whole tokens of 15 US dollars for a million.
    assert_eq!(notices(&world, "dear"), [(1_030_005, 100_005)]);
    spend(&world, "dear", "m3", 50);
    call(&world, "dear", "c");
    assert_eq!(notices(&world, "dear").len(), 1, "once");
}

#[test]
fn with_nine_sessions_nothing_is_usual() {
    let world = world("spend.session = \"1000 USD\"");
    for n in 0..9 {
        finished(&world, &format!("s{n}"), 10);
    }
    begin(&world, "dear");
    spend(&world, "dear", "m1", 900);
    assert_eq!(call(&world, "dear", "a"), "");
    assert_eq!(notices(&world, "dear"), []);
}
