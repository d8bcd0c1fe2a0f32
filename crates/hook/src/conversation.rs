//! The end of the client's own record of the conversation: what it adds to an event.
//!
//! The path stands in a payload, so the file is read and never shown, it has to be a regular file
//! of this user, and whatever is wrong with it, the event is decided without it.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::os::unix::fs::MetadataExt;

use fusebox_clients::{Client, HookCall, HookPoint, TRANSCRIPT_READ_BYTES, TranscriptCursor};
use fusebox_engine::{Conversation, Event, EventId, EventKind, Timestamp};
use fusebox_runtime::own_file;
use fusebox_store::{Store, StoreError, TailRow};

/// What is new in a conversation.
#[derive(Default)]
pub(crate) struct TranscriptUpdate {
    /// What was said and spent, to be decided before the call's own events.
    pub(crate) events: Vec<Event>,
    read: Option<ReadPosition>,
}

/// How far was read, before and now.
struct ReadPosition {
    before: Option<TailRow>,
    now: TailRow,
}

impl TranscriptUpdate {
    /// Reads what is new, where this policy wants to know it at this moment.
    pub(crate) fn of(
        client: &Client,
        call: &HookCall,
        wanted: Conversation,
        store: &Store,
        now: Timestamp,
    ) -> Self {
        if !is_due(wanted, call.point) {
            return Self::default();
        }
        read(client, call, store, now).unwrap_or_default()
    }

    /// Remembers how far was read, once the events are decided. A hook that was faster has read
    /// the same events, which count once; how far it came then stands.
    pub(crate) fn keep(self, store: &mut Store) {
        let Some(ReadPosition { before, now }) = self.read else { return };
        // Forgotten, the same is read again, and known by its ids.
        let _ = store.write(|tx| {
            if tx.tail(&now.session, &now.agent)? == before {
                tx.put_tail(&now)?;
            }
            Ok::<_, StoreError>(())
        });
    }
}

fn is_due(wanted: Conversation, moment: HookPoint) -> bool {
    match moment {
        // A client writes its record a little later than it calls: at the next call the words that
        // came with the one before are there.
        HookPoint::BeforeTool | HookPoint::AfterRound | HookPoint::Prompt | HookPoint::TurnEnd => {
            wanted != Conversation::Never
        }
        HookPoint::AfterTool
        | HookPoint::AfterFailure
        | HookPoint::SessionStart
        | HookPoint::SubagentStart
        | HookPoint::Silent => false,
    }
}

fn read(
    client: &Client,
    call: &HookCall,
    store: &Store,
    now: Timestamp,
) -> Option<TranscriptUpdate> {
    let (understand, path) = (client.read_transcript?, call.transcript.as_deref()?);
    let of = call.events.first()?;
    let before = store.read().tail(&of.session, &of.agent).ok()?;
    let last =
        before.as_ref().and_then(|row| serde_json::from_str::<TranscriptCursor>(&row.body).ok());
    let mut events = Vec::new();
    let tail = match own_file::open(path) {
        Ok(Some((file, meta))) => {
            let (mut tail, new) = follow(file, &meta, last.clone()).ok()?;
            let name = format!("tail:{}:{}:{}", tail.file, tail.begun, tail.offset);
            for (n, kind) in understand(&new, &mut tail).into_iter().enumerate() {
                events.push(event(of, &format!("{name}:{n}"), kind)?);
            }
            tail
        }
        // What is written from now on belongs to this session.
        Err(error) if error.kind() == ErrorKind::NotFound => last.clone().unwrap_or_default(),
        Ok(None) | Err(_) => return None,
    };
    if last.as_ref() == Some(&tail) {
        return Some(TranscriptUpdate { events, read: None });
    }
    let (session, agent) = (of.session.clone(), of.agent.clone());
    let now = TailRow { session, agent, body: serde_json::to_string(&tail).ok()?, at: now };
    Some(TranscriptUpdate { events, read: Some(ReadPosition { before, now }) })
}

/// Where to go on, and what follows there. A file that was replaced or cut begins anew.
fn follow(
    mut file: File,
    meta: &Metadata,
    last: Option<TranscriptCursor>,
) -> io::Result<(TranscriptCursor, Vec<u8>)> {
    let inode = meta.ino();
    let grew = |tail: &TranscriptCursor| tail.file == inode && tail.offset <= meta.len();
    let begun = last.as_ref().map_or(0, |tail| tail.begun.saturating_add(1));
    if let Some(mut tail) = last.filter(|tail| tail.file == 0 || grew(tail)) {
        // Inodes are given again, so the line before has to end where it ended.
        let before = usize::from(tail.offset > 0 && !tail.inside);
        let mut new = bytes(&mut file, tail.offset - before as u64)?;
        if new.drain(..before.min(new.len())).all(|byte| byte == b'\n') {
            tail.file = inode;
            return Ok((tail, new));
        }
    }
    let mut tail = TranscriptCursor::new(inode, meta.len());
    tail.begun = begun;
    let new = bytes(&mut file, tail.offset)?;
    Ok((tail, new))
}

/// What follows, as much as one hook reads, and the byte before.
fn bytes(file: &mut File, from: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(TRANSCRIPT_READ_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn event(of: &Event, id: &str, kind: EventKind) -> Option<Event> {
    let id = Some(EventId::parse(id).ok()?);
    Some(Event { session: of.session.clone(), agent: of.agent.clone(), id, at: None, kind })
}
