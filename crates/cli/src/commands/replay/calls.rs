//! Reads a source once more for the labels and gists of a few calls, in the order of the fold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use fusebox_engine::{CallOutcome, Event, Fact, SessionId};
use fusebox_observe::{SessionContext, to_fact};
use fusebox_replay::SessionFiles;
use fusebox_replay::formats::{RecordFraming, RecordTranslator, TranscriptEvents};

/// A call as people see it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct CallSummary {
    /// Short and redacted.
    pub(super) label: String,
    /// Whether it did what was asked; `None` where no result is recorded.
    pub(super) ok: Option<bool>,
    /// The last line of its output.
    pub(super) gist: Option<String>,
    /// Who made it, if not the main agent.
    pub(super) agent: Option<String>,
}

/// The wanted calls of a source's `nth` session, by their numbers from 0.
pub(super) fn around(
    source: &SessionFiles,
    nth: usize,
    wanted: &BTreeSet<u64>,
) -> BTreeMap<u64, CallSummary> {
    let mut files: Vec<FileEvents> =
        source.files.iter().filter_map(|file| FileEvents::open(file, source).ok()).collect();
    // The files of a session are one session, whatever they say.
    let merged = files.len() > 1;
    let mut seen: Vec<SessionId> = Vec::new();
    let mut kept = CallCollector { wanted, next: 0, calls: BTreeMap::new(), open: Vec::new() };
    while let Some(event) = earliest(&mut files) {
        if !merged && !seen.contains(&event.session) {
            seen.push(event.session.clone());
        }
        if merged || seen.get(nth) == Some(&event.session) {
            kept.event(&event);
        }
    }
    kept.calls
}

/// What is kept of a session.
struct CallCollector<'a> {
    wanted: &'a BTreeSet<u64>,
    next: u64,
    calls: BTreeMap<u64, CallSummary>,
    /// Wanted calls without a result, by the digest of their id.
    open: Vec<(Option<u64>, u64)>,
}

impl CallCollector<'_> {
    fn event(&mut self, event: &Event) {
        let fact = to_fact(&event.kind, &SessionContext::default());
        if let Fact::Request(request) = fact {
            if self.wanted.contains(&self.next) {
                let agent = (!event.agent.is_main()).then(|| event.agent.to_string());
                let call =
                    CallSummary { label: request.subject.label, agent, ..CallSummary::default() };
                self.calls.insert(self.next, call);
                self.open.push((request.call, self.next));
            }
            self.next += 1;
        } else if let Fact::Outcome(outcome) = fact {
            self.outcome(*outcome);
        }
    }

    fn outcome(&mut self, outcome: CallOutcome) {
        let at = self.open.iter().position(|(call, _)| *call == outcome.call);
        let call = at.map(|at| self.open.remove(at).1);
        if let Some(call) = call.and_then(|call| self.calls.get_mut(&call)) {
            call.ok = Some(outcome.ok);
            call.gist = outcome.error.map(|error| error.line).or(outcome.gist);
        }
    }
}

/// One file, read no further than is needed.
struct FileEvents {
    input: BufReader<File>,
    framing: RecordFraming,
    translate: Box<dyn RecordTranslator>,
    events: TranscriptEvents,
    buffer: Vec<u8>,
    next: Option<Event>,
    ended: bool,
}

impl FileEvents {
    fn open(file: &Path, source: &SessionFiles) -> std::io::Result<Self> {
        Ok(Self {
            input: BufReader::new(File::open(file)?),
            framing: source.framing,
            translate: (source.format.open)(),
            events: TranscriptEvents::new("session"),
            buffer: Vec::new(),
            next: None,
            ended: false,
        })
    }

    fn peek(&mut self) -> Option<&Event> {
        while self.next.is_none() {
            self.next = self.events.pop();
            if self.next.is_none() {
                if self.ended {
                    return None;
                }
                self.translate();
            }
        }
        self.next.as_ref()
    }

    /// What cannot be read was named when the session was folded.
    fn translate(&mut self) {
        self.buffer.clear();
        let read = match self.framing {
            RecordFraming::Lines => self.input.read_until(b'\n', &mut self.buffer),
            RecordFraming::Whole => self.input.read_to_end(&mut self.buffer),
        };
        self.ended = self.framing == RecordFraming::Whole || !read.is_ok_and(|length| length > 0);
        let text = self.buffer.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.buffer);
        if !text.is_empty() {
            let _ = self.translate.translate(text, &mut self.events);
        }
        if self.ended {
            self.translate.finish(&mut self.events);
        }
    }
}

/// The earliest of the next events; the first file's where times are equal or absent.
fn earliest(files: &mut [FileEvents]) -> Option<Event> {
    let at = |event: &Event| event.at.map_or(0, |at| at.0);
    let times =
        files.iter_mut().enumerate().filter_map(|(n, file)| Some((file.peek().map(at)?, n)));
    let (_, first) = times.min()?;
    files[first].next.take()
}
