//! The report as data. Its JSON form is published as `docs/diagnostic.schema.json`.

use fusebox_engine::test_run::FileChangeKind;
use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;

/// The report of one trip of the circuit breaker, or of the state of a task when a person asks for
/// it. Text from outside is redacted and bounded. Readers must ignore fields that they do not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(title = "Fusebox diagnostic"))]
pub struct Diagnostic {
    /// The version of this form.
    #[cfg_attr(test, schemars(extend("const" = Diagnostic::VERSION)))]
    pub version: u32,
    /// The id of the incident; null when a person asked without a trip.
    pub incident: Option<String>,
    /// The client's session id.
    pub session: String,
    /// The task, which outlives sessions.
    pub task: String,
    /// The rule that tripped, such as `attempts.per_test`; null when a person asked.
    pub rule: Option<String>,
    /// When it tripped, in milliseconds since 1970.
    pub at_ms: u64,
    /// The unit of work.
    pub slice: WorkSlice,
    /// The branch that was checked out at the trip; null where none was, or none is known.
    #[serde(default)]
    pub branch: Option<String>,
    /// The test that tripped; a list where several did; null where no test is known to fail.
    pub test: Option<TrippedTests>,
    /// The limit that was reached, as a label: `per-test limit (3/3)`, `slice ceiling (7/7)`, `the same
    /// call with the same result in a row (6/4)`; `manual` when a person asked.
    pub trip_reason: String,
    /// The assertion; one line for each test where several fail; null where the failure is no
    /// assertion.
    pub test_expectation: Option<String>,
    /// Where the assertion is, as `file:line`.
    #[serde(default)]
    pub test_location: Option<String>,
    /// What happened instead: the output as it was, redacted and bounded.
    pub actual_error: String,
    /// The latest attempts, at most 40, the oldest first.
    pub attempt_log: Vec<AttemptEntry>,
    /// Every file that was changed, in the order of its first change.
    pub cumulative_files_modified: Vec<ModifiedFile>,
    /// What was asked for or done outside the scope.
    pub scope_violations: Vec<ScopeViolation>,
    /// Tests that were edited, deleted, skipped or weakened.
    pub tests_modified: Vec<TestModified>,
    /// The state that the work can return to; null where none was kept.
    #[serde(default)]
    pub checkpoint: Option<CheckpointRef>,
    /// What the evidence suggests, and on which attempts and files that rests. Text from outside
    /// stands between backticks.
    pub best_hypothesis: String,
    /// One question that a sentence answers, and the fact it rests on.
    pub specific_question: String,
    /// Why the agent got stuck, its mistakes and a plan; null where no calls are known.
    #[serde(default)]
    pub analysis: Option<Analysis>,
    /// What the agent found that looked for the cause; absent where none was started. Text from outside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debugger_finding: Option<String>,
    /// What a person can do, the most useful first.
    pub recovery_options: Vec<RecoveryOption>,
    /// The beginning of the slice's `STATE.md`, redacted; null where there is none.
    #[serde(default)]
    pub slice_state: Option<String>,
    /// What the agent says of its work.
    pub agent_summary: Option<String>,
    /// The last calls, the latest last.
    pub last_calls: Vec<LastCall>,
    /// What the session had cost by then, a decimal string of US dollars; absent where its usage is not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<String>,
    /// The state of the work tree; only where a person asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git: Option<GitState>,
    /// What the tests print right now; only where a person asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_run: Option<String>,
}

impl Diagnostic {
    /// The version of the form that this program writes.
    pub const VERSION: u32 = 1;
    /// The most attempts that a report lists.
    pub const MAX_ATTEMPTS: usize = 40;
    /// The most files that a report lists.
    pub const MAX_FILES: usize = 100;
    /// The most tests that a report names.
    pub const MAX_TESTS: usize = 50;
}

/// The unit of work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WorkSlice {
    /// Its id.
    pub id: String,
    /// What a person calls it.
    pub name: Option<String>,
}

/// One test, or several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TrippedTests {
    /// The one that tripped.
    One(String),
    /// All that took part.
    Several(Vec<String>),
}

/// One test run after a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AttemptEntry {
    /// Its number, from 1.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub attempt: u32,
    /// What was tried: the agent's last sentence before the run, else what was changed.
    pub description: String,
    /// The files that were changed since the run before.
    pub files_touched: Vec<String>,
    /// What failed then, and how.
    pub result: String,
    /// When the run ended, in milliseconds since 1970.
    pub at_ms: u64,
    /// Whether it counted towards a limit.
    #[serde(default = "counted")]
    pub charged: bool,
}

fn counted() -> bool {
    true
}

/// One file that was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ModifiedFile {
    /// Its path.
    pub file: String,
    /// What all changes together did to it.
    #[cfg_attr(test, schemars(with = "tests::ChangeType"))]
    pub change_type: FileChangeKind,
    /// The attempts that changed it; none where git alone has seen the change.
    #[cfg_attr(test, schemars(inner(range(min = 1))))]
    pub attempts: Vec<u32>,
}

/// A file outside the scope that was asked for or written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopeViolation {
    /// Its path.
    pub file: String,
    /// Why the agent wanted it, in the agent's words.
    pub justification: Option<String>,
    /// The test that it was for.
    pub test_name: Option<String>,
    /// `justified` or `violation`.
    pub verdict: String,
}

/// A test that was changed instead of the code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestModified {
    /// The file it is in.
    pub file: String,
    /// Its name, where it is known.
    pub test: Option<String>,
    /// What was done to it: `weakened`, `skipped`, `removed`; with `(refused)` where it was refused.
    pub how: String,
}

/// Equal calls in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LastCall {
    /// The call, short and redacted.
    pub call: String,
    /// How many times it was made in a row.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub times: u32,
    /// What it answered, short and redacted.
    pub result: Option<String>,
    /// Whether it was refused.
    pub refused: bool,
}

/// A state of the whole work tree, kept in git.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckpointRef {
    /// Its ref.
    #[serde(rename = "ref")]
    pub reference: String,
    /// In what way it is partial; null where it is whole.
    pub partial: Option<String>,
    /// What a return to it would undo, as of the trip; null where that is not known.
    #[serde(default)]
    pub changed: Option<ChangeSize>,
}

/// How much differs between two states of a work tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ChangeSize {
    /// Files that differ, binary ones included.
    pub files: u64,
    /// Lines that were added to text files.
    pub lines_added: u64,
    /// Lines that were removed from text files.
    pub lines_removed: u64,
}

/// Something a person can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RecoveryOption {
    /// What it is, in a few words.
    pub title: String,
    /// The exact command for a shell; `…` stands for the person's own words.
    pub command: String,
    /// What it does.
    pub effect: String,
}

/// The state of the work tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GitState {
    /// The branch; null when no branch is checked out.
    pub branch: Option<String>,
    /// The commit.
    pub head: Option<String>,
    /// The lines that `git status --short` prints.
    pub status: Vec<String>,
    /// The latest commits, a line each.
    pub recent_commits: Vec<String>,
}

#[cfg(test)]
mod tests;
