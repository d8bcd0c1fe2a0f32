//! A task is active, asleep, done, or handed to a person; who ends each of these.

use serde_json::{Value, json};

use crate::transcript::CommandOutput;
use crate::world::{World, bash};

/// A home whose policy tells nobody and keeps no work.
pub(crate) fn quiet() -> World {
    let world = World::new();
    world.write(".config/fusebox/config.toml", "notify = []\ncheckpoints = \"never\"\n");
    world
}

/// An event of a client that is not what started the test, where a person types too.
fn hook_event(world: &World, event: &str, fields: Value) -> CommandOutput {
    world.finish(&mut world.hook_below_shell(), &world.event(event, fields))
}

fn prompt(world: &World, session: &str) -> CommandOutput {
    let fields = json!({"session_id": session, "prompt": "go on", "source": "user"});
    hook_event(world, "UserPromptSubmit", fields)
}

fn call(world: &World, session: &str, id: &str, command: &str) -> String {
    let mut fields = bash(id, command);
    fields["session_id"] = json!(session);
    let answer = hook_event(world, "PreToolUse", fields.clone()).out;
    fields["tool_response"] = json!({"stdout": "", "stderr": "", "interrupted": false});
    if !answer.contains("deny") {
        hook_event(world, "PostToolUse", fields);
    }
    answer
}

fn of_session(world: &World, session: &str) -> Value {
    world.run(&format!("status {session} --json")).json()
}

fn state(world: &World) -> Value {
    let view = of_session(world, "s1");
    json!([view["lifecycle"], view["waits_on"]])
}

#[test]
fn esc1_a_blocked_agent_sleeps_until_it_works_again() {
    let world = quiet();
    world.person_does(&["task", "start", "42"]);
    hook_event(&world, "SessionStart", json!({"source": "startup"}));
    prompt(&world, "s1");
    assert_eq!(state(&world), json!(["active", null]));
    call(&world, "s1", "c1", "fusebox report blocked --on '#41' 'no key'");
    hook_event(&world, "Stop", json!({}));
    assert_eq!(state(&world), json!(["sleeping", "#41"]));
    let list = world.run("task list").out;
    assert!(list.contains("sleeping") && list.contains("waits for #41"), "{list}");
    let list = world.run("status").out;
    assert!(list.contains("sleeping") && list.contains("waits for #41"), "{list}");
    let shown = world.run("task show 42 --json").json();
    assert_eq!(json!([shown["lifecycle"], shown["waits_on"]]), json!(["sleeping", "#41"]));
    prompt(&world, "s1");
    assert_eq!(state(&world), json!(["active", null]));
}

#[test]
fn esc1_a_task_is_completed_by_its_agents_report_until_it_works_on_and_by_a_person_for_good() {
    let world = quiet();
    world.person_does(&["task", "start", "42"]);
    hook_event(&world, "SessionStart", json!({"source": "startup"}));
    prompt(&world, "s1");
    call(&world, "s1", "c1", "fusebox report complete 'the totals are right'");
    hook_event(&world, "Stop", json!({}));
    assert_eq!(state(&world), json!(["completed", null]));
    assert!(world.run("task list").out.contains("completed"));
    call(&world, "s1", "c2", "ls");
    assert_eq!(state(&world), json!(["active", null]));
    world.person_does(&["task", "complete", "42"]);
    assert_eq!(state(&world), json!(["completed", null]));
}

#[test]
fn esc1_a_report_after_a_trip_completes_nothing() {
    let world = quiet();
    world.tripped("s1");
    call(&world, "s1", "c1", "fusebox report complete 'done all the same'");
    assert_eq!(state(&world), json!(["active", null]));
    assert_eq!(of_session(&world, "s1")["state"], "open");
}
