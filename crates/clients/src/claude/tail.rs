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
use crate::json::{IsMark, JsonDefect, JsonReader, JsonValue, read_fields, read_repaired};
use crate::tail::ResponseLine;

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
    let mut summary = TranscriptSummary { with_messages, ..TranscriptSummary::default() };
    for (offset, line) in cursor.take_lines(bytes) {
        let is_charged = offset >= cursor.known;
        if let Some(record) = TranscriptRecord::read(line) {
            summary.add_record(record, is_charged, cursor);
        }
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

/// What is needed of a record.
#[derive(Default)]
struct TranscriptRecord<'a> {
    kind: JsonValue<'a>,
    subtype: JsonValue<'a>,
    /// Whether it is no message of the main conversation.
    is_left_out: bool,
    message: Option<Message<'a>>,
}

/// What is needed of a message.
#[derive(Default)]
struct Message<'a> {
    id: JsonValue<'a>,
    model: JsonValue<'a>,
    usage: JsonValue<'a>,
    /// The most of it, left unread.
    content: JsonValue<'a>,
}

impl<'a> TranscriptRecord<'a> {
    /// Reads a line; `None` where it is not JSON.
    fn read(line: &'a [u8]) -> Option<Self> {
        let mut record = Self::default();
        let mut reader = read_fields(line);
        reader.fields(|reader, key| match key {
            "type" => record.kind = reader.value(),
            "subtype" => record.subtype = reader.value(),
            "isSidechain" | "isMeta" | "isCompactSummary" => {
                record.is_left_out |= reader.value().as_bool() == Some(true);
            }
            "message" => record.message = Message::read(reader),
            _ => reader.skip(),
        });
        (reader.end() <= Some(JsonDefect::Repaired)).then_some(record)
    }
}

impl<'a> Message<'a> {
    fn read<F: IsMark>(reader: &mut JsonReader<'a, '_, F>) -> Option<Self> {
        let mut message = Self::default();
        let is_object = reader.fields(|reader, key| match key {
            "id" => message.id = reader.value(),
            "model" => message.model = reader.value(),
            "usage" => message.usage = reader.value(),
            "content" => message.content = reader.unread(),
            _ => reader.skip(),
        });
        is_object.then_some(message)
    }
}

/// What the new records add.
#[derive(Default)]
struct TranscriptSummary {
    /// Whether the texts are wanted.
    with_messages: bool,
    /// What is new of each response; prices depend on the size of one.
    usages: Vec<TokenUsage>,
    /// The id of the last response.
    response: String,
    context_tokens: Option<u64>,
    texts: Vec<String>,
}

impl TranscriptSummary {
    fn add_record(
        &mut self,
        record: TranscriptRecord<'_>,
        is_charged: bool,
        cursor: &mut TranscriptCursor,
    ) {
        if record.is_left_out {
            return;
        }
        match record.kind.as_text() {
            Some("user") => cursor.count_message(),
            // The next response tells how large the context is now.
            Some("system") if record.subtype.as_text() == Some("compact_boundary") => {
                self.context_tokens = Some(0);
            }
            Some("assistant") => {
                if let Some(message) = record.message {
                    self.add_response(&message, is_charged, cursor);
                }
            }
            _ => {}
        }
    }

    fn add_response(
        &mut self,
        message: &Message<'_>,
        is_charged: bool,
        cursor: &mut TranscriptCursor,
    ) {
        let model = message.model.as_text();
        if model == Some(STAND_IN_MODEL) {
            return;
        }
        let usage = ResponseUsage::new(&message.usage);
        let id = message.id.as_text().unwrap_or_default();
        let line = cursor.count_response(id, usage.tokens.output, usage.web_searches);
        if is_charged {
            self.charge(id, model, &usage, line);
        }
        let context = usage.tokens.total();
        if context > 0 {
            self.context_tokens = Some(context);
        }
        if self.with_messages {
            self.add_texts(message.content.unread_text());
        }
    }

    /// Adds the texts of a message's content.
    fn add_texts(&mut self, content: &[u8]) {
        for mut block in read_repaired(content, &[]).unwrap_or_default().into_array() {
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
