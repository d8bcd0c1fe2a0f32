//! From the facts to the report.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{
    AttemptEntry, CheckpointRef, Diagnostic, ModifiedFile, TrippedTests, WorkSlice,
};
use super::facts::{TestEvidence, TripCause};
use super::input::{AttemptFacts, IncidentFacts};
use super::pattern::FailurePattern;
use super::values::ComparedValues;
use super::words::count;
use super::{hypothesis, question, recovery, repetition};

impl Diagnostic {
    /// The report that was composed at the trip, with what the agent has said since. Where none was
    /// stored, or the stored one cannot be read, the report of `facts`.
    #[must_use]
    pub fn stored_or_composed(stored: Option<&str>, facts: &IncidentFacts) -> Self {
        let stored = stored.and_then(|body| serde_json::from_str::<Self>(body).ok());
        stored.map_or_else(
            || Self::of(facts),
            |stored| Self { agent_summary: facts.agent_summary.clone(), ..stored },
        )
    }

    /// The report of this story: always the same for the same story.
    #[must_use]
    pub fn of(story: &IncidentFacts) -> Self {
        let facts = TestEvidence::of(story);
        let pattern = FailurePattern::of(&facts);
        let attempts = latest(&story.attempts, Self::MAX_ATTEMPTS);
        let several = several(&facts);
        // The report names the test it is about; only others are named in the log.
        let about = facts.test.filter(|_| several.is_none());
        Self {
            version: Self::VERSION,
            incident: story.incident.clone(),
            session: story.session.clone(),
            task: story.task.clone(),
            rule: story.rule.clone(),
            at_ms: story.at_ms,
            slice: WorkSlice { id: story.task.clone(), name: story.slice_name.clone() },
            test: test(several.as_deref(), &facts),
            trip_reason: trip_reason(story),
            test_expectation: expectation(&facts),
            test_location: facts.location().filter(|_| several.is_none()),
            actual_error: actual(&facts),
            attempt_log: attempts.iter().map(|one| entry(one, about)).collect(),
            cumulative_files_modified: files(&story.attempts),
            scope_violations: latest(&story.scope_violations, Self::MAX_FILES).to_vec(),
            tests_modified: latest(&story.tests_touched, Self::MAX_FILES).to_vec(),
            checkpoint: story.checkpoint.clone().map(|reference| CheckpointRef {
                reference,
                partial: story.checkpoint_partial.clone(),
            }),
            best_hypothesis: hypothesis::words(&pattern, &facts),
            specific_question: question::words(&pattern, &facts),
            recovery_options: recovery::options(&pattern, &facts),
            agent_summary: story.agent_summary.clone(),
            last_calls: latest(&story.last_calls, Self::MAX_ATTEMPTS).to_vec(),
            git: None,
            test_run: None,
        }
    }
}

fn latest<T>(all: &[T], most: usize) -> &[T] {
    all.get(all.len().saturating_sub(most)..).unwrap_or_default()
}

fn trip_reason(story: &IncidentFacts) -> String {
    if story.trip_reason.trim().is_empty() {
        "manual".to_owned()
    } else {
        story.trip_reason.clone()
    }
}

fn test(several: Option<&[&str]>, facts: &TestEvidence<'_>) -> Option<TrippedTests> {
    match several {
        Some(names) => {
            Some(TrippedTests::Several(names.iter().map(|name| (*name).to_owned()).collect()))
        }
        None if matches!(facts.cause(), TripCause::Infra | TripCause::Corrupt) => None,
        None => facts.test.map(|test| TrippedTests::One(test.to_owned())),
    }
}

/// The tests, where not one but several tripped: all that took part, those that fail now first.
fn several<'a>(facts: &TestEvidence<'a>) -> Option<Vec<&'a str>> {
    let rule = facts.story.rule.as_deref();
    if rule == Some("attempts.per_test")
        || matches!(facts.cause(), TripCause::Infra | TripCause::Corrupt)
    {
        return None;
    }
    let now = facts.story.failing.iter().map(|failing| failing.name.as_str());
    let before = facts.attempts.iter().flat_map(|attempt| &attempt.failing);
    let before =
        before.map(|failed| failed.name.as_str()).filter(|_| facts.cause() == TripCause::Slice);
    let mut seen = BTreeSet::new();
    let all = now.chain(before).filter(|name| seen.insert(*name)).take(Diagnostic::MAX_TESTS);
    let all: Vec<&str> = all.collect();
    (all.len() > 1 || (facts.cause() == TripCause::Slice && !all.is_empty())).then_some(all)
}

