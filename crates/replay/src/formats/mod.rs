//! The formats that are understood, recognised by what stands in a file.
//!
//! A format translates records to canonical events: lines one by one, or one whole file. A new one
//! is one file here and one line in [`FORMATS`].

mod failure;
mod field;
mod head;
mod labelled;

mod aider;
mod canonical;
mod claude_code;
mod cline;
mod codex_rollout;
mod gemini;
mod miniswe;
mod openai_messages;
mod openhands;
mod pi;
mod sweagent;
mod terminal_log;

use fusebox_clients::records::{JsonValue, agent_id, harness_output, timestamp, tool_names};

pub use fusebox_clients::records::{FormatError, RecordTranslator, TranscriptEvents};
pub use head::FileHead;

/// How a file is cut into records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordFraming {
    /// Each line is a record.
    Lines,
    /// The whole file is one record.
    Whole,
}

/// One format.
#[derive(Debug)]
pub struct RecordingFormat {
    /// Its name in output.
    pub name: &'static str,
    /// The client that writes it; `None` where the records name it.
    pub client: Option<&'static str>,
    /// How such a file is cut, if the head is of this format.
    pub recognise: fn(&FileHead<'_>) -> Option<RecordFraming>,
    /// Begins a translation.
    pub open: fn() -> Box<dyn RecordTranslator>,
}

/// Every format, the most telling first.
pub const FORMATS: &[&RecordingFormat] = &[
    &canonical::FORMAT,
    &codex_rollout::FORMAT,
    &claude_code::FORMAT,
    &gemini::FORMAT,
    &pi::FORMAT,
    &labelled::FORMAT,
    &sweagent::FORMAT,
    &miniswe::FORMAT,
    &cline::FORMAT,
    &openai_messages::FORMAT,
    &openhands::FORMAT,
    &aider::FORMAT,
    &terminal_log::FORMAT,
];

/// The format of a file that begins so.
#[must_use]
pub fn recognise(head: &FileHead<'_>) -> Option<(&'static RecordingFormat, RecordFraming)> {
    FORMATS.iter().find_map(|format| Some((*format, (format.recognise)(head)?)))
}
