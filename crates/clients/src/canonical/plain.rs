//! Reads the lines that make up most of a recording straight into events.
//!
//! What is unusual in any way, and everything that is wrong, is left to the reader that can name
//! it: this one says yes or nothing.

use std::borrow::Cow;

use fusebox_engine::event::{ToolRequest, ToolResult};
use fusebox_engine::{AgentId, CallId, Event, EventId, EventKind, SessionId, Timestamp};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    session: String,
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    id: Option<String>,
    at_ms: Option<i64>,
    agent: Option<String>,
    text: Option<String>,
    part: Option<bool>,
    call: Option<String>,
    round: Option<String>,
    tool: Option<String>,
    input: Option<Value>,
    ok: Option<bool>,
    output: Option<String>,
    exit_code: Option<i32>,
    error_kind: Option<String>,
    duration_ms: Option<u64>,
    workspace: Option<String>,
    refused: Option<bool>,
}

/// The event, where the line is plain.
pub(super) fn read(line: &[u8]) -> Option<Event> {
    // A struct could be read from a list as well.
    if !line.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let line: Line<'_> = serde_json::from_slice(line).ok()?;
    let call = line.call.map(CallId::parse).transpose().ok()?;
    let kind = match &*line.kind {
        "tool_request" => EventKind::ToolRequest(ToolRequest {
            call,
            round: line.round,
            tool: line.tool.unwrap_or_else(|| "unknown".to_owned()),
            input: line.input,
        }),
        "tool_result" => EventKind::ToolResult(Box::new(ToolResult {
            call,
            ok: line.ok,
            output: line.output,
            exit_code: line.exit_code,
            error_kind: line.error_kind,
            duration_ms: line.duration_ms,
            changed: None,
            workspace: line.workspace,
            refused: line.refused.unwrap_or_default(),
            request: None,
        })),
        "message" => EventKind::Message {
            text: line.text.unwrap_or_default(),
            part: line.part.unwrap_or_default(),
        },
        "thought" => EventKind::Thought { text: line.text.unwrap_or_default() },
        "round_end" => EventKind::RoundEnd,
        _ => return None,
    };
    Some(Event {
        session: SessionId::parse(line.session).ok()?,
        id: line.id.map(EventId::parse).transpose().ok()?,
        at: line.at_ms.map(u64::try_from).transpose().ok()?.map(Timestamp),
        agent: line.agent.map_or_else(|| Some(AgentId::main()), |id| AgentId::parse(id).ok())?,
        kind,
    })
}
