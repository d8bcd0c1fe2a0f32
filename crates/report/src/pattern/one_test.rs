//! Patterns of one test: how its error changed from attempt to attempt.

use std::collections::BTreeSet;

use crate::attempt::{changed_files, error_line, numbers};
use crate::compared_values::ComparedValues;
use crate::evidence::{TestEvidence, TestFailure, TripCause};
use crate::missing_resource::{MissingResource, ResourceKind, is_timeout};
use crate::phrases::{
    attempt_list, capitalized, count, quoted, quoted_error, quoted_name, quoted_names, quoted_value,
};
use crate::placeholders::Placeholders;

/// Another error of the same test although nothing was changed between two runs.
pub(super) fn unstable(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let test = evidence.test?;
    evidence.all_attempts.windows(2).find_map(|two| {
        let (before, after) = (two[0].failed_test(test)?, two[1].failed_test(test)?);
        let digest = |test: &fusebox_engine::test_run::FailedTest| {
            test.error.as_ref().map(|error| error.digest)
        };
        let is_unchanged = !two[1].is_charged() && two[1].run.files.is_empty();
        (is_unchanged && digest(before) != digest(after)).then(|| {
            vec![
                ("first", two[0].number.to_string()),
                ("second", two[1].number.to_string()),
                ("before", quoted_error(error_line(before))),
                ("after", quoted_error(error_line(after))),
            ]
        })
    })
}

pub(super) fn nothing_changed(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let is_known = !changed_files(&evidence.attempts).is_empty();
    (!is_known && evidence.attempts.len() > 1).then(Vec::new)
}

/// The failures of a test that stands for the whole; `None` where there are none.
fn focused_failures<'e, 'a>(evidence: &'e TestEvidence<'a>) -> Option<&'e [TestFailure<'a>]> {
    (evidence.is_focused() && !evidence.failures.is_empty()).then_some(&evidence.failures)
}

/// The same thing is missing in every failure.
pub(super) fn missing_resource(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let read = |failure: &TestFailure<'_>| {
        let text = failure.error;
        let is_comparison = ComparedValues::read(text, None).is_some() || text.contains("Assert");
        MissingResource::read(text).filter(|_| !is_comparison)
    };
    let failures = focused_failures(evidence)?;
    let last = read(failures.last()?)?;
    let means = if last.is_environment() {
        "Most often that is a matter of where the test runs, not of the code's logic, and edits to the \
         logic do not reach it."
    } else if last.kind == ResourceKind::Name {
        "Something uses a name that is not there; what comes after it was not tested yet."
    } else {
        "The code does not load; what it computes was not tested yet."
    };
    failures.iter().all(|failure| read(failure).as_ref() == Some(&last)).then(|| {
        vec![("statement", last.statement()), ("means", means.to_owned()), ("ask", last.question())]
    })
}

pub(super) fn timed_out(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let is_wait = |text| is_timeout(text) && ComparedValues::read(text, None).is_none();
    focused_failures(evidence)?.iter().all(|failure| is_wait(failure.error)).then(Vec::new)
}

/// A status of success was wanted and one of failure came, the same each time.
pub(super) fn http_status(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let ComparedValues::Known { expected, actual } = evidence.values()? else { return None };
    let (expected, actual): (u16, u16) = (expected.parse().ok()?, actual.parse().ok()?);
    let texts = [evidence.assertion(), evidence.last_error(), evidence.test];
    let is_about_http = texts.into_iter().flatten().any(|text| {
        let text = text.to_lowercase();
        ["status", "http", "response"].iter().any(|word| text.contains(word))
    });
    let fits = (200..400).contains(&expected) && (400..600).contains(&actual);
    let (means, ask) = match actual {
        401 | 403 => (
            "The request was turned away, most often before the handler sees it: what decides is \
             authentication and what the test sends along, not the content of the answer.",
            "Which credentials should this request carry, or should the path need none?",
        ),
        404 | 405 => (
            "Most often no handler took the request: what decides is the route, the path and the method, \
             not the handler's logic.",
            "Which route and method should answer this request?",
        ),
        400 | 422 => (
            "What the test sends is not what the code accepts.",
            "Which fields and formats must this request have?",
        ),
        500..=599 => (
            "The server failed while it answered; the cause is in its own log, not in this output.",
            "What does the server's log say about this request?",
        ),
        _ => ("The server refused the request.", "Why should the server answer this request?"),
    };
    (is_about_http && fits && evidence.is_steady() && evidence.is_focused()).then(|| {
        vec![
            ("expected", expected.to_string()),
            ("actual", actual.to_string()),
            ("means", means.to_owned()),
            ("ask", ask.to_owned()),
        ]
    })
}

