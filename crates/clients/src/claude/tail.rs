//! Reads the end of a Claude Code transcript: tokens, messages, and the newest texts of the agent.
//!
//! A record is one line. A response of the model is several records, one for each block of its
//! content, and each repeats the id of the response and its usage so far.
//!
//! Messages are counted as the model receives them: one for each response, each prompt and each
//! tool result. The client's notes (`isMeta`), the summary of a compaction and the errors in place of
//! a response (`<synthetic>`) are not messages. A compaction lowers the context, not the count.
//! Records of subagents (`isSidechain`) are skipped.

use fusebox_engine::event::TokenUsage;
use fusebox_engine::{EventKind, TokenCounts};

use super::message::{ResponseUsage, STAND_IN_MODEL};
use crate::TranscriptCursor;
use crate::json::{JsonValue, read_repaired};
use crate::tail::ResponseLine;

/// A large field of records that is not needed.
const UNREAD: &str = "toolUseResult";
/// The newest texts of one reading that become events, at most.
const MAX_TEXTS: usize = 4;

/// Reads what was written since the last time: the newest texts, where `with_messages` asks for them, then the usage of
/// each response. The gauges are with the last.
pub(super) fn read_transcript(
    bytes: &[u8],
    cursor: &mut TranscriptCursor,
    with_messages: bool,
) -> Vec<EventKind> {
    let messages_before = cursor.messages;
    // Of a response, its content is the most.
    let unread = if with_messages { ["message", UNREAD] } else { ["content", UNREAD] };
    let mut summary = TranscriptSummary { unread, ..TranscriptSummary::default() };
    for (offset, line) in cursor.take_lines(bytes) {
        let is_charged = offset >= cursor.known;
        summary.add_record(line, is_charged, cursor);
    }
    let surplus = summary.texts.len().saturating_sub(MAX_TEXTS);
    let texts = summary.texts.into_iter().skip(surplus);
    let mut kinds: Vec<EventKind> =
        texts.map(|text| EventKind::Message { text, part: false }).collect();
    let mut usages = summary.usages;
    let has_counted = with_messages && cursor.messages != messages_before;
    if usages.is_empty() && (summary.context_tokens.is_some() || has_counted) {
        usages.push(TokenUsage::default());
    }
    if let Some(last) = usages.last_mut() {
        last.context_tokens = summary.context_tokens;
        last.messages = Some(cursor.messages);
    }
    kinds.extend(usages.into_iter().map(EventKind::Usage));
    kinds
}

/// What the new records add.
#[derive(Default)]
struct TranscriptSummary {
    /// Fields of records and of their messages that are left unread.
    unread: [&'static str; 2],
    /// What is new of each response; prices depend on the size of one.
    usages: Vec<TokenUsage>,
    /// The id of the last response.
    response: String,
    context_tokens: Option<u64>,
    texts: Vec<String>,
}

impl TranscriptSummary {
    fn add_record(&mut self, line: &[u8], is_charged: bool, cursor: &mut TranscriptCursor) {
        let Ok(mut record) = read_repaired(line, &self.unread) else {
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
                let message = if let JsonValue::Unread(text) = message {
                    read_repaired(text, &[]).unwrap_or_default()
                } else {
                    message
                };
                self.add_response(message, is_charged, cursor);
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
        let usage = ResponseUsage::new(message.field("usage"));
        let id = message.text_or_empty("id");
        let line = cursor.count_response(id, usage.tokens.output, usage.web_searches);
        if is_charged {
            self.charge(id, message.text("model"), &usage, line);
        }
        let context = usage.tokens.total();
        if context > 0 {
            self.context_tokens = Some(context);
        }
        // Left unread, it has no blocks.
        for mut block in message.take("content").unwrap_or_default().into_array() {
            let text = block.take_text("text");
            if block.text("type") == Some("text") && !text.trim().is_empty() {
                self.texts.push(text.into_owned());
            }
        }
    }

    /// Adds what a line of a response adds to it. The lines of one follow each other.
    fn charge(&mut self, id: &str, model: Option<&str>, usage: &ResponseUsage, line: ResponseLine) {
        let TokenCounts { input, output, cache_read, cache_write, cache_write_1h } = usage.tokens;
        let new = match line {
            ResponseLine::First => TokenUsage {
                input_tokens: input.saturating_add(cache_write).saturating_add(cache_write_1h),
                output_tokens: output,
                cache_read_tokens: cache_read,
                cache_write_tokens: cache_write,
                cache_write_1h_tokens: cache_write_1h,
                web_searches: usage.web_searches,
                ..TokenUsage::default()
            },
            ResponseLine::Further { output_tokens, web_searches } => {
                TokenUsage { output_tokens, web_searches, ..TokenUsage::default() }
            }
        };
        if new == TokenUsage::default() {
            return;
        }
        let known = self.usages.last_mut().filter(|_| !id.is_empty() && self.response == id);
        if let Some(known) = known {
            known.output_tokens = known.output_tokens.saturating_add(new.output_tokens);
            known.web_searches = known.web_searches.saturating_add(new.web_searches);
            return;
        }
        id.clone_into(&mut self.response);
        let (model, service_tier) = (model.map(str::to_owned), usage.service);
        self.usages.push(TokenUsage { model, service_tier, ..new });
    }
}

#[cfg(test)]
mod tests;
