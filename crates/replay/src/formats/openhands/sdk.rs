//! Events of the OpenHands SDK, such as `ActionEvent` and `ObservationEvent`.

use fusebox_engine::EventKind;
use fusebox_engine::event::PromptOrigin;
use serde_json::Value;

use super::super::content::content;
use super::super::{JsonValue, TranscriptEvents, harness_output};

pub(super) fn event(event: &JsonValue<'_>, events: &mut TranscriptEvents) {
    match event.text_or_empty("kind") {
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

fn action(event: &JsonValue<'_>, events: &mut TranscriptEvents) {
    match event.text("llm_response_id") {
        Some(id) => events.begin_round(id),
        None => events.begin_unnamed_round(),
    }
    events.push_message(content(event.field("thought")).unwrap_or_default());
    let name = event.text("tool_name").unwrap_or("unknown");
    let id = event.text_or_empty("tool_call_id");
    let mut input = Value::from(event.field("action").clone());
    if let Value::Object(map) = &mut input {
        map.remove("kind");
    }
    events.push_call(id, name, Some(input));
}

fn answer(event: &JsonValue<'_>, events: &mut TranscriptEvents) {
    let id = event.text_or_empty("tool_call_id");
    let observation = event.field("observation");
    let said = observation.get("content").or(observation.get("output")).or(event.get("error"));
    let failed = observation.is_true("is_error")
        || observation.text("error").is_some()
        || event.text("kind") == Some("AgentErrorEvent");
    let mut result = harness_output::tool_result(said.and_then(content).unwrap_or_default());
    if let Some(code) = observation.exit_code("exit_code").filter(|code| *code != -1) {
        result.exit_code = Some(code);
        result.ok = Some(code == 0);
    }
    if failed {
        result.ok = Some(false);
    }
    result.refused = event.text("kind") == Some("UserRejectObservation");
    events.push_result(id, result);
}

fn message(event: &JsonValue<'_>, events: &mut TranscriptEvents) {
    let message = event.field("llm_message");
    let words = content(message.field("content")).unwrap_or_default();
    if event.text("source") == Some("user") {
        events.push_prompt(PromptOrigin::Human, &words);
    } else {
        events.begin_unnamed_round();
        events.push_message(words);
    }
}
