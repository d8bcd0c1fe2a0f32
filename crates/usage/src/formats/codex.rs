//! Codex rollouts: `token_count` events with cumulative counts, which can be written twice.

use fusebox_clients::records::{JsonValue, timestamp};
use fusebox_engine::TokenCounts;

use super::within_input;
use crate::format::{RecordFraming, Sink, UsageFormat, has_all};
use crate::identity::identity;
use crate::{ReaderState, UsageRecord};

/// Large fields that are not needed.
const UNREAD: &[&str] = &["base_instructions", "instructions", "user_instructions", "content"];

/// Codex.
pub(crate) const FORMAT: UsageFormat = UsageFormat {
    name: "codex",
    client: "codex",
    framing: RecordFraming::Lines,
    is_format: |head| has_all(head, &["\"session_meta\"", "\"payload\""]),
    marks: &["\"session_meta\"", "\"turn_context\"", "\"token_count\""],
    read_record,
};

fn read_record(line: &[u8], state: &mut ReaderState, sink: Sink<'_>) {
    let Ok(record) = JsonValue::read_except(line, UNREAD) else { return };
    let payload = record.field("payload");
    match record.text_or_empty("type") {
        // A resumed session repeats the records of the old one after its own.
        "session_meta" if state.session.is_empty() => {
            ReaderState::remember(&mut state.session, payload.text("id"));
            ReaderState::remember(&mut state.project, payload.text("cwd"));
            ReaderState::remember(&mut state.branch, payload.field("git").text("branch"));
        }
        "turn_context" => {
            ReaderState::remember(&mut state.model, payload.text("model"));
            ReaderState::remember(&mut state.project, payload.text("cwd"));
        }
        "event_msg" if payload.text("type") == Some("token_count") => {
            let info = payload.field("info");
            if let Some(total) = info.get("total_token_usage").filter(|total| total.is_object()) {
                let written = record.text_or_empty("timestamp");
                read_count(written, &counts(total), info.get("last_token_usage"), state, sink);
            }
        }
        _ => {}
    }
}

fn read_count(
    written: &str,
    total: &TokenCounts,
    last: Option<&JsonValue<'_>>,
    state: &mut ReaderState,
    sink: Sink<'_>,
) {
    let before = std::mem::replace(&mut state.total, *total);
    let has_restarted = total.total() < before.total();
    let tokens = match last {
        Some(last) if has_restarted => counts(last),
        _ if has_restarted => *total,
        _ => total.since(&before),
    };
    if tokens == TokenCounts::default() {
        return;
    }
    let sums = format!("{total:?}");
    sink(UsageRecord {
        identity: identity("codex", &[written.as_bytes(), sums.as_bytes()]),
        at: timestamp::from_text(written),
        tokens,
        ..state.record()
    });
}

/// Tokens of reasoning are counted as output.
fn counts(usage: &JsonValue<'_>) -> TokenCounts {
    let count = |key| usage.count(key).unwrap_or_default();
    within_input(
        count("input_tokens"),
        count("output_tokens"),
        count("cached_input_tokens"),
        count("cache_write_input_tokens"),
    )
}
