//! What the end of a Claude Code transcript tells: tokens, messages, and what the agent said.
//!
//! One record is one line; a response of the model is several, one for each block of its content,
//! and each repeats the response's id and its usage so far.
//!
//! Messages are counted as the model is given them: one for each response, each prompt and each
//! tool result. The client's own notes (`isMeta`), the summary of a compaction and the errors that
//! stand in place of a response (`<synthetic>`) are none. A compaction lowers the context, not the
//! count. Records of subagents (`isSidechain`) are passed over.

use fusebox_engine::EventKind;
use fusebox_engine::event::TokenUsage;
use serde::Deserialize;
use serde_json::Value;

use super::message::STAND_IN;
use crate::TranscriptCursor;
use crate::fields::count;
use crate::json;

/// Texts that are told of one reading: the newest.
const TEXTS: usize = 4;

/// Reads what was written since the last time: the newest things said, then one usage.
pub(super) fn read(bytes: &[u8], tail: &mut TranscriptCursor) -> Vec<EventKind> {
    let before = tail.messages;
    let mut new = New::default();
    for (at, line) in tail.take_lines(bytes) {
        let charged = at >= tail.known;
        new.line(line, charged, tail);
    }
    let surplus = new.texts.len().saturating_sub(TEXTS);
    let texts = new.texts.into_iter().skip(surplus);
    let mut kinds: Vec<EventKind> =
        texts.map(|text| EventKind::Message { text, part: false }).collect();
    if new.output_tokens > 0 || new.context_tokens.is_some() || tail.messages != before {
        kinds.push(EventKind::Usage(TokenUsage {
            output_tokens: new.output_tokens,
            context_tokens: new.context_tokens,
            messages: Some(tail.messages),
            ..TokenUsage::default()
        }));
    }
    kinds
}

/// What the new lines tell.
#[derive(Default)]
struct New {
    output_tokens: u64,
    context_tokens: Option<u64>,
    texts: Vec<String>,
}

/// The fields that say what a record is; whatever else they hold, it is none of ours.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Kind {
    r#type: Value,
    subtype: Value,
    is_sidechain: Value,
    is_meta: Value,
    is_compact_summary: Value,
}

impl New {
    fn line(&mut self, line: &[u8], charged: bool, tail: &mut TranscriptCursor) {
        let Ok(kind) = serde_json::from_slice::<Kind>(line) else { return };
        let is = |flag: &Value| *flag == Value::Bool(true);
        if is(&kind.is_sidechain) || is(&kind.is_meta) || is(&kind.is_compact_summary) {
            return;
        }
        match kind.r#type.as_str() {
            Some("user") => tail.count_message(),
            Some("system") if kind.subtype == "compact_boundary" => {
                // How large it is now is known at the next response.
                self.context_tokens = Some(0);
            }
            Some("assistant") => {
                if let Ok(mut record) = json::read(line) {
                    self.response(record.take("message").unwrap_or_default().into(), charged, tail);
                }
            }
            _ => {}
        }
    }

    fn response(&mut self, message: Value, charged: bool, tail: &mut TranscriptCursor) {
        let Value::Object(mut message) = message else { return };
        if message.get("model").is_some_and(|model| model == STAND_IN) {
            return;
        }
        let usage = message.remove("usage").unwrap_or_default();
        let tokens = |key| usage.get(key).and_then(count).unwrap_or_default();
        let output = tokens("output_tokens");
        let id = message.get("id").and_then(Value::as_str).unwrap_or_default();
        let new = tail.count_response(id, output);
        if charged {
            self.output_tokens = self.output_tokens.saturating_add(new);
        }
        let context = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"]
            .into_iter()
            .fold(output, |sum, key| sum.saturating_add(tokens(key)));
        if context > 0 {
            self.context_tokens = Some(context);
        }
        let Some(Value::Array(blocks)) = message.remove("content") else { return };
        for mut block in blocks {
            if block.get("type").is_some_and(|kind| kind == "text")
                && let Some(Value::String(text)) = block.get_mut("text").map(Value::take)
                && !text.trim().is_empty()
            {
                self.texts.push(text);
            }
        }
    }
}

#[cfg(test)]
#[path = "tail_tests.rs"]
mod tests;
