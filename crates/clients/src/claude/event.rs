//! What a hook call of Claude Code means: the events, and what can be answered.

use std::path::PathBuf;

use fusebox_engine::event::{SessionStart, ToolRequest, ToolResult};
use fusebox_engine::{AgentId, CallId, Event, EventId, EventKind};
use serde_json::Value;

use super::wire::{self, Hook, Payload, ToolUse};
use super::{change, input, origin, output, refusal};
use crate::{ClientEnvironment, HookCall, HookPoint, WireError};

/// Reads a hook call.
///
/// # Errors
/// When it is not JSON, or a field that is needed is missing or of the wrong type.
pub(super) fn read(bytes: &[u8], around: &ClientEnvironment) -> Result<HookCall, WireError> {
    match wire::read(bytes)? {
        None => Ok(HookCall { events: Vec::new(), point: HookPoint::Silent, transcript: None }),
        Some(payload) => understand(payload, around),
    }
}

fn understand(payload: Payload, around: &ClientEnvironment) -> Result<HookCall, WireError> {
    let Payload { session, cwd, transcript, agent, hook } = payload;
    let of_main = agent.is_none();
    // The hooks of a subagent name the transcript of its parent.
    let transcript = transcript.map(PathBuf::from).filter(|path| of_main && path.is_absolute());
    let agent = agent.unwrap_or_else(AgentId::main);
    let point = point(&hook);
    let kinds: Vec<(Option<EventId>, EventKind)> = match hook {
        Hook::PreToolUse(tool) => {
            let id = event_id(&tool, "request")?;
            vec![(id, EventKind::ToolRequest(ToolRequest { cwd, ..request(tool)? }))]
        }
        Hook::PostToolUse { tool, response, duration_ms } => {
            vec![(event_id(&tool, "result")?, success(tool, response.as_ref(), duration_ms)?)]
        }
        Hook::PostToolUseFailure { tool, error, interrupted, duration_ms } => {
            vec![(event_id(&tool, "result")?, failure(&tool, &error, interrupted, duration_ms)?)]
        }
        Hook::PostToolBatch(calls) => round(calls)?,
        Hook::UserPromptSubmit { prompt, source } => {
            let by = origin::of(&prompt, source.as_deref(), around);
            vec![(None, EventKind::Prompt { by, text: prompt })]
        }
        Hook::SessionStart => vec![(
            None,
            EventKind::SessionStart(SessionStart {
                client: Some("claude".to_owned()),
                role: around.role.clone(),
                task: around.task.clone(),
                cwd,
                run: around.run.clone(),
            }),
        )],
        Hook::Stop { said } | Hook::StopFailure { said } => vec![(None, EventKind::Idle { said })],
        // A client that does not say which subagent it means must not speak for the main one.
        Hook::SubagentStart { .. } | Hook::SubagentStop { .. } if of_main => Vec::new(),
        Hook::SubagentStart { parent } => {
            let parent = parent.unwrap_or_else(AgentId::main);
            vec![(None, EventKind::Subagent { parent, depth: 1 })]
        }
        Hook::SubagentStop { said } => vec![(None, EventKind::Idle { said })],
        Hook::PreCompact => vec![(None, EventKind::Compaction)],
        Hook::SessionEnd => vec![(None, EventKind::SessionEnd)],
    };
    let event =
        |(id, kind)| Event { session: session.clone(), id, at: None, agent: agent.clone(), kind };
    Ok(HookCall { events: kinds.into_iter().map(event).collect(), point, transcript })
}

fn point(hook: &Hook) -> HookPoint {
    match hook {
        Hook::PreToolUse(_) => HookPoint::BeforeTool,
        Hook::PostToolUse { .. } => HookPoint::AfterTool,
        Hook::PostToolUseFailure { .. } => HookPoint::AfterFailure,
        Hook::PostToolBatch(_) => HookPoint::AfterRound,
        Hook::UserPromptSubmit { .. } => HookPoint::Prompt,
        Hook::SessionStart => HookPoint::SessionStart,
        Hook::SubagentStart { .. } => HookPoint::SubagentStart,
        Hook::Stop { .. } | Hook::StopFailure { .. } => HookPoint::TurnEnd,
        Hook::SubagentStop { .. } | Hook::PreCompact | Hook::SessionEnd => HookPoint::Silent,
    }
}

