//! The facts seen from the test that matters most.

use std::collections::BTreeMap;

use fusebox_engine::{
    ChangedTest, ErrorSignature, Finding, Incident, IncidentFacts, RecordedCall, Rule,
    TestRunRecord, same_path,
};
use fusebox_text::{find_error_line, printable_line};

use crate::attempt::{
    Attempt, FailingTest, changed_files, error_line, failing_tests, infrastructure_runs, is_generic,
};
use crate::compared_values::ComparedValues;
use crate::diagnostic::LastCall;

/// Lines of an error that is quoted as it is.
const SHORT_ERROR_LINES: usize = 4;

/// The limits of attempts in the field's words.
const LIMIT_NAMES: &[(Rule, &str)] = &[
    (Rule::PerTest, "per-test limit"),
    (Rule::PerSlice, "slice ceiling"),
    (Rule::Infra, "infrastructure failures"),
];

/// The facts of an incident, and the errors of its most telling test from attempt to attempt.
#[derive(Debug)]
pub(crate) struct TestEvidence<'a> {
    pub(crate) facts: &'a IncidentFacts,
    pub(crate) cause: TripCause,
    /// The tests that fail now, in the order of the output.
    pub(crate) failing: Vec<FailingTest<'a>>,
    /// Every test run after a change, the oldest first.
    pub(crate) all_attempts: Vec<Attempt<'a>>,
    /// The attempts that counted; all of them where none did.
    pub(crate) attempts: Vec<Attempt<'a>>,
    /// The last runs in a row that gave no verdict on the code.
    pub(crate) infrastructure: &'a [TestRunRecord],
    /// Failing tests that were changed, each change once.
    pub(crate) changed_tests: Vec<&'a ChangedTest>,
    /// The last calls, equal ones in a row as one.
    pub(crate) calls: Vec<LastCall>,
    /// The test that failed most often, among equals the first that fails now.
    pub(crate) test: Option<&'a str>,
    /// The attempts in which that test failed.
    pub(crate) failures: Vec<TestFailure<'a>>,
    /// The one line of its output that says most.
    telling_line: Option<String>,
}

/// One failure of the test.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TestFailure<'a> {
    pub(crate) attempt: Attempt<'a>,
    pub(crate) line: Option<u32>,
    pub(crate) error: &'a str,
    pub(crate) digest: u64,
}

/// What kind of rule tripped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TripCause {
    /// A test failed too often, or a person asked.
    Tests,
    /// All tests together failed too often.
    Slice,
    /// Test runs gave no verdict.
    Infrastructure,
    /// The agent did the same again and again.
    Repetition,
    /// A budget was used up.
    Budget,
    /// The recorded state cannot be read.
    CorruptState,
}

impl TripCause {
    fn from_rule(rule: Option<Rule>, has_attempts: bool, has_infrastructure: bool) -> Self {
        match rule {
            Some(Rule::Infra) => Self::Infrastructure,
            Some(Rule::PerSlice) => Self::Slice,
            Some(Rule::StateCorrupt) => Self::CorruptState,
            Some(rule) if rule.limits_use() => Self::Budget,
            Some(rule) if rule.judges_loops() && has_attempts => Self::Tests,
            None | Some(Rule::PerTest) if !has_attempts && has_infrastructure => {
                Self::Infrastructure
            }
            None | Some(Rule::PerTest) => Self::Tests,
            Some(_) => Self::Repetition,
        }
    }
}

