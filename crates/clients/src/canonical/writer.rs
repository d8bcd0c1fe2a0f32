//! Writes canonical events and verdicts, each as one line without its end.

use fusebox_engine::event::{
    ChangedFile, ChangedFiles, IterationEnd, LoopIteration, TokenUsage, ToolRequest, ToolResult,
};
use fusebox_engine::{Event, EventKind, ServiceTier, Verdict};
use serde_json::{Value, json};

use crate::json_line::JsonLine;

/// Writes an event, as [`read_event`](super::read_event) reads it. `None` for a person's orders to the
/// breaker: they have no canonical form, so that no line can give one.
#[must_use]
pub fn write_event(event: &Event) -> Option<String> {
    let mut line = JsonLine::default();
    line.put("session", &event.session);
    line.put_some("id", &event.id).put_some("at_ms", &event.at);
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

fn put_kind(line: &mut JsonLine, kind: &EventKind) -> Option<()> {
    match kind {
        EventKind::SessionStart(start) => line
            .put("type", "session_start")
            .put_some("client", &start.client)
            .put_some("role", &start.role)
            .put_some("task", &start.task)
            .put_some("cwd", &start.cwd)
            .put_some("run", &start.run),
        EventKind::Prompt { by, text } => {
            line.put("type", "prompt").put("by", by).put("text", text)
        }
        EventKind::ToolRequest(request) => put_request(line.put("type", "tool_request"), request),
        EventKind::ToolResult(result) => put_result(line.put("type", "tool_result"), result),
        EventKind::RoundEnd => line.put("type", "round_end"),
        EventKind::Message { text, part } => {
            line.put("type", "message").put("text", text).put_some("part", &part.then_some(true))
        }
        EventKind::Thought { text } => line.put("type", "thought").put("text", text),
        EventKind::Usage(usage) => put_usage(line.put("type", "usage"), usage),
        EventKind::Iteration(iteration) => put_iteration(line.put("type", "iteration"), iteration),
        EventKind::Compaction => line.put("type", "compaction"),
        EventKind::Subagent { parent, depth } => {
            line.put("type", "subagent").put_some("parent", parent).put_some("depth", depth)
        }
        EventKind::StopBlocked { text } => line.put("type", "stop_blocked").put("text", text),
        EventKind::Idle { said } => line.put("type", "idle").put_some("text", said),
        EventKind::Blocked { on, summary } => {
            line.put("type", "blocked").put_some("on", on).put_some("summary", summary)
        }
        EventKind::Resume => line.put("type", "resume"),
        EventKind::Complete { summary } => {
            line.put("type", "complete").put_some("summary", summary)
        }
        EventKind::Guidance { text, test } => {
            line.put("type", "guidance").put("text", text).put_some("test", test)
        }
        EventKind::Control(_) | EventKind::Tampering(_) | EventKind::ForkOfOpen(_) => return None,
        EventKind::Tick => line.put("type", "tick"),
        EventKind::SessionEnd => line.put("type", "session_end"),
    };
    Some(())
}

fn put_request<'l>(line: &'l mut JsonLine, request: &ToolRequest) -> &'l mut JsonLine {
    line.put_some("call", &request.call)
        .put_some("round", &request.round)
        .put("tool", &*request.tool.name())
        .put("input", &request.input)
        .put_some("cwd", &request.cwd)
        .put_some("can_ask", &request.can_ask.then_some(true))
}

fn put_result<'l>(line: &'l mut JsonLine, result: &ToolResult) -> &'l mut JsonLine {
    line.put_some("call", &result.call)
        .put_some("ok", &result.ok)
        .put_some("output", &result.output)
        .put_some("exit_code", &result.exit_code)
        .put_some("error_kind", &result.error_kind)
        .put_some("duration_ms", &result.duration_ms)
        .put_some("files_changed", &result.changed.as_ref().map(changed_files))
        .put_some("workspace", &result.workspace)
        .put_some("refused", &result.refused.then_some(true));
    if let Some(request) = &result.request {
        let mut inner = JsonLine::default();
        put_request(&mut inner, request);
        line.put_line("request", inner);
    }
    line
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

fn put_usage<'l>(line: &'l mut JsonLine, usage: &TokenUsage) -> &'l mut JsonLine {
    line.put("input_tokens", &usage.input_tokens)
        .put("output_tokens", &usage.output_tokens)
        .put("cache_read_tokens", &usage.cache_read_tokens)
        .put_some("cache_write_tokens", &some_count(usage.cache_write_tokens))
        .put_some("cache_write_1h_tokens", &some_count(usage.cache_write_1h_tokens))
        .put_some("model", &usage.model)
        .put_some("web_searches", &some_count(usage.web_searches))
        .put_some("service_tier", &some_tier(usage.service_tier))
        .put_some("context_tokens", &usage.context_tokens)
        .put_some("messages", &usage.messages)
        .put("cost_usd", &usage.cost_usd)
}

/// A count that is not zero.
fn some_count(count: u64) -> Option<u64> {
    (count > 0).then_some(count)
}

/// A tier that is not everyone's.
fn some_tier(tier: ServiceTier) -> Option<ServiceTier> {
    (tier != ServiceTier::default()).then_some(tier)
}

fn put_iteration<'l>(line: &'l mut JsonLine, iteration: &LoopIteration) -> &'l mut JsonLine {
    let outcome = iteration.outcome;
    let denied = iteration.denied_tools.iter().map(|denied| match denied.compound {
        false => Value::from(denied.tool.as_str()),
        true => json!(denied),
    });
    let denied: Vec<Value> = denied.collect();
    line.put_some("run", &iteration.run)
        .put_some("files_changed", &iteration.files_changed)
        .put_some("commits", &iteration.commits)
        .put_some("tests_passing", &iteration.tests_passing)
        .put_some("output_len", &iteration.output_len)
        .put_some("error", &iteration.error)
        .put_some("outcome", &(outcome != IterationEnd::Ok).then_some(outcome))
        .put_some("claims_complete", &iteration.claims_complete.then_some(true))
        .put_some("questions", &(iteration.questions != 0).then_some(iteration.questions))
        .put_some("denied_tools", &(!denied.is_empty()).then_some(denied))
}
