//! Patterns of the whole task: what stopped it, and which tests and files took part.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::scope::ScopeVerdict;

use crate::attempt::{changed_files, run_error};
use crate::evidence::{TestEvidence, TripCause};
use crate::missing_resource::MissingResource;
use crate::phrases::{
    attempt_list, capitalized, count, joined, quoted, quoted_error, quoted_name, quoted_names,
    times,
};
use crate::placeholders::{Placeholders, sentence};

/// Tests that are named with their attempts.
const NAMED_TESTS: usize = 7;
/// The value that holds the path of a file outside the scope, as it is.
pub(super) const SCOPE_PATH: &str = "path";

pub(super) fn corrupt_state(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    (evidence.cause == TripCause::CorruptState).then(Vec::new)
}

pub(super) fn budget(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    (evidence.cause == TripCause::Budget).then(Vec::new)
}

/// Test runs that gave no verdict.
pub(super) fn infrastructure(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let runs = evidence.infrastructure;
    let last = runs.last().filter(|_| evidence.cause == TripCause::Infrastructure)?;
    let digest = |run: &fusebox_engine::TestRunRecord| run.error.as_ref().map(|error| error.digest);
    let which = if runs.iter().all(|run| digest(run) == digest(last)) {
        "the same error"
    } else {
        "different errors"
    };
    let ended = match runs.len() {
        1 => "The last test run".to_owned(),
        n => format!("The last {n} test runs ended in {which} and"),
    };
    let missing = MissingResource::read(run_error(last));
    let means = missing.as_ref().map_or_else(String::new, |missing| {
        let means = if missing.is_environment() {
            "Edits to the code cannot be judged before this is mended."
        } else {
            "The code or its tests do not build or load."
        };
        format!(" {} {means}", capitalized(&missing.statement()))
    });
    let ask = missing.map_or_else(
        || "What does the test run need so that it works here?".to_owned(),
        |missing| missing.question(),
    );
    Some(vec![
        ("runs", ended),
        ("command", quoted_name(&last.command)),
        ("error", quoted_error(run_error(last))),
        ("means", means),
        ("ask", ask),
    ])
}

/// The test that fails was changed itself.
pub(super) fn failing_test_changed(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let test = evidence.test?;
    let mut changed = evidence.changed_tests.iter().filter(|changed| !changed.refused);
    let changed = changed.find(|changed| is_same_test(&changed.test, test))?;
    Some(vec![("how", quoted(changed.how.title(), 80)), ("file", quoted_name(&changed.file))])
}

/// Whether two names are of one test: a runner's full name ends with the name in the source.
fn is_same_test(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let Some(rest) = long.strip_suffix(short) else { return false };
    !short.is_empty() && !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// A sentence about changes of tests that were refused; empty where there were none.
pub(super) fn refused_test_change(evidence: &TestEvidence<'_>) -> String {
    let refused = evidence.changed_tests.iter().find(|changed| changed.refused);
    refused.map_or_else(String::new, |changed| {
        format!(
            " The agent also tried to change a test ({} in {}), which was refused: it may take the test \
             to be wrong.",
            quoted(changed.how.title(), 80),
            quoted_name(&changed.file)
        )
    })
}

/// At least half of what counted is that the agent went for one file outside the scope.
pub(super) fn outside_scope(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let touches = &evidence.facts.scope_touches;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for touch in touches.iter().filter(|touch| touch.verdict == ScopeVerdict::Violation) {
        *counts.entry(&touch.file).or_default() += 1;
    }
    let (file, most) = counts.into_iter().max_by_key(|(file, count)| (*count, Reverse(*file)))?;
    let mut latest = touches.iter().rev().filter(|touch| touch.file == file);
    let reason = latest.find_map(|touch| touch.justification.as_deref());
    (most >= evidence.attempts.len().div_ceil(2).max(1)).then(|| {
        vec![
            ("file", quoted_name(file)),
            (SCOPE_PATH, file.to_owned()),
            ("times", times(most)),
            ("justification", sentence(reason, " The agent's reason: ", quoted_error)),
        ]
    })
}

pub(super) fn only_tests_changed(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let files = changed_files(&evidence.attempts);
    let mut changed = evidence.attempts.iter().flat_map(|attempt| &attempt.run.files);
    (!files.is_empty() && changed.all(|file| file.test))
        .then(|| vec![("files", quoted_names(files))])
}

/// The names of the tests that failed in each attempt.
fn failed_sets<'a>(evidence: &TestEvidence<'a>) -> Vec<(u32, BTreeSet<&'a str>)> {
    let sets = evidence.attempts.iter();
    sets.map(|attempt| (attempt.number, attempt.failed_names().collect())).collect()
}

