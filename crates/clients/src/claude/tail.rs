//! Reads the end of a Claude Code transcript: tokens, messages, and the newest texts of the agent.
//!
//! A record is one line. A response of the model is several records, one for each block of its
//! content, and each repeats the id of the response and its usage so far.
//!
//! Messages are counted as the model receives them: one for each response, each prompt and each
//! tool result. The client's notes (`isMeta`), the summary of a compaction and the errors in place of
//! a response (`<synthetic>`) are not messages. A compaction lowers the context, not the count.
//! Records of subagents (`isSidechain`) are skipped.

use fusebox_engine::EventKind;
use fusebox_engine::event::TokenUsage;

use super::message::STAND_IN_MODEL;
use crate::TranscriptCursor;
use crate::json::{JsonValue, read_repaired};
use crate::object_fields::rounded_count;

/// The newest texts of one reading that become events, at most.
const MAX_TEXTS: usize = 4;

/// Reads what was written since the last time: the newest texts, then one usage.
pub(super) fn read_transcript(bytes: &[u8], cursor: &mut TranscriptCursor) -> Vec<EventKind> {
    let messages_before = cursor.messages;
    let mut summary = TranscriptSummary::default();
    for (offset, line) in cursor.take_lines(bytes) {
        let is_charged = offset >= cursor.known;
        summary.add_record(line, is_charged, cursor);
    }
    let surplus = summary.texts.len().saturating_sub(MAX_TEXTS);
    let texts = summary.texts.into_iter().skip(surplus);
    let mut kinds: Vec<EventKind> =
        texts.map(|text| EventKind::Message { text, part: false }).collect();
    let has_usage = summary.output_tokens > 0 || summary.context_tokens.is_some();
    if has_usage || cursor.messages != messages_before {
        kinds.push(EventKind::Usage(TokenUsage {
            output_tokens: summary.output_tokens,
            context_tokens: summary.context_tokens,
            messages: Some(cursor.messages),
            ..TokenUsage::default()
        }));
    }
    kinds
}

/// What the new records add.
#[derive(Default)]
struct TranscriptSummary {
    output_tokens: u64,
    context_tokens: Option<u64>,
    texts: Vec<String>,
}

impl TranscriptSummary {
    fn add_record(&mut self, line: &[u8], is_charged: bool, cursor: &mut TranscriptCursor) {
        let Ok(mut record) = read_repaired(line, &["message", "toolUseResult"]) else {
            return;
        };
        if ["isSidechain", "isMeta", "isCompactSummary"].iter().any(|flag| record.is_true(flag)) {
            return;
        }
        match record.text("type") {
            Some("user") => cursor.count_message(),
            // The next response tells how large the context is now.
            Some("system") if record.text("subtype") == Some("compact_boundary") => {
                self.context_tokens = Some(0);
            }
            Some("assistant") => {
                let message = record.take("message").unwrap_or_default();
                if let Ok(message) = read_repaired(message.unread_text(), &[]) {
                    self.add_response(message, is_charged, cursor);
                }
            }
            _ => {}
        }
    }

    fn add_response(
        &mut self,
        mut message: JsonValue<'_>,
        is_charged: bool,
        cursor: &mut TranscriptCursor,
    ) {
        if !message.is_object() || message.text("model") == Some(STAND_IN_MODEL) {
            return;
        }
        let usage = message.take("usage").unwrap_or_default();
        let tokens = |key| rounded_count(usage.field(key)).unwrap_or_default();
        let output = tokens("output_tokens");
        let new_tokens = cursor.count_response(message.text_or_empty("id"), output);
        if is_charged {
            self.output_tokens = self.output_tokens.saturating_add(new_tokens);
        }
        let context = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"]
            .into_iter()
            .fold(output, |sum, key| sum.saturating_add(tokens(key)));
        if context > 0 {
            self.context_tokens = Some(context);
        }
        for mut block in message.take("content").unwrap_or_default().into_array() {
            let text = block.take_text("text");
            if block.text("type") == Some("text") && !text.trim().is_empty() {
                self.texts.push(text.into_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests;
