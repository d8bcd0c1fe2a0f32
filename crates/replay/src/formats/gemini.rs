//! Gemini CLI's `--output-format stream-json`: one event per line.

use fusebox_clients::gemini;

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
        Some("init") => line.has_key("session_id") && line.has_key("model"),
        Some("tool_use") => line.has_key("tool_name") && line.has_key("tool_id"),
        Some("tool_result") => line.has_key("tool_id") && line.has_key("status"),
        _ => false,
    });
    is_stream.then_some(RecordFraming::Lines)
}
