//! What a reader finds in the output of a test run.

use super::counts::add_to;
use std::collections::HashSet;

use fusebox_engine::test_run::TestRunEnd;
use fusebox_text::excerpt::prefix_up_to;

/// The output of one test run, parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedTestRun {
    /// How it ended.
    pub end: TestRunEnd,
    /// The failed tests, in the order of the output, each once.
    pub failures: Vec<TestFailure>,
    /// The names of passed tests, where the output lists them; at most
    /// [`ParsedTestRun::MAX_PASSED`].
    pub passed_names: Vec<String>,
    /// How many passed, where the output has a count.
    pub passed: Option<u64>,
    /// How many failed or ended with an error, where the output has a count.
    pub failed: Option<u64>,
}

/// How bad an end is, to choose among several readings of one output.
pub(super) fn severity(end: TestRunEnd) -> u8 {
    match end {
        TestRunEnd::Failed => 3,
        TestRunEnd::Build | TestRunEnd::MissingTool | TestRunEnd::Crash | TestRunEnd::Network => 2,
        TestRunEnd::Passed => 1,
        TestRunEnd::Nothing => 0,
    }
}

/// One failed test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestFailure {
    /// The name as the runner prints it and accepts it on its command line: `tests::adds`,
    /// `tests/test_sum.py::test_adds`, `TestSum/negative`.
    pub name: String,
    /// The packages, programs or files of tests in which it fails, where the runner names them beside the test;
    /// at most [`TestFailure::MAX_PACKAGES`].
    pub packages: Vec<String>,
    /// The file where it failed, as printed: the innermost position in the project's own code.
    pub file: Option<String>,
    /// The line in that file, from 1.
    pub line: Option<u32>,
    /// What the test asserts, in the runner's words: `assert 3 == add(1, 1)`, `assertion `left ==
    /// right` failed`, `expect(received).toBe(expected)`. `None` where the test ended with an error
    /// that is not an assertion.
    pub assertion: Option<String>,
    /// What happened instead, in one or a few lines: `left: 2, right: 3`, `TypeError: unsupported
    /// operand`.
    pub error: Option<String>,
}

impl TestFailure {
    /// The most packages that are kept of one failure.
    pub const MAX_PACKAGES: usize = 16;

    /// A failure of which only the name is known.
    pub(super) fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            packages: Vec::new(),
            file: None,
            line: None,
            assertion: None,
            error: None,
        }
    }

    /// Adds a package in which it fails.
    pub(super) fn add_package(&mut self, package: &str) {
        let is_known = self.packages.iter().any(|known| known == package);
        if !is_known && self.packages.len() < Self::MAX_PACKAGES {
            self.packages.push(package.to_owned());
        }
    }

    /// Sets what was asserted, the lines that say what happened, and the position, if it is known.
    pub(super) fn explain(
        &mut self,
        assertion: Option<&str>,
        error: &[&str],
        place: Option<(&str, u32)>,
    ) {
        self.assertion = assertion.map(str::to_owned);
        self.error = Some(error.join("\n"));
        if let Some((file, line)) = place {
            self.file = Some(file.to_owned());
            self.line = Some(line);
        }
    }
}

impl ParsedTestRun {
    /// The most names of passed tests that are kept.
    pub const MAX_PASSED: usize = 64;
    /// The most failed tests that are kept; `failed` counts all.
    pub const MAX_FAILURES: usize = 256;

    /// A run of which only the end is known.
    pub(super) fn new(end: TestRunEnd) -> Self {
        Self { end, failures: Vec::new(), passed_names: Vec::new(), passed: None, failed: None }
    }

    /// Both runs as one: the worse end, every failure once, the sums of the counts.
    pub(super) fn join(mut self, other: Self) -> Self {
        if severity(other.end) > severity(self.end) {
            self.end = other.end;
        }
        let known: HashSet<String> = self.failures.iter().map(|f| f.name.clone()).collect();
        self.failures.extend(other.failures.into_iter().filter(|f| !known.contains(&f.name)));
        self.passed_names.extend(other.passed_names);
        other.passed.into_iter().for_each(|n| add_to(&mut self.passed, n));
        other.failed.into_iter().for_each(|n| add_to(&mut self.failed, n));
        self
    }

    /// Cuts lists and texts that are too long. Readers need not limit what they return.
    pub(crate) fn bounded(mut self) -> Self {
        self.failures.truncate(Self::MAX_FAILURES);
        for failure in &mut self.failures {
            shorten(&mut failure.name, MAX_NAME_BYTES);
            failure.packages.iter_mut().for_each(|name| shorten(name, MAX_NAME_BYTES));
            let TestFailure { file, assertion, error, .. } = failure;
            [file, assertion, error].into_iter().flatten().for_each(|t| shorten(t, MAX_TEXT_BYTES));
        }
        self.passed_names.truncate(Self::MAX_PASSED);
        self.passed_names.iter_mut().for_each(|name| shorten(name, MAX_NAME_BYTES));
        self
    }
}

/// The longest name kept, in bytes.
const MAX_NAME_BYTES: usize = 300;
/// The longest file name, assertion or error kept, in bytes.
const MAX_TEXT_BYTES: usize = 1_000;

fn shorten(text: &mut String, most: usize) {
    text.truncate(prefix_up_to(text, most).len());
}
