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

/// The messages of the rule in a session.
fn notices(world: &World, session: &str) -> usize {
    let lines = world.run(&format!("log {session} --json")).lines().into_iter();
    let found =
        lines.flat_map(|row| row["verdict"]["findings"].as_array().cloned().unwrap_or_default());
    found.filter(|finding: &Value| finding["rule"] == "spend.unusual").count()
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
    assert_eq!(notices(&world, "dear"), 1);
    spend(&world, "dear", "m3", 50);
    call(&world, "dear", "c");
    assert_eq!(notices(&world, "dear"), 1, "once");
    let log = world.run("log dear").out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(log.contains("has cost $1.03, more than ten times the $0.10"), "{log}");
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
    assert_eq!(notices(&world, "dear"), 0);
}