fn expectation(facts: &TestEvidence<'_>) -> Option<String> {
    if several(facts).is_none() {
        return one_expectation(facts);
    }
    let failing = facts.story.failing.iter().take(Diagnostic::MAX_TESTS);
    let line = |one: &super::FailingTest| {
        let wanted = match ComparedValues::read(&one.error, one.assertion.as_deref()) {
            Some(ComparedValues::Told { expected, .. }) => Some(expected),
            Some(ComparedValues::Sides { .. }) | None => None,
        };
        Some(format!("{}: {}", one.name, one.assertion.clone().or(wanted)?))
    };
    let lines: Vec<String> = failing.filter_map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The assertion; where it only says that two things are compared, with what it compares; where there
/// is none, the value that the runner says is wanted.
fn one_expectation(facts: &TestEvidence<'_>) -> Option<String> {
    let assertion = facts.now.and_then(|now| now.assertion.as_deref());
    match (assertion, facts.assertion(), facts.values()) {
        (Some(general), None, Some(ComparedValues::Told { expected, .. }))
            if !general.contains(&expected) =>
        {
            Some(format!("{general} (expected: {expected})"))
        }
        (Some(general), None, Some(ComparedValues::Sides { left, right })) => {
            Some(format!("{general} (left: {left}, right: {right})"))
        }
        (None, _, Some(ComparedValues::Told { expected, .. })) => Some(expected),
        (assertion, _, _) => assertion.map(str::to_owned),
    }
}

fn actual(facts: &TestEvidence<'_>) -> String {
    match facts.cause() {
        TripCause::Infra => {
            facts.story.infra.last().map(|run| run.error.clone()).unwrap_or_default()
        }
        TripCause::Repetition => repetition::output(facts.story),
        _ if several(facts).is_some() => {
            let failing = facts.story.failing.iter().take(Diagnostic::MAX_TESTS);
            let each = failing.map(|one| format!("{}:\n{}", one.name, one.error));
            each.collect::<Vec<_>>().join("\n\n")
        }
        TripCause::Tests | TripCause::Slice | TripCause::Budget | TripCause::Corrupt => {
            facts.last_output().unwrap_or_default().to_owned()
        }
    }
}

fn entry(attempt: &AttemptFacts, about: Option<&str>) -> AttemptEntry {
    let files: Vec<String> = attempt.files.iter().map(|file| file.path.clone()).collect();
    let said = attempt.said.as_deref().map(str::trim).filter(|said| !said.is_empty());
    let description = said.map_or_else(
        || match files.as_slice() {
            [] => "no word and no known change".to_owned(),
            [one] => format!("changed {one}"),
            [one, other] => format!("changed {one} and {other}"),
            [first, rest @ ..] => {
                format!("changed {first} and {}", count(rest.len(), "other file"))
            }
        },
        str::to_owned,
    );
    AttemptEntry {
        attempt: attempt.number,
        description,
        files_touched: files.into_iter().take(Diagnostic::MAX_FILES).collect(),
        result: result(attempt, about),
        at_ms: attempt.at_ms,
        charged: attempt.charged,
    }
}

/// The error of the one test that failed; of several their number and the first one's.
fn result(attempt: &AttemptFacts, about: Option<&str>) -> String {
    let known = |name: &str| about == Some(name);
    match attempt.failing.as_slice() {
        [] => attempt.error.clone().unwrap_or_else(|| "passed".to_owned()),
        [one] if known(&one.name) && !one.error.is_empty() => one.error.clone(),
        [one] => format!("{}: {}", one.name, one.error),
        [first, ..] => {
            let mut names: Vec<&str> =
                attempt.failing.iter().take(4).map(|failed| failed.name.as_str()).collect();
            let more = format!("{} more", attempt.failing.len() - names.len());
            if names.len() < attempt.failing.len() {
                names.push(&more);
            }
            format!(
                "{} failed ({}); the first: {}",
                count(attempt.failing.len(), "test"),
                names.join(", "),
                first.error
            )
        }
    }
}

/// Every file with the last thing that became of it and its attempts, in the order of first touch.
fn files(all: &[AttemptFacts]) -> Vec<ModifiedFile> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut files: Vec<ModifiedFile> = Vec::new();
    for (attempt, file) in all.iter().flat_map(|one| one.files.iter().map(move |file| (one, file)))
    {
        let at = *places.entry(&file.path).or_insert(files.len());
        match files.get_mut(at) {
            Some(known) => {
                known.change_type = known.change_type.then(file.change);
                if known.attempts.last() != Some(&attempt.number) {
                    known.attempts.push(attempt.number);
                }
            }
            None => files.push(ModifiedFile {
                file: file.path.clone(),
                change_type: file.change,
                attempts: vec![attempt.number],
            }),
        }
    }
    files.truncate(Diagnostic::MAX_FILES);
    files
}
