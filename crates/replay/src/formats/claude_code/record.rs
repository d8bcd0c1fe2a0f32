//! A line of a transcript. A field of an unexpected type costs that field, not the line.

use fusebox_clients::claude_code::ModelMessage;
use serde_json::Value;

use super::super::{FormatError, JsonValue};

/// Large fields that are needed for few records, or for none.
const UNREAD: &[&str] = &["toolUseResult", "snapshot", "data", "attachment", "hookInfos"];

/// A record of a transcript.
pub(super) struct TranscriptRecord<'a>(JsonValue<'a>);

impl<'a> TranscriptRecord<'a> {
    /// Reads a line.
    pub(super) fn read(line: &'a [u8]) -> Result<Self, FormatError> {
        Ok(Self(JsonValue::read_except(line, UNREAD)?))
    }

    /// The records of an exported session.
    pub(super) fn take_log_lines(&mut self) -> Option<Vec<TranscriptRecord<'a>>> {
        let lines = self.0.take("loglines").filter(|lines| matches!(lines, JsonValue::Array(_)))?;
        let lines = lines.into_array().into_iter();
        Some(lines.filter(|line| matches!(line, JsonValue::Object(_))).map(Self).collect())
    }

    /// A string field.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.0.text(key)
    }

    /// Whether a field is `true`.
    pub(super) fn flag(&self, key: &str) -> bool {
        self.0.is_true(key)
    }

    /// Takes the message out of the record.
    pub(super) fn take_message(&mut self) -> Option<ModelMessage<'a>> {
        let message =
            self.0.take("message").filter(|message| matches!(message, JsonValue::Object(_)))?;
        Some(ModelMessage::new(message))
    }

    /// What the client recorded of the result of an edit; of no interest for other tools, and large.
    pub(super) fn tool_result(&self, tool: &str) -> Option<Value> {
        let is_edit = matches!(tool, "Write" | "Edit" | "MultiEdit" | "NotebookEdit");
        is_edit.then(|| self.0.get("toolUseResult").cloned().map(Value::from)).flatten()
    }

    /// Whether a person interrupted the call.
    pub(super) fn was_interrupted(&self) -> bool {
        let result = self.0.field("toolUseResult");
        match std::str::from_utf8(result.unread_text()) {
            Ok("") | Err(_) => result.is_true("interrupted"),
            // Few results are read for this: most are large, and do not say so.
            Ok(text) => {
                text.contains("\"interrupted\":true")
                    && result.clone().into_read().is_true("interrupted")
            }
        }
    }
}
