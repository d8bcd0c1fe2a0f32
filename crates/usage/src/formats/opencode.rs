//! opencode's messages: files of one each (`storage/message/<session>/<message>.json`), and rows of its database.

use fusebox_clients::records::{JsonValue, timestamp};
use fusebox_engine::TokenCounts;

use super::reported_cost;
use crate::format::{RecordFraming, Sink, UsageFormat, has_all};
use crate::identity::identity;
use crate::{ReaderState, UsageRecord};

/// opencode.
pub const FORMAT: UsageFormat = UsageFormat {
    name: "opencode",
    client: "opencode",
    framing: RecordFraming::Whole,
    is_format: |head| has_all(head, &["\"sessionID\"", "\"modelID\"", "\"tokens\"", "\"role\""]),
    marks: &[],
    read_record: |text, state, sink| {
        let Ok(message) = JsonValue::read(text) else { return state.note_damaged() };
        let ids = [message.text_or_empty("sessionID"), message.text_or_empty("id")];
        read_message(&message, ids.map(str::as_bytes), state, sink);
    },
};

/// Reads a row of opencode's database, which names the session and the message beside what is in `data`. A message
/// counts once, in a file and in the database.
pub fn read_opencode_row(
    ids: [&[u8]; 2],
    data: &[u8],
    state: &mut ReaderState,
    sink: &mut dyn FnMut(UsageRecord<'_>),
) {
    match JsonValue::read(data) {
        Ok(message) => read_message(&message, ids, state, sink),
        Err(_) => state.note_damaged(),
    }
}

/// Reads a message of a session, both named by their ids.
fn read_message(
    message: &JsonValue<'_>,
    [session, id]: [&[u8]; 2],
    state: &mut ReaderState,
    sink: Sink<'_>,
) {
    let Some(tokens) = message.get("tokens").filter(|tokens| tokens.is_object()) else { return };
    ReaderState::remember(&mut state.session, str::from_utf8(session).ok());
    ReaderState::remember(&mut state.project, message.field("path").text("cwd"));
    ReaderState::remember(&mut state.model, message.text("modelID"));
    let count = |key| tokens.count(key).unwrap_or_default();
    let cache = tokens.field("cache");
    sink(UsageRecord {
        identity: identity("opencode", &[session, id]),
        at: timestamp::from_json(message.field("time").field("created")),
        tokens: TokenCounts {
            input: count("input"),
            output: count("output").saturating_add(count("reasoning")),
            cache_read: cache.count("read").unwrap_or_default(),
            cache_write: cache.count("write").unwrap_or_default(),
            cache_write_1h: 0,
        },
        reported_cost: reported_cost(message, "cost"),
        ..state.record()
    });
}
