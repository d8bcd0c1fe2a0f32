//! What Claude Code writes to a hook. Unknown hooks and fields are skipped; a field of the wrong
//! type is an error.

use fusebox_engine::{AgentId, SessionId};
use serde_json::Value;

use super::hook_event::HookEvent;
use crate::WireError;
use crate::object_fields::ObjectFields;

/// One hook call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Payload {
    pub(crate) session: SessionId,
    pub(crate) cwd: Option<String>,
    pub(crate) transcript: Option<String>,
    /// Of a subagent; the main one has none.
    pub(crate) agent: Option<AgentId>,
    pub(crate) hook: Hook,
}

/// What the hook is about.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Hook {
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
    /// Each call with the text that the model is given.
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

/// Reads a payload; `None` for a hook that we do not know.
pub(crate) fn read(bytes: &[u8]) -> Result<Option<Payload>, WireError> {
    let mut fields = ObjectFields::read(bytes)?;
    let Some(event) = HookEvent::named(&fields.required_text("hook_event_name")?) else {
        return Ok(None);
    };
    Ok(Some(Payload {
        session: fields.required_id("session_id")?,
        cwd: fields.text("cwd")?,
        transcript: fields.text("transcript_path")?,
        agent: agent(&mut fields, "agent_id")?,
        hook: read_hook(event, &mut fields)?,
    }))
}

fn read_hook(event: HookEvent, fields: &mut ObjectFields<'_>) -> Result<Hook, WireError> {
    Ok(match event {
        HookEvent::PreToolUse => Hook::PreToolUse(tool_use(fields)?),
        HookEvent::PostToolUse => Hook::PostToolUse {
            tool: tool_use(fields)?,
            response: fields.value("tool_response"),
            duration_ms: fields.count("duration_ms")?,
        },
        HookEvent::PostToolUseFailure => Hook::PostToolUseFailure {
            tool: tool_use(fields)?,
            error: fields.text("error")?.unwrap_or_default(),
            interrupted: fields.flag("is_interrupt")?,
            duration_ms: fields.count("duration_ms")?,
        },
        HookEvent::PostToolBatch => Hook::PostToolBatch(tool_calls(fields)?),
        HookEvent::UserPromptSubmit => Hook::UserPromptSubmit {
            prompt: fields.text("prompt")?.unwrap_or_default(),
            source: fields.text("source")?,
        },
        HookEvent::SessionStart => Hook::SessionStart,
        HookEvent::Stop => Hook::Stop { said: fields.text("last_assistant_message")? },
        HookEvent::StopFailure => {
            Hook::StopFailure { said: fields.text("last_assistant_message")? }
        }
        HookEvent::SubagentStart => {
            Hook::SubagentStart { parent: agent(fields, "parent_agent_id")? }
        }
        HookEvent::SubagentStop => {
            Hook::SubagentStop { said: fields.text("last_assistant_message")? }
        }
        HookEvent::PreCompact => Hook::PreCompact,
        HookEvent::SessionEnd => Hook::SessionEnd,
    })
}

fn tool_use(fields: &mut ObjectFields<'_>) -> Result<ToolUse, WireError> {
    Ok(ToolUse {
        name: fields.required_text("tool_name")?,
        input: fields.value("tool_input"),
        id: fields.text("tool_use_id")?,
    })
}

fn tool_calls(fields: &mut ObjectFields<'_>) -> Result<Vec<(ToolUse, Option<Value>)>, WireError> {
    let call =
        |mut fields: ObjectFields<'_>| Ok((tool_use(&mut fields)?, fields.value("tool_response")));
    fields.objects("tool_calls", None, "an object")?.into_iter().map(call).collect()
}

/// The client writes an empty agent where there is none.
fn agent(fields: &mut ObjectFields<'_>, key: &str) -> Result<Option<AgentId>, WireError> {
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
            assert_eq!(read(text.as_bytes()).unwrap_err().to_string(), error, "{text}");
        }
        assert_eq!(read(br#"{"hook_event_name":"Notification"}"#), Ok(None));
    }
}
