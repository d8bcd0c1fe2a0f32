//! The records that an event concerns, as the store has them.

use fusebox_engine::state::{Scopes, SessionState};
use fusebox_engine::{AgentId, Event, EventKind, Observation, SessionId, TaskId};
use fusebox_store::{ScopeKind, ScopeRow, StoreError, StoreTx};

use crate::RuntimeError;
use crate::codec::{self, ScopeRecord, StoredRecord};
use crate::record_cache::CachedRecord;
use crate::spend::RecordCaps;
use crate::tx_context::TxContext;

/// The records of one event. They are large: they are passed on in a box.
#[derive(Debug)]
pub(crate) struct LoadedScopes {
    pub(crate) scopes: Scopes,
    /// The task that the session serves.
    pub(crate) task: TaskId,
    /// Where the agent's record lies.
    pub(crate) agent_key: String,
    /// How far the client's record of the main conversation was read, as it is kept beside the session's record.
    pub(crate) position: String,
    /// The sums of caps that stand beside the records.
    pub(crate) caps: RecordCaps,
    /// What is stored and cannot be read; it counts as open.
    pub(crate) unreadable: Option<UnreadableRecord>,
    /// What is not stored.
    pub(crate) missing: MissingRecords,
    /// The event before it in the same transaction had them: what lies outside of the database was looked at for that one.
    pub(crate) is_carried: bool,
}

/// The records of the last event of a transaction that are not saved yet. The next event of the same agent continues
/// with them, so that a batch of events is saved once.
#[derive(Debug)]
pub(crate) struct UnsavedScopes {
    pub(crate) session: SessionId,
    pub(crate) loaded: Box<LoadedScopes>,
}

impl UnsavedScopes {
    /// Those of a session, as an event has left them.
    pub(crate) fn new(session: SessionId, mut loaded: Box<LoadedScopes>) -> Self {
        loaded.unreadable = None;
        loaded.missing = MissingRecords::default();
        loaded.is_carried = true;
        Self { session, loaded }
    }

    /// Takes the unsaved records of the transaction where `event` is of the same session and agent. They are left where
    /// they are for a session start, which may move the session to another task, and for records that are doubted.
    pub(crate) fn take_for(event: &Event, context: &TxContext<'_>) -> Option<Box<LoadedScopes>> {
        let unsaved = context.unsaved.take()?;
        let is_same = unsaved.session == event.session
            && is_key_of(&unsaved.loaded.agent_key, &event.session, &event.agent);
        if is_same && !context.doubted && !matches!(event.kind, EventKind::SessionStart(_)) {
            return Some(unsaved.loaded);
        }
        context.unsaved.replace(Some(unsaved));
        None
    }
}

/// How far the client's record of a session's main conversation is read with a transaction.
#[derive(Debug, Clone)]
pub(crate) struct PositionMove {
    pub(crate) session: SessionId,
    /// What is kept where no other process has read it since.
    pub(crate) before: String,
    /// What is kept from now on.
    pub(crate) after: String,
}

/// Which records are not there: new ones, and those that damage hides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct MissingRecords {
    /// The session's.
    pub(crate) session: bool,
    /// The agent's.
    pub(crate) agent: bool,
    /// The task's.
    pub(crate) task: bool,
}

/// A stored record that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnreadableRecord {
    /// The agent's or the session's.
    Conversation,
    /// The task's: all of its sessions are held.
    Task,
}

/// Reads the records of an event.
pub(crate) fn load(
    tx: &dyn StoreTx,
    (session_id, agent_id): (&SessionId, &AgentId),
    kind: &EventKind,
    context: &TxContext<'_>,
) -> Result<Box<LoadedScopes>, RuntimeError> {
    let session_row = row(tx, ScopeKind::Session, session_id.as_str())?;
    let is_new = matches!(session_row, StoredRecord::State(None));
    let position = position_after(session_id, &session_row, context)?;
    let session_caps = caps_of(&session_row);
    let mut records = context.records.borrow_mut();
    let (mut session, mut session_read) = known(session_row, &mut records.session);
    if context.doubted || !session_read {
        let next = tx.next_number(session_id)?;
        session_read &= session.events == next;
        session.events = next;
    }
    let task = named_task(&session, kind).unwrap_or_else(|| TaskId::from(session_id));
    let agent_key = agent_key(session_id, agent_id);
    let agent_row = row(tx, ScopeKind::Agent, &agent_key)?;
    let task_row = row(tx, ScopeKind::Task, task.as_str())?;
    let missing = MissingRecords {
        session: is_new,
        agent: matches!(agent_row, StoredRecord::State(None)),
        task: matches!(task_row, StoredRecord::State(None)),
    };
    let caps = RecordCaps::new(caps_of(&agent_row), session_caps, caps_of(&task_row));
    let (agent, agent_read) = known(agent_row, &mut records.agent);
    let (task_state, task_read) = known(task_row, &mut records.task);
    Ok(Box::new(LoadedScopes {
        scopes: Scopes { agent, session, task: task_state },
        task,
        agent_key,
        position,
        caps,
        unreadable: match (session_read && agent_read, task_read) {
            (_, false) => Some(UnreadableRecord::Task),
            (false, true) => Some(UnreadableRecord::Conversation),
            (true, true) => None,
        },
        missing,
        is_carried: false,
    }))
}

