//! Payloads of a real client, and the events they mean, in canonical form.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use fusebox_engine::event::PromptOrigin;
use fusebox_engine::{RunId, TaskId};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::hook_settings::properties::any_json;
use crate::{HookPoint, canonical};

/// What the client wrote, by the name of the sample.
static SAMPLES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/claude/fixtures");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let samples = files.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    samples.map(|path| (name(&path), fs::read_to_string(path).unwrap())).collect()
});

/// Under `# SAMPLE POINT`, the events of the sample.
const EXPECTED: &str = include_str!("../fixtures/expected.txt");

fn environment() -> ClientEnvironment {
    ClientEnvironment {
        entrypoint: Some("cli".to_owned()),
        attended: None,
        hook: None,
        role: Some("pm".to_owned()),
        task: Some(TaskId::parse("42").unwrap()),
        run: Some(RunId::parse("r1").unwrap()),
    }
}

fn sample(name: &str) -> &'static str {
    &SAMPLES[name]
}

fn events_of(payload: &Value) -> HookCall {
    read(payload.to_string().as_bytes(), &environment()).unwrap()
}

fn result_of(payload: &Value) -> ToolResult {
    let kind = events_of(payload).events.remove(0).kind;
    let EventKind::ToolResult(result) = kind else { panic!("no result: {kind:?}") };
    *result
}

fn batch(tool: &str, response: Value) -> Value {
    json!({"hook_event_name": "PostToolBatch", "session_id": "s", "tool_calls": [
        {"tool_name": tool, "tool_input": {"command": "x"}, "tool_use_id": "t1",
         "tool_response": response}]})
}

