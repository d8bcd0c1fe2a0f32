//! Events of the OpenHands SDK, such as `ActionEvent` and `ObservationEvent`.

use fusebox_engine::EventKind;
use fusebox_engine::event::{PromptOrigin, ToolResult};
use serde_json::Value;

use super::super::field::{content, text};
use super::super::{TranscriptEvents, harness_output};

pub(super) fn event(event: &Value, events: &mut TranscriptEvents) {
    match text(event, "kind").unwrap_or_default() {
        "ActionEvent" => action(event, events),
        "ObservationEvent" | "AgentErrorEvent" | "UserRejectObservation" => answer(event, events),
        "MessageEvent" => message(event, events),
        "Condensation" | "CondensationSummaryEvent" => events.push(EventKind::Compaction),
        "SystemPromptEvent"
        | "PauseEvent"
        | "ConversationStateUpdateEvent"
        | "TokenEvent"
        | "CondensationRequest"
        | "LLMCompletionLogEvent" => {}
        _ => events.count_skipped(),
    }
}

fn action(event: &Value, events: &mut TranscriptEvents) {
    match text(event, "llm_response_id") {
        Some(id) => events.begin_round(id),
        None => events.begin_unnamed_round(),
    }
    events.push_message(event.get("thought").and_then(content).unwrap_or_default());
    let name = text(event, "tool_name").unwrap_or("unknown");
    let id = text(event, "tool_call_id").unwrap_or_default();
    let mut input = event.get("action").cloned().unwrap_or_default();
    if let Value::Object(map) = &mut input {
        map.remove("kind");
    }
    events.push_call(id, name, Some(input));
}

fn answer(event: &Value, events: &mut TranscriptEvents) {
    let id = text(event, "tool_call_id").unwrap_or_default();
    let observation = event.get("observation").unwrap_or(&Value::Null);
    let said = observation.get("content").or_else(|| observation.get("output"));
    let said = said.or_else(|| event.get("error")).and_then(content).unwrap_or_default();
    let code = observation.get("exit_code").and_then(Value::as_i64).filter(|code| *code >= 0);
    let failed = observation.get("is_error") == Some(&Value::Bool(true))
        || observation.get("error").is_some_and(Value::is_string)
        || text(event, "kind") == Some("AgentErrorEvent");
    let mut result: ToolResult = harness_output::tool_result(&said);
    if let Some(code) = code.and_then(|code| i32::try_from(code).ok()) {
        result.exit_code = Some(code);
        result.ok = Some(code == 0);
    }
    if failed {
        result.ok = Some(false);
    }
    result.refused = text(event, "kind") == Some("UserRejectObservation");
    events.push_result(id, result);
}

fn message(event: &Value, events: &mut TranscriptEvents) {
    let message = event.get("llm_message").unwrap_or(&Value::Null);
    let words = message.get("content").and_then(content).unwrap_or_default();
    if text(event, "source") == Some("user") {
        events.push_prompt(PromptOrigin::Human, &words);
    } else {
        events.begin_unnamed_round();
        events.push_message(words);
    }
}
