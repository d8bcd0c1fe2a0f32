//! Claude Code transcripts. A response is written in parts, one a line, each with the usage so far.

use fusebox_clients::claude_code::{ResponseUsage, STAND_IN_MODEL};
use fusebox_clients::records::{JsonValue, timestamp};

use super::reported_cost;
use crate::format::{RecordFraming, Sink, UsageFormat, has_all};
use crate::identity::identity;
use crate::{ReaderState, UsageRecord};

/// Large fields that are not needed.
const UNREAD: &[&str] = &["content", "toolUseResult", "data", "snapshot", "attachment"];

/// Claude Code.
pub(crate) const FORMAT: UsageFormat = UsageFormat {
    name: "claude",
    client: "claude",
    framing: RecordFraming::Lines,
    is_format: |head| {
        has_all(head, &["\"parentUuid\"", "\"isSidechain\""])
            || has_all(head, &["\"sessionId\"", "\"uuid\""])
    },
    marks: &["\"usage\""],
    read_record,
};

fn read_record(line: &[u8], state: &mut ReaderState, sink: Sink<'_>) {
    let Ok(record) = JsonValue::read_except(line, UNREAD) else { return state.note_damaged() };
    if record.text("type") != Some("assistant") {
        return;
    }
    let message = record.field("message");
    let model = message.text_or_empty("model");
    if model == STAND_IN_MODEL || !message.has("usage") {
        return;
    }
    ReaderState::remember(&mut state.session, record.text("sessionId"));
    ReaderState::remember(&mut state.project, record.text("cwd"));
    ReaderState::remember(&mut state.branch, record.text("gitBranch"));
    ReaderState::remember(&mut state.model, Some(model));
    let usage = ResponseUsage::new(message.field("usage"));
    let is_side = record.is_true("isSidechain");
    sink(UsageRecord {
        identity: response_identity(line, &record, &state.session),
        at: record.text("timestamp").and_then(timestamp::from_text),
        agent: record.text("agentId").unwrap_or(if is_side { "side" } else { "" }),
        tokens: usage.tokens,
        service: usage.service,
        web_searches: usage.web_searches,
        reported_cost: reported_cost(&record, "costUSD"),
        ..state.record()
    });
}

/// The ids of the message and of the request name a response. Where a proxy sends no id of the request, the message's
/// may be made up, and counts within the session alone.
fn response_identity(line: &[u8], record: &JsonValue<'_>, session: &str) -> u64 {
    let message = record.field("message").text_or_empty("id").as_bytes();
    match (message, record.text("requestId")) {
        (b"", _) => match record.text("uuid") {
            Some(uuid) => identity("claude/record", &[uuid.as_bytes()]),
            None => identity("claude/line", &[line]),
        },
        (message, Some(request)) => identity("claude", &[message, request.as_bytes()]),
        (message, None) => identity("claude/session", &[message, session.as_bytes()]),
    }
}
