//! Gemini CLI: the chats that it keeps, and its live output (`--output-format stream-json`).

use fusebox_clients::records::{JsonValue, timestamp};
use fusebox_engine::TokenCounts;

use crate::format::{RecordFraming, Sink, UsageFormat, has_all};
use crate::identity::identity;
use crate::{ReaderState, UsageRecord};

/// A chat of one record a line. A message that changes is written again.
pub(crate) const CHAT: UsageFormat = UsageFormat {
    name: "gemini",
    client: "gemini",
    framing: RecordFraming::Lines,
    is_format: |head| {
        let first = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
        has_all(first, &["\"sessionId\"", "\"projectHash\""]) && !has_all(first, &["\"messages\""])
    },
    marks: &["\"projectHash\"", "\"tokens\""],
    read_record: |line, state, sink| {
        let Ok(record) = JsonValue::read_except(line, &["content", "toolCalls"]) else {
            return state.note_damaged();
        };
        ReaderState::remember(&mut state.session, record.text("sessionId"));
        read_message(&record, state, sink);
    },
};

/// A chat in one JSON value, as older versions write it.
pub(crate) const OLD_CHAT: UsageFormat = UsageFormat {
    name: "gemini-json",
    client: "gemini",
    framing: RecordFraming::Whole,
    is_format: |head| has_all(head, &["\"sessionId\"", "\"projectHash\"", "\"messages\""]),
    marks: &[],
    read_record: |text, state, sink| {
        let Ok(chat) = JsonValue::read(text) else { return state.note_damaged() };
        ReaderState::remember(&mut state.session, chat.text("sessionId"));
        for message in chat.field("messages").as_array() {
            read_message(message, state, sink);
        }
    },
};

/// Live output: the counts of a run are in its last record.
pub(crate) const STREAM: UsageFormat = UsageFormat {
    name: "gemini-stream",
    client: "gemini",
    framing: RecordFraming::Lines,
    is_format: |head| {
        has_all(head, &["\"init\"", "\"session_id\"", "\"model\""])
            && !has_all(head, &["\"subtype\""])
    },
    marks: &["\"init\"", "\"result\""],
    read_record: read_stream,
};

fn read_message(message: &JsonValue<'_>, state: &mut ReaderState, sink: Sink<'_>) {
    let Some(tokens) = message.get("tokens").filter(|tokens| tokens.is_object()) else { return };
    ReaderState::remember(&mut state.model, message.text("model"));
    let count = |key| tokens.count(key).unwrap_or_default();
    let id = message.text_or_empty("id").as_bytes();
    sink(UsageRecord {
        identity: identity("gemini", &[state.session.as_bytes(), id]),
        at: message.text("timestamp").and_then(timestamp::from_text),
        // What the cache held is within the input; thoughts and the texts of tools are apart.
        tokens: TokenCounts {
            input: count("input").saturating_sub(count("cached")).saturating_add(count("tool")),
            output: count("output").saturating_add(count("thoughts")),
            cache_read: count("cached"),
            ..TokenCounts::default()
        },
        ..state.record()
    });
}

fn read_stream(line: &[u8], state: &mut ReaderState, sink: Sink<'_>) {
    let Ok(record) = JsonValue::read_except(line, &["content", "output"]) else {
        return state.note_damaged();
    };
    match record.text_or_empty("type") {
        "init" => {
            ReaderState::remember(&mut state.session, record.text("session_id"));
            ReaderState::remember(&mut state.model, record.text("model"));
        }
        "result" if record.field("stats").is_object() => {
            let stats = record.field("stats");
            let count = |key| stats.count(key).unwrap_or_default();
            let written = record.text_or_empty("timestamp");
            sink(UsageRecord {
                identity: identity("gemini/run", &[state.session.as_bytes(), written.as_bytes()]),
                at: timestamp::from_text(written),
                tokens: TokenCounts {
                    input: count("input_tokens").saturating_sub(count("cached")),
                    // The total has the thoughts as well.
                    output: count("total_tokens")
                        .saturating_sub(count("input_tokens"))
                        .max(count("output_tokens")),
                    cache_read: count("cached"),
                    ..TokenCounts::default()
                },
                ..state.record()
            });
        }
        _ => {}
    }
}