impl<'a> TestEvidence<'a> {
    pub(crate) fn new(facts: &'a IncidentFacts) -> Self {
        let failing = failing_tests(facts);
        let infrastructure = infrastructure_runs(facts);
        let all_attempts = Attempt::of_slice(facts);
        let mut attempts = all_attempts.clone();
        attempts.retain(|attempt| attempt.is_charged());
        if attempts.is_empty() {
            attempts.clone_from(&all_attempts);
        }
        let test = most_failed_test(&failing, &attempts);
        let failures = attempts.iter().filter_map(|attempt| {
            let failed = attempt.failed_test(test?)?;
            let of_run = attempt.run.error.as_ref().map_or("", ErrorSignature::text);
            let error = Some(error_line(failed)).filter(|line| !line.is_empty()).unwrap_or(of_run);
            let digest = failed.error.as_ref().map(|error| error.digest).unwrap_or_default();
            Some(TestFailure { attempt: *attempt, line: failed.line, error, digest })
        });
        let failures = failures.collect();
        let mut changed_tests: Vec<&ChangedTest> = Vec::new();
        for changed in all_attempts.iter().flat_map(|attempt| &attempt.run.tests_touched) {
            if !changed_tests.contains(&changed) {
                changed_tests.push(changed);
            }
        }
        let rule = facts.incident.as_ref().map(Incident::rule);
        let cause = TripCause::from_rule(rule, !attempts.is_empty(), !infrastructure.is_empty());
        let mut evidence = Self {
            facts,
            cause,
            failing,
            all_attempts,
            attempts,
            infrastructure,
            changed_tests,
            calls: calls_in_a_row(&facts.calls),
            test,
            failures,
            telling_line: None,
        };
        evidence.telling_line = evidence.failing_now().and_then(|now| telling_line(now.output));
        evidence
    }

    /// The rule that tripped; `None` where a person asked.
    pub(crate) fn rule(&self) -> Option<Rule> {
        self.facts.incident.as_ref().map(Incident::rule)
    }

    /// The limit that tripped as a label in the field's words; `manual` where a person asked.
    pub(crate) fn trip_reason(&self) -> String {
        let Some(incident) = &self.facts.incident else { return "manual".to_owned() };
        self.attempts_limit().unwrap_or_else(|| incident.cause.label())
    }

    /// The cause of the trip as a statement for a sentence, without its full stop.
    pub(crate) fn trip_statement(&self) -> String {
        let Some(incident) = &self.facts.incident else { return "manual".to_owned() };
        if let Some(cap) = incident.cause.spend_cap() {
            return cap.sentence();
        }
        let statement = self.attempts_limit().unwrap_or_else(|| incident.cause.cause());
        statement.strip_suffix('.').unwrap_or(&statement).to_owned()
    }

    fn attempts_limit(&self) -> Option<String> {
        let Finding { rule, observed, limit, .. } = self.facts.incident.as_ref()?.cause;
        let (_, name) = LIMIT_NAMES.iter().find(|(of, _)| *of == rule)?;
        Some(format!("{name} ({observed}/{limit})"))
    }

