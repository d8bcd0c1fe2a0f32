//! Writes canonical events and verdicts, each as one line without its end.

use fusebox_engine::event::{
    ChangedFile, ChangedFiles, IterationEnd, LoopIteration, TokenUsage, ToolRequest, ToolResult,
};
use fusebox_engine::{Event, EventKind, Verdict};
use serde::Serialize;
use serde_json::{Value, json};

/// Writes an event, as [`read_event`](super::read_event) reads it. `None` for a person's orders to the
/// breaker: they have no canonical form, so that no line can give one.
#[must_use]
pub fn write_event(event: &Event) -> Option<String> {
    let mut line = JsonLine::default();
    line.put("session", &event.session);
    line.put_some("id", event.id.as_ref());
    line.put_some("at_ms", event.at.as_ref());
    if !event.agent.is_main() {
        line.put("agent", &event.agent);
    }
    put_kind(&mut line, &event.kind)?;
    Some(line.end())
}

/// Writes a verdict in its published form.
#[must_use]
pub fn write_verdict(verdict: &Verdict) -> String {
    serde_json::to_string(verdict).unwrap_or_default()
}

/// A JSON object written field by field, in the order of the calls.
#[derive(Default)]
struct JsonLine(String);

impl JsonLine {
    fn put(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0.push_str(&format!("\"{key}\":"));
        self.0.push_str(&serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned()));
    }

    fn put_some(&mut self, key: &str, value: Option<&(impl Serialize + ?Sized)>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    fn end(self) -> String {
        self.0 + "}"
    }
}

fn put_kind(line: &mut JsonLine, kind: &EventKind) -> Option<()> {
    line.put("type", event_type(kind)?);
    match kind {
        EventKind::SessionStart(start) => {
            line.put_some("client", start.client.as_ref());
            line.put_some("role", start.role.as_ref());
            line.put_some("task", start.task.as_ref());
            line.put_some("cwd", start.cwd.as_ref());
            line.put_some("run", start.run.as_ref());
        }
        EventKind::Prompt { by, text } => {
            line.put("by", by);
            line.put("text", text);
        }
        EventKind::ToolRequest(request) => put_request(line, request),
        EventKind::ToolResult(result) => put_result(line, result),
        EventKind::Message { text, part } => {
            line.put("text", text);
            line.put_some("part", part.then_some(&true));
        }
        EventKind::Thought { text } | EventKind::StopBlocked { text } => line.put("text", text),
        EventKind::Usage(usage) => put_usage(line, usage),
        EventKind::Iteration(iteration) => put_iteration(line, iteration),
        EventKind::Subagent { parent, depth } => {
            line.put("parent", parent);
            line.put("depth", depth);
        }
        EventKind::Idle { said } => line.put_some("text", said.as_ref()),
        EventKind::Blocked { on, summary } => {
            line.put_some("on", on.as_ref());
            line.put_some("summary", summary.as_ref());
        }
        EventKind::Complete { summary } => line.put_some("summary", summary.as_ref()),
        EventKind::Guidance { text, test } => {
            line.put("text", text);
            line.put_some("test", test.as_ref());
        }
        EventKind::RoundEnd
        | EventKind::Compaction
        | EventKind::Resume
        | EventKind::Control(_)
        | EventKind::Tick
        | EventKind::SessionEnd => {}
    }
    Some(())
}

fn event_type(kind: &EventKind) -> Option<&'static str> {
    Some(match kind {
        EventKind::SessionStart(_) => "session_start",
        EventKind::Prompt { .. } => "prompt",
        EventKind::ToolRequest(_) => "tool_request",
        EventKind::ToolResult(_) => "tool_result",
        EventKind::RoundEnd => "round_end",
        EventKind::Message { .. } => "message",
        EventKind::Thought { .. } => "thought",
        EventKind::Usage(_) => "usage",
        EventKind::Iteration(_) => "iteration",
        EventKind::Compaction => "compaction",
        EventKind::Subagent { .. } => "subagent",
        EventKind::StopBlocked { .. } => "stop_blocked",
        EventKind::Idle { .. } => "idle",
        EventKind::Blocked { .. } => "blocked",
        EventKind::Resume => "resume",
        EventKind::Complete { .. } => "complete",
        EventKind::Guidance { .. } => "guidance",
        EventKind::Control(_) => return None,
        EventKind::Tick => "tick",
        EventKind::SessionEnd => "session_end",
    })
}

fn put_request(line: &mut JsonLine, request: &ToolRequest) {
    line.put_some("call", request.call.as_ref());
    line.put_some("round", request.round.as_ref());
    line.put("tool", &*request.tool.name());
    line.put("input", &request.input);
    line.put_some("cwd", request.cwd.as_ref());
}

fn put_result(line: &mut JsonLine, result: &ToolResult) {
    line.put_some("call", result.call.as_ref());
    line.put_some("ok", result.ok.as_ref());
    line.put_some("output", result.output.as_ref());
    line.put_some("exit_code", result.exit_code.as_ref());
    line.put_some("error_kind", result.error_kind.as_ref());
    line.put_some("duration_ms", result.duration_ms.as_ref());
    line.put_some("files_changed", result.changed.as_ref().map(changed_files).as_ref());
    line.put_some("workspace", result.workspace.as_ref());
    line.put_some("refused", result.refused.then_some(&true));
    if let Some(request) = &result.request {
        let mut inner = JsonLine::default();
        put_request(&mut inner, request);
        line.0.push_str(&format!(",\"request\":{}", inner.end()));
    }
}

fn changed_files(changed: &ChangedFiles) -> Value {
    let file = |file: &ChangedFile| {
        if file.content.is_none() && !file.created {
            return Value::from(file.path.as_str());
        }
        let mut object = json!({ "path": file.path });
        if let Some(content) = &file.content {
            object["content"] = Value::from(content.as_str());
        }
        if file.created {
            object["created"] = Value::from(true);
        }
        object
    };
    match changed {
        ChangedFiles::Count(number) => Value::from(*number),
        ChangedFiles::Files(files) => files.iter().map(file).collect(),
    }
}

fn put_usage(line: &mut JsonLine, usage: &TokenUsage) {
    line.put("input_tokens", &usage.input_tokens);
    line.put("output_tokens", &usage.output_tokens);
    line.put("cache_read_tokens", &usage.cache_read_tokens);
    line.put_some("context_tokens", usage.context_tokens.as_ref());
    line.put_some("messages", usage.messages.as_ref());
    line.put("cost_usd", &usage.cost_usd);
}

fn put_iteration(line: &mut JsonLine, iteration: &LoopIteration) {
    line.put_some("run", iteration.run.as_ref());
    line.put_some("files_changed", iteration.files_changed.as_ref());
    line.put_some("commits", iteration.commits.as_ref());
    line.put_some("tests_passing", iteration.tests_passing.as_ref());
    line.put_some("output_len", iteration.output_len.as_ref());
    line.put_some("error", iteration.error.as_ref());
    let outcome = iteration.outcome;
    line.put_some("outcome", (outcome != IterationEnd::Ok).then_some(&outcome));
    line.put_some("claims_complete", iteration.claims_complete.then_some(&true));
    line.put_some("questions", (iteration.questions != 0).then_some(&iteration.questions));
    let denied: Vec<Value> = iteration
        .denied_tools
        .iter()
        .map(|denied| match denied.compound {
            false => Value::from(denied.tool.as_str()),
            true => json!({ "tool": denied.tool, "compound": true }),
        })
        .collect();
    line.put_some("denied_tools", (!denied.is_empty()).then_some(&denied));
}
