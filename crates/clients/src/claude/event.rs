//! Reads a hook call of Claude Code as events. Unknown hooks and fields are skipped; a field of the wrong
//! type is an error.

use std::path::{Path, PathBuf};

use fusebox_engine::event::{SessionStart, ToolRequest, ToolResult};
use fusebox_engine::{AgentId, CallId, Event, EventId, EventKind, SessionId};
use serde_json::Value;

use super::CLIENT;
use super::hook_event::HookEvent;
use super::{change, input, origin, output, refusal};
use crate::event_id::event_id;
use crate::object_fields::ObjectFields;
use crate::{ClientEnvironment, HookCall, WireError};

/// What happened, with the id of the event if every hook that reports it gives the same one.
type IdentifiedKind = (Option<EventId>, EventKind);

/// Reads a hook call.
///
/// # Errors
/// When the text is not JSON, or a required field is missing or has the wrong type.
pub(super) fn read(bytes: &[u8], environment: &ClientEnvironment) -> Result<HookCall, WireError> {
    HookCall::read(bytes, |fields| read_call(fields, environment))
}

fn read_call(
    fields: &mut ObjectFields<'_>,
    environment: &ClientEnvironment,
) -> Result<HookCall, WireError> {
    let Some(hook) = HookEvent::named(&fields.required_text("hook_event_name")?) else {
        // No rule needs this hook.
        return Ok(HookCall::unneeded());
    };
    let session: SessionId = fields.required_id("session_id")?;
    let cwd = fields.text("cwd")?;
    let transcript = fields.text("transcript_path")?.map(PathBuf::from);
    let subagent = read_agent_id(fields, "agent_id")?;
    let start = environment.session_start(CLIENT.name, cwd);
    let mut kinds = read_kinds(hook, fields, start.clone(), environment)?;
    // An unnamed subagent is not the main agent.
    if subagent.is_none() && matches!(hook, HookEvent::SubagentStart | HookEvent::SubagentStop) {
        kinds.clear();
    }
    let transcript =
        transcript.filter(|path| path.is_absolute()).and_then(|path| match &subagent {
            None => Some(path),
            Some(agent) => subagent_transcript(&path, agent),
        });
    let agent = subagent.unwrap_or_else(AgentId::main);
    let event =
        |(id, kind)| Event { session: session.clone(), id, at: None, agent: agent.clone(), kind };
    let events = kinds.into_iter().map(event).collect();
    Ok(HookCall { events, point: hook.point(), transcript, session: Some(start), defect: None })
}

/// The transcript of a subagent, whose hooks name that of the session. `None` for an id that is no plain name.
fn subagent_transcript(session: &Path, agent: &AgentId) -> Option<PathBuf> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let agent = Some(agent.as_str()).filter(|agent| agent.bytes().all(is_plain))?;
    Some(session.with_extension("").join("subagents").join(format!("agent-{agent}.jsonl")))
}

fn identified(kind: EventKind) -> IdentifiedKind {
    (event_id(&kind), kind)
}

fn read_kinds(
    hook: HookEvent,
    fields: &mut ObjectFields<'_>,
    start: SessionStart,
    environment: &ClientEnvironment,
) -> Result<Vec<IdentifiedKind>, WireError> {
    let kind = match hook {
        HookEvent::PreToolUse => {
            let tool = ToolUse::read(fields)?;
            // In other modes a person has said that they want no questions.
            let mode = fields.text("permission_mode")?;
            let asks = |mode: &String| ["default", "acceptEdits", "plan"].contains(&mode.as_str());
            let can_ask = mode.as_ref().is_none_or(asks) && origin::is_attended(environment);
            let request = ToolRequest { cwd: start.cwd, can_ask, ..tool.request() };
            return Ok(vec![identified(EventKind::ToolRequest(request))]);
        }
        HookEvent::PostToolUse | HookEvent::PostToolUseFailure => {
            let tool = ToolUse::read(fields)?;
            let duration_ms = fields.count("duration_ms")?;
            let result = if hook == HookEvent::PostToolUse {
                tool.success(fields.value("tool_response").as_ref())
            } else {
                let error = fields.text("error")?.unwrap_or_default();
                tool.failure(&error, fields.flag("is_interrupt")?)
            };
            let printed_by = tool.printed_by();
            let result = ToolResult { call: tool.call, duration_ms, printed_by, ..result };
            return Ok(vec![identified(EventKind::ToolResult(Box::new(result)))]);
        }
        HookEvent::PostToolBatch => return read_round(fields),
        HookEvent::UserPromptSubmit => {
            let text = fields.text("prompt")?.unwrap_or_default();
            let source = fields.text("source")?;
            let by = origin::prompt_origin(&text, source.as_deref(), environment);
            EventKind::Prompt { by, text }
        }
        HookEvent::SessionStart => EventKind::SessionStart(SessionStart {
            is_fork: fields.text("source")?.is_some_and(|source| source == "fork"),
            ..start
        }),
        HookEvent::Stop | HookEvent::StopFailure | HookEvent::SubagentStop => {
            return read_turn_end(hook, fields);
        }
        HookEvent::SubagentStart => {
            // The client names the parent in no version seen so far.
            let parent = read_agent_id(fields, "parent_agent_id")?;
            EventKind::Subagent { parent, depth: None }
        }
        HookEvent::PreCompact => EventKind::Compaction,
        HookEvent::ConfigChange => EventKind::Tick,
        HookEvent::SessionEnd => EventKind::SessionEnd,
    };
    Ok(vec![(None, kind)])
}

