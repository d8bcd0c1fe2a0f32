//! The facts that the report of an incident is composed of.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::scope::ScopeTouch;
use crate::state::CheckpointState;
use crate::test_run::FileChangeKind;
use crate::{CallHistory, Incident, PicoUsd, SessionId, TaskId, TestRunRecord, Timestamp};

/// Everything that is known of a task when its breaker trips, or when a person asks. All text is
/// redacted.
#[derive(Debug, Clone, PartialEq)]
pub struct IncidentFacts {
    /// The incident; `None` when a person asks without a trip.
    pub incident: Option<Incident>,
    /// The session that worked on the task last.
    pub session: SessionId,
    /// The task.
    pub task: TaskId,
    /// When it tripped, or when the person asked.
    pub at: Timestamp,
    /// What a person calls the task's slice of work.
    pub slice_name: Option<String>,
    /// The beginning of the slice's `STATE.md`, redacted.
    pub slice_state: Option<String>,
    /// The test runs that failed or could not run, the oldest first.
    pub runs: Vec<TestRunRecord>,
    /// Tests of the last failed run that have passed since.
    pub passed_since: Vec<String>,
    /// The statements at which tests of the last failed run failed, by the test's name, as they stand
    /// in the source.
    pub failing_statements: BTreeMap<String, String>,
    /// What was asked for or written outside the scope.
    pub scope_touches: Vec<ScopeTouch>,
    /// The last calls, the latest last.
    pub calls: Vec<RecordedCall>,
    /// The calls that the analysis of the trip reads; empty where nothing is analysed.
    pub history: CallHistory,
    /// The task's checkpoint.
    pub checkpoint: CheckpointState,
    /// What differs from the checkpoint, as git sees it; `None` where git was not asked.
    pub since_checkpoint: Option<WorkSinceCheckpoint>,
    /// The branch that was checked out; `None` where there was none, or git was not asked.
    pub branch: Option<String>,
    /// What the session has cost; `None` where its usage is not read.
    pub cost: Option<PicoUsd>,
}

/// What differs between a checkpoint and the files as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkSinceCheckpoint {
    /// The files that differ.
    pub files: Vec<(String, FileChangeKind)>,
    /// Lines that were added to text files.
    pub lines_added: u64,
    /// Lines that were removed from text files.
    pub lines_removed: u64,
}

impl IncidentFacts {
    /// The facts of a task of which nothing else is known.
    #[must_use]
    pub fn new(session: SessionId, task: TaskId, at: Timestamp) -> Self {
        Self {
            incident: None,
            session,
            task,
            at,
            slice_name: None,
            slice_state: None,
            runs: Vec::new(),
            passed_since: Vec::new(),
            failing_statements: BTreeMap::new(),
            scope_touches: Vec::new(),
            calls: Vec::new(),
            history: CallHistory::default(),
            checkpoint: CheckpointState::default(),
            since_checkpoint: None,
            branch: None,
            cost: None,
        }
    }
}

/// One tool call as the log has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct RecordedCall {
    /// Digest of the client's id of the call.
    #[serde(skip)]
    pub id: Option<u64>,
    /// Digest of the tool and its arguments.
    #[serde(skip)]
    pub call: Option<u64>,
    /// Digest of the result.
    #[serde(skip)]
    pub result: Option<u64>,
    /// The call, short and redacted.
    pub label: String,
    /// When it was asked for.
    pub at: Timestamp,
    /// Whether it did what was asked; `None` while it runs, or when it was refused.
    pub ok: Option<bool>,
    /// The error or the last line of the output, short and redacted.
    pub gist: Option<String>,
    /// Whether it was refused.
    pub refused: bool,
}

impl RecordedCall {
    /// Whether both are the same call with the same result.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let same = self.label == other.label && self.call == other.call;
        // Each refusal has its own words; what was refused is the same.
        same && self.refused == other.refused && (self.refused || self.result == other.result)
    }
}
