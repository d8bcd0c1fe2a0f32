//! The events of one file, which is read no further than the next event needs.

use std::fs::File;
use std::io::{Cursor, Error, Read, Result};
use std::path::Path;

use fusebox_engine::Event;

use crate::find::HEAD_BYTES;
use crate::formats::{
    FileHead, FormatError, RecordFraming, RecordTranslator, RecordingFormat, TranscriptEvents,
    recognise,
};
use crate::line_reader::LineReader;

/// The largest file that is read as one record, in bytes.
const MAX_WHOLE_BYTES: u64 = 2 << 30;

/// Translates one file.
pub(crate) struct EventStream {
    lines: LineReader,
    framing: RecordFraming,
    translator: Box<dyn RecordTranslator>,
    events: TranscriptEvents,
    is_at_end: bool,
    is_unfinished: bool,
    damage: Option<String>,
}

impl EventStream {
    /// Opens a file of a known format.
    pub(crate) fn open(
        path: &Path,
        format: &RecordingFormat,
        framing: RecordFraming,
    ) -> Result<Self> {
        let file = File::open(path)?;
        if framing == RecordFraming::Whole && file.metadata()?.len() > MAX_WHOLE_BYTES {
            return Err(Error::other("one JSON value of more than 2 GB"));
        }
        Ok(Self::new(Box::new(file), format, framing, &session_name(path)))
    }

    /// Reads `reader`. The session is called `name` if no record names it.
    pub(crate) fn new(
        reader: Box<dyn Read + Send>,
        format: &RecordingFormat,
        framing: RecordFraming,
        name: &str,
    ) -> Self {
        Self {
            lines: LineReader::new(reader),
            framing,
            translator: (format.open)(),
            events: TranscriptEvents::new(name),
            is_at_end: false,
            is_unfinished: false,
            damage: None,
        }
    }

    /// The number of records that were not understood.
    pub(crate) fn skipped(&self) -> u64 {
        self.events.skipped()
    }

    /// Why the file could not be read to its end.
    pub(crate) fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Whether the last line is incomplete because the file is still being written.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.is_unfinished
    }

    fn read_more(&mut self) {
        let read = match self.framing {
            RecordFraming::Lines => self.read_line().map_err(|error| error.to_string()),
            RecordFraming::Whole => self.read_whole(),
        };
        if let Err(damage) = read {
            self.damage = Some(damage);
            self.is_at_end = true;
        }
        if self.is_at_end {
            self.translator.finish(&mut self.events);
        }
    }

    fn read_whole(&mut self) -> std::result::Result<(), String> {
        self.is_at_end = true;
        let text = self.lines.read_rest().map_err(|error| error.to_string())?;
        self.translator.translate(&text, &mut self.events).map_err(|FormatError(reason)| reason)
    }

    /// Translates a line. One that is not of the format is skipped, because the rest of the file may be.
    fn read_line(&mut self) -> Result<()> {
        let Some(line) = self.lines.next_line()? else {
            self.is_at_end = true;
            return Ok(());
        };
        let is_read =
            !line.is_cut && self.translator.translate(line.text, &mut self.events).is_ok();
        if !is_read && !line.text.trim_ascii().is_empty() {
            if line.is_finished {
                self.events.count_skipped();
            } else {
                self.is_unfinished = true;
            }
        }
        Ok(())
    }
}

impl Iterator for EventStream {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.events.pop() {
                return Some(event);
            }
            if self.is_at_end {
                return None;
            }
            self.read_more();
        }
    }
}

/// Reads the events of a text. Returns them with the recognised format and the number of records that were not
/// understood; `None` if the format is unknown.
#[must_use]
pub fn read_events(text: &[u8], name: &str) -> Option<(&'static RecordingFormat, Vec<Event>, u64)> {
    let head = FileHead::new(&text[..text.len().min(HEAD_BYTES)]);
    let (format, framing) = recognise(&head).filter(|_| !head.is_binary())?;
    let reader = Box::new(Cursor::new(text.to_vec()));
    let mut stream = EventStream::new(reader, format, framing, name);
    let events = stream.by_ref().collect();
    Some((format, events, stream.skipped()))
}

/// The name of a file without the endings of recordings.
fn session_name(path: &Path) -> String {
    const ENDINGS: &[&str] =
        &[".events.jsonl", ".messages.json", ".traj.json", ".jsonl", ".json", ".traj"];
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending));
    stem.filter(|_| !name.starts_with('.')).unwrap_or(&name).to_owned()
}
