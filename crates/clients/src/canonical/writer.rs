//! Writes canonical events and verdicts, each as one line without its end.

use fusebox_engine::event::{
    ChangedFile, ChangedFiles, IterationEnd, LoopIteration, TokenUsage, ToolRequest, ToolResult,
};
use fusebox_engine::{Event, EventKind, Verdict};
use serde::Serialize;
use serde_json::{Value, json};

/// Writes an event; [`read_event`](super::read_event) gives it back. `None` for a person's orders about the
/// breaker: they have no canonical form, so that no line can give them.
#[must_use]
pub fn write_event(event: &Event) -> Option<String> {
    let mut line = Line::default();
    line.put("session", &event.session);
    line.maybe("id", event.id.as_ref());
    line.maybe("at_ms", event.at.as_ref());
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
struct Line(String);

impl Line {
    fn put(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0.push_str(&format!("\"{key}\":"));
        self.0.push_str(&serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned()));
    }

    fn maybe(&mut self, key: &str, value: Option<&(impl Serialize + ?Sized)>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    fn end(self) -> String {
        self.0 + "}"
    }
}

fn put_kind(line: &mut Line, kind: &EventKind) -> Option<()> {
    line.put("type", type_of(kind)?);
    match kind {
        EventKind::SessionStart(start) => {
            line.maybe("client", start.client.as_ref());
            line.maybe("role", start.role.as_ref());
            line.maybe("task", start.task.as_ref());
            line.maybe("cwd", start.cwd.as_ref());
            line.maybe("run", start.run.as_ref());
        }
        EventKind::Prompt { by, text } => {
            line.put("by", by);
            line.put("text", text);
        }
        EventKind::ToolRequest(request) => put_request(line, request),
        EventKind::ToolResult(result) => put_result(line, result),
        EventKind::Message { text, part } => {
            line.put("text", text);
            line.maybe("part", part.then_some(&true));
        }
        EventKind::Thought { text } | EventKind::StopBlocked { text } => line.put("text", text),
        EventKind::Usage(usage) => put_usage(line, usage),
        EventKind::Iteration(iteration) => put_iteration(line, iteration),
        EventKind::Subagent { parent, depth } => {
            line.put("parent", parent);
            line.put("depth", depth);
        }
        EventKind::Idle { said } => line.maybe("text", said.as_ref()),
        EventKind::Blocked { on, summary } => {
            line.maybe("on", on.as_ref());
            line.maybe("summary", summary.as_ref());
        }
        EventKind::Complete { summary } => line.maybe("summary", summary.as_ref()),
        EventKind::Guidance { text, test } => {
            line.put("text", text);
            line.maybe("test", test.as_ref());
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

fn type_of(kind: &EventKind) -> Option<&'static str> {
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

fn put_request(line: &mut Line, request: &ToolRequest) {
    line.maybe("call", request.call.as_ref());
    line.maybe("round", request.round.as_ref());
    line.put("tool", &*request.tool.name());
    line.put("input", &request.input);
    line.maybe("cwd", request.cwd.as_ref());
}

fn put_result(line: &mut Line, result: &ToolResult) {
    line.maybe("call", result.call.as_ref());
    line.maybe("ok", result.ok.as_ref());
    line.maybe("output", result.output.as_ref());
    line.maybe("exit_code", result.exit_code.as_ref());
    line.maybe("error_kind", result.error_kind.as_ref());
    line.maybe("duration_ms", result.duration_ms.as_ref());
    line.maybe("files_changed", result.changed.as_ref().map(changed).as_ref());
    line.maybe("workspace", result.workspace.as_ref());
    line.maybe("refused", result.refused.then_some(&true));
    if let Some(request) = &result.request {
        let mut inner = Line::default();
        put_request(&mut inner, request);
        line.0.push_str(&format!(",\"request\":{}", inner.end()));
    }
}

fn changed(changed: &ChangedFiles) -> Value {
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

fn put_usage(line: &mut Line, usage: &TokenUsage) {
    line.put("input_tokens", &usage.input_tokens);
    line.put("output_tokens", &usage.output_tokens);
    line.put("cache_read_tokens", &usage.cache_read_tokens);
    line.maybe("context_tokens", usage.context_tokens.as_ref());
    line.maybe("messages", usage.messages.as_ref());
    line.put("cost_usd", &usage.cost_usd);
}

fn put_iteration(line: &mut Line, iteration: &LoopIteration) {
    line.maybe("run", iteration.run.as_ref());
    line.maybe("files_changed", iteration.files_changed.as_ref());
    line.maybe("commits", iteration.commits.as_ref());
    line.maybe("tests_passing", iteration.tests_passing.as_ref());
    line.maybe("output_len", iteration.output_len.as_ref());
    line.maybe("error", iteration.error.as_ref());
    let outcome = iteration.outcome;
    line.maybe("outcome", (outcome != IterationEnd::Ok).then_some(&outcome));
    line.maybe("claims_complete", iteration.claims_complete.then_some(&true));
    line.maybe("questions", (iteration.questions != 0).then_some(&iteration.questions));
    let denied: Vec<Value> = iteration
        .denied_tools
        .iter()
        .map(|denied| match denied.compound {
            false => Value::from(denied.tool.as_str()),
            true => json!({ "tool": denied.tool, "compound": true }),
        })
        .collect();
    line.maybe("denied_tools", (!denied.is_empty()).then_some(&denied));
}
