//! Payloads of clients, real ones and those of documents, the events they mean, and what is left of them when they are damaged.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::canonical;
use crate::hook_settings::properties::any_json;
use crate::{Client, ClientEnvironment, HookCall, client_named};

/// The clients that are read by tables.
const NAMES: [&str; 11] = [
    "codex",
    "gemini",
    "qwen",
    "copilot",
    "opencode",
    "cline",
    "cursor",
    "windsurf",
    "kiro",
    "antigravity",
    "vscode",
];

fn folder(client: &str) -> PathBuf {
    let fixtures = format!("{}/src/{client}/fixtures", env!("CARGO_MANIFEST_DIR"));
    // Of a client that was not tried, the fixtures are written from its documents.
    let folders = ["hooks", "from_documents"].map(|name| PathBuf::from(&fixtures).join(name));
    folders.into_iter().find(|folder| folder.is_dir()).unwrap()
}

/// What the client wrote, by the name of the sample, in the order of the names.
fn samples(client: &str) -> Vec<(String, Value)> {
    let files = fs::read_dir(folder(client)).unwrap().map(|entry| entry.unwrap().path());
    let mut samples: Vec<(String, Value)> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, serde_json::from_str(&text).unwrap())
        })
        .collect();
    samples.sort_by(|one, two| one.0.cmp(&two.0));
    samples
}

/// The environment of the hook of a sample: its name begins with that of the hook.
fn environment(sample: &str) -> ClientEnvironment {
    let hook = sample.split('.').next().map(str::to_owned);
    ClientEnvironment { hook, attended: Some(false), ..ClientEnvironment::default() }
}

fn read(client: &Client, sample: &str, payload: &Value) -> Option<HookCall> {
    (client.read)(payload.to_string().as_bytes(), &environment(sample)).ok()
}

#[test]
fn a_payload_means_these_events() {
    for name in NAMES {
        let client = client_named(name).unwrap();
        let mut found = String::new();
        for (sample, payload) in samples(name) {
            let call = read(client, &sample, &payload).unwrap();
            found.push_str(&format!("# {sample} {:?}\n", call.point));
            for event in &call.events {
                found.push_str(&canonical::write_event(event).unwrap());
                found.push('\n');
            }
        }
        let file = folder(name).join("expected.txt");
        let expected = fs::read_to_string(&file).unwrap_or_default();
        assert!(found == expected, "{}: found\n{found}", file.display());
    }
}

#[test]
fn an_unknown_hook_is_no_event() {
    for name in NAMES {
        let client = client_named(name).unwrap();
        let payload = json!({"hook_event_name": "FromTheFuture", "session_id": 7});
        let call = read(client, "FromTheFuture", &payload).unwrap();
        assert_eq!((call.events.len(), call.transcript), (0, None), "{name}");
    }
}

#[test]
fn a_payload_without_one_field_keeps_its_event_but_for_session_and_tool() {
    for name in NAMES {
        let client = client_named(name).unwrap();
        for (sample, payload) in samples(name) {
            let whole = read(client, &sample, &payload).unwrap();
            for key in payload.as_object().unwrap().keys() {
                let mut less = payload.clone();
                let value = less.as_object_mut().unwrap().remove(key).unwrap();
                let mut renamed = less.clone();
                renamed[format!("{key}_v2")] = value;
                let mut retyped = less.clone();
                retyped[key] = json!([{"new": 1}]);
                let is_needed = [
                    "session",
                    "conversation",
                    "trajectory",
                    "tool_name",
                    "toolname",
                    "tool_info",
                    "hook",
                    "agent_action",
                    "toolcall",
                    "stepidx",
                    "tool_call",
                    "tool_result",
                ]
                .iter()
                .any(|needed| key.to_lowercase().starts_with(needed))
                    // A subagent's start without its id names no agent.
                    || (key == "agent_id" && sample.starts_with("Subagent"));
                for changed in [&less, &renamed, &retyped] {
                    let call = read(client, &sample, changed);
                    let count = call.map(|call| call.events.len());
                    assert!(
                        is_needed || count == Some(whole.events.len()),
                        "{name} {sample} {key}: {count:?}"
                    );
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn no_value_in_a_field_can_end_the_hook(
        client in prop::sample::select(NAMES.to_vec()),
        at in 0..100_usize,
        field in 0..20_usize,
        value in any_json(),
    ) {
        let samples = samples(client);
        let (sample, mut payload) = samples[at % samples.len()].clone();
        let map = payload.as_object_mut().unwrap();
        let key = map.keys().nth(field % map.len().max(1)).cloned().unwrap();
        map.insert(key, value);
        let _ = read(client_named(client).unwrap(), &sample, &payload);
    }

    #[test]
    fn no_cut_payload_can_end_the_hook(
        client in prop::sample::select(NAMES.to_vec()),
        at in 0..100_usize,
        cut in 0..2_000_usize,
    ) {
        let samples = samples(client);
        let (sample, payload) = &samples[at % samples.len()];
        let text = payload.to_string();
        let text = &text.as_bytes()[..cut.min(text.len())];
        let _ = (client_named(client).unwrap().read)(text, &environment(sample));
    }
}
