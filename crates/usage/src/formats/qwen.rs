//! Qwen Code chats: one record a line, with `usageMetadata` of the response.

use fusebox_clients::records::{JsonValue, timestamp};
use fusebox_engine::TokenCounts;

use crate::format::{RecordFraming, UsageFormat, has_all};
use crate::identity::identity;
use crate::{ReaderState, UsageRecord};

/// Qwen Code.
pub(crate) const FORMAT: UsageFormat = UsageFormat {
    name: "qwen",
    client: "qwen",
    framing: RecordFraming::Lines,
    is_format: |head| has_all(head, &["\"sessionId\"", "\"uuid\"", "\"parts\""]),
    marks: &["\"usageMetadata\""],
    read_record: |line, state, sink| {
        let Ok(record) = JsonValue::read_except(line, &["message", "toolCallResult"]) else {
            return state.note_damaged();
        };
        let Some(usage) = record.get("usageMetadata").filter(|_| record.has("model")) else {
            return;
        };
        ReaderState::remember(&mut state.session, record.text("sessionId"));
        ReaderState::remember(&mut state.project, record.text("cwd"));
        ReaderState::remember(&mut state.branch, record.text("gitBranch"));
        ReaderState::remember(&mut state.model, record.text("model"));
        sink(UsageRecord {
            identity: identity("qwen", &[record.text_or_empty("uuid").as_bytes()]),
            at: record.text("timestamp").and_then(timestamp::from_text),
            tokens: tokens(usage),
            ..state.record()
        });
    },
};

/// Whether thoughts are within the output differs by model; the total says.
fn tokens(usage: &JsonValue<'_>) -> TokenCounts {
    let count = |key| usage.count(key).unwrap_or_default();
    let (sent, cached) = (count("promptTokenCount"), count("cachedContentTokenCount"));
    let output = match count("totalTokenCount") {
        0 => count("candidatesTokenCount").saturating_add(count("thoughtsTokenCount")),
        total => total.saturating_sub(sent).max(count("candidatesTokenCount")),
    };
    TokenCounts {
        input: sent.saturating_sub(cached),
        output,
        cache_read: cached,
        ..TokenCounts::default()
    }
}
