//! Reads one canonical event.

use fusebox_engine::event::{
    ChangedFile, ChangedFiles, DeniedTool, LoopIteration, PromptOrigin, SessionStart, TokenUsage,
    ToolRequest, ToolResult,
};
use fusebox_engine::{AgentId, Event, EventKind, Timestamp, Tool};

use crate::WireError;
use crate::json::JsonValue;
use crate::object_fields::{ObjectFields, OptionalField};
use crate::records::tool_names::{canonical_call, is_known_name};

/// Every type of event, as `type` spells it, separated by spaces.
pub const EVENT_TYPES: &str = "session_start prompt tool_request tool_result round_end message thought usage \
    iteration compaction subagent stop_blocked idle blocked resume complete guidance tick session_end";

/// Reads one event.
///
/// # Errors
/// When the text is not a JSON object, `session` or `type` is missing, the type is unknown, or a
/// field has the wrong type. The error names the field.
pub fn read_event(line: &[u8]) -> Result<Event, WireError> {
    read_fields(&mut ObjectFields::read(line)?)
}

/// An event of a line, and what nobody read of it.
#[derive(Debug, Clone, PartialEq)]
pub struct EventLine {
    /// The event.
    pub event: Event,
    /// Its type, as the line spells it.
    pub kind: String,
    /// The names of the fields that are not read.
    pub unknown: Vec<String>,
}

/// Reads one event and the names of the fields that are not read.
///
/// # Errors
/// As [`read_event`].
pub fn read_line(line: &[u8]) -> Result<EventLine, WireError> {
    let mut fields = ObjectFields::read(line)?;
    let kind = fields.peek_text("type").unwrap_or_default();
    let event = read_fields(&mut fields)?;
    let mut unknown = fields.left();
    if matches!(event.kind, EventKind::Subagent { .. }) {
        // It is part of the event; nothing is kept of it.
        unknown.retain(|name| name != "text");
    }
    Ok(EventLine { event, kind, unknown })
}

/// Reads one event from the fields of its object.
pub(crate) fn read_fields(fields: &mut ObjectFields<'_>) -> Result<Event, WireError> {
    let session = fields.required_id("session")?;
    let kind = fields.required_text("type")?;
    let id = fields.id("id")?;
    let at = fields.whole::<u64>("at_ms", "milliseconds since 1970, from 0")?.map(Timestamp);
    let agent = fields.id("agent")?.unwrap_or_else(AgentId::main);
    Ok(Event { session, id, at, agent, kind: read_kind(&kind, fields)? })
}

fn read_kind(kind: &str, fields: &mut ObjectFields<'_>) -> Result<EventKind, WireError> {
    Ok(match kind {
        "session_start" => EventKind::SessionStart(SessionStart {
            client: fields.text("client")?,
            role: fields.text("role")?,
            task: fields.id("task")?,
            cwd: fields.text("cwd")?,
            run: fields.id("run")?,
            project: None,
            briefing: None,
            calibrated_limits: Vec::new(),
            failure_signs: Vec::new(),
            is_fork: false,
        }),
        "prompt" => EventKind::Prompt {
            by: fields
                .variant("by", "\"human\" or \"automation\"")?
                .unwrap_or(PromptOrigin::Automation),
            text: text_or_empty(fields)?,
        },
        "tool_request" => EventKind::ToolRequest(read_request(fields)?),
        "tool_result" => EventKind::ToolResult(Box::new(read_result(fields)?)),
        "round_end" => EventKind::RoundEnd,
        "message" => {
            EventKind::Message { text: text_or_empty(fields)?, part: fields.flag("part")? }
        }
        "thought" => EventKind::Thought { text: text_or_empty(fields)? },
        "usage" => EventKind::Usage(read_usage(fields)?),
        "iteration" => EventKind::Iteration(Box::new(read_iteration(fields)?)),
        "compaction" => EventKind::Compaction,
        "subagent" => EventKind::Subagent {
            parent: fields.id("parent")?,
            depth: fields.whole("depth", "a whole number from 0")?,
        },
        "stop_blocked" => EventKind::StopBlocked { text: text_or_empty(fields)? },
        "idle" => EventKind::Idle { said: fields.text("text")? },
        "blocked" => {
            EventKind::Blocked { on: fields.text("on")?, summary: fields.text("summary")? }
        }
        "resume" => EventKind::Resume,
        "complete" => EventKind::Complete { summary: fields.text("summary")? },
        "guidance" => {
            EventKind::Guidance { text: text_or_empty(fields)?, test: fields.text("test")? }
        }
        "tick" => EventKind::Tick,
        "session_end" => EventKind::SessionEnd,
        other => {
            let expected = format!("one of {}", EVENT_TYPES.replace(' ', ", "));
            return Err(fields.wrong("type", &JsonValue::Text(other.into()), &expected));
        }
    })
}