/// The two values of every failure, and whether the runner says which is which; `None` where one
/// failure has no values, or they are of several assertions.
fn value_pairs(evidence: &TestEvidence<'_>) -> Option<Vec<(String, String, bool)>> {
    let assertion = evidence.failing_now().and_then(|now| now.assertion);
    let pairs = evidence.failures.iter().map(|failure| {
        Some(match ComparedValues::read(failure.error, assertion)? {
            ComparedValues::Known { expected, actual } => (expected, actual, true),
            ComparedValues::Sides { left, right } => (left, right, false),
        })
    });
    let pairs = pairs.collect::<Option<Vec<_>>>()?;
    (pairs.len() > 1 && evidence.is_focused() && evidence.is_at_one_place()).then_some(pairs)
}

/// One side stays the same, the other changes.
pub(super) fn value_moves(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let pairs = value_pairs(evidence)?;
    let firsts: Vec<&str> = pairs.iter().map(|(first, _, _)| first.as_str()).collect();
    let seconds: Vec<&str> = pairs.iter().map(|(_, second, _)| second.as_str()).collect();
    let is_constant = |side: &[&str]| side.windows(2).all(|two| two[0] == two[1]);
    let (wanted, got) = match (is_constant(&firsts), is_constant(&seconds)) {
        (true, false) => (firsts, seconds),
        (false, true) if pairs.iter().any(|(_, _, is_known)| !is_known) => (seconds, firsts),
        _ => return None,
    };
    let got: Vec<String> = got.into_iter().map(quoted_value).collect();
    let (steps, values) = (got.join(" → "), got.join(", "));
    Some(vec![("wanted", quoted_value(wanted.first()?)), ("steps", steps), ("values", values)])
}

/// Both values change and stay the same number apart.
pub(super) fn same_distance(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let pairs = value_pairs(evidence)?;
    let distance = |(a, b, _): &(String, String, bool)| {
        Some(b.parse::<i64>().ok()?.checked_sub(a.parse::<i64>().ok()?)?.unsigned_abs())
    };
    let first = distance(pairs.first()?)?;
    let is_same = first > 0 && pairs.iter().all(|pair| distance(pair) == Some(first));
    let moves = pairs.windows(2).any(|two| two[0] != two[1]);
    let each = pairs.iter().map(|(a, b, _)| format!("{} and {}", quoted(a, 20), quoted(b, 20)));
    (is_same && moves).then(|| {
        let pairs = each.collect::<Vec<_>>().join(", ");
        vec![("distance", first.to_string()), ("pairs", pairs)]
    })
}

/// The failures in runs of equal errors, and the digests of the errors; `None` where the error never
/// changed.
fn error_blocks<'e, 'a>(
    evidence: &'e TestEvidence<'a>,
) -> Option<(Vec<&'e [TestFailure<'a>]>, BTreeSet<u64>)> {
    let failures = focused_failures(evidence)?;
    let blocks = failures.chunk_by(|a, b| a.digest == b.digest).collect();
    let distinct: BTreeSet<u64> = failures.iter().map(|failure| failure.digest).collect();
    (distinct.len() > 1).then_some((blocks, distinct))
}

