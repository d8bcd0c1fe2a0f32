//! The output of `codex exec --json`: one record per line.

use fusebox_clients::codex;

use super::{FileHead, RecordFraming, RecordingFormat};

/// Codex, not in its own rollout.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "codex_exec",
    client: Some("codex"),
    recognise,
    open: codex::translator,
};

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let is_stream = head.objects().any(|line| match line.text("type") {
        Some("thread.started") => line.has_key("thread_id"),
        Some("item.started" | "item.completed") => line.has_key("item"),
        _ => false,
    });
    is_stream.then_some(RecordFraming::Lines)
}
