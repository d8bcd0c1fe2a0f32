//! The report as data. The names of its fields are a contract: see `docs/diagnostic.schema.json`.

use serde::{Deserialize, Serialize};

/// The report of one trip, or of the state of a task when a person asks for it.
///
/// A reader must ignore fields that it does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The version of this form: [`Diagnostic::VERSION`].
    pub version: u32,
    /// The incident; `None` when a person asked without a trip.
    pub incident: Option<String>,
    /// The client's session id.
    pub session: String,
    /// The task, which outlives sessions.
    pub task: String,
    /// The rule that tripped, as `attempts.per_test`; `None` when a person asked.
    pub rule: Option<String>,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// The unit of work.
    pub slice: WorkSlice,
    /// The test that tripped; a list where several did; `None` where no test is known to fail.
    pub test: Option<TrippedTests>,
    /// The limit that was reached, as `per-test limit (3/3)`, or `manual`.
    pub trip_reason: String,
    /// The assertion; one line a test where several fail.
    pub test_expectation: Option<String>,
    /// Where that is, as `tests/test_cart.py:14`.
    #[serde(default)]
    pub test_location: Option<String>,
    /// What happened instead: the output as it was, redacted and bounded.
    pub actual_error: String,
    /// The attempts, the latest [`Diagnostic::MAX_ATTEMPTS`].
    pub attempt_log: Vec<AttemptEntry>,
    /// Every file that was touched, the latest state of each.
    pub cumulative_files_modified: Vec<ModifiedFile>,
    /// What was asked for or done outside the scope.
    pub scope_violations: Vec<ScopeViolation>,
    /// Tests that were edited, deleted, skipped or weakened.
    pub tests_modified: Vec<TestModified>,
    /// The state that the work can go back to, if one was kept.
    #[serde(default)]
    pub checkpoint: Option<CheckpointRef>,
    /// What the evidence suggests, with the evidence.
    pub best_hypothesis: String,
    /// One question that a sentence answers, and the fact it rests on.
    pub specific_question: String,
    /// What a person can do, the most useful first.
    pub recovery_options: Vec<RecoveryOption>,
    /// What the agent itself says.
    pub agent_summary: Option<String>,
    /// The last calls, the latest last.
    pub last_calls: Vec<LastCall>,
    /// The state of the work tree; only where a person asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git: Option<GitState>,
    /// What the tests say right now; only where a person asked.
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
pub struct WorkSlice {
    /// Its id.
    pub id: String,
    /// What a person calls it.
    pub name: Option<String>,
}

/// One test, or several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TrippedTests {
    /// The one that tripped.
    One(String),
    /// All that took part.
    Several(Vec<String>),
}

/// One attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttemptEntry {
    /// Its number, from 1.
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

/// One file that was touched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModifiedFile {
    /// Its path.
    pub file: String,
    /// What became of it.
    pub change_type: ChangeType,
    /// In which attempts; none where git alone has seen the change.
    pub attempts: Vec<u32>,
}

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeType {
    /// It is new.
    Created,
    /// Its content is another.
    Modified,
    /// It is gone.
    Deleted,
    /// It has this name now.
    Renamed,
}

impl ChangeType {
    /// What became of the file in all, when `next` follows: a new file that is edited is still new.
    pub(super) fn then(self, next: Self) -> Self {
        if self == Self::Created && next == Self::Modified { Self::Created } else { next }
    }

    /// Its name in the report.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Modified => "modified",
            Self::Deleted => "deleted",
            Self::Renamed => "renamed",
        }
    }
}

/// A file outside the scope that was asked for or written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScopeViolation {
    /// Its path.
    pub file: String,
    /// Why the agent wanted it, in its words.
    pub justification: Option<String>,
    /// For which test.
    pub test_name: Option<String>,
    /// `justified` or `violation`.
    pub verdict: String,
}

/// A test that was changed instead of the code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestModified {
    /// The file it is in.
    pub file: String,
    /// Its name, where it is known.
    pub test: Option<String>,
    /// How: `assertion changed`, `skipped`, `deleted`.
    pub how: String,
}

/// Equal calls in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastCall {
    /// The call, short and redacted.
    pub call: String,
    /// How many times in a row.
    pub times: u32,
    /// What it answered, short and redacted.
    pub result: Option<String>,
    /// Whether it was refused.
    pub refused: bool,
}

/// A checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointRef {
    /// Its tag.
    #[serde(rename = "ref")]
    pub reference: String,
    /// In what way it is partial; `None` where it is whole.
    pub partial: Option<String>,
}

/// Something a person can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecoveryOption {
    /// In a few words.
    pub title: String,
    /// The exact command for a shell; `…` stands for the person's own words.
    pub command: String,
    /// What it does.
    pub effect: String,
}

/// The state of the work tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitState {
    /// The branch; `None` when no branch is checked out.
    pub branch: Option<String>,
    /// The commit.
    pub head: Option<String>,
    /// `git status --short`, a line each.
    pub status: Vec<String>,
    /// The latest commits, a line each.
    pub recent_commits: Vec<String>,
}
