//! The records that an event concerns, as the store has them.

use fusebox_engine::state::{Scopes, SessionState};
use fusebox_engine::{AgentId, EventKind, SessionId, TaskId};
use fusebox_store::{Reader, ScopeKind, ScopeRow, StoreError};

use crate::RuntimeError;
use crate::codec::{self, Read, Record};
use crate::one::Around;

/// The records of one event.
pub(crate) struct Loaded {
    pub(crate) scopes: Scopes,
    /// The task that the session serves.
    pub(crate) task: TaskId,
    /// Where the agent's record lies.
    pub(crate) agent_key: String,
    /// What is stored and cannot be read; it counts as open.
    pub(crate) unreadable: Option<Unreadable>,
    /// What is not stored.
    pub(crate) missing: Missing,
}

/// Which records are not there: new ones, and those that damage hides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Missing {
    /// The agent's.
    pub(crate) agent: bool,
    /// The task's.
    pub(crate) task: bool,
}

/// A stored record that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// The agent's or the session's.
    Conversation,
    /// The task's: all of its sessions are held.
    Task,
}

/// A session's record beside the text that it was read from: the same text is not read twice.
#[derive(Debug)]
pub(crate) struct Before {
    text: String,
    pub(crate) state: SessionState,
}

/// Reads the records of an event.
pub(crate) fn load(
    tx: &Reader<'_>,
    (session_id, agent_id): (&SessionId, &AgentId),
    kind: &EventKind,
    around: &Around<'_>,
) -> Result<Loaded, RuntimeError> {
    let session_row = row(tx, ScopeKind::Session, session_id.as_str())?;
    let (mut session, mut session_read) = match (&session_row, around.before) {
        (Read::State(Some(row)), Some(before)) if row.durable == before.text => {
            (before.state.clone(), true)
        }
        _ => known(session_row),
    };
    if around.doubted || !session_read {
        let next = tx.next_number(session_id)?;
        session_read &= session.events == next;
        session.events = next;
    }
    let task = named_task(&session, kind).unwrap_or_else(|| TaskId::from(session_id));
    let agent_key = agent_key(session_id, agent_id);
    let agent_row = row(tx, ScopeKind::Agent, &agent_key)?;
    let task_row = row(tx, ScopeKind::Task, task.as_str())?;
    let missing = Missing {
        agent: matches!(agent_row, Read::State(None)),
        task: matches!(task_row, Read::State(None)),
    };
    let (agent, agent_read) = known(agent_row);
    let (task_state, task_read) = known(task_row);
    Ok(Loaded {
        scopes: Scopes { agent, session, task: task_state },
        task,
        agent_key,
        unreadable: match (session_read && agent_read, task_read) {
            (_, false) => Some(Unreadable::Task),
            (false, true) => Some(Unreadable::Conversation),
            (true, true) => None,
        },
        missing,
    })
}

/// A session's record; none where there is none or it cannot be read.
pub(crate) fn session(
    reader: &Reader<'_>,
    session: &SessionId,
) -> Result<Option<Before>, RuntimeError> {
    let Read::State(Some(row)) = row(reader, ScopeKind::Session, session.as_str())? else {
        return Ok(None);
    };
    let Read::State(state) = codec::read(Some(&row)) else { return Ok(None) };
    Ok(Some(Before { text: row.durable, state }))
}

/// A row as it is; one that SQLite cannot give back counts as corrupt, not as a failure.
fn row(
    tx: &Reader<'_>,
    kind: ScopeKind,
    key: &str,
) -> Result<Read<Option<ScopeRow>>, RuntimeError> {
    match tx.scope(kind, key) {
        Ok(row) => Ok(Read::State(row)),
        Err(StoreError::Row { .. }) => Ok(Read::Corrupt),
        Err(error) => Err(error.into()),
    }
}

/// The record in a row, and whether it could be read; an empty one where it could not.
fn known<T: Record>(row: Read<Option<ScopeRow>>) -> (T, bool) {
    match row {
        Read::State(row) => match codec::read(row.as_ref()) {
            Read::State(state) => (state, true),
            Read::Corrupt => (T::default(), false),
        },
        Read::Corrupt => (T::default(), false),
    }
}

/// The key of an agent's record. Ids hold no control characters, so the key is unambiguous.
pub(crate) fn agent_key(session: &SessionId, agent: &AgentId) -> String {
    format!("{session}\u{1f}{agent}")
}

fn named_task(session: &SessionState, kind: &EventKind) -> Option<TaskId> {
    let told = if let EventKind::SessionStart(start) = kind { start.task.clone() } else { None };
    told.or_else(|| session.task.clone())
}
