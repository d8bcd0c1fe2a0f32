//! Codex rollouts: `token_count` events with cumulative counts, which can be written twice.

use fusebox_clients::records::{JsonValue, timestamp};
use fusebox_engine::TokenCounts;
use fusebox_engine::spend::{CapWindow, SubscriptionWindow};

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
    let Ok(record) = JsonValue::read_except(line, UNREAD) else { return state.note_damaged() };
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
            let written = record.text_or_empty("timestamp");
            read_windows(written, payload.field("rate_limits"), state);
            let info = payload.field("info");
            if let Some(total) = info.get("total_token_usage").filter(|total| total.is_object()) {
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

/// Remembers how much of the subscription's windows is used. Earlier versions tell in how many seconds a window ends.
fn read_windows(written: &str, limits: &JsonValue<'_>, state: &mut ReaderState) {
    const SHORT_MINUTES: u64 = 300;
    const WEEK_MINUTES: u64 = 10_080;
    for told in ["primary", "secondary"].map(|name| limits.field(name)) {
        let window = match told.count("window_minutes") {
            // Earlier versions round them down.
            Some(minutes) if minutes.abs_diff(SHORT_MINUTES) <= 1 => CapWindow::FiveHours,
            Some(minutes) if minutes.abs_diff(WEEK_MINUTES) <= 1 => CapWindow::Week,
            Some(_) | None => continue,
        };
        let written_s = timestamp::from_text(written).map(|at| at.0 / 1_000);
        let in_seconds = told.count("resets_in_seconds");
        let ends_in = written_s.zip(in_seconds).map(|(at, seconds)| at.saturating_add(seconds));
        let ends_s = told.count("resets_at").or(ends_in).unwrap_or_default();
        let used = told.amount("used_percent").unwrap_or(f64::NAN);
        if let Some(told) = SubscriptionWindow::new(window, used, ends_s) {
            state.windows.retain(|known| known.window != told.window);
            state.windows.push(told);
        }
    }
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
