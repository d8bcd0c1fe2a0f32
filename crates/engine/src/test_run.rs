//! What a test run was asked to look at, and what it showed.

use serde::{Deserialize, Serialize};

use crate::ErrorSignature;

/// A command line that runs tests. Part of a record without field names: nothing is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestCall {
    /// The runner's name; empty where the configuration calls it a test run.
    pub runner: String,
    /// Whether every test is run: nothing on the command line narrows it.
    pub whole: bool,
    /// Digest of what is run, whatever is said about how it is printed.
    pub selection: u64,
    /// Words that narrow it: files, names, packages.
    pub filters: Vec<String>,
}

/// One test run, read from its output.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestRun {
    /// How it ended, whatever its exit code says.
    pub end: TestRunEnd,
    /// The first tests that failed, at most [`TestRun::NAMED`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedTest>,
    /// Short digests of the names of all that failed, at most [`TestRun::KEYS`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failing: Vec<u32>,
    /// Short digests of names that the output lists as passed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<u32>,
    /// What went wrong, in one line: of the run itself, or of the first test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorSignature>,
}

impl TestRun {
    /// The name of the one test that stands for a run which failed and cannot be read.
    pub const SUITE: &'static str = "<suite>";
    /// The short digest of that name.
    pub const SUITE_KEY: u32 = 1_010_908_065;
    /// The most failed tests with their names and errors.
    pub const NAMED: usize = 10;
    /// The most failed tests by digest.
    pub const KEYS: usize = 100;
}

/// How a test run ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestRunEnd {
    /// Every test that ran passed.
    #[default]
    Passed,
    /// Something failed by what it asserts.
    Failed,
    /// No test ran: nothing is known.
    Nothing,
    /// The code or the tests do not build.
    Build,
    /// A program is missing.
    MissingTool,
    /// The runner ended before its verdict.
    Crash,
    /// A server could not be reached.
    Network,
}

impl TestRunEnd {
    /// Whether the run gave no verdict on the code.
    #[must_use]
    pub fn is_infrastructure(self) -> bool {
        matches!(self, Self::Build | Self::MissingTool | Self::Crash | Self::Network)
    }

    /// What went wrong, for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "tests failed",
            Self::Nothing => "no test ran",
            Self::Build => "the build failed",
            Self::MissingTool => "a program is missing",
            Self::Crash => "the test runner broke off",
            Self::Network => "a server could not be reached",
        }
    }
}

/// One test that failed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedTest {
    /// Its name as the runner prints it, bounded.
    pub name: String,
    /// Short digest of the whole name.
    pub key: u32,
    /// The file where it failed, as printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in that file, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What it asserts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<String>,
    /// What happened instead; the digest is of the masked text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorSignature>,
}

/// A file that a call changes. Part of a record without field names: nothing is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TouchedFile {
    /// Its path as the client gives it; of a long one the end.
    pub path: String,
    /// What becomes of the file.
    pub change: FileChangeKind,
    /// It holds tests and nothing else, by its name.
    pub test: bool,
    /// What is done to the tests in it, as far as the call shows.
    pub tests: Option<TestChange>,
    /// Names in the text that is taken out or put in and that may be a test's.
    pub names: Vec<String>,
}

/// What becomes of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileChangeKind {
    /// Its content is another.
    #[default]
    Modified,
    /// It is new.
    Created,
    /// It is gone.
    Deleted,
}

impl FileChangeKind {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Modified => "modified",
            Self::Created => "created",
            Self::Deleted => "deleted",
        }
    }

    /// What becomes of a file by one change after another.
    #[must_use]
    pub fn after(self, before: Self) -> Self {
        if (before, self) == (Self::Created, Self::Modified) { before } else { self }
    }
}

/// What a change does to tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestChange {
    /// Lines that assert something are changed or taken out.
    Weakened,
    /// A mark that skips tests is put in.
    Skipped,
    /// A test is taken out, or its file.
    Removed,
    /// Something else of a test is changed.
    Edited,
    /// The whole file is written anew; the names are of the tests that it has afterwards.
    Rewritten,
}

impl TestChange {
    /// What was done, for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Weakened => "weakened",
            Self::Skipped => "skipped",
            Self::Removed => "removed",
            Self::Edited => "edited",
            Self::Rewritten => "rewritten",
        }
    }
}
