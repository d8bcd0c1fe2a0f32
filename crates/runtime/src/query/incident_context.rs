//! What is known around an incident, for its first screen: who was stopped, where, after how much.

use fusebox_engine::Incident;
use fusebox_engine::state::{SessionState, TaskState};
use fusebox_store::{ScopeKind, Store};
use serde::Serialize;

use super::{find_incidents, record};
use crate::{RuntimeError, agent_run, task};

/// The shortest beginning of an id that is shown, in characters.
const SHORT_ID: usize = 4;

/// What is known around an incident. Counts are those of the task since its last prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IncidentContext {
    /// The shortest beginning of the incident's id that names it alone, of 4 characters at least.
    pub short_id: String,
    /// The client.
    pub client: Option<String>,
    /// The folder that the session works in.
    pub folder: Option<String>,
    /// The role of the session, else that of its task.
    pub role: Option<String>,
    /// The issue that its task is about: `OWNER/REPO#N`.
    pub issue: Option<String>,
    /// Whether nobody can type to the agent: nobody sits at the client, or `fusebox run` ended it.
    pub is_unattended: bool,
    /// Calls that ran.
    pub tool_calls: u64,
    /// Milliseconds in which the agent worked.
    pub active_ms: u64,
    /// Tokens in the conversation; 0 where the client does not tell.
    pub context_tokens: u64,
}

/// Which client an incident happened in, and where.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct IncidentOrigin {
    /// The agent program.
    pub client: Option<String>,
    /// The folder that its session works in.
    pub folder: Option<String>,
}

/// What is known around the incident now.
///
/// # Errors
/// When the store fails.
pub fn incident_context(
    store: &Store,
    incident: &Incident,
) -> Result<IncidentContext, RuntimeError> {
    let session: SessionState = record(store, ScopeKind::Session, incident.session.as_str())?;
    let task_state: TaskState = record(store, ScopeKind::Task, incident.task.as_str())?;
    let named = task::find(store, &incident.task)?;
    let of_task = |get: fn(task::Task) -> Option<String>| named.clone().and_then(get);
    Ok(IncidentContext {
        short_id: short_id(store, incident)?,
        is_unattended: session.is_unattended || is_of_run(store, incident)?,
        client: session.client,
        role: session.role.or_else(|| of_task(|task| task.role)),
        issue: of_task(|task| task.issue),
        folder: session.folder.or_else(|| of_task(|task| Some(task.folder))),
        tool_calls: task_state.used.tool_calls,
        active_ms: task_state.used.active_ms,
        context_tokens: task_state.used.context_tokens,
    })
}

/// The runs of a task among which that of an incident is looked for.
const LATEST_RUNS: u32 = 50;

/// Whether the session that tripped was one of `fusebox run` or `fusebox loop`.
///
/// # Errors
/// When the store fails.
pub fn is_of_run(store: &Store, incident: &Incident) -> Result<bool, RuntimeError> {
    let runs = agent_run::latest(store, Some(&incident.task), LATEST_RUNS)?;
    Ok(runs.iter().any(|run| run.session.as_ref() == Some(&incident.session)))
}

/// The client and the folder of the session that tripped; the folder of its task where it has none.
///
/// # Errors
/// When the store fails.
pub fn incident_origin(store: &Store, incident: &Incident) -> Result<IncidentOrigin, RuntimeError> {
    let session: SessionState = record(store, ScopeKind::Session, incident.session.as_str())?;
    let of_task = match session.folder {
        None => task::find(store, &incident.task)?.map(|task| task.folder),
        Some(_) => None,
    };
    Ok(IncidentOrigin { client: session.client, folder: session.folder.or(of_task) })
}

fn short_id(store: &Store, incident: &Incident) -> Result<String, RuntimeError> {
    let id = incident.id.as_str();
    for short in (SHORT_ID..id.len()).filter_map(|end| id.get(..end)) {
        if find_incidents(store, short)?.len() == 1 {
            return Ok(short.to_owned());
        }
    }
    Ok(id.to_owned())
}
