//! Formats of one record a line.

use fusebox_engine::EventKind;

use crate::shown::check;

#[test]
fn claude_code_joins_the_parts_of_a_message() {
    let lines = [
        r#"{"type":"permission-mode","permissionMode":"default","sessionId":"s1"}"#,
        r#"{"type":"user","sessionId":"s1","timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":"go"}}"#,
        r#"{"type":"assistant","sessionId":"s1","message":{"id":"m1","content":[{"type":"text","text":"look"}],"usage":{"input_tokens":3,"cache_creation_input_tokens":4,"cache_read_input_tokens":5,"output_tokens":1}}}"#,
        r#"{"type":"assistant","sessionId":"s1","message":{"id":"m1","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"false","description":"d"}}],"usage":{"input_tokens":3,"cache_creation_input_tokens":4,"cache_read_input_tokens":5,"output_tokens":9}}}"#,
        r#"{"type":"assistant","sessionId":"s1","message":{"id":"m1","content":[{"type":"tool_use","id":"t2","name":"Edit","input":{"file_path":"a","old_string":"x","new_string":"y","replace_all":false}}]}}"#,
        r#"{"type":"user","sessionId":"s1","toolUseResult":"Error: Exit code 1","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"Exit code 1\nno","is_error":true}]}}"#,
        r#"{"type":"user","sessionId":"s1","toolUseResult":{"filePath":"a","originalFile":"x!","oldString":"x","newString":"y"},"message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"updated"}]}]}}"#,
        r#"{"type":"assistant","sessionId":"s1","message":{"id":"m2","content":[{"type":"tool_use","id":"t3","name":"Bash","input":{"command":"rm"}}]}}"#,
        r#"{"type":"user","sessionId":"s1","message":{"content":[{"type":"tool_result","tool_use_id":"t3","content":"The user doesn't want to proceed with this tool use.","is_error":true}]}}"#,
        r#"{"type":"user","sessionId":"s1","isMeta":true,"message":{"content":"caveat"}}"#,
        r#"{"type":"user","sessionId":"s1","message":{"content":[{"type":"text","text":"[Request interrupted by user]"}]}}"#,
        r#"{"type":"system","subtype":"compact_boundary","sessionId":"s1"}"#,
        r#"{"type":"user","sessionId":"s1","isCompactSummary":true,"message":{"content":"summary"}}"#,
        r#"{"type":"assistant","sessionId":"s1","isApiErrorMessage":true,"message":{"id":"e1","model":"<synthetic>","content":[{"type":"text","text":"Request timed out"}]}}"#,
        r#"{"type":"novelty","sessionId":"s1"}"#,
    ];
    check(
        &lines.join("\n"),
        "claude_code",
        r#"
        start s1 claude
        prompt "go"
        says "look"
        t1 m1 bash {"command":"false"}
        t2 m1 edit {"file_path":"a","new_string":"y","old_string":"x"}
        t1 failed "no" code 1
        t2 ok "updated" changed [a="y!"]
        used 7 9 5 0
        end of round
        t3 m2 bash {"command":"rm"}
        t3 failed "The user doesn't want to proceed with this tool use." refused
        compaction
        end of round
        "#,
    );
}

