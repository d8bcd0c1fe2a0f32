//! What each client's records say, worked out by hand.

use fusebox_engine::ServiceTier;

use super::*;
use crate::{ReaderState, UsageFormat};

/// Reads a file at once. Returns the format, what of the text was done, and what was told of each response: the
/// identity's place among those seen, session, agent, model, and the counts.
fn read(text: &str) -> (&'static str, usize, Vec<String>) {
    let format = UsageFormat::recognise(text.as_bytes()).unwrap();
    let (mut known, mut told) = (Vec::new(), Vec::new());
    let mut state = ReaderState::default();
    let done = format.read(text.as_bytes(), &mut state, &mut |record| {
        if !known.contains(&record.identity) {
            known.push(record.identity);
        }
        let place = known.iter().position(|identity| *identity == record.identity).unwrap();
        let TokenCounts { input, output, cache_read, cache_write, cache_write_1h } = record.tokens;
        told.push(format!(
            "{place} {}/{} {} {input} {output} {cache_read} {cache_write} {cache_write_1h} {} {} {}",
            record.session,
            record.agent,
            record.model,
            record.service,
            record.web_searches,
            record.reported_cost,
        ));
    });
    (format.name, done, told)
}

#[track_caller]
fn check(name: &str, text: &str, expected: &[&str]) {
    let (format, done, told) = read(text);
    assert_eq!(
        (format, told.iter().map(String::as_str).collect::<Vec<_>>()),
        (name, expected.to_vec())
    );
    assert_eq!(done, text.len());
}

