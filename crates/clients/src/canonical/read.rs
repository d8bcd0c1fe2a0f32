//! Reads one canonical event.

use fusebox_engine::event::{
    ChangedFile, ChangedFiles, PromptOrigin, SessionStart, TokenUsage, ToolRequest, ToolResult,
};
use fusebox_engine::{AgentId, Event, EventKind, Timestamp, Tool};
use serde_json::Value;

use super::iteration;
use crate::fields::{Fields, count};
use crate::{WireError, json};

/// Every type of event, as `type` spells it.
pub const EVENT_TYPES: &[&str] = &[
    "session_start",
    "prompt",
    "tool_request",
    "tool_result",
    "round_end",
    "message",
    "thought",
    "usage",
    "iteration",
    "compaction",
    "subagent",
    "stop_blocked",
    "idle",
    "blocked",
    "resume",
    "complete",
    "guidance",
    "tick",
    "session_end",
];

/// Reads one event.
///
/// # Errors
/// When the text is not a JSON object, `session` or `type` is missing, the type is unknown, or a
/// field holds something else than it should. The error names the field.
pub fn read_event(line: &[u8]) -> Result<Event, WireError> {
    let mut fields = Fields::read(line)?;
    let session = fields.id("session")?.ok_or_else(|| fields.missing("session", "a string"))?;
    let kind = fields.need_text("type")?;
    let id = fields.id("id")?;
    let at = match fields.whole("at_ms")? {
        None => None,
        Some(at) => Some(Timestamp(u64::try_from(at).map_err(|_| {
            fields.wrong("at_ms", &Value::from(at), "milliseconds since 1970, from 0")
        })?)),
    };
    let agent = fields.id("agent")?.unwrap_or_else(AgentId::main);
    Ok(Event { session, id, at, agent, kind: read_kind(&kind, &mut fields)? })
}

fn read_kind(kind: &str, fields: &mut Fields<'_>) -> Result<EventKind, WireError> {
    Ok(match kind {
        "session_start" => EventKind::SessionStart(SessionStart {
            client: fields.text("client")?,
            role: fields.text("role")?,
            task: fields.id("task")?,
            cwd: fields.text("cwd")?,
            run: fields.id("run")?,
        }),
        "prompt" => EventKind::Prompt { by: origin(fields)?, text: text(fields)? },
        "tool_request" => EventKind::ToolRequest(request(fields)?),
        "tool_result" => EventKind::ToolResult(Box::new(result(fields)?)),
        "round_end" => EventKind::RoundEnd,
        "message" => EventKind::Message { text: text(fields)?, part: fields.flag("part")? },
        "thought" => EventKind::Thought { text: text(fields)? },
        "usage" => EventKind::Usage(usage(fields)?),
        "iteration" => EventKind::Iteration(Box::new(iteration::read(fields)?)),
        "compaction" => EventKind::Compaction,
        "subagent" => EventKind::Subagent {
            parent: fields.id("parent")?.unwrap_or_else(AgentId::main),
            depth: depth(fields)?,
        },
        "stop_blocked" => EventKind::StopBlocked { text: text(fields)? },
        "idle" => EventKind::Idle { said: fields.text("text")? },
        "blocked" => {
            EventKind::Blocked { on: fields.text("on")?, summary: fields.text("summary")? }
        }
        "resume" => EventKind::Resume,
        "complete" => EventKind::Complete { summary: fields.text("summary")? },
        "guidance" => EventKind::Guidance { text: text(fields)?, test: fields.text("test")? },
        "tick" => EventKind::Tick,
        "session_end" => EventKind::SessionEnd,
        other => {
            let expected = format!("one of {}", EVENT_TYPES.join(", "));
            return Err(fields.wrong("type", &Value::from(other), &expected));
        }
    })
}

fn text(fields: &mut Fields<'_>) -> Result<String, WireError> {
    Ok(fields.text("text")?.unwrap_or_default())
}

fn origin(fields: &mut Fields<'_>) -> Result<PromptOrigin, WireError> {
    match fields.text("by")?.as_deref() {
        Some("human") => Ok(PromptOrigin::Human),
        Some("automation") | None => Ok(PromptOrigin::Automation),
        Some(other) => Err(fields.wrong("by", &Value::from(other), "\"human\" or \"automation\"")),
    }
}

fn depth(fields: &mut Fields<'_>) -> Result<u32, WireError> {
    match fields.whole("depth")? {
        None => Ok(1),
        Some(depth) => u32::try_from(depth)
            .map_err(|_| fields.wrong("depth", &Value::from(depth), "a whole number from 0")),
    }
}

fn request(fields: &mut Fields<'_>) -> Result<ToolRequest, WireError> {
    Ok(ToolRequest {
        call: fields.id("call")?,
        round: fields.text("round")?,
        tool: fields.text("tool")?.map_or_else(|| Tool::from("unknown"), Tool::from),
        input: fields.value("input"),
        cwd: fields.text("cwd")?,
    })
}

fn result(fields: &mut Fields<'_>) -> Result<ToolResult, WireError> {
    let exit_code = match fields.whole("exit_code")? {
        None => None,
        Some(code) => Some(i32::try_from(code).map_err(|_| {
            fields.wrong("exit_code", &Value::from(code), "an exit code of 32 bits")
        })?),
    };
    Ok(ToolResult {
        call: fields.id("call")?,
        ok: fields.maybe("ok")?,
        output: fields.text("output")?,
        exit_code,
        error_kind: fields.text("error_kind")?,
        duration_ms: fields.count("duration_ms")?,
        changed: changed(fields)?,
        workspace: fields.text("workspace")?,
        refused: fields.flag("refused")?,
        request: match fields.value("request") {
            None => None,
            Some(value) => Some(request(&mut Fields::within("request", value)?)?),
        },
    })
}

pub(super) fn changed(fields: &mut Fields<'_>) -> Result<Option<ChangedFiles>, WireError> {
    let expected = "a list of paths or a number from 0";
    match fields.value("files_changed") {
        None => Ok(None),
        Some(Value::Array(items)) => {
            let files = items.into_iter().enumerate().map(|(at, item)| file_change(at, item));
            Ok(Some(ChangedFiles::Files(files.collect::<Result<_, _>>()?)))
        }
        Some(other) => match count(&other) {
            Some(number) => Ok(Some(ChangedFiles::Count(number))),
            None => Err(fields.wrong("files_changed", &other, expected)),
        },
    }
}

fn file_change(at: usize, item: Value) -> Result<ChangedFile, WireError> {
    let field = format!("files_changed[{at}]");
    match item {
        Value::String(path) => Ok(ChangedFile { path, content: None, created: false }),
        Value::Object(_) => {
            let mut fields = Fields::within(&field, item)?;
            let created = fields.value("created") == Some(Value::Bool(true));
            let (path, content) = (fields.need_text("path")?, fields.text("content")?);
            Ok(ChangedFile { path, content, created })
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            let found = json::kind(&item).to_owned();
            Err(WireError::Wrong { field, found, expected: "a path".to_owned() })
        }
    }
}

fn usage(fields: &mut Fields<'_>) -> Result<TokenUsage, WireError> {
    Ok(TokenUsage {
        input_tokens: fields.count("input_tokens")?.unwrap_or_default(),
        output_tokens: fields.count("output_tokens")?.unwrap_or_default(),
        cache_read_tokens: fields.count("cache_read_tokens")?.unwrap_or_default(),
        context_tokens: fields.count("context_tokens")?,
        messages: fields.count("messages")?,
        cost_usd: fields.amount("cost_usd")?.unwrap_or_default(),
    })
}
