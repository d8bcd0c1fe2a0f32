//! The events of all files of a session, merged in the order of their times.

use std::path::PathBuf;

use fusebox_engine::{Event, SessionId};

use crate::event_stream::EventStream;
use crate::find::SessionFiles;
use crate::replay_outcome::{DamagedFile, ReplayOutcome};

/// Iterates over the events of [`SessionFiles`]. The events of several files belong to the session of the first event of
/// the main file.
pub struct MergedEvents {
    streams: Vec<PeekedStream>,
    damaged: Vec<DamagedFile>,
    /// The session, if there are several files.
    session: Option<SessionId>,
}

struct PeekedStream {
    file: PathBuf,
    next: Option<Event>,
    stream: EventStream,
}

impl PeekedStream {
    fn peek(&mut self) -> Option<&Event> {
        if self.next.is_none() {
            self.next = self.stream.next();
        }
        self.next.as_ref()
    }
}

impl MergedEvents {
    /// Opens the files. A file that cannot be opened counts as damaged.
    #[must_use]
    pub fn open(source: &SessionFiles) -> Self {
        let mut merged = Self { streams: Vec::new(), damaged: Vec::new(), session: None };
        for file in &source.files {
            let file = file.clone();
            match EventStream::open(&file, source.format, source.framing) {
                Ok(stream) => merged.streams.push(PeekedStream { file, next: None, stream }),
                Err(error) => {
                    merged.damaged.push(DamagedFile { file, reason: error.to_string() });
                }
            }
        }
        if merged.streams.len() > 1 {
            let mut streams = merged.streams.iter_mut();
            merged.session =
                streams.find_map(|stream| stream.peek().map(|event| event.session.clone()));
        }
        merged
    }

    /// Adds what could not be read to `outcome`.
    pub(crate) fn add_losses(self, outcome: &mut ReplayOutcome) {
        outcome.damaged = self.damaged;
        for PeekedStream { file, stream, .. } in self.streams {
            outcome.skipped += stream.skipped();
            outcome.unfinished += u64::from(stream.is_unfinished());
            if let Some(damage) = stream.damage() {
                outcome.damaged.push(DamagedFile { file, reason: damage.to_owned() });
            }
        }
    }
}

impl Iterator for MergedEvents {
    type Item = Event;

    /// The earliest of the next events, or that of the first file if times are equal or absent.
    fn next(&mut self) -> Option<Event> {
        if let [single] = self.streams.as_mut_slice() {
            return single.stream.next();
        }
        let mut earliest: Option<(u64, usize)> = None;
        for (index, stream) in self.streams.iter_mut().enumerate() {
            let Some(event) = stream.peek() else { continue };
            let at = event.at.map_or(0, |at| at.0);
            if earliest.is_none_or(|(time, _)| at < time) {
                earliest = Some((at, index));
            }
        }
        let mut event = self.streams[earliest?.1].next.take()?;
        if let Some(session) = &self.session {
            event.session = session.clone();
        }
        Some(event)
    }
}
