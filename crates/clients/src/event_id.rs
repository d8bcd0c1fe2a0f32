//! The ids of the events of a call: the same one, whichever hook or output reports it.

use fusebox_engine::EventId;
use fusebox_engine::event::EventKind;

/// The id of a request or a result with the id of its call; `None` for other events.
pub(crate) fn event_id(kind: &EventKind) -> Option<EventId> {
    if let EventKind::ToolRequest(request) = kind {
        EventId::of_request(request.call.as_ref()?)
    } else if let EventKind::ToolResult(result) = kind {
        EventId::of_result(result.call.as_ref()?)
    } else {
        None
    }
}
