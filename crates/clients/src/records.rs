//! Translates the records that clients write of a session, in live output and in recordings.
//!
//! A [`RecordTranslator`] receives the records in their order and adds canonical events to
//! [`TranscriptEvents`].

pub mod harness_output;
pub(crate) mod reported_outcome;
pub mod timestamp;
pub mod tool_names;
mod transcript_events;

use crate::JsonError;
pub use crate::json::{JsonDefect, JsonValue, PartialJson, read_partial};
pub use reported_outcome::{ReportedOutcome, RunEnding};
pub use transcript_events::{TranscriptEvents, agent_id, usage_since, usage_with_cached};

/// Translates the records of one session, in order.
pub trait RecordTranslator: Send {
    /// Adds the events of a record.
    ///
    /// # Errors
    /// When the record is not in the format at all. A record of an unknown kind is not an error: it is
    /// counted with [`TranscriptEvents::count_skipped`].
    fn translate(&mut self, text: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError>;

    /// Reads a line that is not a record, as the client writes them to standard error.
    fn read_stderr(&mut self, line: &str, events: &mut TranscriptEvents) {
        let _ = (line, events);
    }

    /// Prepares for the records of the client after it was started again in the same session.
    fn restart(&mut self) {}

    /// Adds the events that waited for a next record.
    fn finish(&mut self, events: &mut TranscriptEvents) {
        let _ = events;
    }
}

/// Why a record is not in the format of its file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FormatError(pub String);

impl From<JsonError> for FormatError {
    fn from(error: JsonError) -> Self {
        Self(format!("this is not the JSON that was expected: {error}"))
    }
}
