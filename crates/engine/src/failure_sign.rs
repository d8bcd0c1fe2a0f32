//! The signs by which a failure that tripped before is recognised when it begins again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::detectors::mix;
use crate::state::Scopes;
use crate::{CallOutcome, FindingSubject, Incident, PastCall, Rule};

/// The calls before a trip that say what failed.
const CALLS: usize = 20;
/// Calls of them that have to show the same.
const SHOWN: usize = 3;
/// An error with fewer letters says nothing of its own: `exit code 1` stands for everything.
const TELLING_LETTERS: usize = 12;

/// What kind of failure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// A program or module is not there.
    MissingProgram,
    /// A test fails again and again.
    FailingTest,
    /// Calls fail with one error.
    Error,
    /// One call is repeated with one result.
    RepeatedCall,
}

impl FailureKind {
    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MissingProgram => "missing program",
            Self::FailingTest => "failing test",
            Self::Error => "error",
            Self::RepeatedCall => "repeated call",
        }
    }

    fn sign(self, digest: u64) -> u64 {
        mix(self as u64 + 1, digest)
    }
}

/// A failure that tripped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrippedFailure {
    /// Its kind.
    pub kind: FailureKind,
    /// The digest by which it is recognised. Comparable within one version of `observe`.
    pub sign: u64,
    /// What is missing, fails or is repeated, short and redacted.
    pub signature: String,
}

/// A failure that an earlier session of the project tripped over, and what helped then.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenBefore {
    /// Trips with this failure.
    pub times: u64,
    /// What is missing, fails or is repeated.
    pub signature: String,
    /// What was done about it before a run that passed.
    pub helped: String,
}

impl SeenBefore {
    /// What the agent is told.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { times, signature, helped } = self;
        let times = if *times == 1 { "once".to_owned() } else { format!("{times} times") };
        format!("Seen before here, {times}: {signature}; this helped: {helped}")
    }
}

impl TrippedFailure {
    /// The failure that an incident is about, by the calls before it; `None` where they show no single one.
    #[must_use]
    pub fn of(incident: &Incident, calls: &[PastCall]) -> Option<Self> {
        let ended = calls.iter().rev().filter(|call| !call.refused).take(CALLS);
        let ended: Vec<(&PastCall, &CallOutcome)> =
            ended.filter_map(|call| Some((call, call.outcome.as_deref()?))).collect();
        if incident.rule() == Rule::MissingProgram {
            let (call, missing) =
                ended.iter().find_map(|(call, outcome)| Some((call, outcome.missing?)))?;
            let error = call.outcome.as_ref().and_then(|outcome| outcome.error.as_ref());
            let text = error.map_or(call.subject.label.as_str(), |error| error.text());
            return Some(Self::new(FailureKind::MissingProgram, missing, text));
        }
        if let FindingSubject::FailingTest { name, .. } = &incident.cause.subject {
            let runs = ended.iter().filter_map(|(_, outcome)| outcome.test.as_ref());
            let test = runs.flat_map(|run| &run.failed).find(|test| test.name == *name)?;
            return Some(Self::new(FailureKind::FailingTest, u64::from(test.key), name));
        }
        let errors = ended.iter().filter_map(|(_, outcome)| {
            let error = outcome.error.as_ref().filter(|_| tells_error(outcome))?;
            Some((error.digest, error.text()))
        });
        if let Some((digest, text)) = most_frequent(errors) {
            return Some(Self::new(FailureKind::Error, digest, text));
        }
        let repeated = ended.iter().filter_map(|(call, outcome)| {
            let result = outcome.result?;
            Some((mix(call.subject.call?, result), call.subject.label.as_str()))
        });
        let (digest, label) = most_frequent(repeated)?;
        Some(Self::new(FailureKind::RepeatedCall, digest, label))
    }

    fn new(kind: FailureKind, digest: u64, signature: &str) -> Self {
        Self { kind, sign: kind.sign(digest), signature: signature.to_owned() }
    }
}

/// The newest of what is there most often; `None` where nothing is there often enough.
fn most_frequent<'a>(shown: impl Iterator<Item = (u64, &'a str)>) -> Option<(u64, &'a str)> {
    let mut counts: BTreeMap<u64, (usize, &str)> = BTreeMap::new();
    for (digest, text) in shown {
        counts.entry(digest).or_insert((0, text)).0 += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, (count, _))| *count);
    most.filter(|(_, (count, _))| *count >= SHOWN).map(|(digest, (_, text))| (digest, text))
}

fn tells_error(outcome: &CallOutcome) -> bool {
    let letters = |line: &str| line.chars().filter(|c| c.is_alphabetic()).count();
    let error = outcome.error.as_ref();
    !outcome.ok && error.is_some_and(|error| letters(&error.line) >= TELLING_LETTERS)
}

impl Scopes {
    /// The first sign in this outcome of a failure that the session looks out for.
    #[must_use]
    pub fn known_failure_sign(&self, outcome: &CallOutcome) -> Option<u64> {
        let known = &self.session.failure_signs;
        if known.is_empty() || outcome.refused {
            return None;
        }
        let missing = outcome.missing.map(|digest| FailureKind::MissingProgram.sign(digest));
        let run = outcome.test.iter();
        let tests = run.flat_map(|run| &run.failed);
        let tests = tests.map(|test| FailureKind::FailingTest.sign(u64::from(test.key)));
        let error = outcome.error.as_ref().filter(|_| tells_error(outcome));
        let error = error.map(|error| FailureKind::Error.sign(error.digest));
        let repeated =
            self.repeated_call(outcome).map(|digest| FailureKind::RepeatedCall.sign(digest));
        let signs = missing.into_iter().chain(tests).chain(error).chain(repeated);
        signs.into_iter().find(|sign| known.contains(sign))
    }

    /// The call that this outcome ends, where it has given this result before.
    fn repeated_call(&self, outcome: &CallOutcome) -> Option<u64> {
        let window = &self.agent.window;
        let result = outcome.result?;
        let call = window.call_in_flight(outcome.call, outcome.named_call())?.call;
        let is_same = window.steps.iter().any(|step| step.call == call && step.result == result);
        is_same.then(|| mix(call, result))
    }
}
