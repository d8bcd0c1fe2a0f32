//! Tasks with their attempts, as they stand.

use std::collections::BTreeMap;

use fusebox_engine::scope::ScopeTouch;
use fusebox_engine::state::{CheckpointStage, CheckpointState, SessionState, TaskState};
use fusebox_engine::{Breaker, BreakerState, SessionId, TaskId, TestRunRecord};
use fusebox_store::{ScopeKind, SessionRow, SessionSelection, Store};
use serde::Serialize;

use super::{TaskLifecycle, agent, record};
use crate::RuntimeError;
use crate::task::{self, Task};

/// Runs of a task that are looked at; older ones are no use to anybody.
const RUNS: u32 = 200;

/// A task and how it stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TaskView {
    /// Its id.
    pub task: TaskId,
    /// The slice of work: the task's id.
    pub slice_id: TaskId,
    /// What a person started it with; none where a session is its own task.
    pub named: Option<Task>,
    /// Where it stands in its life.
    #[serde(flatten)]
    pub lifecycle: TaskLifecycle,
    /// Its breaker.
    pub state: BreakerState,
    /// Why that is open, if it is.
    pub reason: Option<String>,
    /// The open incident, if any.
    pub incident: Option<String>,
    /// The tag of its checkpoint, if there is one.
    pub checkpoint: Option<String>,
    /// In what way that is partial; none where it is whole.
    pub checkpoint_partial: Option<String>,
    /// Why there is none, where making it failed or there is nothing to make it of.
    pub checkpoint_missing: Option<String>,
    /// Failed attempts by test.
    pub per_test_attempts: BTreeMap<String, TestAttempts>,
    /// Failed attempts of the slice.
    pub total_slice_failures: u64,
    /// Test runs in a row that could not run.
    pub infrastructure_failures: u64,
    /// Tests that a person took out of the count.
    pub skipped: Vec<String>,
    /// Files outside the scope that were asked for, the latest last.
    pub scope_violations: Vec<ScopeTouch>,
    /// Admitted tool calls since the last person's prompt.
    pub tool_calls: u64,
    /// The sessions that served it, the latest first.
    pub sessions: Vec<SessionId>,
}

/// Attempts at one test.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TestAttempts {
    /// Failed attempts since it passed last.
    pub count: u64,
    /// Whether it fails now.
    pub failing: bool,
    /// What was tried.
    pub changes: Vec<TestChange>,
}

/// One attempt at a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TestChange {
    /// Its number in the slice.
    pub attempt: u64,
    /// The files changed since the run before.
    pub files_touched: Vec<String>,
    /// The agent's last sentence before the run.
    pub description: Option<String>,
    /// How the test failed.
    pub error: Option<String>,
}

/// Every task that a person started, and with `all` every session that is its own.
///
/// # Errors
/// When the store fails.
pub fn tasks(store: &Store, open_only: bool) -> Result<Vec<TaskView>, RuntimeError> {
    task::all(store, open_only)?.iter().map(|named| task(store, &named.id)).collect()
}

/// One task, named or not; one that nobody knows is empty.
///
/// # Errors
/// When the store fails.
pub fn task(store: &Store, id: &TaskId) -> Result<TaskView, RuntimeError> {
    let state: TaskState = record(store, ScopeKind::Task, id.as_str())?;
    let attempts = &state.attempts;
    let mut per_test: BTreeMap<String, TestAttempts> = attempts
        .tests
        .iter()
        .map(|test| {
            let failing = attempts.failing.contains(&test.key);
            (test.name.clone(), TestAttempts { count: test.count, failing, changes: Vec::new() })
        })
        .collect();
    for run in runs(store, id)? {
        let Some(attempt) = run.attempt else { continue };
        for failed in &run.failed {
            let Some(test) = per_test.get_mut(&failed.name) else { continue };
            test.changes.push(TestChange {
                attempt,
                files_touched: run.files.iter().map(|file| file.path.clone()).collect(),
                description: run.said.clone(),
                error: failed.error.as_ref().map(|error| error.text().to_owned()),
            });
        }
    }
    let tripped = state.breaker.trip_record();
    let reader = store.read();
    let sessions = reader.sessions(SessionSelection::OfTask(id))?;
    let named = task::find(store, id)?;
    let lifecycle = lifecycle(store, named.as_ref(), &state.breaker, sessions.first())?;
    Ok(TaskView {
        lifecycle,
        task: id.clone(),
        slice_id: id.clone(),
        named,
        state: state.state(),
        reason: tripped.map(|tripped| tripped.cause.cause()),
        incident: tripped.map(|tripped| tripped.incident.to_string()),
        checkpoint: state.checkpoint.tag().map(str::to_owned),
        checkpoint_partial: state.checkpoint.partial(),
        checkpoint_missing: missing(&state.checkpoint),
        per_test_attempts: per_test,
        total_slice_failures: attempts.total,
        infrastructure_failures: attempts.infra,
        skipped: attempts.skipped.clone(),
        scope_violations: state.scope.touches,
        tool_calls: state.used.tool_calls,
        sessions: sessions.into_iter().map(|row| row.session).collect(),
    })
}

/// Where a task stands; `latest` is the session that served it last.
fn lifecycle(
    store: &Store,
    named: Option<&Task>,
    breaker: &Breaker,
    latest: Option<&SessionRow>,
) -> Result<TaskLifecycle, RuntimeError> {
    let is_completed = named.is_some_and(|task| !task.is_open());
    let Some(latest) = latest else {
        return Ok(TaskLifecycle::of(is_completed, [breaker, &Breaker::Closed], None));
    };
    let session = record::<SessionState>(store, ScopeKind::Session, latest.session.as_str())?;
    let main = agent(store, &latest.session)?;
    Ok(TaskLifecycle::of(is_completed, [breaker, &main.breaker], Some(&session)))
}

/// What is known of a task's checkpoint.
pub(crate) fn checkpoint(store: &Store, id: &TaskId) -> Result<CheckpointState, RuntimeError> {
    Ok(record::<TaskState>(store, ScopeKind::Task, id.as_str())?.checkpoint)
}

fn missing(state: &CheckpointState) -> Option<String> {
    if let CheckpointStage::Missing { why } = &state.stage { Some(why.clone()) } else { None }
}

/// The test runs of a task that failed or could not run, the oldest first.
///
/// # Errors
/// When the store fails.
pub fn runs(store: &Store, id: &TaskId) -> Result<Vec<TestRunRecord>, RuntimeError> {
    let bodies = store.read().runs(id, RUNS)?;
    Ok(bodies.iter().filter_map(|body| serde_json::from_str(body).ok()).collect())
}
