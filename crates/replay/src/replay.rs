//! One source, folded: its files are read side by side in the order of their times.

use std::io::Cursor;
use std::path::PathBuf;

use fusebox_engine::{Event, Policy, SessionId};

use crate::find::{HEAD, SessionFiles};
use crate::formats::{FileHead, RecordingFormat, recognise};
use crate::session::{ReplayedSession, SessionFold};
use crate::stream::EventStream;

/// What came of a source.
#[derive(Debug, Default)]
pub struct ReplayOutcome {
    /// Its sessions, in the order in which they begin.
    pub sessions: Vec<ReplayedSession>,
    /// Records that were not understood.
    pub skipped: u64,
    /// Files whose last line is not complete yet.
    pub unfinished: u64,
    /// Files that could not be read to their end.
    pub damaged: Vec<DamagedFile>,
}

/// A file that could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedFile {
    /// The file.
    pub file: PathBuf,
    /// Why.
    pub why: String,
}

/// Folds every session of a source under `policy`, which is expected to be in observe mode.
#[must_use]
pub fn replay(source: &SessionFiles, policy: &Policy) -> ReplayOutcome {
    let mut replayed = ReplayOutcome::default();
    let mut streams = Vec::new();
    for file in &source.files {
        match EventStream::open(file, source.format, source.framing) {
            Ok(stream) => {
                streams.push(SessionFileEvents { file: file.clone(), next: None, stream })
            }
            Err(error) => {
                replayed.damaged.push(DamagedFile { file: file.clone(), why: error.to_string() })
            }
        }
    }
    let mut sessions = SessionFolds { policy, client: source.format.client, open: Vec::new() };
    if let [side] = streams.as_mut_slice() {
        side.stream.by_ref().for_each(|event| sessions.event(&event));
    } else {
        let main = streams.iter_mut().find_map(|side| side.peek().map(|e| e.session.clone()));
        while let Some(mut event) = earliest(&mut streams) {
            if let Some(main) = &main {
                event.session = main.clone();
            }
            sessions.event(&event);
        }
    }
    for SessionFileEvents { file, stream, .. } in streams {
        replayed.skipped += stream.skipped();
        replayed.unfinished += u64::from(stream.is_unfinished());
        if let Some(why) = stream.damage() {
            replayed.damaged.push(DamagedFile { file, why: why.to_owned() });
        }
    }
    replayed.sessions = sessions.open.into_iter().map(|(_, folding)| folding.end()).collect();
    replayed
}

/// The events of a text, with the format it was recognised as and the records that were not
/// understood; `None` where it is of no known format.
#[must_use]
pub fn read_events(text: &[u8], name: &str) -> Option<(&'static RecordingFormat, Vec<Event>, u64)> {
    let head = FileHead::of(&text[..text.len().min(HEAD)]);
    let (format, framing) = recognise(&head).filter(|_| !head.is_binary())?;
    let reader = Box::new(Cursor::new(text.to_vec()));
    let mut stream = EventStream::of(reader, format, framing, name);
    let events = stream.by_ref().collect();
    Some((format, events, stream.skipped()))
}

/// One of several files of a session.
struct SessionFileEvents {
    file: PathBuf,
    next: Option<Event>,
    stream: EventStream,
}

impl SessionFileEvents {
    fn peek(&mut self) -> Option<&Event> {
        if self.next.is_none() {
            self.next = self.stream.next();
        }
        self.next.as_ref()
    }
}

/// The earliest of the next events; the first file's where times are equal or absent.
fn earliest(sides: &mut [SessionFileEvents]) -> Option<Event> {
    let mut best: Option<(usize, u64)> = None;
    for (n, side) in sides.iter_mut().enumerate() {
        let Some(event) = side.peek() else { continue };
        let at = event.at.map_or(0, |at| at.0);
        if best.is_none_or(|(_, earliest)| at < earliest) {
            best = Some((n, at));
        }
    }
    sides[best?.0].next.take()
}

/// The sessions of a source.
struct SessionFolds<'p> {
    policy: &'p Policy,
    client: Option<&'static str>,
    open: Vec<(SessionId, SessionFold<'p>)>,
}

impl SessionFolds<'_> {
    fn event(&mut self, event: &Event) {
        // Sessions of one file mostly follow one another.
        let known = self.open.iter().rposition(|(id, _)| *id == event.session);
        let at = known.unwrap_or_else(|| {
            let folding = SessionFold::begin(self.policy, event.session.clone(), self.client);
            self.open.push((event.session.clone(), folding));
            self.open.len() - 1
        });
        self.open[at].1.event(event);
    }
}
