//! Translates a hook call of Claude Code to events.

use std::path::PathBuf;

use fusebox_engine::event::{SessionStart, ToolRequest, ToolResult};
use fusebox_engine::{AgentId, CallId, Event, EventId, EventKind};
use serde_json::Value;

use super::wire::{self, HookDetails, HookPayload, ToolUse};
use super::{change, input, origin, output, refusal};
use crate::{ClientEnvironment, HookCall, HookPoint, WireError};

/// Reads a hook call.
///
/// # Errors
/// When the text is not JSON, or a required field is missing or has the wrong type.
pub(super) fn read(bytes: &[u8], environment: &ClientEnvironment) -> Result<HookCall, WireError> {
    match wire::read_payload(bytes)? {
        None => Ok(HookCall { events: Vec::new(), point: HookPoint::Silent, transcript: None }),
        Some(payload) => to_call(payload, environment),
    }
}

fn to_call(payload: HookPayload, environment: &ClientEnvironment) -> Result<HookCall, WireError> {
    let HookPayload { session, cwd, transcript, agent, hook } = payload;
    let is_main = agent.is_none();
    // The hooks of a subagent name the transcript of its parent.
    let transcript = transcript.map(PathBuf::from).filter(|path| is_main && path.is_absolute());
    let agent = agent.unwrap_or_else(AgentId::main);
    let point = hook_point(&hook);
    let kinds: Vec<(Option<EventId>, EventKind)> = match hook {
        HookDetails::PreToolUse(tool) => {
            let id = event_id(&tool, "request")?;
            vec![(id, EventKind::ToolRequest(ToolRequest { cwd, ..tool_request(tool)? }))]
        }
        HookDetails::PostToolUse { tool, response, duration_ms } => {
            vec![(event_id(&tool, "result")?, success_event(tool, response.as_ref(), duration_ms)?)]
        }
        HookDetails::PostToolUseFailure { tool, error, interrupted, duration_ms } => {
            vec![(
                event_id(&tool, "result")?,
                failure_event(&tool, &error, interrupted, duration_ms)?,
            )]
        }
        HookDetails::PostToolBatch(calls) => round_events(calls)?,
        HookDetails::UserPromptSubmit { prompt, source } => {
            let by = origin::prompt_origin(&prompt, source.as_deref(), environment);
            vec![(None, EventKind::Prompt { by, text: prompt })]
        }
        HookDetails::SessionStart => vec![(
            None,
            EventKind::SessionStart(SessionStart {
                client: Some("claude".to_owned()),
                role: environment.role.clone(),
                task: environment.task.clone(),
                cwd,
                run: environment.run.clone(),
            }),
        )],
        HookDetails::Stop { said } | HookDetails::StopFailure { said } => {
            vec![(None, EventKind::Idle { said })]
        }
        // An unnamed subagent is not the main agent.
        HookDetails::SubagentStart { .. } | HookDetails::SubagentStop { .. } if is_main => {
            Vec::new()
        }
        HookDetails::SubagentStart { parent } => {
            let parent = parent.unwrap_or_else(AgentId::main);
            vec![(None, EventKind::Subagent { parent, depth: 1 })]
        }
        HookDetails::SubagentStop { said } => vec![(None, EventKind::Idle { said })],
        HookDetails::PreCompact => vec![(None, EventKind::Compaction)],
        HookDetails::SessionEnd => vec![(None, EventKind::SessionEnd)],
    };
    let event =
        |(id, kind)| Event { session: session.clone(), id, at: None, agent: agent.clone(), kind };
    Ok(HookCall { events: kinds.into_iter().map(event).collect(), point, transcript })
}

