//! Records of the engine to rows of the store and back.
//!
//! The durable part of a record is JSON with named fields. The window of an agent is binary and
//! belongs to one version; with another it is dropped and fills again.

use fusebox_engine::Timestamp;
use fusebox_engine::state::{AgentState, SessionState, TaskState, Window};
use fusebox_observe::OBSERVE_VERSION;
use fusebox_store::ScopeRow;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::RuntimeError;

/// The layout of the window; bump it when its fields change.
pub const STATE_VERSION: u32 = 1;

const WINDOW_VERSION: u32 = STATE_VERSION * 1_000 + OBSERVE_VERSION;

/// What a row says.
pub(crate) enum Read<T> {
    /// It was read, or there is none yet.
    State(T),
    /// It cannot be read: the breaker counts as open.
    Corrupt,
}

pub(crate) fn read<T: DeserializeOwned + Default>(row: Option<&ScopeRow>) -> Read<T> {
    let Some(row) = row else { return Read::State(T::default()) };
    serde_json::from_str(&row.durable).map_or(Read::Corrupt, Read::State)
}

pub(crate) fn read_agent(row: Option<&ScopeRow>) -> Read<AgentState> {
    match read::<AgentState>(row) {
        Read::State(mut agent) => {
            if let Some(row) = row.filter(|row| row.window_version == WINDOW_VERSION) {
                agent.window = postcard::from_bytes(&row.window).unwrap_or_default();
            }
            Read::State(agent)
        }
        Read::Corrupt => Read::Corrupt,
    }
}

pub(crate) fn agent_row(agent: &AgentState, at: Timestamp) -> Result<ScopeRow, RuntimeError> {
    Ok(ScopeRow {
        durable: json("the agent's record", agent)?,
        window: window(&agent.window),
        window_version: WINDOW_VERSION,
        open: agent.breaker.tripped().is_some(),
        at,
    })
}

fn window(window: &Window) -> Vec<u8> {
    // The window holds nothing that cannot be written; an empty one fills again.
    postcard::to_allocvec(window).unwrap_or_default()
}

pub(crate) fn session_row(session: &SessionState) -> Result<ScopeRow, RuntimeError> {
    plain("the session's record", session, false, session.last)
}

pub(crate) fn task_row(task: &TaskState, at: Timestamp) -> Result<ScopeRow, RuntimeError> {
    plain("the task's record", task, task.breaker.tripped().is_some(), at)
}

fn plain<T: Serialize>(
    what: &'static str,
    state: &T,
    open: bool,
    at: Timestamp,
) -> Result<ScopeRow, RuntimeError> {
    Ok(ScopeRow { durable: json(what, state)?, window: Vec::new(), window_version: 0, open, at })
}

pub(crate) fn json<T: Serialize>(what: &'static str, value: &T) -> Result<String, RuntimeError> {
    serde_json::to_string(value).map_err(|source| RuntimeError::Write { what, source })
}