/// Now one test fails and the other does not, now the other way round, three times or more.
pub(super) fn taking_turns(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let sets = failed_sets(evidence);
    let [(_, first), (_, second), _, ..] = sets.as_slice() else { return None };
    let one = *first.difference(second).next()?;
    let other = *second.difference(first).next()?;
    let takes_turns = sets.iter().enumerate().all(|(turn, (_, set))| {
        let is_even = turn % 2 == 0;
        set.contains(one) == is_even && set.contains(other) != is_even
    });
    let attempts_of = |test: &str| {
        let those = sets.iter().filter(|(_, set)| set.contains(test));
        attempt_list(&those.map(|(number, _)| *number).collect::<Vec<_>>())
    };
    takes_turns.then(|| {
        vec![
            ("one", quoted_name(one)),
            ("one_attempts", attempts_of(one)),
            ("other", quoted_name(other)),
            ("other_attempts", attempts_of(other)),
        ]
    })
}

/// Each attempt ends with more failing tests than the one before.
pub(super) fn growing(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let sets = failed_sets(evidence);
    let counts: Vec<usize> = sets.iter().map(|(_, set)| set.len()).collect();
    let ((_, first), (_, last)) = (sets.first()?, sets.last()?);
    let enough = if counts.len() == 2 { 3 } else { 2 };
    let grows = counts.len() > 1 && counts.is_sorted() && last.len() >= first.len() + enough;
    grows.then(|| {
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        vec![("counts", counts.join(" → ")), ("new", quoted_names(last.difference(first).copied()))]
    })
}

/// Three tests or more, none of which failed in more than half of the attempts.
pub(super) fn spread(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let mut by_test: Vec<(&str, Vec<u32>)> = Vec::new();
    for (number, set) in failed_sets(evidence) {
        for test in set {
            match by_test.iter_mut().find(|(known, _)| *known == test) {
                Some((_, numbers)) => numbers.push(number),
                None => by_test.push((test, vec![number])),
            }
        }
    }
    let most = by_test.iter().map(|(_, numbers)| numbers.len()).max()?;
    let mut each: Vec<String> = by_test
        .iter()
        .take(NAMED_TESTS)
        .map(|(test, numbers)| format!("{} ({})", quoted_name(test), attempt_list(numbers)))
        .collect();
    if by_test.len() > NAMED_TESTS {
        each.push(format!("{} more", by_test.len() - NAMED_TESTS));
    }
    let now = quoted_names(evidence.failing.iter().map(|failing| failing.test.name.as_str()));
    let now = if now.is_empty() { now } else { format!(" Failing now: {now}.") };
    (by_test.len() > 2 && most * 2 <= evidence.attempts.len()).then(|| {
        vec![
            ("count", count(evidence.attempts.len(), "attempt")),
            ("test_count", by_test.len().to_string()),
            ("each", joined(&each)),
            ("now", now),
            ("tests", quoted_names(by_test.iter().map(|(test, _)| *test))),
        ]
    })
}

/// Failures spread over many tests, where every attempt changed one file.
pub(super) fn spread_over_one_file(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let file = evidence.shared_file()?;
    let values = spread(evidence)?;
    Some(values.into_iter().chain([("file", quoted_name(file))]).collect())
}

/// What is known where no pattern fits.
pub(super) fn known(evidence: &TestEvidence<'_>) -> Placeholders {
    let (failing, tried) = (evidence.failing.len(), evidence.attempts.len());
    let known = [
        (failing > 0).then(|| format!("{} now", count(failing, "failing test"))),
        (tried > 0).then(|| count(tried, "attempt")),
        (!evidence.calls.is_empty()).then(|| "the last calls".to_owned()),
    ];
    let known: Vec<String> = known.into_iter().flatten().collect();
    let known = match known.as_slice() {
        [] => "no failing test and no attempt are known".to_owned(),
        known => format!("known: {}", joined(known)),
    };
    vec![("known", known)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_known_by_the_end_of_its_name() {
        assert!(is_same_test("test_total", "tests/test_cart.py::test_total"));
        assert!(is_same_test("cart::tests::total", "total"));
        assert!(!is_same_test("total", "test_total"));
        assert!(!is_same_test("", "x"));
    }
}
