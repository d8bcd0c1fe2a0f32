//! Gemini CLI's `--output-format stream-json`: one event per line.

use fusebox_clients::gemini;

use super::field::has_key;
use super::{FileHead, RecordFraming, RecordingFormat};

/// Gemini CLI.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "gemini_stream",
    client: Some("gemini"),
    recognise,
    open: gemini::translator,
};

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let is_stream = head.objects().any(|line| match line.text("type") {
        Some("init") => has_key(line, "session_id") && has_key(line, "model"),
        Some("tool_use") => has_key(line, "tool_name") && has_key(line, "tool_id"),
        Some("tool_result") => has_key(line, "tool_id") && has_key(line, "status"),
        _ => false,
    });
    is_stream.then_some(RecordFraming::Lines)
}
