//! Formats that are lists of messages or events.

use serde_json::json;

use crate::shown::check;

#[test]
fn chat_messages_keep_exit_codes_in_their_text() {
    let call = |id: &str, arguments: &str| json!({"id": id, "function": {"name": "execute_bash", "arguments": arguments}});
    let chat = json!([
        {"role": "system", "content": "s"},
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": "look", "tool_calls": [call("a", "{\"cmd\":\"ls\"}"), call("b", "not json")]},
        {"role": "tool", "tool_call_id": "a", "content": "rc=2\nno"},
        {"role": "tool", "tool_call_id": "b", "content": "TIMEOUT after 60s"},
        {"role": "user", "content": "go on"},
        {"role": "assistant", "content": "done"},
        {"role": "user", "content": "thanks, next"},
        {"role": "assistant", "content": "done"},
        {"role": "user", "content": "go on"}]);
    let expected = r#"
        start file openai
        prompt "go"
        says "look"
        a r1 bash {"command":"ls"}
        b r1 bash {"command":"not json"}
        a failed "rc=2\nno" code 2
        b failed "TIMEOUT after 60s"
        end of round
        machine "go on"
        says "done"
        end of round
        prompt "thanks, next"
        says "done"
        end of round
        machine "go on"
        "#;
    check(&chat.to_string(), "openai_messages", expected);
    check(&json!({ "messages": chat }).to_string(), "openai_messages", expected);
    let lines: Vec<String> = chat.as_array().unwrap().iter().map(ToString::to_string).collect();
    check(&lines.join("\n"), "openai_messages", expected);
}

#[test]
fn cline_answers_in_parts_that_say_how_they_went() {
    let session = json!({"version": 1, "sessionId": "s1", "messages": [
        {"role": "user", "content": [{"type": "text", "text": "go"}], "ts": 1_700_000_000_000_u64},
        {"role": "assistant", "content": [
            {"type": "text", "text": "edit"},
            {"type": "tool_use", "id": "t1", "name": "editor", "input": {"path": "a"}},
            {"type": "tool_use", "id": "t2", "name": "read_files", "input": {"files": []}}],
         "metrics": {"inputTokens": 5, "outputTokens": 2, "cacheReadTokens": 1, "cacheWriteTokens": 1, "cost": 0.5}},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t1", "content": "{\"result\":\"no match\",\"success\":false}"},
            {"type": "tool_result", "tool_use_id": "t2", "content": [{"result": "x", "success": true}]}]}]});
    check(
        &session.to_string(),
        "cline",
        r#"
        start s1 cline
        prompt "go"
        used 6 2 1 0.5
        says "edit"
        t1 r1 edit {"path":"a"}
        t2 r1 read {"files":[]}
        t1 failed "no match"
        t2 ok "x"
        end of round
        "#,
    );
}

#[test]
fn openhands_fails_an_edit_in_its_text() {
    let meta = |id: &str, call: &str| json!({"function_name": "f", "tool_call_id": call, "model_response": {"id": id}});
    let events = json!([
        {"id": 0, "source": "user", "action": "message", "args": {"content": "go"}, "timestamp": "2026-01-01T00:00:00"},
        {"id": 1, "source": "agent", "action": "run", "args": {"command": "ls", "thought": "look", "is_input": "false"},
         "tool_call_metadata": meta("m1", "t1"), "llm_metrics": {"accumulated_cost": 0.25}},
        {"id": 2, "source": "agent", "observation": "run", "cause": 1, "content": "no",
         "extras": {"metadata": {"exit_code": 1}}},
        {"id": 3, "source": "agent", "action": "edit", "args": {"path": "a", "old_str": "x", "command": "str_replace"},
         "tool_call_metadata": meta("m2", "t2"), "llm_metrics": {"accumulated_cost": 0.75}},
        {"id": 4, "source": "agent", "observation": "edit", "cause": 3, "content": "ERROR:\nno match", "extras": {"path": "a"}},
        {"id": 5, "source": "agent", "action": "run", "args": {"command": "sleep 9"}, "tool_call_metadata": meta("m3", "t3")},
        {"id": 6, "source": "agent", "observation": "run", "cause": 5, "content": "", "extras": {"metadata": {"exit_code": -1}}},
        {"id": 7, "source": "environment", "observation": "agent_state_changed", "content": ""},
        {"id": 8, "source": "agent", "action": "finish", "args": {}}]);
    let expected = |session: &str| {
        format!(
            r#"
        start {session} openhands
        prompt "go"
        used 0 0 0 0.25
        says "look"
        t1 m1 bash {{"command":"ls"}}
        t1 failed "no" code 1
        end of round
        used 0 0 0 0.5
        t2 m2 edit {{"command":"str_replace","old_str":"x","path":"a"}}
        t2 failed "ERROR:\nno match" changed []
        end of round
        t3 m3 bash {{"command":"sleep 9"}}
        t3 ended ""
        end of round
        complete
        end of round
        "#
        )
    };
    check(&events.to_string(), "openhands", &expected("file"));
    let row = json!({"instance_id": "i1", "history": events}).to_string();
    check(&row, "openhands", &expected("i1"));
}

#[test]
fn the_openhands_sdk_names_kinds() {
    let events = [
        json!({"id": "a", "timestamp": "2026-01-01T00:00:00", "source": "agent", "kind": "ActionEvent",
               "thought": [{"type": "text", "text": "look"}], "tool_name": "terminal", "tool_call_id": "t1",
               "llm_response_id": "m1", "action": {"kind": "TerminalAction", "command": "ls", "is_input": false}}),
        json!({"id": "b", "source": "environment", "kind": "ObservationEvent", "tool_call_id": "t1",
               "observation": {"content": [{"type": "text", "text": "x"}], "exit_code": 0}}),
    ];
    let lines: Vec<String> = events.iter().map(ToString::to_string).collect();
    check(
        &lines.join("\n"),
        "openhands",
        r#"
        start file openhands
        says "look"
        t1 m1 bash {"command":"ls"}
        t1 ok "x" code 0
        end of round
        "#,
    );
}
