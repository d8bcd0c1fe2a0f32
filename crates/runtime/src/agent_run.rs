//! Records of work: what is written down of each run under supervision and of each other session that
//! ended, and read again.

mod session;
mod verification;

use fusebox_engine::{IncidentId, PicoUsd, RunId, SessionId, TaskId, Timestamp};
use fusebox_store::{AgentRunRow, Store, StoreTx};
use serde::{Deserialize, Serialize};

pub(crate) use self::session::keep_session;
pub use self::verification::{Verification, VerificationOutcome};
use crate::{RuntimeError, codec};

/// One run of an agent's command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentRun {
    /// Its id.
    pub run: RunId,
    /// What kind of work it was.
    #[serde(default)]
    pub kind: RecordKind,
    /// The task that it worked on; its own id where none was named.
    pub task: TaskId,
    /// What the agent is for.
    pub role: Option<String>,
    /// How its output is read: `claude`, `codex`, `gemini`, `opencode` or `generic`.
    pub agent: String,
    /// The name of the program, without its arguments.
    pub program: String,
    /// The folder that it worked in.
    pub folder: String,
    /// The folder of the project that it worked in, where that is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_project: Option<String>,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended; `None` while it runs.
    pub ended_at: Option<Timestamp>,
    /// Who watches over it.
    pub watch: RunWatch,
    /// The session of the latest event: `fusebox status` shows it.
    pub session: Option<SessionId>,
    /// Tool calls that were admitted.
    pub tool_calls: u64,
    /// Messages in the conversation.
    pub messages: u64,
    /// Tokens in the conversation; where the client does not say, a quarter of the bytes of output.
    pub estimated_context_tokens: u64,
    /// Whether a limit was neared: whoever looks over the work should look twice.
    pub qc_recommended: bool,
    /// Whether a breaker opened.
    pub circuit_breaker_triggered: bool,
    /// Whether somebody looked over the work: its trip was analysed, or it was verified.
    pub qc_invoked: bool,
    /// How long it ran, in whole seconds.
    pub duration_s: u64,
    /// Tripped runs of the task right before this one.
    pub retry_count: u64,
    /// How it ended; `None` while it runs, until an iteration is judged, and after a trip until that is
    /// handed to a person or a retry has begun.
    pub final_status: Option<FinalStatus>,
    /// Why it failed.
    pub failure_reason: Option<String>,
    /// The command's own exit code.
    pub exit_code: Option<i32>,
    /// The signal that ended the command.
    pub signal: Option<i32>,
    /// Bytes that it wrote to its standard output.
    pub output_bytes: u64,
    /// The incident that ended it.
    pub incident: Option<IncidentId>,
    /// The analysis of that incident.
    #[serde(default)]
    pub analysis: Option<AnalysisSummary>,
    /// The tripped run whose analysis stands before its prompt.
    #[serde(default)]
    pub retry_of: Option<RunId>,
    /// How it was verified, where it had to be or a verifier was named.
    #[serde(default)]
    pub verification: Option<Verification>,
    /// What its session cost; none where its client did not tell.
    #[serde(default)]
    pub cost_usd: Option<PicoUsd>,
    /// Whether the trip was handed to a person.
    pub escalated: bool,
    /// Whether its prompt begins with a person's answer to the trip before, and what was tried.
    #[serde(default)]
    pub is_introduced: bool,
    /// The start of the loop that it is an iteration of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loop_start: Option<RunId>,
}

impl AgentRun {
    /// The folder of the project that it worked in.
    #[must_use]
    pub fn project(&self) -> &str {
        self.other_project.as_deref().unwrap_or(&self.folder)
    }
}

/// What kind of work a record is of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    /// `fusebox run`.
    #[default]
    Run,
    /// One iteration of `fusebox loop`.
    Loop,
    /// A session that only its hooks reported.
    Session,
}

/// What the analysis of a trip found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisSummary {
    /// Who analysed.
    pub analyst: String,
    /// The root cause.
    pub root_cause: String,
}

/// The processes around a run, each by its pid and its start time, which tells two users of a pid
/// apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunWatch {
    /// Who keeps the time.
    pub supervisor: (u32, u64),
    /// Who ends everything should the supervisor die.
    pub guard: (u32, u64),
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinalStatus {
    /// It did its work.
    Success,
    /// It did its work, after a trip in it or in the run before.
    PassedAfterTrip,
    /// It did not.
    Failure,
}

/// Keeps a run in place of the one with the same id.
///
/// # Errors
/// When the store fails.
pub fn keep(store: &mut Store, run: &AgentRun) -> Result<(), RuntimeError> {
    keep_all(store, &[run])
}

/// The same of several runs, all or none.
///
/// # Errors
/// When the store fails.
pub fn keep_all(store: &mut Store, runs: &[&AgentRun]) -> Result<(), RuntimeError> {
    let rows = runs.iter().map(|run| to_row(run)).collect::<Result<Vec<_>, _>>()?;
    Ok(store.write(|tx| rows.iter().try_for_each(|row| tx.put_agent_run(row)))?)
}

fn to_row(run: &AgentRun) -> Result<AgentRunRow, RuntimeError> {
    Ok(AgentRunRow {
        id: run.run.clone(),
        task: run.task.clone(),
        open: run.final_status.is_none(),
        is_session: run.kind == RecordKind::Session,
        at: run.started_at,
        body: codec::json("a run", run)?,
    })
}

/// The newest `limit` records of runs and of sessions, of one task or of all, the latest first.
///
/// # Errors
/// When the store fails.
pub fn records(
    store: &Store,
    task: Option<&TaskId>,
    limit: u32,
) -> Result<Vec<AgentRun>, RuntimeError> {
    Ok(store.read().work_records(task, limit)?.iter().filter_map(read).collect())
}

/// The newest `limit` supervised runs, of one task or of all, the latest first.
///
/// # Errors
/// When the store fails.
pub fn latest(
    store: &Store,
    task: Option<&TaskId>,
    limit: u32,
) -> Result<Vec<AgentRun>, RuntimeError> {
    latest_in(store.read(), task, limit)
}

/// The same, inside a transaction.
pub(crate) fn latest_in(
    tx: &dyn StoreTx,
    task: Option<&TaskId>,
    limit: u32,
) -> Result<Vec<AgentRun>, RuntimeError> {
    Ok(tx.agent_runs(task, limit)?.iter().filter_map(read).collect())
}

/// The runs of which nobody has written down how they ended.
///
/// # Errors
/// When the store fails.
pub fn unfinished(store: &Store) -> Result<Vec<AgentRun>, RuntimeError> {
    unfinished_of(store.read())
}

/// The same within a transaction.
pub(crate) fn unfinished_of(store: &dyn StoreTx) -> Result<Vec<AgentRun>, RuntimeError> {
    Ok(store.open_agent_runs()?.iter().filter_map(read).collect())
}

fn read(row: &AgentRunRow) -> Option<AgentRun> {
    serde_json::from_str(&row.body).ok()
}
