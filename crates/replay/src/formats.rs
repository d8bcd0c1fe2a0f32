//! The formats of recorded sessions, which are recognised by the content of a file.
//!
//! A format translates records to canonical events: one line at a time, or a whole file. A new format is one file here
//! and one line in [`FORMATS`]. A field of an unexpected type costs that field and not the record.

mod content;
mod failure;
mod head;
mod labelled;

mod aider;
mod canonical;
mod claude_code;
mod cline;
mod codex_exec;
mod codex_rollout;
mod gemini;
mod miniswe;
mod openai_messages;
mod openhands;
mod pi;
mod sweagent;
mod terminal_log;

use fusebox_clients::records::{
    JsonValue, agent_id, harness_output, timestamp, tool_names, usage_since, usage_with_cached,
};

use fusebox_clients::JsonError;
pub use fusebox_clients::records::{FormatError, RecordTranslator, TranscriptEvents};
pub use head::FileHead;

/// How a file is divided into records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordFraming {
    /// Each line is a record.
    Lines,
    /// The whole file is one record.
    Whole,
}

/// A format.
#[derive(Debug)]
pub struct RecordingFormat {
    /// The name in output.
    pub name: &'static str,
    /// The client that writes it; `None` if the records name the client.
    pub client: Option<&'static str>,
    /// Recognises the beginning of a file of this format.
    pub recognise: fn(&FileHead<'_>) -> Option<RecordFraming>,
    /// Starts a translation.
    pub open: fn() -> Box<dyn RecordTranslator>,
}

/// All formats, those with the most specific signs first.
pub const FORMATS: &[&RecordingFormat] = &[
    &canonical::FORMAT,
    &codex_rollout::FORMAT,
    &codex_exec::FORMAT,
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

/// The format of the file that begins with `head`.
#[must_use]
pub fn recognise(head: &FileHead<'_>) -> Option<(&'static RecordingFormat, RecordFraming)> {
    FORMATS.iter().find_map(|format| Some((*format, (format.recognise)(head)?)))
}
