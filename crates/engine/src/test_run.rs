//! What a test run was asked to run, and its result.

use serde::{Deserialize, Serialize};

use crate::ErrorSignature;

/// A command line that runs tests. It is stored without field names, so no field may be skipped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestCall {
    /// The runner's name; empty if only the configuration calls it a test run.
    pub runner: String,
    /// Whether it runs every test: nothing on the command line narrows it.
    pub whole: bool,
    /// Digest of what is run, without the options for printing. Its last 16 bits are the scope of the run.
    pub selection: u64,
    /// The arguments that narrow it: files, names, packages.
    pub filters: Vec<String>,
}

impl TestCall {
    /// The bits of a scope that say how the tests are built and run: features, a profile, a browser. The others are
    /// of the folder and the package.
    pub const BUILD_SCOPE: u16 = 0xff00;
    const SCOPE: u64 = 0xffff;

    /// A selection of these tests in this scope.
    #[must_use]
    pub fn selection_in(scope: u16, tests: u64) -> u64 {
        tests & !Self::SCOPE | u64::from(scope)
    }

    /// In which folder and package it runs tests, and how they are built.
    #[must_use]
    pub fn scope(&self) -> u16 {
        u16::try_from(self.selection & Self::SCOPE).unwrap_or_default()
    }

    /// What it runs, whatever the scope; never 0.
    #[must_use]
    pub fn question(&self) -> u64 {
        (self.selection >> 16).max(1)
    }

    /// Whether it runs what was selected then.
    pub(crate) fn selects_as(&self, selection: u64) -> bool {
        (self.selection ^ selection) & !Self::SCOPE == 0
    }
}

/// One test run, read from its output.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestRun {
    /// How it ended, whatever its exit code.
    pub end: TestRunEnd,
    /// The first tests that failed, at most [`TestRun::NAMED`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedTest>,
    /// Short digests of the names of all that failed, at most [`TestRun::KEYS`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failing: Vec<u32>,
    /// Short digests of the names that the output lists as passed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<u32>,
    /// The error of the run itself, or of the first test, in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorSignature>,
}

impl TestRun {
    /// The name of the test that stands for a failed run whose output cannot be read.
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
    /// At least one test failed.
    Failed,
    /// No test ran.
    Nothing,
    /// The code or the tests do not build.
    Build,
    /// A program is missing.
    MissingTool,
    /// The runner ended before it gave a result.
    Crash,
    /// A server could not be reached.
    Network,
}

impl TestRunEnd {
    /// Whether the run could not test the code.
    #[must_use]
    pub fn is_infrastructure(self) -> bool {
        matches!(self, Self::Build | Self::MissingTool | Self::Crash | Self::Network)
    }

    /// The error, for people.
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
    /// The assertion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<String>,
    /// The actual result; the digest is of the masked text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorSignature>,
}

/// A file that a call changes. It is stored without field names, so no field may be skipped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TouchedFile {
    /// Its path as the client gives it; a long path keeps its end.
    pub path: String,
    /// What happens to the file.
    pub change: FileChangeKind,
    /// Whether it holds only tests, by its name.
    pub test: bool,
    /// What the call does to the tests in it, if known.
    pub tests: Option<TestChange>,
    /// Names in the removed or added text that may be names of tests.
    pub names: Vec<String>,
}

/// What happens to a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileChangeKind {
    /// Its content changes.
    #[default]
    Modified,
    /// It is created.
    Created,
    /// It is deleted.
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

    /// The sum of two changes, the earlier one first.
    #[must_use]
    pub fn after(self, before: Self) -> Self {
        if (before, self) == (Self::Created, Self::Modified) { before } else { self }
    }
}

/// What a change does to tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestChange {
    /// Assertions are changed or removed.
    Weakened,
    /// A marker that skips tests is added.
    Skipped,
    /// A test or its file is removed.
    Removed,
    /// Something else in a test is changed.
    Edited,
    /// The whole file is rewritten; the names are those of its tests afterwards.
    Rewritten,
}

impl TestChange {
    /// The change, for people.
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
