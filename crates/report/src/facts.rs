//! The story seen from the test that matters.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::same_path;
use fusebox_text::{error_signature, printable_line};

use super::input::{AttemptFacts, FailingTest, IncidentFacts};
use super::values::ComparedValues;

/// The story, and the line of errors of one test through it.
pub(super) struct TestEvidence<'a> {
    pub(super) story: &'a IncidentFacts,
    /// The test that failed most often, among equals the first that fails now.
    pub(super) test: Option<&'a str>,
    /// How it fails now.
    pub(super) now: Option<&'a FailingTest>,
    /// The attempts that counted; all of them where none did.
    pub(super) attempts: Vec<&'a AttemptFacts>,
    /// Those of them in which the test failed.
    pub(super) steps: Vec<TestFailure<'a>>,
    /// The one line of how it fails now that says most.
    line: Option<String>,
}

/// One failure of the test.
#[derive(Clone)]
pub(super) struct TestFailure<'a> {
    pub(super) attempt: &'a AttemptFacts,
    pub(super) line: Option<u32>,
    pub(super) error: &'a str,
    pub(super) digest: u64,
}

/// What kind of rule tripped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TripCause {
    /// A test failed too often, or a person asked.
    Tests,
    /// All tests together failed too often.
    Slice,
    /// Runs gave no verdict.
    Infra,
    /// The same was done again and again.
    Repetition,
    /// A budget was used up.
    Budget,
    /// What was remembered cannot be read.
    Corrupt,
}

/// Assertions that name no code: the runner's own words for any comparison.
const GENERAL: &[&str] = &[
    "left == right",
    "left != right",
    "(received",
    "AssertionError",
    "AssertionFailedError",
    "but was:",
];

/// Whether an assertion says nothing but that two things are compared.
#[must_use]
pub fn is_general_assertion(assertion: &str) -> bool {
    GENERAL.iter().any(|words| assertion.contains(words))
}

