//! Reads what the client's own record of the conversation gained since the last hook.
//!
//! The path comes from a payload: the file is read and never shown, it has to be a regular file of this
//! user, and whatever is wrong with it, the event is decided without it.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use fusebox_clients::{
    Client, HookCall, HookPoint, TRANSCRIPT_READ_BYTES, TranscriptCursor, TranscriptReader,
};
use fusebox_engine::{AgentId, Event, EventId, EventKind, SessionId};
use fusebox_runtime::answer::{CopySource, TranscriptSource, TranscriptUpdate};
use fusebox_store::own_file;
use fusebox_usage::UsageFormat;

use crate::fork_search;
use crate::usage_cursor::UsageCursor;

/// The transcript that a hook call names.
pub(crate) struct Transcript {
    path: PathBuf,
    reader: RecordReader,
    point: HookPoint,
    session: SessionId,
    agent: AgentId,
}

/// What is read of a transcript.
#[derive(Clone, Copy)]
enum RecordReader {
    /// The agent's conversation: messages and usage.
    Conversation(TranscriptReader),
    /// Usage alone.
    Usage(&'static UsageFormat),
}

impl RecordReader {
    /// Reads a position that was kept.
    fn cursor(self, text: &str) -> Option<UsageCursor> {
        match self {
            Self::Conversation(_) => TranscriptCursor::from_text(text).map(UsageCursor::new),
            Self::Usage(_) => serde_json::from_str(text).ok(),
        }
    }

    /// The position to be kept.
    fn position(self, cursor: &UsageCursor) -> Option<String> {
        match self {
            Self::Conversation(_) => Some(cursor.at.to_text()),
            Self::Usage(_) => serde_json::to_string(cursor).ok(),
        }
    }
}

impl Transcript {
    /// The transcript of a call; `None` where it names none, or the client's cannot be read.
    pub(crate) fn of(client: &Client, call: &HookCall) -> Option<Self> {
        let first = call.events.first()?;
        let of_main = client.read_transcript.filter(|_| first.agent.is_main());
        let reader = match of_main {
            Some(reader) => RecordReader::Conversation(reader),
            None => RecordReader::Usage(UsageFormat::named(client.usage_format?)?),
        };
        Some(Self {
            path: call.transcript.clone()?,
            reader,
            point: call.point,
            session: first.session.clone(),
            agent: first.agent.clone(),
        })
    }

    fn event(&self, id: &str, kind: EventKind) -> Option<Event> {
        let id = Some(EventId::parse(id).ok()?);
        Some(Event { session: self.session.clone(), agent: self.agent.clone(), id, at: None, kind })
    }

    /// Reads what is new after `cursor`, and moves it there.
    fn read_kinds(
        &self,
        cursor: &mut UsageCursor,
        bytes: &[u8],
        with_messages: bool,
    ) -> Vec<EventKind> {
        match self.reader {
            RecordReader::Conversation(read) => read(bytes, &mut cursor.at, with_messages),
            RecordReader::Usage(format) => cursor.read(format, bytes, self.agent.is_main()),
        }
    }
}

impl TranscriptSource for Transcript {
    fn read(&self, position: Option<&str>, with_messages: bool) -> Option<TranscriptUpdate> {
        if !reads_transcript_at(self.point) {
            return None;
        }
        let last = position.and_then(|text| self.reader.cursor(text));
        // What else a cursor has comes from the bytes that it passes.
        let place = |at: &TranscriptCursor| (at.file, at.begun, at.offset, at.inside);
        let read_to = last.as_ref().map(|last| place(&last.at));
        let goes_on = last.is_some();
        let mut events = Vec::new();
        let cursor = match own_file::open(&self.path) {
            Ok(Some((file, meta))) => {
                // All of a subagent's file is its own.
                let unread = (!self.agent.is_main()).then(UsageCursor::default);
                let (mut cursor, bytes) = read_from(file, &meta, last.or(unread)).ok()?;
                let (file, begun, offset, _) = place(&cursor.at);
                let kinds = self.read_kinds(&mut cursor, &bytes, with_messages);
                for (n, kind) in kinds.into_iter().enumerate() {
                    events.push(self.event(&format!("tail:{file}:{begun}:{offset}:{n}"), kind)?);
                }
                cursor
            }
            // What is written from now on belongs to this session.
            Err(error) if error.kind() == ErrorKind::NotFound => last.unwrap_or_default(),
            Ok(None) | Err(_) => return None,
        };
        let has_moved = read_to != Some(place(&cursor.at));
        let position = if has_moved { Some(self.reader.position(&cursor)?) } else { None };
        Some(TranscriptUpdate { events, position, goes_on })
    }

    fn tells_messages(&self) -> bool {
        matches!(self.reader, RecordReader::Conversation(_))
    }

    fn copied_from(&self, sessions: &[SessionId]) -> CopySource {
        fork_search::copied_from(&self.path, sessions)
    }
}

/// Whether the transcript is read at this point. A client writes it a little later than it calls: at the
/// next call the words that came with the one before are there.
fn reads_transcript_at(point: HookPoint) -> bool {
    matches!(
        point,
        HookPoint::BeforeTool
            | HookPoint::BeforePermission
            | HookPoint::AfterRound
            | HookPoint::Prompt
            | HookPoint::TurnEnd
    )
}

/// The position to read from, and the bytes after it. A file that was replaced or cut is read from its start.
fn read_from(
    mut file: File,
    meta: &Metadata,
    last: Option<UsageCursor>,
) -> io::Result<(UsageCursor, Vec<u8>)> {
    let inode = meta.ino();
    let has_grown =
        |cursor: &UsageCursor| cursor.at.file == inode && cursor.at.offset <= meta.len();
    let begun = last.as_ref().map_or(0, |cursor| cursor.at.begun.saturating_add(1));
    if let Some(mut cursor) = last.filter(|cursor| cursor.at.file == 0 || has_grown(cursor)) {
        // Inode numbers are reused: the byte before the offset is still a newline, or it is another file.
        let before = usize::from(cursor.at.offset > 0 && !cursor.at.inside);
        let mut bytes = bytes_from(&mut file, meta.len(), cursor.at.offset - before as u64)?;
        if bytes.drain(..before.min(bytes.len())).all(|byte| byte == b'\n') {
            cursor.at.file = inode;
            return Ok((cursor, bytes));
        }
    }
    let mut at = TranscriptCursor::new(inode, meta.len());
    at.begun = begun;
    let bytes = bytes_from(&mut file, meta.len(), at.offset)?;
    Ok((UsageCursor::new(at), bytes))
}

/// As much as one hook reads, and the byte before.
fn bytes_from(file: &mut File, length: u64, offset: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(offset))?;
    let most = TRANSCRIPT_READ_BYTES as u64 + 1;
    // A buffer that grows while it is filled takes a call of the system for each step.
    let mut bytes = Vec::with_capacity(length.saturating_sub(offset).min(most) as usize);
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
