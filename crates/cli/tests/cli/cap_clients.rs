//! Caps and sizes of conversations, from the records of every client whose hooks name them.

use std::fs::OpenOptions;
use std::io::Write;

use serde_json::{Value, json};

use crate::caps::{CAPS_BESIDE, append, begin, fields, is_refused, paid_response, world};
use crate::world::World;

/// A client with hooks, and its records.
struct RecordingClient {
    name: &'static str,
    event: &'static str,
    first: Value,
    /// The record of the `n`th response of 20,000 tokens sent and 2,000 received.
    response: fn(u64) -> Value,
    refusal: &'static str,
}

fn codex() -> RecordingClient {
    RecordingClient {
        name: "codex",
        event: "PreToolUse",
        first: json!({"timestamp": "2026-11-21T10:00:00Z", "type": "session_meta",
            "payload": {"id": "s1", "cwd": "/w"}}),
        response: |n| {
            let counts = |n: u64| {
                json!({"input_tokens": 20_000 * n, "cached_input_tokens": 0,
                "output_tokens": 2_000 * n, "total_tokens": 22_000 * n})
            };
            json!({"timestamp": format!("2026-11-21T10:00:0{n}Z"), "type": "event_msg",
                "payload": {"type": "token_count",
                    "info": {"total_token_usage": counts(n), "last_token_usage": counts(1)}}})
        },
        refusal: "\"deny\"",
    }
}

fn qwen() -> RecordingClient {
    RecordingClient {
        name: "qwen",
        event: "PreToolUse",
        first: json!({"uuid": "u0", "sessionId": "s1", "type": "user",
            "message": {"role": "user", "parts": [{"text": "x"}]}}),
        response: |n| {
            json!({"uuid": format!("u{n}"), "sessionId": "s1", "type": "assistant",
                "model": "gpt-5.1-codex", "message": {"role": "model", "parts": []},
                "usageMetadata": {"promptTokenCount": 20_000, "candidatesTokenCount": 2_000,
                    "totalTokenCount": 22_000}})
        },
        refusal: "\"deny\"",
    }
}

fn gemini() -> RecordingClient {
    RecordingClient {
        name: "gemini",
        event: "BeforeTool",
        first: json!({"sessionId": "s1", "projectHash": "h", "kind": "main"}),
        response: |n| {
            json!({"id": format!("m{n}"), "type": "gemini", "content": "", "model": "gpt-5.1-codex",
                "tokens": {"input": 20_000, "output": 2_000, "cached": 0, "thoughts": 0, "tool": 0,
                    "total": 22_000}})
        },
        refusal: "deny",
    }
}

impl RecordingClient {
    fn write(&self, world: &World, record: &Value) {
        let path = world.path("record.jsonl");
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        writeln!(file, "{record}").unwrap();
    }

    fn call(&self, world: &World, id: &str) -> String {
        let event = json!({
            "session_id": "s1", "transcript_path": world.path("record.jsonl"),
            "cwd": world.path("project"), "hook_event_name": self.event, "model": "gpt-5.1-codex",
            "tool_name": "read_file", "tool_use_id": id,
            "tool_input": {"file_path": format!("src/{id}.rs")},
        });
        let mut hook = world.command(world.programs.join("fusebox-hook"));
        hook.arg(self.name).stdin(std::process::Stdio::piped());
        world.finish(&mut hook, event.to_string().as_bytes()).out
    }

    /// A session whose record begins, and in which nothing was spent.
    fn begin(&self, world: &World) {
        self.write(world, &self.first);
        if self.name == "codex" {
            let context = json!({"type": "turn_context", "payload": {"model": "gpt-5.1-codex"}});
            self.write(world, &context);
        }
        self.call(world, "first");
    }
}

#[test]
fn m03_caps_hold_for_every_client_whose_hooks_name_its_record() {
    for client in [codex(), qwen(), gemini()] {
        // A response costs 0.045 US dollars: 20,000 × 1.25 + 2,000 × 10 for a million tokens.
        let world = world("[spend]\nsession = \"0.10 USD\"");
        client.begin(&world);
        let name = client.name;
        for n in 1..=2 {
            client.write(&world, &(client.response)(n));
            let answer = client.call(&world, &format!("a{n}"));
            assert!(!answer.contains(client.refusal), "{name} {n}: {answer}");
        }
        // The same record again counts once.
        client.write(&world, &(client.response)(2));
        let again = client.call(&world, "again");
        assert!(!again.contains(client.refusal), "{name}: {again}");
        client.write(&world, &(client.response)(3));
        let refused = client.call(&world, "b");
        assert!(refused.contains(client.refusal), "{name}: {refused}");
        // 0.135 US dollars.
        assert!(refused.contains("$0.14 of $0.10 spent by this session"), "{name}: {refused}");
        let sum = world
            .text(&format!("SELECT {CAPS_BESIDE} ->> '$.session.usd' FROM scope WHERE kind = 2"));
        assert_eq!(sum, "0.135", "{name}");
    }
}