impl<'a> TestEvidence<'a> {
    pub(super) fn of(story: &'a IncidentFacts) -> Self {
        let counted: Vec<_> = story.attempts.iter().filter(|one| one.charged).collect();
        let attempts = if counted.is_empty() { story.attempts.iter().collect() } else { counted };
        let test = focus(story, &attempts);
        let step = |attempt: &&'a AttemptFacts| {
            let failed =
                attempt.failing.iter().find(|failed| Some(failed.name.as_str()) == test)?;
            let run = attempt.error.as_deref().unwrap_or_default();
            let error = if failed.error.is_empty() { run } else { &failed.error };
            Some(TestFailure { attempt, line: failed.line, error, digest: failed.digest })
        };
        let steps = attempts.iter().filter_map(step).collect();
        let now = story.failing.iter().find(|failing| Some(failing.name.as_str()) == test);
        let line = now.and_then(|now| telling_line(&now.error));
        Self { story, test, now, attempts, steps, line }
    }

    pub(super) fn cause(&self) -> TripCause {
        let rule = self.story.rule.as_deref().unwrap_or_default();
        let of_tests = rule.is_empty() || rule.starts_with("attempts.");
        match rule {
            "attempts.infra" => TripCause::Infra,
            "attempts.per_slice" => TripCause::Slice,
            "breaker.state_corrupt" => TripCause::Corrupt,
            _ if rule.starts_with("limits.") || rule.starts_with("guided.") => TripCause::Budget,
            _ if rule.starts_with("stagnation.") && !self.attempts.is_empty() => TripCause::Tests,
            _ if !of_tests => TripCause::Repetition,
            _ if self.attempts.is_empty() && !self.story.infra.is_empty() => TripCause::Infra,
            _ => TripCause::Tests,
        }
    }

    /// Whether the one test stands for the whole: it failed in more than half of the attempts.
    pub(super) fn focused(&self) -> bool {
        self.cause() != TripCause::Slice || self.steps.len() * 2 > self.attempts.len()
    }

    /// The paths touched in these attempts, each once, in order.
    pub(super) fn files(attempts: &[&'a AttemptFacts]) -> Vec<&'a str> {
        let mut seen = BTreeSet::new();
        let all = attempts.iter().flat_map(|attempt| &attempt.files);
        all.map(|file| file.path.as_str()).filter(|path| seen.insert(*path)).collect()
    }

    /// Whether the test failed in the same way each time.
    pub(super) fn steady(&self) -> bool {
        let first = self.steps.first().map(|step| step.digest);
        self.steps.iter().all(|step| Some(step.digest) == first)
    }

    /// Whether the test failed at one place each time, as far as that is told: two assertions of
    /// one test compare different things.
    pub(super) fn at_one_place(&self) -> bool {
        self.steps.windows(2).all(|two| match (two[0].line, two[1].line) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        })
    }

    /// The attempts of the test's failures.
    pub(super) fn step_attempts(&self) -> Vec<&'a AttemptFacts> {
        self.steps.iter().map(|step| step.attempt).collect()
    }

    /// The one file that every attempt touched, if it is one.
    pub(super) fn shared_file(&self) -> Option<&'a str> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for attempt in &self.attempts {
            for path in Self::files(&[attempt]) {
                *counts.entry(path).or_default() += 1;
            }
        }
        let all = self.attempts.len();
        let mut shared = counts.iter().filter(|(_, count)| **count == all);
        let first = shared.next().map(|(path, _)| *path);
        first.filter(|_| shared.next().is_none() && all > 1)
    }

    /// The values of the test's last failure.
    pub(super) fn values(&self) -> Option<ComparedValues> {
        let assertion = self.now.and_then(|now| now.assertion.as_deref());
        let line = self.steps.last().and_then(|step| ComparedValues::read(step.error, assertion));
        line.or_else(|| ComparedValues::read(&self.now?.error, assertion))
            .or_else(|| ComparedValues::read(self.line.as_deref()?, assertion))
    }

    /// What the test asserts, where that says more than that two things are compared.
    pub(super) fn assertion(&self) -> Option<&'a str> {
        let assertion = self.now.and_then(|now| now.assertion.as_deref())?;
        (!is_general_assertion(assertion) && !assertion.trim().is_empty()).then_some(assertion)
    }

    /// Whether the test fails in this file now.
    pub(super) fn fails_in(&self, path: &str) -> bool {
        let file = self.now.and_then(|now| now.file.as_deref());
        file.is_some_and(|file| same_path(file, path))
    }

    /// Where the test fails now, as `file:line`.
    pub(super) fn location(&self) -> Option<String> {
        let now = self.now?;
        let file = printable_line(now.file.as_deref()?, 200);
        Some(now.line.map_or_else(|| file.clone(), |line| format!("{file}:{line}")))
    }

    /// The line of the last error: of the test, else of the last run.
    pub(super) fn last_error(&self) -> Option<&str> {
        let now = self.line.as_deref();
        let step = self.steps.last().map(|step| step.error);
        let run = self.attempts.last().and_then(|attempt| attempt.error.as_deref());
        [step, now, run].into_iter().flatten().find(|error| !error.trim().is_empty())
    }

    /// The output of the last failure, as much of it as is known.
    pub(super) fn last_output(&self) -> Option<&str> {
        let now = self.now.map(|now| now.error.as_str()).filter(|error| !error.trim().is_empty());
        now.or_else(|| self.last_error())
    }
}

/// A short error as it is, of a long output the line that says what went wrong.
fn telling_line(error: &str) -> Option<String> {
    if error.lines().count() <= SHORT && !error.trim().is_empty() {
        return Some(error.to_owned());
    }
    error_signature(error).map(|found| found.line)
}

/// Lines of an error that is quoted as it is.
const SHORT: usize = 4;

/// The test that failed in most attempts, among equals the first that fails now, then the first.
fn focus<'a>(story: &'a IncidentFacts, attempts: &[&'a AttemptFacts]) -> Option<&'a str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for failing in &story.failing {
        if counts.insert(&failing.name, 0).is_none() {
            order.push(&failing.name);
        }
    }
    for failed in attempts.iter().flat_map(|attempt| &attempt.failing) {
        // Where anything fails now, what passes now is not what a person is called for.
        if story.failing.is_empty() && !counts.contains_key(failed.name.as_str()) {
            order.push(&failed.name);
            counts.insert(&failed.name, 0);
        }
        if let Some(count) = counts.get_mut(failed.name.as_str()) {
            *count += 1;
        }
    }
    let most = counts.values().max()?;
    order.into_iter().find(|name| counts.get(name) == Some(most))
}
