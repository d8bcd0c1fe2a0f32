//! The facts from which a report is made: plain data without logic.

use super::document::{ChangeType, LastCall, ScopeViolation, TestModified};

/// Everything that is known of a task when it trips. All text is redacted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IncidentFacts {
    /// The incident; `None` when a person asked without a trip.
    pub incident: Option<String>,
    /// The client's session id.
    pub session: String,
    /// The task.
    pub task: String,
    /// What a person calls the task's slice.
    pub slice_name: Option<String>,
    /// The rule by its name, as `attempts.per_test`; `None` when a person asked.
    pub rule: Option<String>,
    /// The limit in words, as `per-test limit (3/3)`; `manual` if it is empty.
    pub trip_reason: String,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// The tests that fail now, in the order of the output.
    pub failing: Vec<FailingTest>,
    /// The test runs after a change, the oldest first.
    pub attempts: Vec<AttemptFacts>,
    /// The last runs in a row that gave no verdict on the code, the oldest first.
    pub infra: Vec<InfraRun>,
    /// Tests that were changed.
    pub tests_touched: Vec<TestModified>,
    /// What was asked for or done outside the scope.
    pub scope_violations: Vec<ScopeViolation>,
    /// The last calls, equal ones in a row as one, the latest last.
    pub last_calls: Vec<LastCall>,
    /// What the agent itself says.
    pub agent_summary: Option<String>,
    /// The tag of the checkpoint, if there is one.
    pub checkpoint: Option<String>,
    /// In what way that is partial; `None` where it is whole.
    pub checkpoint_partial: Option<String>,
}

/// A test that fails now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FailingTest {
    /// The name as the runner takes it; `<suite>` where the output could not be read.
    pub name: String,
    /// The file where it failed.
    pub file: Option<String>,
    /// The line in it, from 1.
    pub line: Option<u32>,
    /// What it asserts; `None` where it ended in another error.
    pub assertion: Option<String>,
    /// What happened instead, one or more lines.
    pub error: String,
    /// Which error that is; equal for equal ones.
    pub digest: u64,
}

/// One test run after a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttemptFacts {
    /// Its number, from 1.
    pub number: u32,
    /// When the run ended, in milliseconds since 1970.
    pub at_ms: u64,
    /// The agent's last sentence before it.
    pub said: Option<String>,
    /// What was changed since the run before.
    pub files: Vec<FileChange>,
    /// The tests that failed.
    pub failing: Vec<FailedTest>,
    /// The error of the run as a whole, where no test names one.
    pub error: Option<String>,
    /// Whether it counted towards a limit.
    pub charged: bool,
}

/// One changed file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Its path.
    pub path: String,
    /// What became of it.
    pub change: ChangeType,
    /// Whether it holds tests.
    pub is_test: bool,
}

/// A test that failed in an attempt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FailedTest {
    /// Its name.
    pub name: String,
    /// The line where it failed, from 1.
    pub line: Option<u32>,
    /// The line that says how.
    pub error: String,
    /// Which error that is; equal for equal ones.
    pub digest: u64,
}

/// A test run that gave no verdict on the code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InfraRun {
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// The command, short and redacted.
    pub command: Option<String>,
    /// What it said.
    pub error: String,
    /// Which error that is; equal for equal ones.
    pub digest: u64,
}