#[test]
fn claude_code_passes_over_what_a_resumed_session_repeats() {
    let before = |uuid| {
        [
            format!(r#"{{"type":"user","uuid":"{uuid}1","sessionId":"s1","timestamp":"2026-01-01T00:00:00Z","message":{{"content":"go"}}}}"#),
            format!(r#"{{"type":"assistant","uuid":"{uuid}2","sessionId":"s1","timestamp":"2026-01-01T00:00:01Z","message":{{"id":"m1","content":[{{"type":"text","text":"look"}}],"usage":{{"output_tokens":7}}}}}}"#),
            format!(r#"{{"type":"assistant","uuid":"{uuid}3","sessionId":"s1","timestamp":"2026-01-01T00:00:02Z","message":{{"id":"m1","content":[{{"type":"tool_use","id":"t1","name":"Bash","input":{{"command":"ls"}}}}],"usage":{{"output_tokens":7}}}}}}"#),
            format!(r#"{{"type":"user","uuid":"{uuid}4","sessionId":"s1","timestamp":"2026-01-01T00:00:03Z","message":{{"content":[{{"type":"tool_result","tool_use_id":"t1","content":"a"}}]}}}}"#),
            format!(r#"{{"type":"system","subtype":"compact_boundary","uuid":"{uuid}5","sessionId":"s1","timestamp":"2026-01-01T00:00:04Z"}}"#),
        ]
        .join("\n")
    };
    let after = r#"{"type":"assistant","sessionId":"s1","timestamp":"2026-01-01T00:00:05Z","message":{"id":"m2","content":[{"type":"text","text":"look"}]}}"#;
    check(
        &[&before("a"), &before("b"), after].join("\n"),
        "claude_code",
        r#"
        start s1 claude
        prompt "go"
        says "look"
        t1 m1 bash {"command":"ls"}
        t1 ok "a"
        compaction
        used 0 7 0 0
        end of round
        says "look"
        end of round
        "#,
    );
}

#[test]
fn claude_code_gives_each_chain_of_a_sidechain_to_its_own_agent() {
    let lines = [
        r#"{"type":"user","sessionId":"s1","isSidechain":true,"uuid":"u1","parentUuid":null,"message":{"content":"task a"}}"#,
        r#"{"type":"user","sessionId":"s1","isSidechain":true,"uuid":"v1","parentUuid":null,"message":{"content":"task b"}}"#,
        r#"{"type":"assistant","sessionId":"s1","isSidechain":true,"uuid":"u2","parentUuid":"u1","message":{"id":"m1","content":[{"type":"tool_use","id":"t1","name":"LS","input":{"path":"."}}]}}"#,
        r#"{"type":"assistant","sessionId":"s1","isSidechain":true,"uuid":"v2","parentUuid":"v1","message":{"id":"m2","content":[{"type":"text","text":"b"}]}}"#,
        r#"{"type":"assistant","sessionId":"s1","isSidechain":true,"agentId":"c","uuid":"w1","message":{"id":"m3","content":[{"type":"text","text":"c"}]}}"#,
    ];
    check(
        &lines.join("\n"),
        "claude_code",
        r#"
        start s1 claude
        side-u1: subagent
        side-v1: subagent
        side-u1: t1 m1 search {"path":"."}
        side-v1: says "b"
        c: subagent
        c: says "c"
        c: end of round
        side-u1: end of round
        side-v1: end of round
        "#,
    );
}

#[test]
fn codex_results_come_in_three_shapes_and_events_know_better() {
    let lines = [
        r#"{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"s1"}}"#,
        r#"{"type":"event_msg","payload":{"type":"user_message","message":"go"}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call","name":"shell_command","arguments":"{\"command\":\"ls\"}","call_id":"c1"}}"#,
        r#"{"type":"response_item","payload":{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"make\",\"workdir\":\"/w\",\"yield_time_ms\":9}","call_id":"c2"}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"Exit code: 1\nWall time: 0.5 seconds\nOutput:\nno"}}"#,
        r#"{"type":"event_msg","payload":{"type":"exec_command_end","call_id":"c2","exit_code":2,"duration":{"secs":1,"nanos":500000000}}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call_output","call_id":"c2","output":"Chunk ID: a\nOutput:\nx"}}"#,
        r#"{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin Patch\n*** Update File: a.py\n","call_id":"c3"}}"#,
        r#"{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c3","output":"{\"output\":\"Success.\",\"metadata\":{\"exit_code\":0,\"duration_seconds\":0.1}}"}}"#,
        r#"{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":"--- a/b.py","call_id":"c4"}}"#,
        r#"{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c4","output":"Success."}}"#,
        r#"{"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"total_tokens":30},"last_token_usage":{"input_tokens":20,"cached_input_tokens":5,"output_tokens":10}}}}"#,
        r#"{"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"total_tokens":30},"last_token_usage":{"input_tokens":20,"cached_input_tokens":5,"output_tokens":10}}}}"#,
        r#"{"type":"event_msg","payload":{"type":"token_count","info":null}}"#,
        r#"{"type":"compacted","payload":{}}"#,
        r#"{"type":"event_msg","payload":{"type":"task_complete"}}"#,
    ];
    check(
        &lines.join("\n"),
        "codex_rollout",
        r#"
        start s1 codex
        prompt "go"
        c1 r1 bash {"command":"ls"}
        thinks "hm"
        c2 r1 bash {"command":"make","cwd":"/w"}
        c1 failed "Exit code: 1\nWall time: 0.5 seconds\nOutput:\nno" code 1 500 ms
        c2 failed "Chunk ID: a\nOutput:\nx" code 2 1500 ms
        end of round
        c3 r2 edit {"file_path":"a.py","patch":"*** Begin Patch\n*** Update File: a.py\n"}
        c3 ok "Success." code 0 100 ms changed [a.py]
        end of round
        c4 r3 edit {"file_path":null,"patch":"--- a/b.py"}
        c4 ok "Success."
        used 15 10 5 0
        compaction
        end of round
        idle
        "#,
    );
}

#[test]
fn m06_codex_names_the_model_of_a_turn_before_its_responses() {
    let turn = |model: &str| {
        format!(r#"{{"type":"turn_context","payload":{{"model":"{model}","cwd":"/w"}}}}"#)
    };
    let count = |total: u64| {
        let last = r#"{"input_tokens":20,"cached_input_tokens":5,"output_tokens":10}"#;
        let total = format!(r#"{{"total_tokens":{total}}}"#);
        let info = format!(r#"{{"total_token_usage":{total},"last_token_usage":{last}}}"#);
        format!(r#"{{"type":"event_msg","payload":{{"type":"token_count","info":{info}}}}}"#)
    };
    let start = r#"{"type":"session_meta","payload":{"id":"s1"}}"#.to_owned();
    let lines =
        [start, count(30), turn("gpt-5"), count(60), count(90), turn("gpt-5.1-codex"), count(120)];
    let (_, events, _) = fusebox_replay::read_events(lines.join("\n").as_bytes(), "file").unwrap();
    let mut models = Vec::new();
    for event in &events {
        if let EventKind::Usage(usage) = &event.kind {
            models.push(usage.model.as_deref());
        }
    }
    assert_eq!(models, [None, Some("gpt-5"), Some("gpt-5"), Some("gpt-5.1-codex")]);
}

#[test]
fn gemini_tells_a_failure_in_the_text_of_a_success() {
    let lines = [
        r#"{"type":"message","role":"user","content":"go","ts":"2026-01-01T00:00:00"}"#,
        r#"{"type":"init","timestamp":"2026-01-01T00:00:00Z","session_id":"s1","model":"m"}"#,
        r#"{"type":"message","role":"assistant","content":"let ","delta":true}"#,
        r#"{"type":"message","role":"assistant","content":"me","delta":true}"#,
        r#"{"type":"tool_use","tool_name":"run_shell_command","tool_id":"t1","parameters":{"command":"ls"}}"#,
        r#"{"type":"tool_use","tool_name":"get_node","tool_id":"t2","parameters":{}}"#,
        r#"{"type":"tool_result","tool_id":"t1","status":"success","output":"x"}"#,
        r#"{"type":"tool_result","tool_id":"t2","status":"success","output":"ERROR: no"}"#,
        r#"{"type":"tool_use","tool_name":"replace","tool_id":"t3","parameters":{"file_path":"a","instruction":"i"}}"#,
        r#"{"type":"tool_result","tool_id":"t3","status":"error","output":"no","error":{"type":"cancelled","message":"no"}}"#,
        r#"{"type":"result","status":"success","stats":{"input_tokens":9,"output_tokens":2,"cached":4}}"#,
    ];
    check(
        &lines.join("\n"),
        "gemini_stream",
        r#"
        start s1 gemini
        machine "go"
        used 0 0 0 0
        says "let me"
        t1 r1 bash {"command":"ls"}
        t2 r1 get_node {}
        t1 ok "x"
        t2 failed "ERROR: no"
        end of round
        used 0 0 0 0
        t3 r2 edit {"file_path":"a"}
        t3 failed "no" refused
        end of round
        used 5 2 4 0
        idle
        "#,
    );
}

#[test]
fn codex_tells_of_its_commands_and_of_its_usage_while_it_runs() {
    let lines = [
        r#"{"type":"thread.started","thread_id":"s1"}"#,
        r#"{"type":"turn.started"}"#,
        r#"{"type":"item.started","item":{"id":"i1","type":"command_execution","command":"/bin/bash -lc ls","aggregated_output":"","exit_code":null,"status":"in_progress"}}"#,
        r#"{"type":"item.completed","item":{"id":"i1","type":"command_execution","command":"/bin/bash -lc ls","aggregated_output":"no\n","exit_code":3,"status":"failed"}}"#,
        r#"{"type":"item.completed","item":{"id":"i2","type":"agent_message","text":"done"}}"#,
        r#"{"type":"turn.completed","usage":{"input_tokens":9,"cached_input_tokens":4,"output_tokens":2}}"#,
    ];
    check(
        &lines.join("\n"),
        "codex_exec",
        r#"
        start s1 codex
        used 0 0 0 0
        file.0:i1 r1 bash {"command":"ls"}
        file.0:i1 failed "no\n" code 3
        end of round
        used 0 0 0 0
        says "done"
        end of round
        used 5 2 4 0
        idle
        "#,
    );
}

#[test]
fn pi_tells_errors_itself() {
    let lines = [
        r#"{"type":"session","id":"s1","timestamp":"2026-01-01T00:00:00Z","cwd":"/w"}"#,
        r#"{"type":"message","timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":[{"type":"text","text":"go"}]}}"#,
        r#"{"type":"message","message":{"role":"assistant","content":[{"type":"text","text":"ok"},{"type":"toolCall","id":"t1","name":"bash","arguments":{"command":"ls"}}],"usage":{"input":3,"output":2,"cacheRead":1,"cacheWrite":4,"cost":{"total":0.5}}}}"#,
        r#"{"type":"message","message":{"role":"toolResult","toolCallId":"t1","toolName":"bash","content":[{"type":"text","text":"no"}],"isError":true}}"#,
        r#"{"type":"compaction","summary":"s"}"#,
    ];
    check(
        &lines.join("\n"),
        "pi",
        r#"
        start s1 pi
        prompt "go"
        says "ok"
        t1 r1 bash {"command":"ls"}
        used 7 2 1 0.5
        t1 failed "no"
        compaction
        end of round
        "#,
    );
}

#[test]
fn pi_passes_over_what_a_compaction_writes_again() {
    let call = |id: &str, command: &str| {
        format!(
            r#"{{"type":"message","message":{{"role":"assistant","content":[{{"type":"text","text":"look"}},{{"type":"toolCall","id":"{id}","name":"bash","arguments":{{"command":"{command}"}}}}],"usage":{{"output":2}}}}}}"#
        )
    };
    let result = |id: &str, text: &str| {
        format!(
            r#"{{"type":"message","message":{{"role":"toolResult","toolCallId":"{id}","content":[{{"type":"text","text":"{text}"}}],"isError":false}}}}"#
        )
    };
    let lines = [
        r#"{"type":"session","id":"s1","timestamp":"2026-01-01T00:00:00Z","cwd":"/w"}"#.to_owned(),
        call("t1", "ls"),
        result("t1", "a"),
        r#"{"type":"compaction","summary":"s"}"#.to_owned(),
        call("t1", "ls"),
        result("t1", "a"),
        // A model that begins its ids anew.
        call("t1", "pwd"),
        result("t1", "/w"),
    ];
    check(
        &lines.join("\n"),
        "pi",
        r#"
        start s1 pi
        says "look"
        t1 r1 bash {"command":"ls"}
        used 0 2 0 0
        t1 ok "a"
        compaction
        end of round
        says "look"
        t1 r2 bash {"command":"pwd"}
        used 0 2 0 0
        t1 ok "/w"
        end of round
        "#,
    );
}

#[test]
fn canonical_events_are_taken_as_they_are() {
    let lines = [
        r#"{"session":"s1","type":"session_start","client":"generic"}"#,
        r#"{"session":"s1","type":"tool_request","call":"c1","tool":"bash","input":{"cmd":"ls","max_output_tokens":4}}"#,
        r#"{"session":"s1","type":"tool_request","call":"c2","tool":"bash","input":{"command":"ls","timeout":4}}"#,
        r#"{"session":"s1","type":"tool_request","call":"c3","tool":"edit_tool","input":{"command":"view","path":"a"}}"#,
        r#"{"session":"s1","type":"unheard of"}"#,
    ];
    check(
        &lines.join("\n"),
        "canonical",
        r#"
        start s1 generic
        c1 - bash {"command":"ls"}
        c2 - bash {"command":"ls","timeout":4}
        c3 - read {"command":"view","path":"a"}
        "#,
    );
}
