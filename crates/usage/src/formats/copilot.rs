//! Copilot CLI events: `session.usage_record`, one for each request. Its `cost` counts premium requests, not dollars.

use fusebox_clients::records::{JsonValue, timestamp};

use super::within_input;
use crate::format::{RecordFraming, Sink, UsageFormat, has_all};
use crate::identity::identity;
use crate::{ReaderState, UsageRecord};

/// Copilot CLI.
pub(crate) const FORMAT: UsageFormat = UsageFormat {
    name: "copilot",
    client: "copilot",
    framing: RecordFraming::Lines,
    is_format: |head| {
        has_all(head, &["\"session.start\"", "\"data\""])
            || has_all(head, &["\"session.usage_record\""])
    },
    marks: &["\"session.start\"", "\"session.usage_record\""],
    read_record,
};

fn read_record(line: &[u8], state: &mut ReaderState, sink: Sink<'_>) {
    let Ok(record) = JsonValue::read(line) else { return state.note_damaged() };
    let data = record.field("data");
    match record.text_or_empty("type") {
        "session.start" => {
            ReaderState::remember(&mut state.session, data.text("sessionId"));
            let context = data.field("context");
            ReaderState::remember(&mut state.project, context.text("cwd"));
            ReaderState::remember(&mut state.branch, context.text("branch"));
        }
        "session.usage_record" => {
            let usage = data.field("usage");
            let count = |key| usage.count(key).unwrap_or_default();
            let accounting = usage.field("accounting");
            ReaderState::remember(&mut state.model, usage.text("model"));
            ReaderState::remember(&mut state.session, accounting.text("sourceSessionId"));
            let sequence = accounting.count("sequence").unwrap_or_default().to_le_bytes();
            let id = accounting.text_or_empty("usageId").as_bytes();
            sink(UsageRecord {
                identity: identity("copilot", &[state.session.as_bytes(), id, &sequence]),
                at: record.text("timestamp").and_then(timestamp::from_text),
                tokens: within_input(
                    count("inputTokens"),
                    count("outputTokens"),
                    count("cacheReadTokens"),
                    count("cacheWriteTokens"),
                ),
                ..state.record()
            });
        }
        _ => {}
    }
}
