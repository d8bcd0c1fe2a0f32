//! Reads what Claude Code writes to a hook. Unknown hooks and fields are skipped; a field of the wrong
//! type is an error.

use fusebox_engine::{AgentId, SessionId};
use serde_json::Value;

use super::hook_event::HookEvent;
use crate::WireError;
use crate::object_fields::ObjectFields;

/// One hook call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HookPayload {
    pub(crate) session: SessionId,
    pub(crate) cwd: Option<String>,
    pub(crate) transcript: Option<String>,
    /// The id of a subagent; `None` for the main agent.
    pub(crate) agent: Option<AgentId>,
    pub(crate) hook: HookDetails,
}

/// The hook, with the fields that belong to it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum HookDetails {
    PreToolUse(ToolUse),
    PostToolUse {
        tool: ToolUse,
        response: Option<Value>,
        duration_ms: Option<u64>,
    },
    PostToolUseFailure {
        tool: ToolUse,
        error: String,
        interrupted: bool,
        duration_ms: Option<u64>,
    },
    /// The calls of one model response, each with the text that the model receives.
    PostToolBatch(Vec<(ToolUse, Option<Value>)>),
    UserPromptSubmit {
        prompt: String,
        source: Option<String>,
    },
    SessionStart,
    Stop {
        said: Option<String>,
    },
    StopFailure {
        said: Option<String>,
    },
    SubagentStart {
        parent: Option<AgentId>,
    },
    SubagentStop {
        said: Option<String>,
    },
    PreCompact,
    SessionEnd,
}

/// A tool call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ToolUse {
    pub(crate) name: String,
    pub(crate) input: Option<Value>,
    pub(crate) id: Option<String>,
}

/// Reads a payload; `None` for a hook that no rule needs.
pub(crate) fn read_payload(bytes: &[u8]) -> Result<Option<HookPayload>, WireError> {
    let mut fields = ObjectFields::read(bytes)?;
    let Some(event) = HookEvent::named(&fields.required_text("hook_event_name")?) else {
        return Ok(None);
    };
    Ok(Some(HookPayload {
        session: fields.required_id("session_id")?,
        cwd: fields.text("cwd")?,
        transcript: fields.text("transcript_path")?,
        agent: read_agent_id(&mut fields, "agent_id")?,
        hook: read_details(event, &mut fields)?,
    }))
}

fn read_details(event: HookEvent, fields: &mut ObjectFields<'_>) -> Result<HookDetails, WireError> {
    Ok(match event {
        HookEvent::PreToolUse => HookDetails::PreToolUse(read_tool_use(fields)?),
        HookEvent::PostToolUse => HookDetails::PostToolUse {
            tool: read_tool_use(fields)?,
            response: fields.value("tool_response"),
            duration_ms: fields.count("duration_ms")?,
        },
        HookEvent::PostToolUseFailure => HookDetails::PostToolUseFailure {
            tool: read_tool_use(fields)?,
            error: fields.text("error")?.unwrap_or_default(),
            interrupted: fields.flag("is_interrupt")?,
            duration_ms: fields.count("duration_ms")?,
        },
        HookEvent::PostToolBatch => HookDetails::PostToolBatch(read_tool_calls(fields)?),
        HookEvent::UserPromptSubmit => HookDetails::UserPromptSubmit {
            prompt: fields.text("prompt")?.unwrap_or_default(),
            source: fields.text("source")?,
        },
        HookEvent::SessionStart => HookDetails::SessionStart,
        HookEvent::Stop => HookDetails::Stop { said: fields.text("last_assistant_message")? },
        HookEvent::StopFailure => {
            HookDetails::StopFailure { said: fields.text("last_assistant_message")? }
        }
        HookEvent::SubagentStart => {
            HookDetails::SubagentStart { parent: read_agent_id(fields, "parent_agent_id")? }
        }
        HookEvent::SubagentStop => {
            HookDetails::SubagentStop { said: fields.text("last_assistant_message")? }
        }
        HookEvent::PreCompact => HookDetails::PreCompact,
        HookEvent::SessionEnd => HookDetails::SessionEnd,
    })
}

fn read_tool_use(fields: &mut ObjectFields<'_>) -> Result<ToolUse, WireError> {
    Ok(ToolUse {
        name: fields.required_text("tool_name")?,
        input: fields.value("tool_input"),
        id: fields.text("tool_use_id")?,
    })
}

fn read_tool_calls(
    fields: &mut ObjectFields<'_>,
) -> Result<Vec<(ToolUse, Option<Value>)>, WireError> {
    let call = |mut fields: ObjectFields<'_>| {
        Ok((read_tool_use(&mut fields)?, fields.value("tool_response")))
    };
    fields.objects("tool_calls", None, "an object")?.into_iter().map(call).collect()
}

/// Reads an agent's id. The client writes an empty one for the main agent.
fn read_agent_id(fields: &mut ObjectFields<'_>, key: &str) -> Result<Option<AgentId>, WireError> {
    match fields.text(key)? {
        Some(id) if !id.is_empty() => {
            AgentId::parse(id).map(Some).map_err(|source| fields.not_an_id(key, source))
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_types_are_loud_and_unknown_hooks_are_not() {
        for (text, error) in [
            ("[]", "expected a JSON object, found a list"),
            ("{", "this is not JSON: EOF while parsing an object at column 1"),
            ("{}", "`hook_event_name` is missing; expected a string"),
            (r#"{"hook_event_name":"Stop"}"#, "`session_id` is missing; expected a string"),
            (
                r#"{"hook_event_name":"Stop","session_id":""}"#,
                "`session_id` is not an id: an id must not be empty",
            ),
            (
                r#"{"hook_event_name":"PreToolUse","session_id":"s","tool_name":7}"#,
                "`tool_name` is 7; expected a string",
            ),
            (
                r#"{"hook_event_name":"PostToolBatch","session_id":"s","tool_calls":[{}]}"#,
                "`tool_calls[0].tool_name` is missing; expected a string",
            ),
        ] {
            assert_eq!(read_payload(text.as_bytes()).unwrap_err().to_string(), error, "{text}");
        }
        assert_eq!(read_payload(br#"{"hook_event_name":"Notification"}"#), Ok(None));
    }
}
