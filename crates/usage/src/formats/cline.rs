//! Cline sessions: one JSON value with messages, those of the model with `metrics`.

use fusebox_clients::records::{JsonValue, timestamp};

use super::{reported_cost, within_input};
use crate::format::{RecordFraming, UsageFormat, has_all};
use crate::identity::identity;
use crate::{ReaderState, UsageRecord};

/// Cline.
pub(crate) const FORMAT: UsageFormat = UsageFormat {
    name: "cline",
    client: "cline",
    framing: RecordFraming::Whole,
    is_format: |head| has_all(head, &["\"messages\"", "\"sessionId\"", "\"role\""]),
    marks: &[],
    read_record: |text, state, sink| {
        let Ok(session) = JsonValue::read(text) else { return state.note_damaged() };
        ReaderState::remember(&mut state.session, session.text("sessionId"));
        for message in session.field("messages").as_array() {
            let Some(metrics) = message.get("metrics").filter(|metrics| metrics.is_object()) else {
                continue;
            };
            ReaderState::remember(&mut state.model, message.field("modelInfo").text("id"));
            let count = |key| metrics.count(key).unwrap_or_default();
            let id = message.text_or_empty("id").as_bytes();
            sink(UsageRecord {
                identity: identity("cline", &[state.session.as_bytes(), id]),
                at: timestamp::from_json(message.field("ts")),
                tokens: within_input(
                    count("inputTokens"),
                    count("outputTokens"),
                    count("cacheReadTokens"),
                    count("cacheWriteTokens"),
                ),
                reported_cost: reported_cost(metrics, "cost"),
                ..state.record()
            });
        }
    },
};
