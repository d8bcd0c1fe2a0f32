//! Small recorded sessions of our own making, in several formats.

use serde_json::{Value, json};

/// A session's id as Claude Code makes it.
pub(crate) const STUCK: &str = "5b0c3f52-1111-4222-8333-444455556666";

/// One value a line.
pub(crate) fn lines(values: &[Value]) -> String {
    values.iter().map(|value| format!("{value}\n")).collect()
}

/// Claude Code: a look around, then one command again and again, 20 seconds apart.
pub(crate) fn claude(session: &str, times: usize) -> String {
    let mut all = vec![claude_record(session, 0, "user", json!("make it pass"))];
    for n in 0..=times {
        let id = format!("t{n}");
        let command = if n == 0 { "ls" } else { "make test" };
        let call = json!([{"type": "tool_use", "id": id, "name": "Bash",
            "input": {"command": command}}]);
        all.push(claude_record(session, n, "assistant", call));
        let printed = if n == 0 { "Makefile\norders.c" } else { "orders.c: error: no such field" };
        let result = json!([{"type": "tool_result", "tool_use_id": id, "is_error": n > 0,
            "content": if n > 0 { format!("Exit code 2\n{printed}") } else { printed.to_owned() }}]);
        all.push(claude_record(session, n, "user", result));
    }
    lines(&all)
}

fn claude_record(session: &str, n: usize, role: &str, content: Value) -> Value {
    let mut message = json!({"role": role, "content": content});
    if role == "assistant" {
        message["id"] = json!(format!("m{n}"));
        message["usage"] = json!({"input_tokens": 10_000, "output_tokens": 500});
    }
    json!({"type": role, "sessionId": session, "uuid": format!("{role}{n}"),
        "timestamp": format!("2026-11-22T01:{:02}:{:02}.000Z", n / 3, n % 3 * 20), "message": message})
}

/// Canonical events: so many different files are read, with what that cost.
pub(crate) fn canonical(session: &str, calls: usize) -> String {
    let mut all = vec![json!({"type": "prompt", "by": "human", "text": "rename it"})];
    for n in 0..calls {
        let call = format!("c{n}");
        all.push(json!({"type": "tool_request", "call": call, "tool": "read",
            "input": {"file_path": format!("src/{n}.rs")}}));
        all.push(json!({"type": "tool_result", "call": call, "ok": true,
            "output": format!("fn part_{n}() {{}}")}));
        all.push(json!({"type": "usage", "output_tokens": 40, "cost_usd": 0.01}));
    }
    for event in &mut all {
        event["session"] = json!(session);
    }
    lines(&all)
}

/// Chat messages of OpenAI: the same question to the same tool, `times` times.
pub(crate) fn openai(times: usize) -> String {
    let mut all = vec![json!({"role": "user", "content": "where is it?"})];
    for n in 0..times {
        let id = format!("call_{n}");
        all.push(json!({"role": "assistant", "content": null, "tool_calls": [{"id": id,
            "type": "function",
            "function": {"name": "shell", "arguments": "{\"command\": \"cat missing.txt\"}"}}]}));
        all.push(json!({"role": "tool", "tool_call_id": id,
            "content": "rc=1\ncat: missing.txt: No such file or directory"}));
    }
    json!(all).to_string()
}
