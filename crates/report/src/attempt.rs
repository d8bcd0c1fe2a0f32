//! The test runs of a task, seen as attempts at its tests.

use std::collections::BTreeSet;

use fusebox_engine::test_run::{FailedTest, TestRunEnd};
use fusebox_engine::{ErrorSignature, FindingSubject, IncidentFacts, TestRunRecord};

/// A test run after a change, with its number in the slice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt<'a> {
    /// From 1.
    pub(crate) number: u32,
    pub(crate) run: &'a TestRunRecord,
}

/// A test that fails now.
#[derive(Debug)]
pub(crate) struct FailingTest<'a> {
    pub(crate) test: &'a FailedTest,
    /// The statement that failed, as precisely as it is known.
    pub(crate) assertion: Option<&'a str>,
    /// What happened instead, one or more lines.
    pub(crate) output: &'a str,
}

/// The runner's own words for any comparison: assertions that name no code.
const GENERIC_ASSERTIONS: &[&str] = &[
    "left == right",
    "left != right",
    "(received",
    "AssertionError",
    "AssertionFailedError",
    "but was:",
];

/// Whether an assertion says no more than that two things are compared.
pub(crate) fn is_generic(assertion: &str) -> bool {
    GENERIC_ASSERTIONS.iter().any(|words| assertion.contains(words))
}

impl<'a> Attempt<'a> {
    /// The attempts at the slice as it stands: another slice begins its count again.
    pub(crate) fn of_slice(facts: &'a IncidentFacts) -> Vec<Self> {
        let failed = || facts.runs.iter().filter(|run| run.end == TestRunEnd::Failed);
        let runs: Vec<&TestRunRecord> = failed().collect();
        let begin = runs.iter().rposition(|run| run.attempt == Some(1)).unwrap_or(0);
        (1..).zip(runs.into_iter().skip(begin)).map(|(number, run)| Self { number, run }).collect()
    }

    /// Whether it counted towards a limit.
    pub(crate) fn is_charged(self) -> bool {
        self.run.attempt.is_some()
    }

    /// The test, if it failed in this attempt.
    pub(crate) fn failed_test(self, name: &str) -> Option<&'a FailedTest> {
        self.run.failed.iter().find(|test| test.name == name)
    }

    /// The names of the tests that failed.
    pub(crate) fn failed_names(self) -> impl Iterator<Item = &'a str> {
        self.run.failed.iter().map(|test| test.name.as_str())
    }
}

/// The numbers of the attempts, in order.
pub(crate) fn numbers(attempts: &[Attempt<'_>]) -> Vec<u32> {
    attempts.iter().map(|attempt| attempt.number).collect()
}

/// The paths that these attempts changed, each once, in order.
pub(crate) fn changed_files<'a>(attempts: &[Attempt<'a>]) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    let all = attempts.iter().flat_map(|attempt| &attempt.run.files);
    all.map(|file| file.path.as_str()).filter(|path| seen.insert(*path)).collect()
}

/// The tests that fail now: those of the last failed run that have not passed since. Where the
/// limit of one test tripped, that test alone.
pub(crate) fn failing_tests(facts: &IncidentFacts) -> Vec<FailingTest<'_>> {
    let Some(run) = facts.runs.iter().rfind(|run| run.end == TestRunEnd::Failed) else {
        return Vec::new();
    };
    let fails = |test: &&FailedTest| !facts.passed_since.contains(&test.name);
    let failing = run.failed.iter().filter(fails).map(|test| {
        let printed = test.assertion.as_deref();
        let statement = facts.failing_statements.get(&test.name).map(String::as_str);
        let whole = run.evidence.as_deref().filter(|_| test.error.is_none() || run.failing == 1);
        let error = test.error.as_ref().or(run.error.as_ref());
        FailingTest {
            test,
            assertion: statement.filter(|_| printed.is_some_and(is_generic)).or(printed),
            output: whole.or(error.map(ErrorSignature::text)).unwrap_or_default(),
        }
    });
    let mut failing: Vec<FailingTest<'_>> = failing.collect();
    let cause = facts.incident.as_ref().map(|incident| &incident.cause.subject);
    if let Some(FindingSubject::FailingTest { name, .. }) = cause
        && let Some(at) = failing.iter().position(|failing| failing.test.name == *name)
    {
        failing = vec![failing.swap_remove(at)];
    }
    failing
}

/// The last runs in a row that gave no verdict on the code, the oldest first.
pub(crate) fn infrastructure_runs(facts: &IncidentFacts) -> &[TestRunRecord] {
    let verdict = facts.runs.iter().rposition(|run| !run.end.is_infrastructure());
    facts.runs.get(verdict.map_or(0, |at| at + 1)..).unwrap_or_default()
}

/// What a run that gave no verdict said.
pub(crate) fn run_error(run: &TestRunRecord) -> &str {
    run.error.as_ref().map_or(run.end.title(), ErrorSignature::text)
}

/// The line that says how a test failed; empty where none does.
pub(crate) fn error_line(test: &FailedTest) -> &str {
    test.error.as_ref().map_or("", ErrorSignature::text)
}
