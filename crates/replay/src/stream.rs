//! The events of one file, read no further than is needed for the next one.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use fusebox_engine::Event;

use crate::formats::{
    FormatError, RecordFraming, RecordTranslator, RecordingFormat, TranscriptEvents,
};
use crate::lines::LineReader;

/// The largest file of one record that is read.
const LARGEST_WHOLE: u64 = 2 << 30;

/// One file being translated.
pub(crate) struct EventStream {
    lines: LineReader,
    framing: RecordFraming,
    translate: Box<dyn RecordTranslator>,
    events: TranscriptEvents,
    records: u64,
    ended: bool,
    unfinished: bool,
    damage: Option<String>,
}

impl EventStream {
    /// Opens a file of a known format.
    pub(crate) fn open(
        path: &Path,
        format: &RecordingFormat,
        framing: RecordFraming,
    ) -> std::io::Result<Self> {
        let file = File::open(path)?;
        if framing == RecordFraming::Whole && file.metadata()?.len() > LARGEST_WHOLE {
            return Err(std::io::Error::other("one JSON value of more than 2 GB"));
        }
        Ok(Self::of(Box::new(file), format, framing, &name(path)))
    }

    /// Reads `reader`; `name` stands for the session where the records do not name it.
    pub(crate) fn of(
        reader: Box<dyn Read + Send>,
        format: &RecordingFormat,
        framing: RecordFraming,
        name: &str,
    ) -> Self {
        Self {
            lines: LineReader::of(reader),
            framing,
            translate: (format.open)(),
            events: TranscriptEvents::new(name),
            records: 0,
            ended: false,
            unfinished: false,
            damage: None,
        }
    }

    /// Records that were not understood.
    pub(crate) fn skipped(&self) -> u64 {
        self.events.skipped()
    }

    /// Why the file could not be read to its end.
    pub(crate) fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Whether the last line is not complete: something is still being written.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    fn advance(&mut self) {
        let read = match self.framing {
            RecordFraming::Lines => self.line(),
            RecordFraming::Whole => self.whole(),
        };
        if let Err(damage) = read {
            self.damage = Some(damage);
            self.ended = true;
        }
        if self.ended {
            self.translate.finish(&mut self.events);
        }
    }

    fn whole(&mut self) -> Result<(), String> {
        self.ended = true;
        let text = self.lines.rest()?;
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
        self.translate.translate(text, &mut self.events).map_err(|FormatError(why)| why)
    }

    /// A line that is not of the format is skipped: the rest of the file may well be.
    fn line(&mut self) -> Result<(), String> {
        let Some(line) = self.lines.next()? else {
            self.ended = true;
            return Ok(());
        };
        let mut text = line.text;
        if self.records == 0 {
            text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        }
        self.records += 1;
        let known = !line.is_cut && self.translate.translate(text, &mut self.events).is_ok();
        if !known && !text.trim_ascii().is_empty() {
            if line.is_finished {
                self.events.count_skipped();
            } else {
                self.unfinished = true;
            }
        }
        self.lines.give_back();
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
            if self.ended {
                return None;
            }
            self.advance();
        }
    }
}

/// The name of a file without its endings.
fn name(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let stem = name.find(['.']).filter(|at| *at > 0).map_or(name.as_str(), |_| {
        let endings = [".events.jsonl", ".messages.json", ".traj.json", ".jsonl", ".json", ".traj"];
        endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name)
    });
    stem.to_owned()
}