/// The same id for the same fact, whichever hook tells it.
fn event_id(tool: &ToolUse, fact: &str) -> Result<Option<EventId>, WireError> {
    let Some(call) = &tool.id else { return Ok(None) };
    let id = EventId::parse(format!("{call}:{fact}"));
    id.map(Some).map_err(|source| WireError::Id { field: "tool_use_id".to_owned(), source })
}

fn call_id(tool: &ToolUse) -> Result<Option<CallId>, WireError> {
    let parse = |source| WireError::Id { field: "tool_use_id".to_owned(), source };
    tool.id.as_ref().map(|id| CallId::parse(id.as_str()).map_err(parse)).transpose()
}

fn request(tool: ToolUse) -> Result<ToolRequest, WireError> {
    let call = call_id(&tool)?;
    let input = tool.input.map(|given| input::canonical(&tool.name, given));
    Ok(ToolRequest { call, round: None, tool: input::tool_class(&tool.name), input, cwd: None })
}

fn success(
    tool: ToolUse,
    response: Option<&Value>,
    duration_ms: Option<u64>,
) -> Result<EventKind, WireError> {
    let ended = response.is_none_or(|response| !output::is_broken_off(response));
    Ok(EventKind::ToolResult(Box::new(ToolResult {
        call: call_id(&tool)?,
        ok: Some(ended),
        output: response.map(|response| output::text(&tool.name, response)),
        exit_code: (ended && tool.name == "Bash" && response.is_some_and(output::has_succeeded))
            .then_some(0),
        duration_ms,
        changed: change::of(&tool, response),
        ..ToolResult::default()
    })))
}

fn failure(
    tool: &ToolUse,
    error: &str,
    interrupted: bool,
    duration_ms: Option<u64>,
) -> Result<EventKind, WireError> {
    let (exit_code, printed) = output::exit(&tool.name, error);
    Ok(EventKind::ToolResult(Box::new(ToolResult {
        call: call_id(tool)?,
        ok: Some(false),
        output: Some(printed.to_owned()),
        exit_code,
        duration_ms,
        refused: interrupted || refusal::is_refusal(error),
        ..ToolResult::default()
    })))
}

/// The results of one model response. Most were told before, by the same ids; what is new are the
/// calls that never reached their own hooks: a bad input, a refusal.
fn round(
    calls: Vec<(ToolUse, Option<Value>)>,
) -> Result<Vec<(Option<EventId>, EventKind)>, WireError> {
    let mut kinds = Vec::with_capacity(calls.len() + 1);
    for (tool, response) in calls {
        let given = response.as_ref().map(|response| output::text(&tool.name, response));
        let (exit_code, printed) = match &given {
            Some(text) => output::exit(&tool.name, text),
            None => (None, ""),
        };
        let refused = given.as_deref().is_some_and(refusal::is_refusal);
        let failed = refused || exit_code.is_some() || refusal::is_tool_error(printed);
        let result = ToolResult {
            call: call_id(&tool)?,
            ok: failed.then_some(false),
            output: given.as_ref().map(|_| refusal::without_marks(printed).to_owned()),
            exit_code,
            refused,
            ..ToolResult::default()
        };
        let id = event_id(&tool, "result")?;
        let request = Some(request(tool)?);
        kinds.push((id, EventKind::ToolResult(Box::new(ToolResult { request, ..result }))));
    }
    kinds.push((None, EventKind::RoundEnd));
    Ok(kinds)
}

#[cfg(test)]
#[path = "event_tests.rs"]
mod tests;
