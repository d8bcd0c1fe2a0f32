//! The formats in which clients record usage, and how their files are read.

use memchr::{memchr, memmem, memrchr};

use crate::formats::{claude, cline, codex, copilot, gemini, opencode, pi, qwen};
use crate::{ReaderState, UsageRecord};

/// How a file is divided into records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordFraming {
    /// Each line is a record.
    Lines,
    /// The whole file is one record, which the client writes anew.
    Whole,
}

/// Takes the usage of a record.
pub(crate) type Sink<'s> = &'s mut dyn FnMut(UsageRecord<'_>);

/// A format.
#[derive(Debug)]
pub struct UsageFormat {
    /// Its name, which stays the same from version to version.
    pub name: &'static str,
    /// The client that writes it.
    pub client: &'static str,
    /// How its files are divided.
    pub framing: RecordFraming,
    /// Recognises the first bytes of a file, with whole lines if it has any.
    pub(crate) is_format: fn(&[u8]) -> bool,
    /// Only records with one of these texts are read.
    pub(crate) marks: &'static [&'static str],
    /// Reads one record.
    pub(crate) read_record: fn(&[u8], &mut ReaderState, Sink<'_>),
}

/// All formats, those with the most specific signs first.
pub const USAGE_FORMATS: &[&UsageFormat] = &[
    &codex::FORMAT,
    &qwen::FORMAT,
    &gemini::STREAM,
    &gemini::CHAT,
    &gemini::OLD_CHAT,
    &copilot::FORMAT,
    &pi::FORMAT,
    &claude::FORMAT,
    &opencode::FORMAT,
    &cline::FORMAT,
];

impl UsageFormat {
    /// The format of a file that begins with `head`.
    #[must_use]
    pub fn recognise(head: &[u8]) -> Option<&'static Self> {
        USAGE_FORMATS.iter().find(|format| (format.is_format)(head)).copied()
    }

    /// The format of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        USAGE_FORMATS.iter().find(|format| format.name == name).copied()
    }

    /// Reads text that was added to a file and gives `sink` what it says. Returns how much of the text is done: the
    /// rest is the beginning of a line, and has to be passed again with its end. A whole file is always done.
    pub fn read(
        &self,
        text: &[u8],
        state: &mut ReaderState,
        sink: &mut dyn FnMut(UsageRecord<'_>),
    ) -> usize {
        if self.framing == RecordFraming::Whole {
            (self.read_record)(text, state, sink);
            return text.len();
        }
        let Some(end) = memrchr(b'\n', text) else { return 0 };
        let lines = &text[..=end];
        match self.marks {
            // Most bytes are in other lines: it is faster to look for the mark than for the lines.
            [mark] => self.read_marked(lines, mark.as_bytes(), state, sink),
            marks => {
                let finders: Vec<_> = marks.iter().map(memmem::Finder::new).collect();
                for line in Lines(lines) {
                    if finders.iter().any(|finder| finder.find(line).is_some()) {
                        (self.read_record)(line, state, sink);
                    }
                }
            }
        }
        lines.len()
    }

    fn read_marked(&self, mut lines: &[u8], mark: &[u8], state: &mut ReaderState, sink: Sink<'_>) {
        let finder = memmem::Finder::new(mark);
        while let Some(at) = finder.find(lines) {
            let start = memrchr(b'\n', &lines[..at]).map_or(0, |before| before + 1);
            let end = memchr(b'\n', &lines[at..]).map_or(lines.len(), |after| at + after);
            (self.read_record)(&lines[start..end], state, sink);
            lines = &lines[end..];
        }
    }
}

/// The lines of a text, without their ends.
struct Lines<'a>(&'a [u8]);

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let end = memchr(b'\n', self.0)?;
        let line = &self.0[..end];
        self.0 = &self.0[end + 1..];
        Some(line)
    }
}

/// Whether a text has all of these.
pub(crate) fn has_all(text: &[u8], marks: &[&str]) -> bool {
    marks.iter().all(|mark| memmem::find(text, mark.as_bytes()).is_some())
}
