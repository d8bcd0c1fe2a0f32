//! pi sessions: messages with `usage`. A branch begins with a copy of the messages of its parent.

use fusebox_clients::records::{JsonValue, timestamp};
use fusebox_engine::TokenCounts;

use super::reported_cost;
use crate::format::{RecordFraming, Sink, UsageFormat, has_all};
use crate::identity::identity;
use crate::{ReaderState, UsageRecord};

/// pi.
pub(crate) const FORMAT: UsageFormat = UsageFormat {
    name: "pi",
    client: "pi",
    framing: RecordFraming::Lines,
    is_format: |head| {
        let first = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
        has_all(first, &["\"session\"", "\"id\"", "\"cwd\""])
    },
    marks: &["\"session\"", "\"usage\""],
    read_record,
};

fn read_record(line: &[u8], state: &mut ReaderState, sink: Sink<'_>) {
    let Ok(record) = JsonValue::read_except(line, &["content", "details"]) else {
        return state.note_damaged();
    };
    if record.text("type") == Some("session") {
        ReaderState::remember(&mut state.session, record.text("id"));
        ReaderState::remember(&mut state.project, record.text("cwd"));
        ReaderState::remember(&mut state.model, record.text("modelId"));
        return;
    }
    let message = record.field("message");
    let Some(usage) = message.get("usage").filter(|usage| usage.is_object()) else { return };
    ReaderState::remember(&mut state.model, message.text("model"));
    let count = |key| usage.count(key).unwrap_or_default();
    let tokens = TokenCounts {
        input: count("input"),
        output: count("output"),
        cache_read: count("cacheRead"),
        cache_write: count("cacheWrite"),
        cache_write_1h: 0,
    };
    let written = record.text_or_empty("timestamp");
    let sums = format!("{tokens:?}");
    sink(UsageRecord {
        identity: identity("pi", &[written.as_bytes(), sums.as_bytes()]),
        at: timestamp::from_text(written),
        tokens,
        reported_cost: reported_cost(usage.field("cost"), "total"),
        ..state.record()
    });
}