fn text_or_empty(fields: &mut ObjectFields<'_>) -> Result<String, WireError> {
    Ok(fields.text("text")?.unwrap_or_default())
}

fn read_request(fields: &mut ObjectFields<'_>) -> Result<ToolRequest, WireError> {
    let name = fields.text("tool")?.unwrap_or_else(|| "unknown".to_owned());
    // Who writes the events may keep a client's own names: `Bash`, `exec_command`, `str_replace`.
    let (tool, input) = match (Tool::from(name.as_str()), fields.value("input")) {
        (Tool::Other(_), input) if is_known_name(&name) => canonical_call(&name, input),
        given => given,
    };
    let (call, round, cwd) = (fields.id("call")?, fields.text("round")?, fields.text("cwd")?);
    let can_ask = fields.flag("can_ask")?;
    Ok(ToolRequest { call, round, tool, input, cwd, can_ask })
}

fn read_result(fields: &mut ObjectFields<'_>) -> Result<ToolResult, WireError> {
    Ok(ToolResult {
        exit_code: fields.exit_code("exit_code")?,
        call: fields.id("call")?,
        ok: fields.optional_flag("ok")?,
        output: fields.text("output")?,
        error_kind: fields.text("error_kind")?,
        duration_ms: fields.count("duration_ms")?,
        changed: read_changed_files(fields)?,
        workspace: fields.text("workspace")?,
        refused: fields.flag("refused")?,
        request: fields.object("request")?.as_mut().map(read_request).transpose()?,
        printed_by: None,
    })
}

/// A number of files, or their paths, with or without their contents.
fn read_changed_files(fields: &mut ObjectFields<'_>) -> OptionalField<ChangedFiles> {
    let key = "files_changed";
    if !fields.is_list(key) {
        let count = fields.count_or(key, "a list of paths or a number from 0")?;
        return Ok(count.map(ChangedFiles::Count));
    }
    let file = |mut fields: ObjectFields<'_>| {
        let created = fields.value("created") == Some(true.into());
        let (path, content) = (fields.required_text("path")?, fields.text("content")?);
        Ok(ChangedFile { path, content, created })
    };
    let files = fields.objects(key, Some("path"), "a path")?.into_iter().map(file);
    files.collect::<Result<_, _>>().map(|files| Some(ChangedFiles::Files(files)))
}

fn read_usage(fields: &mut ObjectFields<'_>) -> Result<TokenUsage, WireError> {
    Ok(TokenUsage {
        input_tokens: fields.count("input_tokens")?.unwrap_or_default(),
        output_tokens: fields.count("output_tokens")?.unwrap_or_default(),
        cache_read_tokens: fields.count("cache_read_tokens")?.unwrap_or_default(),
        cache_write_tokens: fields.count("cache_write_tokens")?.unwrap_or_default(),
        cache_write_1h_tokens: fields.count("cache_write_1h_tokens")?.unwrap_or_default(),
        model: fields.text("model")?,
        service_tier: fields
            .variant("service_tier", "one of standard, priority, flex")?
            .unwrap_or_default(),
        context_tokens: fields.count("context_tokens")?,
        messages: fields.count("messages")?,
        cost_usd: fields.amount("cost_usd")?.unwrap_or_default(),
        web_searches: fields.count("web_searches")?.unwrap_or_default(),
        windows: Vec::new(),
    })
}

/// One iteration of a loop, as measured from outside.
fn read_iteration(fields: &mut ObjectFields<'_>) -> Result<LoopIteration, WireError> {
    // A name, or an object that says that the command has several parts.
    let denied_tool = |mut fields: ObjectFields<'_>| {
        Ok(DeniedTool { tool: fields.required_text("tool")?, compound: fields.flag("compound")? })
    };
    Ok(LoopIteration {
        run: fields.text("run")?,
        files_changed: read_changed_files(fields)?.map(|changed| match changed {
            ChangedFiles::Count(count) => count,
            ChangedFiles::Files(files) => files.len() as u64,
        }),
        commits: fields.count("commits")?,
        tests_passing: fields.count("tests_passing")?,
        output_len: fields.count("output_len")?,
        error: fields.text("error")?,
        outcome: fields
            .variant("outcome", "one of ok, timeout, idle, exit, api_error")?
            .unwrap_or_default(),
        claims_complete: fields.flag("claims_complete")?,
        questions: fields.count("questions")?.unwrap_or_default(),
        denied_tools: fields
            .objects("denied_tools", Some("tool"), "the name of a tool")?
            .into_iter()
            .map(denied_tool)
            .collect::<Result<_, WireError>>()?,
    })
}