#[test]
fn m01_claude_parts_copies_and_every_kind_of_token() {
    let record = |session: &str, id: &str, request: &str, usage: &str, rest: &str| {
        format!(
            r#"{{"parentUuid":null,"isSidechain":false,"type":"assistant","uuid":"u","sessionId":"{session}","cwd":"/w","gitBranch":"main","timestamp":"2026-04-01T09:33:44.706Z"{request}{rest},"message":{{"id":"{id}","model":"claude-sonnet-4-6","content":[{{"type":"text","text":"a \"usage\": {{}} b"}}],"usage":{usage}}}}}
"#
        )
    };
    let request = r#","requestId":"req_1""#;
    let first = r#"{"input_tokens":3,"output_tokens":8,"cache_read_input_tokens":11169,"cache_creation_input_tokens":6254,"cache_creation":{"ephemeral_5m_input_tokens":100,"ephemeral_1h_input_tokens":6154},"service_tier":"standard"}"#;
    let last = first.replace(":8,", ":138,");
    let text = [
        record("s1", "msg_1", request, first, ""),
        record("s1", "msg_1", request, &last, ""),
        // A resumed session begins with a copy.
        record("s2", "msg_1", request, &last, ""),
        // Old clients tell one number of what was written, and a cost.
        record("s1", "msg_2", request, r#"{"input_tokens":1,"output_tokens":2,"cache_creation_input_tokens":7}"#, r#","costUSD":0.25"#),
        // Searches, a compaction on the way, a priority service, a subagent.
        record(
            "s1",
            "msg_3",
            request,
            r#"{"input_tokens":10,"output_tokens":20,"server_tool_use":{"web_search_requests":3},"service_tier":"priority","iterations":[{"type":"compaction","input_tokens":1000,"output_tokens":500},{"type":"message","input_tokens":10,"output_tokens":20}]}"#,
            r#","agentId":"a7""#,
        ),
        // Without the id of a request, the message's counts within its session.
        record("s1", "msg_9", "", r#"{"input_tokens":1,"output_tokens":1}"#, ""),
        record("s2", "msg_9", "", r#"{"input_tokens":1,"output_tokens":1}"#, ""),
        "{\"type\":\"user\",\"toolUseResult\":{\"usage\":{\"input_tokens\":99}},\"sessionId\":\"s1\"}\n".to_owned(),
        "not JSON \"usage\"\n".to_owned(),
    ]
    .concat();
    check(
        "claude",
        &text,
        &[
            "0 s1/ claude-sonnet-4-6 3 8 11169 100 6154 standard 0 0",
            "0 s1/ claude-sonnet-4-6 3 138 11169 100 6154 standard 0 0",
            "0 s2/ claude-sonnet-4-6 3 138 11169 100 6154 standard 0 0",
            "1 s1/ claude-sonnet-4-6 1 2 0 7 0 standard 0 0.25",
            "2 s1/a7 claude-sonnet-4-6 1010 520 0 0 0 priority 3 0",
            "3 s1/ claude-sonnet-4-6 1 1 0 0 0 standard 0 0",
            "4 s2/ claude-sonnet-4-6 1 1 0 0 0 standard 0 0",
        ],
    );
    // The last line has no end yet.
    let (_, done, told) = read(text.trim_end_matches("not JSON \"usage\"\n").trim_end());
    assert_eq!(told.len(), 7);
    assert!(done < text.len());
    assert_eq!(ServiceTier::default(), ServiceTier::Standard);
}

#[test]
fn m01_codex_counts_are_cumulative() {
    let count = |at: &str, total: &str, last: &str| {
        format!(
            r#"{{"timestamp":"2026-03-26T11:23:{at}Z","type":"event_msg","payload":{{"type":"token_count","info":{{"total_token_usage":{total},"last_token_usage":{last}}}}}}}
"#
        )
    };
    let usage = |input: u64, cached: u64, output: u64| {
        format!(
            r#"{{"input_tokens":{input},"cached_input_tokens":{cached},"output_tokens":{output},"reasoning_output_tokens":5,"total_tokens":{}}}"#,
            input + output
        )
    };
    let text = [
        r#"{"timestamp":"2026-03-26T11:23:00Z","type":"session_meta","payload":{"id":"t1","cwd":"/w","git":{"branch":"main"}}}
{"timestamp":"2026-03-26T11:23:01Z","type":"turn_context","payload":{"model":"gpt-5.4","cwd":"/w"}}
{"timestamp":"2026-03-26T11:23:02Z","type":"event_msg","payload":{"type":"token_count","info":null}}
"#
        .to_owned(),
        count("03", &usage(1000, 200, 50), &usage(1000, 200, 50)),
        // Written twice.
        count("04", &usage(1000, 200, 50), &usage(1000, 200, 50)),
        count("05", &usage(2500, 1200, 90), &usage(1500, 1000, 40)),
        // It began anew.
        count("06", &usage(700, 0, 10), &usage(700, 0, 10)),
    ]
    .concat();
    check(
        "codex",
        &text,
        &[
            "0 t1/ gpt-5.4 800 50 200 0 0 standard 0 0",
            "1 t1/ gpt-5.4 500 40 1000 0 0 standard 0 0",
            "2 t1/ gpt-5.4 700 10 0 0 0 standard 0 0",
        ],
    );
}

#[test]
fn m01_gemini_and_qwen_messages() {
    let chat = r#"{"sessionId":"g1","projectHash":"h","startTime":"2026-11-21T23:45:39.119Z"}
{"id":"m1","timestamp":"2026-11-21T23:45:40.224Z","type":"gemini","tokens":{"input":1000,"output":20,"cached":300,"thoughts":7,"tool":5,"total":1032},"model":"gemini-2.5-flash"}
{"id":"m1","timestamp":"2026-11-21T23:45:40.224Z","type":"gemini","tokens":{"input":1000,"output":25,"cached":300,"thoughts":7,"tool":5,"total":1037},"model":"gemini-2.5-flash"}
"#;
    check(
        "gemini",
        chat,
        &[
            "0 g1/ gemini-2.5-flash 705 27 300 0 0 standard 0 0",
            "0 g1/ gemini-2.5-flash 705 32 300 0 0 standard 0 0",
        ],
    );
    let old = r#"{"sessionId":"g2","projectHash":"h","messages":[{"id":"m1","type":"gemini","model":"gemini-3-pro","tokens":{"input":10,"output":2,"cached":0,"thoughts":0,"tool":0,"total":12}},{"id":"m2","type":"user"}]}"#;
    check("gemini-json", old, &["0 g2/ gemini-3-pro 10 2 0 0 0 standard 0 0"]);
    let stream = r#"{"type":"init","session_id":"g3","model":"gemini-3-pro-preview"}
{"type":"result","timestamp":"2026-01-30T06:16:21.938Z","status":"success","stats":{"total_tokens":1100,"input_tokens":1000,"output_tokens":60,"cached":400}}
"#;
    check("gemini-stream", stream, &["0 g3/ gemini-3-pro-preview 600 100 400 0 0 standard 0 0"]);
    let qwen = r#"{"uuid":"q1","sessionId":"s","type":"user","message":{"role":"user","parts":[]}}
{"uuid":"q2","sessionId":"s","cwd":"/w","type":"assistant","model":"qwen3-coder","message":{"role":"model","parts":[]},"usageMetadata":{"promptTokenCount":1000,"candidatesTokenCount":20,"thoughtsTokenCount":8,"totalTokenCount":1020,"cachedContentTokenCount":100}}
"#;
    check("qwen", qwen, &["0 s/ qwen3-coder 900 20 100 0 0 standard 0 0"]);
}

#[test]
fn m01_copilot_pi_cline_and_opencode() {
    let copilot = r#"{"type":"session.start","data":{"sessionId":"c1","context":{"cwd":"/w"}}}
{"type":"session.usage_record","timestamp":"2026-11-21T23:48:06.518Z","data":{"usage":{"model":"gpt-5","inputTokens":1000,"outputTokens":20,"cacheReadTokens":600,"cacheWriteTokens":0,"cost":1.0,"accounting":{"sourceSessionId":"c1","sequence":1,"usageId":"x"}}}}
"#;
    check("copilot", copilot, &["0 c1/ gpt-5 400 20 600 0 0 standard 0 0"]);
    let pi = r#"{"type":"session","id":"p1","timestamp":"2025-12-09T00:53:29.825Z","cwd":"/w","modelId":"claude-opus-4-5"}
{"type":"message","timestamp":"2025-12-08T22:41:09.389Z","message":{"role":"assistant","model":"claude-opus-4-5","content":[],"usage":{"input":2775,"output":141,"cacheRead":1,"cacheWrite":2,"cost":{"total":0.0174}}}}
"#;
    check("pi", pi, &["0 p1/ claude-opus-4-5 2775 141 1 2 0 standard 0 0.0174"]);
    let cline = r#"{"sessionId":"l1","messages":[{"id":"m0","role":"user"},{"id":"m1","role":"assistant","ts":1783376873493,"modelInfo":{"id":"anthropic/claude-opus-4.8-fast"},"metrics":{"inputTokens":35912,"outputTokens":164,"cacheReadTokens":34332,"cacheWriteTokens":0,"cost":0.06539085}}]}"#;
    check(
        "cline",
        cline,
        &["0 l1/ anthropic/claude-opus-4.8-fast 1580 164 34332 0 0 standard 0 0.06539085"],
    );
    let opencode = r#"{"id":"msg_1","sessionID":"ses_1","role":"assistant","modelID":"gpt-5","path":{"cwd":"/w"},"cost":0.5,"tokens":{"input":10,"output":20,"reasoning":5,"cache":{"read":7,"write":3}},"time":{"created":1795305111986}}"#;
    check("opencode", opencode, &["0 ses_1/ gpt-5 10 25 7 3 0 standard 0 0.5"]);
}

#[test]
fn the_records_of_other_programs_are_nobodys() {
    for text in ["", "{}", "[1]", "plain text", "{\"type\":\"user\"}", "{\"sessionId\":\"s\"}"] {
        assert!(UsageFormat::recognise(text.as_bytes()).is_none(), "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn no_text_ends_a_reader(text: Vec<u8>, at in 0_usize..crate::USAGE_FORMATS.len()) {
        let format = crate::USAGE_FORMATS[at];
        let mut text = text;
        text.extend_from_slice(b"{\"usage\" \"token_count\" \"tokens\"\n{\"usage\":{}}\n");
        format.read(&text, &mut ReaderState::default(), &mut |_| {});
    }
}
