//! Canonical events, one per line, as `fusebox decide` reads them.

use fusebox_clients::canonical;
use fusebox_engine::event::ToolRequest;
use fusebox_engine::{Event, EventKind, Tool};
use serde_json::Value;

use super::{
    FileHead, FormatError, RecordFraming, RecordTranslator, RecordingFormat, TranscriptEvents,
    tool_names,
};

/// Canonical events.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "canonical",
    client: None,
    recognise,
    open: || Box::new(CanonicalLines),
};

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let first = head.objects().next()?;
    let known = first
        .text("type")
        .is_some_and(|kind| canonical::EVENT_TYPES.split(' ').any(|known| known == kind));
    (known && first.text("session").is_some()).then_some(RecordFraming::Lines)
}

struct CanonicalLines;

impl RecordTranslator for CanonicalLines {
    fn translate(&mut self, text: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        if text.trim_ascii().is_empty() {
            return Ok(());
        }
        match canonical::read_event(text) {
            Ok(event) => events.push_event(named(event)),
            Err(_) => events.count_skipped(),
        }
        Ok(())
    }
}

/// Makes tool names and arguments canonical: converted recordings may keep those of the client.
fn named(mut event: Event) -> Event {
    if let EventKind::ToolRequest(request) = &mut event.kind {
        let has_command = request.input.as_ref().is_none_or(|input| input.get("command").is_some());
        if request.tool != Tool::Bash || !has_command {
            rename(request);
        }
    }
    event
}

fn rename(request: &mut ToolRequest) {
    let name = request.tool.name().into_owned();
    let is_plain = matches!(name.as_str(), "read" | "edit" | "write" | "search" | "web" | "task")
        || name.starts_with("mcp:");
    if !is_plain {
        let input: Option<Value> = request.input.take();
        let (tool, input) = tool_names::canonical_call(&name, input);
        (request.tool, request.input) = (tool, input);
    }
}
