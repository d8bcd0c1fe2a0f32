//! opencode's store of one JSON file a message (`storage/message/<session>/<message>.json`).

use fusebox_clients::records::{JsonValue, timestamp};
use fusebox_engine::TokenCounts;

use super::reported_cost;
use crate::format::{RecordFraming, UsageFormat, has_all};
use crate::identity::identity;
use crate::{ReaderState, UsageRecord};

/// opencode.
pub(crate) const FORMAT: UsageFormat = UsageFormat {
    name: "opencode",
    client: "opencode",
    framing: RecordFraming::Whole,
    is_format: |head| has_all(head, &["\"sessionID\"", "\"modelID\"", "\"tokens\"", "\"role\""]),
    marks: &[],
    read_record: |text, state, sink| {
        let Ok(message) = JsonValue::read(text) else { return state.note_damaged() };
        let Some(tokens) = message.get("tokens").filter(|tokens| tokens.is_object()) else {
            return;
        };
        ReaderState::remember(&mut state.session, message.text("sessionID"));
        ReaderState::remember(&mut state.project, message.field("path").text("cwd"));
        ReaderState::remember(&mut state.model, message.text("modelID"));
        let count = |key| tokens.count(key).unwrap_or_default();
        let cache = tokens.field("cache");
        let id = message.text_or_empty("id").as_bytes();
        sink(UsageRecord {
            identity: identity("opencode", &[state.session.as_bytes(), id]),
            at: timestamp::from_json(message.field("time").field("created")),
            tokens: TokenCounts {
                input: count("input"),
                output: count("output").saturating_add(count("reasoning")),
                cache_read: cache.count("read").unwrap_or_default(),
                cache_write: cache.count("write").unwrap_or_default(),
                cache_write_1h: 0,
            },
            reported_cost: reported_cost(&message, "cost"),
            ..state.record()
        });
    },
};
