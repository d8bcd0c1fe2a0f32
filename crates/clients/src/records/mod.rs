//! What clients write of a session, record by record: what reading a live output and reading a
//! recording have in common.
//!
//! A reader is a [`RecordTranslator`]: it is given the records in their order and tells canonical events.

pub mod harness_output;
mod reported_outcome;
pub mod timestamp;
pub mod tool_names;
mod transcript_events;

use crate::JsonError;
pub use crate::json::{JsonDefect, JsonValue, PartialJson, read_partial};
pub use reported_outcome::{ReportedOutcome, RunEnding};
pub use transcript_events::{TranscriptEvents, agent_id};

/// Translates the records of one session, in order.
pub trait RecordTranslator: Send {
    /// Tells what a record means.
    ///
    /// # Errors
    /// When the record is not of the format at all. Records of unknown kinds are no error: they
    /// are counted with [`TranscriptEvents::count_skipped`].
    fn translate(
        &mut self,
        record: &[u8],
        events: &mut TranscriptEvents,
    ) -> Result<(), FormatError>;

    /// Reads a line that is none of the records: what the client writes to standard error.
    fn read_stderr(&mut self, line: &str, events: &mut TranscriptEvents) {
        let _ = (line, events);
    }

    /// The client was started again and goes on with the same session.
    fn restart(&mut self) {}

    /// Tells what was held back for a next record.
    fn finish(&mut self, events: &mut TranscriptEvents) {
        let _ = events;
    }
}

/// A record that is not of its file's format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FormatError(pub String);

impl From<JsonError> for FormatError {
    fn from(error: JsonError) -> Self {
        Self(format!("this is not the JSON that was expected: {error}"))
    }
}

impl From<serde_json::Error> for FormatError {
    fn from(error: serde_json::Error) -> Self {
        JsonError::from(error).into()
    }
}
