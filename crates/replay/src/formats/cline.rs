//! Cline sessions: an object with `messages[]`, or the array itself, of messages with content blocks.

use fusebox_engine::event::{PromptOrigin, TokenUsage, ToolResult};
use serde_json::Value;

use super::field::{content, count, has_key, list, number, text};
use super::{
    FileHead, FormatError, JsonValue, RecordFraming, RecordTranslator, RecordingFormat,
    TranscriptEvents, harness_output, timestamp,
};

/// Cline.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "cline",
    client: Some("cline"),
    recognise,
    open: || Box::new(ClineSession),
};

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let whole = head.whole();
    let messages =
        if matches!(whole, JsonValue::Array(_)) { whole } else { whole.field("messages") };
    messages.as_array().iter().any(has_blocks).then_some(RecordFraming::Whole)
}

fn has_blocks(message: &JsonValue<'_>) -> bool {
    let is_call =
        |block: &JsonValue<'_>| matches!(block.text("type"), Some("tool_use" | "tool_result"));
    has_key(message, "role") && message.field("content").as_array().iter().any(is_call)
}

struct ClineSession;

impl RecordTranslator for ClineSession {
    fn translate(
        &mut self,
        record: &[u8],
        events: &mut TranscriptEvents,
    ) -> Result<(), FormatError> {
        let session: Value = serde_json::from_slice(record)?;
        if let Some(id) = text(&session, "sessionId").or_else(|| text(&session, "taskId")) {
            events.set_session(id);
        }
        events.start_session("cline");
        let messages = session.as_array().map(Vec::as_slice);
        for message in messages.unwrap_or_else(|| list(&session, "messages")) {
            events.set_time(message.get("ts").and_then(timestamp::from_value));
            match text(message, "role").unwrap_or_default() {
                "assistant" => assistant(message, events),
                "user" => user(message, events),
                "system" => {}
                _ => events.count_skipped(),
            }
        }
        events.end_round();
        Ok(())
    }
}

fn assistant(message: &Value, events: &mut TranscriptEvents) {
    events.begin_unnamed_round();
    if let Some(metrics) = message.get("metrics") {
        let tokens = |key| count(metrics, key).unwrap_or_default();
        events.push_usage(TokenUsage {
            input_tokens: tokens("inputTokens").saturating_add(tokens("cacheWriteTokens")),
            output_tokens: tokens("outputTokens"),
            cache_read_tokens: tokens("cacheReadTokens"),
            cost_usd: number(metrics, "cost").unwrap_or_default().max(0.0),
            ..TokenUsage::default()
        });
    }
    if let Some(words) = message.get("content").and_then(Value::as_str) {
        events.push_message(words);
    }
    for block in list(message, "content") {
        match text(block, "type").unwrap_or_default() {
            "text" => events.push_message(text(block, "text").unwrap_or_default()),
            "thinking" => events.push_thought(text(block, "thinking").unwrap_or_default()),
            "tool_use" => {
                let name = text(block, "name").unwrap_or("unknown");
                let id = text(block, "id").unwrap_or_default();
                events.push_call(id, name, block.get("input").cloned());
            }
            _ => {}
        }
    }
}

fn user(message: &Value, events: &mut TranscriptEvents) {
    let mut answers = false;
    for block in list(message, "content") {
        if text(block, "type") == Some("tool_result") {
            answers = true;
            events.push_result(text(block, "tool_use_id").unwrap_or_default(), result(block));
        }
    }
    if !answers {
        events.push_prompt(
            PromptOrigin::Human,
            &message.get("content").and_then(content).unwrap_or_default(),
        );
    }
}

/// Each part of an answer has a flag of success; the texts of the parts are the output.
fn result(block: &Value) -> ToolResult {
    let given = block.get("content").unwrap_or(&Value::Null);
    let parsed = given.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
    let parts = match parsed.as_ref().unwrap_or(given) {
        Value::Array(parts) => parts.clone(),
        part @ Value::Object(_) => vec![part.clone()],
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    let failed = parts.iter().any(|part| {
        part.get("success") == Some(&Value::Bool(false))
            || part.get("error").is_some_and(Value::is_string)
    });
    let texts: Vec<&str> = parts
        .iter()
        .filter_map(|part| {
            text(part, "result").or_else(|| text(part, "error")).or_else(|| text(part, "text"))
        })
        .collect();
    let output = if texts.is_empty() {
        content(given).unwrap_or_else(|| given.to_string())
    } else {
        texts.join("\n")
    };
    let flagged = block.get("is_error").and_then(Value::as_bool);
    let mut result = harness_output::tool_result(&output);
    result.refused = ["The user denied", "The user rejected", "[USER_DENIED]"]
        .iter()
        .any(|words| output.starts_with(words));
    if failed || flagged == Some(true) {
        result.ok = Some(false);
    } else if result.ok.is_none() && !parts.is_empty() {
        result.ok = Some(true);
    }
    result
}