fn hook_point(hook: &HookDetails) -> HookPoint {
    match hook {
        HookDetails::PreToolUse(_) => HookPoint::BeforeTool,
        HookDetails::PostToolUse { .. } => HookPoint::AfterTool,
        HookDetails::PostToolUseFailure { .. } => HookPoint::AfterFailure,
        HookDetails::PostToolBatch(_) => HookPoint::AfterRound,
        HookDetails::UserPromptSubmit { .. } => HookPoint::Prompt,
        HookDetails::SessionStart => HookPoint::SessionStart,
        HookDetails::SubagentStart { .. } => HookPoint::SubagentStart,
        HookDetails::Stop { .. } | HookDetails::StopFailure { .. } => HookPoint::TurnEnd,
        HookDetails::SubagentStop { .. } | HookDetails::PreCompact | HookDetails::SessionEnd => {
            HookPoint::Silent
        }
    }
}

/// The id of an event: the same one, whichever hook reports it.
fn event_id(tool: &ToolUse, fact: &str) -> Result<Option<EventId>, WireError> {
    let Some(call) = &tool.id else { return Ok(None) };
    let id = EventId::parse(format!("{call}:{fact}"));
    id.map(Some).map_err(|source| WireError::Id { field: "tool_use_id".to_owned(), source })
}

fn call_id(tool: &ToolUse) -> Result<Option<CallId>, WireError> {
    let parse = |source| WireError::Id { field: "tool_use_id".to_owned(), source };
    tool.id.as_ref().map(|id| CallId::parse(id.as_str()).map_err(parse)).transpose()
}

fn tool_request(tool: ToolUse) -> Result<ToolRequest, WireError> {
    let call = call_id(&tool)?;
    let input = tool.input.map(|given| input::canonical_arguments(&tool.name, given));
    Ok(ToolRequest { call, round: None, tool: input::tool_class(&tool.name), input, cwd: None })
}

fn success_event(
    tool: ToolUse,
    response: Option<&Value>,
    duration_ms: Option<u64>,
) -> Result<EventKind, WireError> {
    let ended = response.is_none_or(|response| !output::is_interrupted(response));
    Ok(EventKind::ToolResult(Box::new(ToolResult {
        call: call_id(&tool)?,
        ok: Some(ended),
        output: response.map(|response| output::result_text(&tool.name, response)),
        exit_code: (ended && tool.name == "Bash" && response.is_some_and(output::has_succeeded))
            .then_some(0),
        duration_ms,
        changed: change::files_changed_by(&tool, response),
        ..ToolResult::default()
    })))
}

fn failure_event(
    tool: &ToolUse,
    error: &str,
    interrupted: bool,
    duration_ms: Option<u64>,
) -> Result<EventKind, WireError> {
    let (exit_code, printed) = output::split_exit_code(&tool.name, error);
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

/// The results of one model response. Most were reported before, with the same ids; new are the calls
/// that never reached their own hooks, because of a bad input or a refusal.
fn round_events(
    calls: Vec<(ToolUse, Option<Value>)>,
) -> Result<Vec<(Option<EventId>, EventKind)>, WireError> {
    let mut kinds = Vec::with_capacity(calls.len() + 1);
    for (tool, response) in calls {
        let given = response.as_ref().map(|response| output::result_text(&tool.name, response));
        let (exit_code, printed) = match &given {
            Some(text) => output::split_exit_code(&tool.name, text),
            None => (None, ""),
        };
        let refused = given.as_deref().is_some_and(refusal::is_refusal);
        let failed = refused || exit_code.is_some() || refusal::is_tool_error(printed);
        let result = ToolResult {
            call: call_id(&tool)?,
            ok: failed.then_some(false),
            output: given.as_ref().map(|_| refusal::without_error_tags(printed).to_owned()),
            exit_code,
            refused,
            ..ToolResult::default()
        };
        let id = event_id(&tool, "result")?;
        let request = Some(tool_request(tool)?);
        kinds.push((id, EventKind::ToolResult(Box::new(ToolResult { request, ..result }))));
    }
    kinds.push((None, EventKind::RoundEnd));
    Ok(kinds)
}

#[cfg(test)]
mod tests;