/// The sums of caps beside the records of an event.
pub(crate) fn record_caps(
    reader: &dyn StoreTx,
    seen: &Observation,
) -> Result<RecordCaps, RuntimeError> {
    let caps = |kind, key: &str| row(reader, kind, key).map(|row| caps_of(&row));
    Ok(RecordCaps::new(
        caps(ScopeKind::Agent, &agent_key(&seen.session, &seen.agent))?,
        caps(ScopeKind::Session, seen.session.as_str())?,
        caps(ScopeKind::Task, seen.task.as_str())?,
    ))
}

/// The sums of caps in a row, as they are stored.
fn caps_of(row: &StoredRecord<Option<ScopeRow>>) -> StoredRecord<String> {
    match row {
        StoredRecord::State(Some(row)) => StoredRecord::State(row.caps.clone()),
        StoredRecord::State(None) => StoredRecord::State(String::new()),
        StoredRecord::Corrupt => StoredRecord::Corrupt,
    }
}

/// How far the client's record was read, with what this transaction has read of it.
///
/// # Errors
/// [`StoreError::LostUpdate`] where another process has read the same: the transaction begins anew with what is kept now.
fn position_after(
    session: &SessionId,
    row: &StoredRecord<Option<ScopeRow>>,
    context: &TxContext<'_>,
) -> Result<String, RuntimeError> {
    let kept = match row {
        StoredRecord::State(Some(row)) => row.position.as_str(),
        StoredRecord::State(None) | StoredRecord::Corrupt => "",
    };
    match context.moved.borrow_mut().take_if(|moved| moved.session == *session) {
        Some(moved) if moved.before != kept => {
            Err(StoreError::LostUpdate { session: session.to_string(), n: 0 }.into())
        }
        Some(moved) => Ok(moved.after),
        None => Ok(kept.to_owned()),
    }
}

/// A session's record; none where there is none or it cannot be read.
pub(crate) fn session(
    reader: &dyn StoreTx,
    session: &SessionId,
) -> Result<Option<SessionState>, RuntimeError> {
    let StoredRecord::State(Some(row)) = row(reader, ScopeKind::Session, session.as_str())? else {
        return Ok(None);
    };
    let StoredRecord::State(state) = codec::read(Some(&row)) else { return Ok(None) };
    Ok(Some(state))
}

/// A session's record, from `cache` where its row did not change; an empty one where there is none or it cannot be
/// read. The cache keeps it for the event that follows.
pub(crate) fn cached_session(
    reader: &dyn StoreTx,
    session: &SessionId,
    cache: &mut CachedRecord<SessionState>,
) -> Result<SessionState, RuntimeError> {
    let StoredRecord::State(Some(row)) = row(reader, ScopeKind::Session, session.as_str())? else {
        *cache = CachedRecord::default();
        return Ok(SessionState::default());
    };
    let StoredRecord::State(state) = cache.take(&row) else { return Ok(SessionState::default()) };
    cache.put(row, state.clone());
    Ok(state)
}

/// A row as it is; one that SQLite cannot give back counts as corrupt, not as a failure.
fn row(
    tx: &dyn StoreTx,
    kind: ScopeKind,
    key: &str,
) -> Result<StoredRecord<Option<ScopeRow>>, RuntimeError> {
    match tx.scope(kind, key) {
        Ok(row) => Ok(StoredRecord::State(row)),
        Err(StoreError::Row { .. }) => Ok(StoredRecord::Corrupt),
        Err(error) => Err(error.into()),
    }
}

/// The record in a row, and whether it could be read; an empty one where it could not.
fn known<T: ScopeRecord>(
    row: StoredRecord<Option<ScopeRow>>,
    cache: &mut CachedRecord<T>,
) -> (T, bool) {
    let read = match row {
        StoredRecord::State(Some(row)) => cache.take(&row),
        StoredRecord::State(None) => StoredRecord::State(T::default()),
        StoredRecord::Corrupt => StoredRecord::Corrupt,
    };
    match read {
        StoredRecord::State(state) => (state, true),
        StoredRecord::Corrupt => (T::default(), false),
    }
}

/// The key of an agent's record. Ids hold no control characters, so the key is unambiguous.
pub(crate) fn agent_key(session: &SessionId, agent: &AgentId) -> String {
    format!("{}{agent}", agent_key_prefix(session))
}

/// Between the session and the agent in the key of an agent's record.
const SEPARATOR: char = '\u{1f}';

/// Whether an agent's record lies under this key, as [`agent_key`] makes it.
fn is_key_of(key: &str, session: &SessionId, agent: &AgentId) -> bool {
    let of_session = key.strip_prefix(session.as_str());
    of_session.and_then(|rest| rest.strip_prefix(SEPARATOR)) == Some(agent.as_str())
}

/// The session and the agent whose record lies under this key.
pub(crate) fn agent_of_key(key: &str) -> Option<(&str, &str)> {
    key.split_once(SEPARATOR)
}

/// What the key of every agent of a session begins with.
pub(crate) fn agent_key_prefix(session: &SessionId) -> String {
    format!("{session}{SEPARATOR}")
}

fn named_task(session: &SessionState, kind: &EventKind) -> Option<TaskId> {
    let told = if let EventKind::SessionStart(start) = kind { start.task.clone() } else { None };
    told.or_else(|| session.task.clone())
}