#[test]
fn a_real_payload_means_these_events() {
    for (name, text) in SAMPLES.iter() {
        let call = read(text.as_bytes(), &environment()).unwrap();
        let found: Vec<String> = call.events.iter().filter_map(canonical::write_event).collect();
        let head = format!("# {name} {:?}", call.point);
        let section = EXPECTED.lines().skip_while(|line| *line != head).skip(1);
        let expected: Vec<&str> = section.take_while(|line| !line.starts_with('#')).collect();
        assert!(EXPECTED.lines().any(|line| line == head), "{head}");
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn r11_every_hook_that_tells_a_result_gives_it_one_id() {
    let id = |name| read(sample(name).as_bytes(), &environment()).unwrap().events[0].id.clone();
    assert_eq!(id("PostToolUseFailure.01"), id("PostToolBatch.02"));
    assert_eq!(id("PostToolUse.03"), id("PostToolBatch.05"));
    assert_eq!(id("PostToolUse.07"), id("PostToolBatch.09"));
}

#[test]
fn r11_a_call_that_its_input_check_refused_is_the_same_call_again() {
    let of = |name| read(sample(name).as_bytes(), &environment()).unwrap().events.remove(0).kind;
    let EventKind::ToolResult(result) = of("PostToolBatch.05") else { panic!("no result") };
    let EventKind::ToolRequest(request) = of("PreToolUse.05") else { panic!("no request") };
    assert_eq!(result.request, Some(ToolRequest { cwd: None, can_ask: false, ..request }));
}

#[test]
fn r11_our_own_denial_comes_back_as_a_refusal() {
    let result = result_of(&batch("Bash", json!("PreToolUse:Bash hook error: the 8th time")));
    assert_eq!((result.ok, result.refused), (Some(false), true));
    let result = result_of(&batch("Bash", json!("<tool_use_error>bad input</tool_use_error>")));
    assert_eq!((result.ok, result.refused), (Some(false), false));
    let result = result_of(&batch("Bash", json!("Error: in the text of a success")));
    assert_eq!((result.ok, result.refused), (None, false));
    assert_eq!(result_of(&batch("Bash", Value::Null)).output, None);
}

#[test]
fn an_interrupt_is_a_persons_refusal() {
    let mut payload: Value = serde_json::from_str(sample("PostToolUseFailure.01")).unwrap();
    assert!(!result_of(&payload).refused);
    payload["is_interrupt"] = json!(true);
    assert!(result_of(&payload).refused);
}

#[test]
fn a_command_that_was_broken_off_did_not_succeed() {
    let mut payload: Value = serde_json::from_str(sample("PostToolUse.01")).unwrap();
    payload["tool_response"]["interrupted"] = json!(true);
    let result = result_of(&payload);
    assert_eq!((result.ok, result.exit_code, result.refused), (Some(false), None, false));
}

#[test]
fn only_a_person_at_the_client_is_a_person() {
    for (name, entrypoint, expected) in [
        ("UserPromptSubmit.01", Some("cli"), PromptOrigin::Human),
        ("UserPromptSubmit.01", None, PromptOrigin::Human),
        ("UserPromptSubmit.01", Some("sdk-cli"), PromptOrigin::Automation),
        ("UserPromptSubmit.02", Some("cli"), PromptOrigin::Automation),
    ] {
        let entrypoint = entrypoint.map(str::to_owned);
        let environment = ClientEnvironment { entrypoint, ..ClientEnvironment::default() };
        let event = read(sample(name).as_bytes(), &environment).unwrap().events.remove(0);
        let EventKind::Prompt { by, .. } = event.kind else { panic!("no prompt") };
        assert_eq!(by, expected, "{name} {environment:?}");
    }
}

#[test]
fn an_unnamed_subagent_is_not_the_main_agent() {
    for name in ["SubagentStart.01", "SubagentStop.01"] {
        let mut payload: Value = serde_json::from_str(sample(name)).unwrap();
        payload["agent_id"] = json!("");
        assert_eq!(events_of(&payload).events, [], "{name}");
    }
}

#[test]
fn a_call_whose_id_leaves_no_room_for_that_of_an_event_is_read() {
    let mut payload: Value = serde_json::from_str(sample("PreToolUse.01")).unwrap();
    payload["tool_use_id"] = json!("x".repeat(195));
    let call = read(payload.to_string().as_bytes(), &environment()).unwrap();
    assert!(matches!(call.events[..], [Event { id: None, kind: EventKind::ToolRequest(_), .. }]));
    payload["tool_use_id"] = json!("x".repeat(203));
    let error = read(payload.to_string().as_bytes(), &environment()).unwrap_err().to_string();
    assert_eq!(error, "`tool_use_id` is not an id: an id has at most 200 bytes, this one has 203");
}

#[test]
fn wrong_types_are_loud_and_unknown_hooks_are_not() {
    for (text, error) in [
        ("[]", "expected a JSON object, found a list"),
        ("{", "this is not JSON: EOF while parsing an object at column 1"),
        ("{}", "`hook_event_name` is missing; expected a string"),
        (r#"{"hook_event_name":"Stop"}"#, "`session_id` is missing; expected a string"),
        (
            r#"{"hook_event_name":"Stop","session_id":""}"#,
            "`session_id` is not an id: an id must not be empty",
        ),
        (
            r#"{"hook_event_name":"PreToolUse","session_id":"s","tool_name":7}"#,
            "`tool_name` is 7; expected a string",
        ),
        (
            r#"{"hook_event_name":"PostToolBatch","session_id":"s","tool_calls":[{}]}"#,
            "`tool_calls[0].tool_name` is missing; expected a string",
        ),
    ] {
        assert_eq!(read(text.as_bytes(), &environment()).unwrap_err().to_string(), error, "{text}");
    }
    let other = read(br#"{"hook_event_name":"Notification"}"#, &environment()).unwrap();
    assert_eq!((other.events.len(), other.point), (0, HookPoint::Silent));
}

proptest! {
    #[test]
    fn no_bytes_can_end_the_hook(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes, &environment());
    }

    #[test]
    fn no_cut_payload_can_end_the_hook(at in 0..SAMPLES.len(), cut in 0..2000_usize) {
        let text = SAMPLES.values().nth(at).unwrap();
        let _ = read(&text.as_bytes()[..cut.min(text.len())], &environment());
    }

    #[test]
    fn no_value_in_a_field_can_end_the_hook(
        at in 0..SAMPLES.len(),
        field in 0..20_usize,
        value in any_json(),
        deeper in any::<bool>(),
    ) {
        let mut payload: Value = serde_json::from_str(SAMPLES.values().nth(at).unwrap()).unwrap();
        let mut target = payload.as_object_mut().unwrap();
        if deeper && target.get("tool_response").is_some_and(Value::is_object) {
            target = target["tool_response"].as_object_mut().unwrap();
        }
        let key = target.keys().nth(field % target.len().max(1)).cloned();
        if let Some(key) = key {
            target.insert(key, value);
        }
        let _ = read(payload.to_string().as_bytes(), &environment());
    }
}

#[test]
fn each_agent_has_its_own_transcript() {
    for (fields, expected) in [
        (json!({"transcript_path": "/h/s.jsonl"}), Some("/h/s.jsonl")),
        (json!({"transcript_path": "/h/s.jsonl", "agent_id": ""}), Some("/h/s.jsonl")),
        (
            json!({"transcript_path": "/h/s.jsonl", "agent_id": "a1"}),
            Some("/h/s/subagents/agent-a1.jsonl"),
        ),
        (json!({"transcript_path": "/h/s.jsonl", "agent_id": "../a1"}), None),
        (json!({"transcript_path": "s.jsonl"}), None),
        (json!({"transcript_path": ""}), None),
        (json!({"transcript_path": null}), None),
        (json!({}), None),
    ] {
        let mut payload = json!({"hook_event_name": "Stop", "session_id": "s"});
        payload.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let found = events_of(&payload).transcript;
        assert_eq!(found.as_deref(), expected.map(Path::new), "{fields}");
    }
}

#[test]
fn g06_what_is_left_of_a_call_is_read() {
    let read = |text: &str| read(text.as_bytes(), &environment());
    let begin = r#"{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Write""#;
    for (end, input) in [
        (
            r#","tool_input":{"file_path":"/f","content":"x"#,
            json!({"file_path": "/f", "content": "x"}),
        ),
        (r#","tool_input":{"file_path":"/f"},"tool_use_id":"cut"#, json!({"file_path": "/f"})),
        (r#","tool_input":{"file_path":"/f"}}}"#, json!({"file_path": "/f"})),
    ] {
        let call = read(&format!("{begin}{end}")).unwrap();
        assert!(call.defect.is_some(), "{end}");
        let EventKind::ToolRequest(request) = &call.events[0].kind else { panic!("{call:?}") };
        assert_eq!(request.input, Some(input), "{end}");
        assert_eq!(request.call, None, "half an id is no id");
    }
    let deep = format!(
        "{begin},\"tool_input\":{{\"a\":{}1{},\"b\":2}}}}",
        "[".repeat(400),
        "]".repeat(400)
    );
    let call = read(&deep).unwrap();
    assert_eq!(call.defect, None, "depth is no defect");
    let EventKind::ToolRequest(request) = &call.events[0].kind else { panic!("{call:?}") };
    assert_eq!(request.input.as_ref().unwrap()["b"], 2);
    let cut_session = read(r#"{"hook_event_name":"Stop","session_id":"s"#).unwrap_err();
    assert!(cut_session.to_string().starts_with("this is not JSON"), "{cut_session}");
}

#[test]
fn g06_half_a_prompt_speaks_for_no_person() {
    let whole = r#"{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"go on"}"#;
    for (text, expected) in
        [(whole, PromptOrigin::Human), (&whole[..whole.len() - 4], PromptOrigin::Automation)]
    {
        let call = read(text.as_bytes(), &environment()).unwrap();
        let EventKind::Prompt { by, .. } = call.events[0].kind else { panic!("{call:?}") };
        assert_eq!(by, expected, "{text}");
    }
}
