//! A session that goes on with the conversation of another one, which its client does not name.

use serde_json::{Value, json};

use crate::world::{World, bash};

/// The records of two conversations, as Claude Code 2.1.330 writes them: a fork keeps the `uuid`s and
/// changes the `sessionId`.
const PARENT: &str = r#"{"type":"mode","mode":"normal","sessionId":"s1"}
{"parentUuid":null,"type":"user","message":{"role":"user","content":"take the steps"},"uuid":"fe2253a8-a83d-463b-b8cb-cecc1083c2d5","sessionId":"s1"}
{"parentUuid":"fe2253a8-a83d-463b-b8cb-cecc1083c2d5","type":"assistant","message":{"role":"assistant","content":[]},"uuid":"4d78a6bf-3f7b-4bc3-9cc6-fe8f0a492dc2","sessionId":"s1"}
"#;
const OTHER: &str = r#"{"parentUuid":null,"type":"user","message":{"role":"user","content":"else"},"uuid":"0a2253a8-a83d-463b-b8cb-cecc1083c2d5","sessionId":"s2"}
"#;

/// A home in which the breaker of `s1` is open, whose conversation is written down.
fn world() -> World {
    let world = World::new();
    world.write("conversations/s1.jsonl", PARENT);
    world.write("conversations/broken.jsonl", b"\xff");
    world.tripped("s1");
    world
}

/// Tells an event of the fork, `s2`.
fn fork(world: &World, event: &str, mut fields: Value) -> String {
    fields["session_id"] = json!("s2");
    fields["transcript_path"] = json!(world.path("conversations/s2.jsonl"));
    world.claude(event, fields).out
}

/// The fork begins, and is given a prompt; then it has this conversation.
fn begin(world: &World, source: &str, conversation: &str) {
    fork(world, "SessionStart", json!({"source": source}));
    // As of `claude -p`: nobody sits there.
    fork(world, "UserPromptSubmit", json!({"prompt": "go on", "source": "sdk"}));
    if !conversation.is_empty() {
        world.write("conversations/s2.jsonl", conversation.replace("s1", "s2"));
    }
}

fn is_refused(world: &World, id: &str) -> bool {
    fork(world, "PreToolUse", bash(id, "ls")).contains("\"deny\"")
}

#[test]
fn g07_a_fork_of_an_open_session_is_open() {
    let world = world();
    begin(&world, "fork", PARENT);
    assert!(is_refused(&world, "t1"));
    assert!(is_refused(&world, "t2"));
    let status = world.run("status --json").json();
    let s2 = status.as_array().unwrap().iter().find(|one| one["session"] == "s2").unwrap();
    assert_eq!(s2["state"], "open");
}

#[test]
fn g07_a_fork_is_known_as_soon_as_its_conversation_is_written_down() {
    let world = world();
    begin(&world, "fork", "");
    assert!(!is_refused(&world, "t1"));
    world.write("conversations/s2.jsonl", PARENT.replace("s1", "s2"));
    assert!(is_refused(&world, "t2"));
}

#[test]
fn g07_other_sessions_are_not_taken_for_forks() {
    for (source, conversation) in
        [("fork", OTHER), ("startup", PARENT), ("resume", PARENT), ("fork", "")]
    {
        let world = world();
        begin(&world, source, conversation);
        assert!(!is_refused(&world, "t1"), "{source} {conversation}");
    }
}

#[test]
fn g07_a_fork_that_a_person_speaks_to_goes_on() {
    let world = world();
    begin(&world, "fork", "");
    fork(&world, "UserPromptSubmit", json!({"prompt": "try it differently"}));
    world.write("conversations/s2.jsonl", PARENT.replace("s1", "s2"));
    assert!(!is_refused(&world, "t1"));
}

#[test]
fn g07_a_fork_of_a_session_that_a_person_answered_goes_on() {
    let world = world();
    world.claude("UserPromptSubmit", json!({"prompt": "try it differently"}));
    begin(&world, "fork", PARENT);
    assert!(!is_refused(&world, "t1"));
}

#[test]
fn g07_a_fork_that_is_none_of_an_open_session_is_not_looked_for_again() {
    let world = world();
    begin(&world, "fork", OTHER);
    assert!(!is_refused(&world, "t1"));
    world.write("conversations/s2.jsonl", PARENT.replace("s1", "s2"));
    assert!(!is_refused(&world, "t2"));
}
