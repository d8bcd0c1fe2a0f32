//! pi sessions: one `{type: "message", timestamp, message}` per line. After a compaction, messages may be written again.

use std::collections::BTreeSet;

use fusebox_engine::EventKind;
use fusebox_engine::event::{PromptOrigin, TokenUsage, ToolResult};
use serde_json::Value;

use super::{
    FileHead, FormatError, JsonValue, RecordFraming, RecordTranslator, RecordingFormat,
    TranscriptEvents, harness_output, timestamp,
};

/// Large fields that are never needed.
const UNREAD: &[&str] = &["details", "output"];

/// pi.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "pi",
    client: Some("pi"),
    recognise,
    open: || Box::new(PiSession::default()),
};

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let first = head.objects().next()?;
    let is_session =
        first.text("type") == Some("session") && first.has_key("id") && first.has_key("cwd");
    let is_message = first.text("type") == Some("message") && first.has_key("message");
    (is_session || is_message).then_some(RecordFraming::Lines)
}

#[derive(Default)]
struct PiSession {
    /// Each call that was read: its id, its tool and its arguments. Some models begin their ids anew.
    calls: BTreeSet<(String, String, String)>,
    /// The ids of calls that were last read for the second time, whose results are copies as well.
    copied: BTreeSet<String>,
}

impl RecordTranslator for PiSession {
    fn translate(&mut self, line: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let mut record = JsonValue::read_except(line, UNREAD)?;
        events.set_time(timestamp::from_json(record.field("timestamp")));
        match record.text_or_empty("type") {
            "session" => {
                if let Some(id) = record.text("id") {
                    events.set_session(id);
                }
                // A branch begins with the messages of its parent session, which are older.
                events.set_time(None);
                events.start_session("pi");
            }
            "message" => self.message(record.take("message").unwrap_or_default(), events),
            "compaction" => events.push(EventKind::Compaction),
            "thinking_level_change"
            | "model_change"
            | "branch_summary"
            | "custom"
            | "custom_message"
            | "label"
            | "session_info" => {}
            _ => events.count_skipped(),
        }
        Ok(())
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        events.end_round();
    }
}

impl PiSession {
    fn message(&mut self, mut message: JsonValue<'_>, events: &mut TranscriptEvents) {
        match message.text_or_empty("role") {
            "user" => events.push_prompt(PromptOrigin::Human, &message.take_content("content")),
            "assistant" if self.is_copy(&message) => {}
            "assistant" => assistant(message, events),
            "toolResult" if self.copied.contains(message.text_or_empty("toolCallId")) => {}
            "toolResult" => {
                let failed = message.field("isError").as_bool();
                let said = harness_output::tool_result(message.take_content("content"));
                let result = ToolResult { ok: failed.map(|failed| !failed), ..said };
                events.push_result(message.text_or_empty("toolCallId"), result);
            }
            "bashExecution" | "custom" | "branchSummary" | "compactionSummary" | "hookMessage" => {}
            _ => events.count_skipped(),
        }
    }

    /// Whether all calls of a response were read before: the response was written again.
    fn is_copy(&mut self, message: &JsonValue<'_>) -> bool {
        let blocks = message.field("content").as_array().iter();
        let mut calls = blocks.filter(|block| block.text("type") == Some("toolCall")).peekable();
        let has_calls = calls.peek().is_some();
        let mut is_new = false;
        for call in calls {
            let id = call.text_or_empty("id").to_owned();
            let arguments = format!("{:?}", call.field("arguments"));
            let name = call.text_or_empty("name").to_owned();
            if self.calls.insert((id.clone(), name, arguments)) || id.is_empty() {
                self.copied.remove(&id);
                is_new = true;
            } else {
                self.copied.insert(id);
            }
        }
        has_calls && !is_new
    }
}

fn assistant(mut message: JsonValue<'_>, events: &mut TranscriptEvents) {
    events.begin_unnamed_round();
    for mut block in message.take("content").unwrap_or_default().into_array() {
        match block.text_or_empty("type") {
            "text" => events.push_message(block.take_text("text")),
            "thinking" => events.push_thought(block.take_text("thinking")),
            "toolCall" => {
                let input = block.take("arguments").map(Value::from);
                events.push_call(
                    block.text_or_empty("id"),
                    block.text("name").unwrap_or("unknown"),
                    input,
                );
            }
            _ => {}
        }
    }
    if let Some(usage) = message.get("usage") {
        let tokens = |key| usage.count(key).unwrap_or_default();
        let sent = tokens("input").saturating_add(tokens("cacheWrite"));
        let cost = usage.field("cost").amount("total");
        events.push_usage(TokenUsage {
            input_tokens: sent,
            output_tokens: tokens("output"),
            cache_read_tokens: tokens("cacheRead"),
            context_tokens: Some(sent.saturating_add(tokens("cacheRead")))
                .filter(|tokens| *tokens > 0),
            cost_usd: cost.unwrap_or_default().max(0.0),
            ..TokenUsage::default()
        });
    }
}