    /// How the test fails now.
    pub(crate) fn failing_now(&self) -> Option<&FailingTest<'a>> {
        self.failing.iter().find(|failing| Some(failing.test.name.as_str()) == self.test)
    }

    /// Whether the one test stands for the whole: it failed in more than half of the attempts.
    pub(crate) fn is_focused(&self) -> bool {
        self.cause != TripCause::Slice || self.failures.len() * 2 > self.attempts.len()
    }

    /// Whether the test failed in the same way each time.
    pub(crate) fn is_steady(&self) -> bool {
        self.failures.windows(2).all(|two| two[0].digest == two[1].digest)
    }

    /// Whether the test failed at one place each time, as far as it is known: two assertions of one
    /// test compare different things.
    pub(crate) fn is_at_one_place(&self) -> bool {
        self.failures.windows(2).all(|two| match (two[0].line, two[1].line) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        })
    }

    /// The attempts in which the test failed.
    pub(crate) fn failed_attempts(&self) -> Vec<Attempt<'a>> {
        self.failures.iter().map(|failure| failure.attempt).collect()
    }

    /// The one file that every attempt changed, if there is one.
    pub(crate) fn shared_file(&self) -> Option<&'a str> {
        let mut shared = changed_files(&self.attempts);
        shared.retain(|path| {
            self.attempts.iter().all(|attempt| changed_files(&[*attempt]).contains(path))
        });
        if let [file] = shared[..] { Some(file).filter(|_| self.attempts.len() > 1) } else { None }
    }

    /// The values that the last failure of the test compared.
    pub(crate) fn values(&self) -> Option<ComparedValues> {
        let now = self.failing_now();
        let assertion = now.and_then(|now| now.assertion);
        let texts = [
            self.failures.last().map(|failure| failure.error),
            now.map(|now| now.output),
            self.telling_line.as_deref().filter(|_| now.is_some()),
        ];
        texts.into_iter().flatten().find_map(|text| ComparedValues::read(text, assertion))
    }

    /// What the test asserts, where that says more than that two things are compared.
    pub(crate) fn assertion(&self) -> Option<&'a str> {
        let assertion = self.failing_now().and_then(|now| now.assertion)?;
        (!is_generic(assertion) && !assertion.trim().is_empty()).then_some(assertion)
    }

    /// Whether the test fails in this file now.
    pub(crate) fn fails_in(&self, path: &str) -> bool {
        let file = self.failing_now().and_then(|now| now.test.file.as_deref());
        file.is_some_and(|file| same_path(file, path))
    }

    /// Where the test fails now, as `file:line`.
    pub(crate) fn location(&self) -> Option<String> {
        let test = self.failing_now()?.test;
        let file = printable_line(test.file.as_deref()?, 200);
        Some(test.line.map_or_else(|| file.clone(), |line| format!("{file}:{line}")))
    }

    /// The line of the last error: of the test, else of the last run.
    pub(crate) fn last_error(&self) -> Option<&str> {
        let of_test = self.failures.last().map(|failure| failure.error);
        let of_run = self.attempts.last().and_then(|attempt| attempt.run.error.as_ref());
        let lines = [of_test, self.telling_line.as_deref(), of_run.map(ErrorSignature::text)];
        lines.into_iter().flatten().find(|error| !error.trim().is_empty())
    }

    /// Whether the last call that was made is the test run that was kept last.
    pub(crate) fn ends_with_test_run(&self) -> bool {
        let made = self.facts.calls.iter().rfind(|call| !call.refused && call.ok.is_some());
        made.zip(self.facts.runs.last()).is_some_and(|(call, run)| run.at >= call.at)
    }

    /// The output of the last failure, as much of it as is known.
    pub(crate) fn last_output(&self) -> Option<&str> {
        let now = self.failing_now().map(|now| now.output).filter(|text| !text.trim().is_empty());
        now.or_else(|| self.last_error())
    }
}

/// A short error as it is; of a long output the line that says what went wrong.
fn telling_line(error: &str) -> Option<String> {
    if error.lines().count() <= SHORT_ERROR_LINES && !error.trim().is_empty() {
        return Some(error.to_owned());
    }
    find_error_line(error).map(|found| found.said)
}

/// The test that failed in most attempts, among equals the first that fails now, then the first.
/// Where any test fails now, one that passes now is not what a person is called for.
fn most_failed_test<'a>(failing: &[FailingTest<'a>], attempts: &[Attempt<'a>]) -> Option<&'a str> {
    let failed = || attempts.iter().flat_map(|attempt| attempt.failed_names());
    let mut candidates: Vec<&str> = failing.iter().map(|now| now.test.name.as_str()).collect();
    if candidates.is_empty() {
        candidates = failed().collect();
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in failed() {
        *counts.entry(name).or_default() += 1;
    }
    let count = |name: &&str| counts.get(name).copied().unwrap_or_default();
    let most = candidates.iter().map(count).max()?;
    candidates.into_iter().find(|name| count(name) == most)
}

/// Equal calls in a row as one. Equal results have equal words: those of the last one.
fn calls_in_a_row(calls: &[RecordedCall]) -> Vec<LastCall> {
    let words = |call: &RecordedCall| {
        let same = |other: &&RecordedCall| call.result.is_some() && call.is_same(other);
        calls.iter().rev().find(same).unwrap_or(call).gist.clone()
    };
    let last_call = |equal: &[RecordedCall]| {
        let first = equal.first()?;
        Some(LastCall {
            call: first.label.clone(),
            times: u32::try_from(equal.len()).unwrap_or(u32::MAX),
            result: words(first),
            refused: first.refused,
        })
    };
    calls.chunk_by(RecordedCall::is_same).filter_map(last_call).collect()
}
