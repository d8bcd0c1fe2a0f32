//! The records that an event concerns, as the store has them.

use fusebox_engine::state::{Scopes, SessionState};
use fusebox_engine::{AgentId, EventKind, SessionId, TaskId};
use fusebox_store::{ScopeKind, ScopeRow, StoreError, StoreTx};

use crate::RuntimeError;
use crate::codec::{self, ScopeRecord, StoredRecord};
use crate::tx_context::{PreloadedSession, TxContext};

/// The records of one event.
pub(crate) struct LoadedScopes {
    pub(crate) scopes: Scopes,
    /// The task that the session serves.
    pub(crate) task: TaskId,
    /// Where the agent's record lies.
    pub(crate) agent_key: String,
    /// What is stored and cannot be read; it counts as open.
    pub(crate) unreadable: Option<UnreadableRecord>,
    /// What is not stored.
    pub(crate) missing: MissingRecords,
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
) -> Result<LoadedScopes, RuntimeError> {
    let session_row = row(tx, ScopeKind::Session, session_id.as_str())?;
    let is_new = matches!(session_row, StoredRecord::State(None));
    let (mut session, mut session_read) = match (&session_row, context.before) {
        (StoredRecord::State(Some(row)), Some(before)) if row.durable == before.text => {
            (before.state.clone(), true)
        }
        _ => known(session_row),
    };
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
    let (agent, agent_read) = known(agent_row);
    let (task_state, task_read) = known(task_row);
    Ok(LoadedScopes {
        scopes: Scopes { agent, session, task: task_state },
        task,
        agent_key,
        unreadable: match (session_read && agent_read, task_read) {
            (_, false) => Some(UnreadableRecord::Task),
            (false, true) => Some(UnreadableRecord::Conversation),
            (true, true) => None,
        },
        missing,
    })
}

/// A session's record; none where there is none or it cannot be read.
pub(crate) fn session(
    reader: &dyn StoreTx,
    session: &SessionId,
) -> Result<Option<PreloadedSession>, RuntimeError> {
    let StoredRecord::State(Some(row)) = row(reader, ScopeKind::Session, session.as_str())? else {
        return Ok(None);
    };
    let StoredRecord::State(state) = codec::read(Some(&row)) else { return Ok(None) };
    Ok(Some(PreloadedSession { text: row.durable, state }))
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
fn known<T: ScopeRecord>(row: StoredRecord<Option<ScopeRow>>) -> (T, bool) {
    match row {
        StoredRecord::State(row) => match codec::read(row.as_ref()) {
            StoredRecord::State(state) => (state, true),
            StoredRecord::Corrupt => (T::default(), false),
        },
        StoredRecord::Corrupt => (T::default(), false),
    }
}

/// The key of an agent's record. Ids hold no control characters, so the key is unambiguous.
pub(crate) fn agent_key(session: &SessionId, agent: &AgentId) -> String {
    format!("{}{agent}", agent_key_prefix(session))
}

/// What the key of every agent of a session begins with.
pub(crate) fn agent_key_prefix(session: &SessionId) -> String {
    format!("{session}\u{1f}")
}

fn named_task(session: &SessionState, kind: &EventKind) -> Option<TaskId> {
    let told = if let EventKind::SessionStart(start) = kind { start.task.clone() } else { None };
    told.or_else(|| session.task.clone())
}
