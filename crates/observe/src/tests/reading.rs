//! What a reader finds in the output of a test run.

use std::collections::HashSet;

use fusebox_text::excerpt::prefix_up_to;

/// One test run, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// How it ended.
    pub end: End,
    /// The tests that failed, in the order of the output, each once.
    pub failures: Vec<Failure>,
    /// Names of tests that passed, where the output lists them; at most [`Reading::MAX_PASSED`].
    pub passed_names: Vec<String>,
    /// How many passed, where the output says so.
    pub passed: Option<u64>,
    /// How many failed or ended in an error, where the output says so.
    pub failed: Option<u64>,
}

/// How a test run ended, whatever its exit code says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every test that ran passed.
    Passed,
    /// A test failed by what it asserts, or by an error of the code under test.
    Failed,
    /// No verdict on the code: the run itself did not work.
    Infra(Infra),
    /// The runner worked and ran no test: none was found, or all were filtered out or skipped.
    Nothing,
}

impl End {
    /// How bad it is, to choose among several readings of one output.
    pub(super) fn weight(self) -> u8 {
        match self {
            Self::Failed => 3,
            Self::Infra(_) => 2,
            Self::Passed => 1,
            Self::Nothing => 0,
        }
    }
}

/// Why a run gave no verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Infra {
    /// The code or the tests do not build or load: a compiler's error, a syntax error, a module
    /// that cannot be imported while tests are collected.
    Build,
    /// A program is missing: `command not found`, `No module named pytest`.
    MissingTool,
    /// The runner ended before its verdict: a crash, a signal, out of memory, a wrong option.
    Crash,
    /// A registry or a server could not be reached.
    Network,
}

/// One test that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The name as the runner prints it and takes it on its command line, so that a person can run
    /// it again: `tests::adds`, `tests/test_sum.py::test_adds`, `TestSum/negative`.
    pub name: String,
    /// The file where it failed, as printed: the innermost place in the project's own code.
    pub file: Option<String>,
    /// The line in that file, from 1.
    pub line: Option<u32>,
    /// What the test asserts, in the runner's words: `assert 3 == add(1, 1)`,
    /// `assertion `left == right` failed`, `expect(received).toBe(expected)`. `None` where the
    /// test ended in an error that is no assertion.
    pub assertion: Option<String>,
    /// The error that says what happened instead, one or a few lines: `left: 2, right: 3`,
    /// `TypeError: unsupported operand`.
    pub error: Option<String>,
}

impl Reading {
    /// The most names of passed tests that are kept.
    pub const MAX_PASSED: usize = 64;
    /// The most failed tests that are kept; `failed` counts them all.
    pub const MAX_FAILURES: usize = 256;

    /// A reading that knows only its end.
    pub(super) fn new(end: End) -> Self {
        Self { end, failures: Vec::new(), passed_names: Vec::new(), passed: None, failed: None }
    }

    /// Both readings as one: the worse end, every failure once, the counts added.
    pub(super) fn join(mut self, other: Self) -> Self {
        if other.end.weight() > self.end.weight() {
            self.end = other.end;
        }
        let known: HashSet<String> = self.failures.iter().map(|f| f.name.clone()).collect();
        self.failures.extend(other.failures.into_iter().filter(|f| !known.contains(&f.name)));
        self.passed_names.extend(other.passed_names);
        self.passed = sum(self.passed, other.passed);
        self.failed = sum(self.failed, other.failed);
        self
    }

    /// The reading without what is too much or too long. Readers need not bound what they return
    /// beyond the size of the output.
    pub(crate) fn bounded(mut self) -> Self {
        self.failures.truncate(Self::MAX_FAILURES);
        for failure in &mut self.failures {
            shorten(&mut failure.name, MAX_NAME_BYTES);
            let Failure { file, assertion, error, .. } = failure;
            [file, assertion, error].into_iter().flatten().for_each(|t| shorten(t, MAX_TEXT_BYTES));
        }
        self.passed_names.truncate(Self::MAX_PASSED);
        self.passed_names.iter_mut().for_each(|name| shorten(name, MAX_NAME_BYTES));
        self
    }
}

/// The longest name kept, in bytes.
const MAX_NAME_BYTES: usize = 300;
/// The longest place, assertion or error kept, in bytes.
const MAX_TEXT_BYTES: usize = 1_000;

fn sum(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    if a.is_none() { b } else { a.map(|a| a.saturating_add(b.unwrap_or(0))) }
}

fn shorten(text: &mut String, most: usize) {
    text.truncate(prefix_up_to(text, most).len());
}
