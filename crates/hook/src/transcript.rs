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
use fusebox_runtime::answer::{TranscriptSource, TranscriptUpdate};
use fusebox_store::own_file;

/// The transcript that a hook call names.
pub(crate) struct Transcript {
    path: PathBuf,
    reader: TranscriptReader,
    point: HookPoint,
    session: SessionId,
    agent: AgentId,
}

impl Transcript {
    /// The transcript of a call; `None` where it names none, or the client's cannot be read.
    pub(crate) fn of(client: &Client, call: &HookCall) -> Option<Self> {
        let first = call.events.first()?;
        Some(Self {
            path: call.transcript.clone()?,
            reader: client.read_transcript?,
            point: call.point,
            session: first.session.clone(),
            agent: first.agent.clone(),
        })
    }

    fn event(&self, id: &str, kind: EventKind) -> Option<Event> {
        let id = Some(EventId::parse(id).ok()?);
        Some(Event { session: self.session.clone(), agent: self.agent.clone(), id, at: None, kind })
    }
}

impl TranscriptSource for Transcript {
    fn read(&self, position: Option<&str>) -> Option<TranscriptUpdate> {
        if !reads_transcript_at(self.point) {
            return None;
        }
        let last = position.and_then(|text| serde_json::from_str::<TranscriptCursor>(text).ok());
        let mut events = Vec::new();
        let cursor = match own_file::open(&self.path) {
            Ok(Some((file, meta))) => {
                let (mut cursor, bytes) = read_from(file, &meta, last.clone()).ok()?;
                let name = format!("tail:{}:{}:{}", cursor.file, cursor.begun, cursor.offset);
                for (n, kind) in (self.reader)(&bytes, &mut cursor).into_iter().enumerate() {
                    events.push(self.event(&format!("{name}:{n}"), kind)?);
                }
                cursor
            }
            // What is written from now on belongs to this session.
            Err(error) if error.kind() == ErrorKind::NotFound => last.clone().unwrap_or_default(),
            Ok(None) | Err(_) => return None,
        };
        let has_moved = last.as_ref() != Some(&cursor);
        let position = if has_moved { Some(serde_json::to_string(&cursor).ok()?) } else { None };
        Some(TranscriptUpdate { events, position })
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
    last: Option<TranscriptCursor>,
) -> io::Result<(TranscriptCursor, Vec<u8>)> {
    let inode = meta.ino();
    let has_grown = |cursor: &TranscriptCursor| cursor.file == inode && cursor.offset <= meta.len();
    let begun = last.as_ref().map_or(0, |cursor| cursor.begun.saturating_add(1));
    if let Some(mut cursor) = last.filter(|cursor| cursor.file == 0 || has_grown(cursor)) {
        // Inode numbers are reused: the byte before the offset is still a newline, or it is another file.
        let before = usize::from(cursor.offset > 0 && !cursor.inside);
        let mut bytes = bytes_from(&mut file, cursor.offset - before as u64)?;
        if bytes.drain(..before.min(bytes.len())).all(|byte| byte == b'\n') {
            cursor.file = inode;
            return Ok((cursor, bytes));
        }
    }
    let mut cursor = TranscriptCursor::new(inode, meta.len());
    cursor.begun = begun;
    let bytes = bytes_from(&mut file, cursor.offset)?;
    Ok((cursor, bytes))
}

/// As much as one hook reads, and the byte before.
fn bytes_from(file: &mut File, offset: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(TRANSCRIPT_READ_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