/// The end of a turn: whether a stop hook had made the agent go on, its last message, and that it waits.
/// What stands in for a message when the API fails is none.
fn read_turn_end(
    hook: HookEvent,
    fields: &mut ObjectFields<'_>,
) -> Result<Vec<IdentifiedKind>, WireError> {
    let said = fields.text("last_assistant_message")?;
    let was_blocked = fields.flag("stop_hook_active")?;
    let blocked = was_blocked.then(|| EventKind::StopBlocked { text: String::new() });
    let message = said.clone().filter(|_| hook != HookEvent::StopFailure);
    let message = message.map(|text| EventKind::Message { text, part: false });
    let kinds = blocked.into_iter().chain(message).chain([EventKind::Idle { said }]);
    Ok(kinds.map(|kind| (None, kind)).collect())
}

/// Reads an agent's id. The client writes an empty one for the main agent.
fn read_agent_id(fields: &mut ObjectFields<'_>, key: &str) -> Result<Option<AgentId>, WireError> {
    let id = fields.text(key)?.filter(|id| !id.is_empty());
    id.map(|id| AgentId::parse(id).map_err(|source| fields.not_an_id(key, source))).transpose()
}

/// The results of one model response. Most were reported before, with the same ids; new are the calls
/// that never reached their own hooks, because of a bad input or a refusal.
fn read_round(fields: &mut ObjectFields<'_>) -> Result<Vec<IdentifiedKind>, WireError> {
    let call = |mut fields: ObjectFields<'_>| {
        let tool = ToolUse::read(&mut fields)?;
        let result = tool.batch_result(fields.value("tool_response").as_ref());
        let request = tool.request();
        let result = ToolResult { call: request.call.clone(), request: Some(request), ..result };
        Ok(identified(EventKind::ToolResult(Box::new(result))))
    };
    let calls = fields.objects("tool_calls", None, "an object")?.into_iter().map(call);
    calls.chain([Ok((None, EventKind::RoundEnd))]).collect()
}

/// A tool call as a hook reports it.
struct ToolUse {
    name: String,
    input: Option<Value>,
    call: Option<CallId>,
}

impl ToolUse {
    fn read(fields: &mut ObjectFields<'_>) -> Result<Self, WireError> {
        Ok(Self {
            name: fields.required_text("tool_name")?,
            input: fields.value("tool_input"),
            call: fields.id("tool_use_id")?,
        })
    }

    /// The command, or the file, whose output or content the result is.
    fn printed_by(&self) -> Option<String> {
        let input = self.input.as_ref()?;
        let said = input.get("command").or_else(|| input.get("file_path"))?;
        said.as_str().map(str::to_owned)
    }

    fn request(self) -> ToolRequest {
        let tool = input::tool_class(&self.name);
        let input = self.input.map(|given| input::canonical_arguments(&self.name, given));
        ToolRequest { call: self.call, round: None, tool, input, cwd: None, can_ask: false }
    }

    fn success(&self, response: Option<&Value>) -> ToolResult {
        let ended = response.is_none_or(|response| !output::is_interrupted(response));
        let succeeded = || self.name == "Bash" && response.is_some_and(output::has_succeeded);
        ToolResult {
            ok: Some(ended),
            output: response.map(|response| output::result_text(&self.name, response)),
            exit_code: (ended && succeeded()).then_some(0),
            changed: change::changed_files(&self.name, self.input.as_ref(), response),
            ..ToolResult::default()
        }
    }

    fn failure(&self, error: &str, interrupted: bool) -> ToolResult {
        let (exit_code, printed) = output::split_exit_code(&self.name, error);
        ToolResult {
            ok: Some(false),
            output: Some(printed.to_owned()),
            exit_code,
            refused: interrupted || refusal::is_refusal(error),
            ..ToolResult::default()
        }
    }

    /// The result from the text that the model receives.
    fn batch_result(&self, response: Option<&Value>) -> ToolResult {
        let Some(response) = response else { return ToolResult::default() };
        let text = output::result_text(&self.name, response);
        let (exit_code, printed) = output::split_exit_code(&self.name, &text);
        let refused = refusal::is_refusal(&text);
        let failed = refused || exit_code.is_some() || refusal::is_tool_error(printed);
        ToolResult {
            ok: failed.then_some(false),
            output: Some(refusal::without_error_tags(printed).to_owned()),
            exit_code,
            refused,
            ..ToolResult::default()
        }
    }
}

#[cfg(test)]
mod tests;
