//! Cline sessions: an object with `messages[]`, or the array itself, of messages with content blocks.

use fusebox_engine::event::{PromptOrigin, TokenUsage, ToolResult};
use serde_json::Value;

use super::content::content;
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
    messages(head.whole()).iter().any(has_blocks).then_some(RecordFraming::Whole)
}

fn messages<'v, 'a>(session: &'v JsonValue<'a>) -> &'v [JsonValue<'a>] {
    let is_list = matches!(session, JsonValue::Array(_));
    if is_list { session.as_array() } else { session.field("messages").as_array() }
}

fn has_blocks(message: &JsonValue<'_>) -> bool {
    let is_call =
        |block: &JsonValue<'_>| matches!(block.text("type"), Some("tool_use" | "tool_result"));
    message.has_key("role") && message.field("content").as_array().iter().any(is_call)
}

struct ClineSession;

impl RecordTranslator for ClineSession {
    fn translate(&mut self, text: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let session = JsonValue::read(text)?;
        if let Some(id) = session.text("sessionId").or(session.text("taskId")) {
            events.set_session(id);
        }
        events.start_session("cline");
        for message in messages(&session) {
            events.set_time(timestamp::from_json(message.field("ts")));
            match message.text_or_empty("role") {
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

fn assistant(message: &JsonValue<'_>, events: &mut TranscriptEvents) {
    events.begin_unnamed_round();
    if let Some(metrics) = message.get("metrics") {
        let tokens = |key| metrics.count(key).unwrap_or_default();
        events.push_usage(TokenUsage {
            input_tokens: tokens("inputTokens").saturating_add(tokens("cacheWriteTokens")),
            output_tokens: tokens("outputTokens"),
            cache_read_tokens: tokens("cacheReadTokens"),
            cost_usd: metrics.amount("cost").unwrap_or_default().max(0.0),
            ..TokenUsage::default()
        });
    }
    events.push_message(message.text_or_empty("content"));
    for block in message.field("content").as_array() {
        match block.text_or_empty("type") {
            "text" => events.push_message(block.text_or_empty("text")),
            "thinking" => events.push_thought(block.text_or_empty("thinking")),
            "tool_use" => {
                let name = block.text("name").unwrap_or("unknown");
                let input = block.get("input").cloned().map(Value::from);
                events.push_call(block.text_or_empty("id"), name, input);
            }
            _ => {}
        }
    }
}

fn user(message: &JsonValue<'_>, events: &mut TranscriptEvents) {
    let mut answers = false;
    for block in message.field("content").as_array() {
        if block.text("type") == Some("tool_result") {
            answers = true;
            events.push_result(block.text_or_empty("tool_use_id"), result(block));
        }
    }
    if !answers {
        let words = content(message.field("content")).unwrap_or_default();
        events.push_prompt(PromptOrigin::Human, &words);
    }
}

/// Each part of an answer has a flag of success; the texts of the parts are the output.
fn result(block: &JsonValue<'_>) -> ToolResult {
    let given = block.field("content");
    let parsed = given.as_text().and_then(|text| JsonValue::read(text.as_bytes()).ok());
    let parts = parsed.as_ref().unwrap_or(given);
    let parts = if parts.is_object() { std::slice::from_ref(parts) } else { parts.as_array() };
    let failed = parts
        .iter()
        .any(|part| part.field("success").as_bool() == Some(false) || part.text("error").is_some());
    let text = |part: &JsonValue<'_>| -> Option<String> {
        let text = part.text("result").or(part.text("error")).or(part.text("text"));
        text.map(str::to_owned)
    };
    let texts: Vec<String> = parts.iter().filter_map(text).collect();
    let output = if texts.is_empty() {
        content(given).unwrap_or_else(|| Value::from(given.clone()).to_string())
    } else {
        texts.join("\n")
    };
    let flagged = block.is_true("is_error");
    let mut result = harness_output::tool_result(&output);
    result.refused = ["The user denied", "The user rejected", "[USER_DENIED]"]
        .iter()
        .any(|words| output.starts_with(words));
    if failed || flagged {
        result.ok = Some(false);
    } else if result.ok.is_none() && !parts.is_empty() {
        result.ok = Some(true);
    }
    result
}
