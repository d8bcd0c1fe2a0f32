//! A line of a transcript. A field of an unexpected type costs that field, not the line.

use fusebox_clients::claude_code::ModelMessage;
use serde_json::Value;

use super::super::{JsonError, JsonValue};

/// Large fields that are needed for few records, or for none.
const UNREAD: &[&str] = &["toolUseResult", "snapshot", "data", "attachment", "hookInfos"];

/// Reads a line.
pub(super) fn read_record(line: &[u8]) -> Result<JsonValue<'_>, JsonError> {
    JsonValue::read_except(line, UNREAD)
}

/// Takes the message out of a record.
pub(super) fn take_message<'a>(record: &mut JsonValue<'a>) -> Option<ModelMessage<'a>> {
    record.take("message").filter(JsonValue::is_object).map(ModelMessage::new)
}

/// The client's record of the result of an edit. For other tools it is large and not needed.
pub(super) fn edit_result(record: &JsonValue<'_>, tool: &str) -> Option<Value> {
    let is_edit = matches!(tool, "Write" | "Edit" | "MultiEdit" | "NotebookEdit");
    record.get("toolUseResult").filter(|_| is_edit).cloned().map(Value::from)
}

/// Whether a person interrupted the call.
pub(super) fn was_interrupted(record: &JsonValue<'_>) -> bool {
    let result = record.field("toolUseResult");
    match std::str::from_utf8(result.unread_text()) {
        Ok("") | Err(_) => result.is_true("interrupted"),
        // Few results are read for this: most are large, and do not say so.
        Ok(text) => {
            text.contains("\"interrupted\":true")
                && result.clone().into_read().is_true("interrupted")
        }
    }
}