#[test]
fn the_size_of_a_conversation_trips_for_every_client_that_tells_it() {
    for client in [codex(), qwen(), gemini()] {
        let world = world("[limits]\ncontext_tokens = 22000");
        client.begin(&world);
        client.write(&world, &(client.response)(1));
        let refused = client.call(&world, "a");
        assert!(refused.contains(client.refusal), "{}: {refused}", client.name);
        assert!(refused.contains("22,000") || refused.contains("22000"), "{refused}");
    }
    for client in [codex(), qwen(), gemini()] {
        let world = world("[limits]\ncontext_tokens = 28000");
        client.begin(&world);
        client.write(&world, &(client.response)(1));
        let answer = client.call(&world, "a");
        assert!(!answer.contains(client.refusal), "one step earlier: {answer}");
    }
}

#[test]
fn q1_the_levels_of_a_guided_session_tell_the_agent_its_real_number() {
    let world = world("preset = \"guided\"");
    begin(&world, "s1");
    let respond = |id: &str, tokens: u64| {
        let mut file = OpenOptions::new().append(true).open(world.path("s1.jsonl")).unwrap();
        let record = json!({"type": "assistant", "message": {"id": id, "content": [],
            "model": "claude-sonnet-4-5", "usage": {"input_tokens": tokens - 7,
                "output_tokens": 7}}});
        writeln!(file, "{record}").unwrap();
    };
    respond("m1", 99_999);
    assert_eq!(crate::caps::call(&world, "s1", "a"), "", "one step earlier");
    respond("m2", 100_123);
    let warned = crate::caps::call(&world, "s1", "b");
    assert!(warned.contains("context tokens at 100123/120000 (83%)"), "{warned}");
    assert!(!is_refused(&warned), "{warned}");
    respond("m3", 119_999);
    assert_eq!(crate::caps::call(&world, "s1", "c"), "", "warned once");
    respond("m4", 120_456);
    let refused = crate::caps::call(&world, "s1", "d");
    assert!(refused.contains("context tokens (120456/120000)"), "{refused}");
    assert!(is_refused(&refused) || refused.contains("\"continue\":false"), "{refused}");
}

/// What a response of a subagent cost, in cents, by its output alone.
fn spend_of_subagent(world: &World, agent: &str, id: &str, cents: u64) {
    let mut record = paid_response(id, cents);
    for (key, value) in [("agentId", agent), ("sessionId", "s1"), ("requestId", id)] {
        record[key] = json!(value);
    }
    record["isSidechain"] = json!(true);
    append(world, &format!("s1/subagents/agent-{agent}.jsonl"), &record);
}

fn call_of_subagent(world: &World, agent: &str, id: &str) -> String {
    let event = json!({"agent_id": agent, "tool_name": "Read", "tool_use_id": format!("{agent}-{id}"),
        "tool_input": {"file_path": format!("src/{id}.rs")}});
    world.claude("PreToolUse", fields(world, "s1", event)).out
}

#[test]
fn m03_what_subagents_spend_counts_for_their_session_once() {
    let world = world("[spend]\nsession = \"0.50 USD\"");
    begin(&world, "s1");
    // The first response of a subagent stands in its file before its first call.
    spend_of_subagent(&world, "a1", "r1", 30);
    assert_eq!(call_of_subagent(&world, "a1", "x"), "");
    assert_eq!(call_of_subagent(&world, "a1", "y"), "");
    spend_of_subagent(&world, "a2", "r2", 21);
    let refused = call_of_subagent(&world, "a2", "x");
    assert!(refused.contains("$0.51 of $0.50 spent by this session"), "{refused}");
    assert!(is_refused(&call_of_subagent(&world, "a1", "z")));
}

#[test]
fn m03_a_cap_of_a_subagent_stops_that_one_alone() {
    let world = world("[spend]\nsubagent = \"0.50 USD\"");
    begin(&world, "s1");
    spend_of_subagent(&world, "a1", "r1", 39);
    assert_eq!(call_of_subagent(&world, "a1", "x"), "", "one step earlier");
    spend_of_subagent(&world, "a2", "r2", 30);
    assert_eq!(call_of_subagent(&world, "a2", "x"), "");
    spend_of_subagent(&world, "a1", "r3", 12);
    let refused = call_of_subagent(&world, "a1", "y");
    assert!(refused.contains("$0.51 of $0.50 spent on subagent a1"), "{refused}");
    assert_eq!(call_of_subagent(&world, "a2", "y"), "");
    assert_eq!(crate::caps::call(&world, "s1", "main"), "");
}

#[test]
fn m03_a_subagent_with_a_name_of_many_folders_reads_no_file() {
    let world = world("[spend]\nsession = \"0.50 USD\"");
    begin(&world, "s1");
    world.write("s1/stolen.jsonl", "");
    spend_of_subagent(&world, "a1", "r1", 60);
    assert_eq!(call_of_subagent(&world, "../subagents/agent-a1", "x"), "");
}
