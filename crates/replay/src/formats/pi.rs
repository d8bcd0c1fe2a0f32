//! pi sessions: `{type: "message", timestamp, message}`, one a line.

use fusebox_engine::EventKind;
use fusebox_engine::event::{Origin, ToolResult, Usage};
use serde_json::Value;

use super::field::{content, count, list, number, text};
use super::{Format, Framing, Head, NotOfFormat, Told, Translate, printed, stamp};

/// pi.
pub(super) const FORMAT: Format =
    Format { name: "pi", client: Some("pi"), recognise, open: || Box::new(Pi) };

fn recognise(head: &Head<'_>) -> Option<Framing> {
    let first = head.objects().next()?;
    let is_session = first.text("type") == Some("session") && first.has("id") && first.has("cwd");
    let is_message = first.text("type") == Some("message") && first.has("message");
    (is_session || is_message).then_some(Framing::Lines)
}

struct Pi;

impl Translate for Pi {
    fn record(&mut self, line: &[u8], told: &mut Told) -> Result<(), NotOfFormat> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let record: Value = serde_json::from_slice(line)?;
        told.set_time(record.get("timestamp").and_then(stamp::of));
        match text(&record, "type").unwrap_or_default() {
            "session" => {
                if let Some(id) = text(&record, "id") {
                    told.name_session(id);
                }
                // A branch begins with the messages of the session it came from, told earlier.
                told.set_time(None);
                told.start("pi");
            }
            "message" => message(record.get("message").unwrap_or(&Value::Null), told),
            "compaction" => told.tell(EventKind::Compaction),
            "thinking_level_change"
            | "model_change"
            | "branch_summary"
            | "custom"
            | "custom_message"
            | "label"
            | "session_info" => {}
            _ => told.skip(),
        }
        Ok(())
    }

    fn end(&mut self, told: &mut Told) {
        told.end_round();
    }
}

fn message(message: &Value, told: &mut Told) {
    let words = || message.get("content").and_then(content).unwrap_or_default();
    match text(message, "role").unwrap_or_default() {
        "user" => told.prompt(Origin::Human, &words()),
        "assistant" => assistant(message, told),
        "toolResult" => {
            let said = words();
            let failed = message.get("isError").and_then(Value::as_bool);
            let result = ToolResult { ok: failed.map(|failed| !failed), ..printed::result(&said) };
            told.result(text(message, "toolCallId").unwrap_or_default(), result);
        }
        "bashExecution" | "custom" | "branchSummary" | "compactionSummary" | "hookMessage" => {}
        _ => told.skip(),
    }
}

fn assistant(message: &Value, told: &mut Told) {
    told.next_round();
    for block in list(message, "content") {
        match text(block, "type").unwrap_or_default() {
            "text" => told.message(text(block, "text").unwrap_or_default()),
            "thinking" => told.thought(text(block, "thinking").unwrap_or_default()),
            "toolCall" => {
                let name = text(block, "name").unwrap_or("unknown");
                let id = text(block, "id").unwrap_or_default();
                told.call(id, name, block.get("arguments").cloned());
            }
            _ => {}
        }
    }
    if let Some(usage) = message.get("usage") {
        let tokens = |key| count(usage, key).unwrap_or_default();
        let sent = tokens("input").saturating_add(tokens("cacheWrite"));
        told.usage(Usage {
            input_tokens: sent,
            output_tokens: tokens("output"),
            cache_read_tokens: tokens("cacheRead"),
            context_tokens: Some(sent.saturating_add(tokens("cacheRead")))
                .filter(|tokens| *tokens > 0),
            cost_usd: usage
                .get("cost")
                .and_then(|c| number(c, "total"))
                .unwrap_or_default()
                .max(0.0),
            ..Usage::default()
        });
    }
}