/// The error changed once and stayed.
pub(super) fn shifted_once(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let (blocks, _) = error_blocks(evidence)?;
    let [[before, ..], [at, later @ ..]] = blocks.as_slice() else { return None };
    let later: Vec<_> = later.iter().map(|failure| failure.attempt).collect();
    let in_parentheses = |files: Vec<&str>| match files.as_slice() {
        [] => String::new(),
        files => format!(" ({})", quoted_names(files.iter().copied())),
    };
    let means = if later.is_empty() {
        "The attempts before did not move it, so this change is the one that bears on it."
            .to_owned()
    } else {
        let numbers = capitalized(&attempt_list(&numbers(&later)));
        format!("{numbers}{} did not move it again.", in_parentheses(changed_files(&later)))
    };
    (evidence.failures.len() > 2).then(|| {
        vec![
            ("at", at.attempt.number.to_string()),
            ("files", in_parentheses(changed_files(&[at.attempt]))),
            ("before", quoted_error(before.error)),
            ("after", quoted_error(at.error)),
            ("means", means),
        ]
    })
}

/// Each error gave way to a new one.
pub(super) fn stages(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let (blocks, distinct) = error_blocks(evidence)?;
    let firsts = blocks.iter().filter_map(|block| block.first());
    let stage = |at: &TestFailure<'_>| {
        format!("{} (attempt {})", quoted_error(at.error), at.attempt.number)
    };
    let stages: Vec<String> = firsts.map(stage).collect();
    (blocks.len() == distinct.len()).then(|| vec![("stages", stages.join(" → "))])
}

/// The attempts that ended in this error.
fn attempts_with(digest: u64, evidence: &TestEvidence<'_>) -> String {
    let those = evidence.failures.iter().filter(|failure| failure.digest == digest);
    attempt_list(&those.map(|failure| failure.attempt.number).collect::<Vec<_>>())
}

/// Two errors take turns.
pub(super) fn alternating(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let (blocks, distinct) = error_blocks(evidence)?;
    let [[one, ..], [other, ..], ..] = blocks.as_slice() else { return None };
    (distinct.len() == 2).then(|| {
        vec![
            ("one", quoted_error(one.error)),
            ("one_attempts", attempts_with(one.digest, evidence)),
            ("other", quoted_error(other.error)),
            ("other_attempts", attempts_with(other.digest, evidence)),
        ]
    })
}

/// Errors go away and come back.
pub(super) fn wandering(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let (blocks, distinct) = error_blocks(evidence)?;
    let mut seen = BTreeSet::new();
    let mut firsts = blocks.iter().filter_map(|block| block.first());
    let back = firsts.find(|failure| !seen.insert(failure.digest))?;
    Some(vec![
        ("count", distinct.len().to_string()),
        ("back", quoted_error(back.error)),
        ("back_attempts", attempts_with(back.digest, evidence)),
    ])
}

/// The files that were changed while the error stayed the same; `None` where it did not.
fn files_of_same_error<'a>(evidence: &TestEvidence<'a>) -> Option<Vec<&'a str>> {
    let is_same = evidence.is_steady() && evidence.failures.len() > 1 && evidence.is_focused();
    is_same.then(|| changed_files(&evidence.failed_attempts()))
}

pub(super) fn same_error_nothing_changed(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    files_of_same_error(evidence)?.is_empty().then(Vec::new)
}

pub(super) fn same_error_one_file(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let [file] = files_of_same_error(evidence)?[..] else { return None };
    let missed = match evidence.location().filter(|_| evidence.fails_in(file)) {
        Some(at) => format!("the edits miss what goes wrong at {}", quoted_name(&at)),
        None => "the edits miss what decides the result, which may be outside this file".to_owned(),
    };
    Some(vec![("file", quoted_name(file)), ("missed", missed)])
}

pub(super) fn same_error_many_files(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let files = files_of_same_error(evidence)?;
    (files.len() > 1).then(|| {
        vec![
            ("file_count", count(files.len(), "file")),
            ("files", quoted_names(files)),
            ("error", quoted_error(evidence.last_error().unwrap_or_default())),
        ]
    })
}

/// The same error whatever file was changed, where the runner says what the test wants.
pub(super) fn same_value_many_files(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let ComparedValues::Known { expected, actual } = evidence.values()? else { return None };
    let values = same_error_many_files(evidence)?;
    let compared = [("expected", quoted_value(&expected)), ("actual", quoted_value(&actual))];
    Some(values.into_iter().chain(compared).collect())
}

pub(super) fn single_attempt(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let is_single = evidence.attempts.len() == 1 && evidence.cause != TripCause::Budget;
    is_single.then(Vec::new)
}
