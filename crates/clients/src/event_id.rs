//! The ids of the events of a call: the same one, whichever hook or output reports it.

use fusebox_engine::EventId;
use fusebox_engine::event::EventKind;

/// The id of a request or a result with the id of its call; `None` for other events.
pub(crate) fn event_id(kind: &EventKind) -> Option<EventId> {
    let (call, fact) = if let EventKind::ToolRequest(request) = kind {
        (request.call.as_ref()?, "request")
    } else if let EventKind::ToolResult(result) = kind {
        (result.call.as_ref()?, "result")
    } else {
        return None;
    };
    EventId::parse(format!("{call}:{fact}")).ok()
}
