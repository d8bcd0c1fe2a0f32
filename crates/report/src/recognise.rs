//! Patterns of one test: how its error shifted from attempt to attempt.

use std::collections::BTreeSet;

use super::facts::{TestEvidence, TestFailure, TripCause};
use super::missing::{MissingResource, is_timeout};
use super::pattern::FailurePattern;
use super::values::ComparedValues;

/// Another error of the same test although nothing was changed between two runs.
pub(super) fn unstable<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let test = facts.test?;
    facts.story.attempts.windows(2).find_map(|pair| {
        let [first, second] = pair else { return None };
        let of = |attempt: &'a super::AttemptFacts| {
            attempt.failing.iter().find(|failed| failed.name == test)
        };
        let (before, after) = (of(first)?, of(second)?);
        let unchanged = !second.charged && second.files.is_empty();
        (unchanged && before.digest != after.digest).then_some(FailurePattern::Unstable {
            runs: (first.number, second.number),
            before: &before.error,
            after: &after.error,
        })
    })
}

pub(super) fn nothing_changed<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let none = facts.attempts.iter().all(|attempt| attempt.files.is_empty());
    (none && facts.attempts.len() > 1).then_some(FailurePattern::NothingChanged)
}

/// The same thing is missing in every failure that says anything.
pub(super) fn missing<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let read = |step: &TestFailure<'a>| {
        let compared =
            ComparedValues::read(step.error, None).is_some() || step.error.contains("Assert");
        MissingResource::read(step.error).filter(|_| !compared)
    };
    let steps = Some(&facts.steps).filter(|steps| !steps.is_empty() && facts.focused())?;
    let last = read(steps.last()?)?;
    steps
        .iter()
        .all(|step| read(step).as_ref() == Some(&last))
        .then_some(FailurePattern::Missing(last))
}

pub(super) fn timed_out<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let out = |error| is_timeout(error) && ComparedValues::read(error, None).is_none();
    let all = facts.steps.iter().all(|step| out(step.error));
    (all && !facts.steps.is_empty() && facts.focused()).then_some(FailurePattern::TimedOut)
}

/// A status of success was wanted and one of failure came, the same each time.
pub(super) fn status<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let Some(ComparedValues::Told { expected, actual }) = facts.values() else { return None };
    let (expected, actual): (u16, u16) = (expected.parse().ok()?, actual.parse().ok()?);
    let words = [facts.assertion(), facts.last_error(), facts.test];
    let spoken = words.into_iter().flatten().any(|text| {
        let text = text.to_lowercase();
        ["status", "http", "response"].iter().any(|word| text.contains(word))
    });
    let fits = (200..400).contains(&expected) && (400..600).contains(&actual);
    (spoken && fits && facts.steady() && facts.focused())
        .then_some(FailurePattern::Status { expected, actual })
}

/// The values of every failure; none where one has no values, or they are of several assertions.
fn all_values(facts: &TestEvidence<'_>) -> Option<Vec<ComparedValues>> {
    let assertion = facts.now.and_then(|now| now.assertion.as_deref());
    let all = facts.steps.iter().map(|step| ComparedValues::read(step.error, assertion));
    let fits = |all: &Vec<ComparedValues>| all.len() > 1 && facts.focused() && facts.at_one_place();
    all.collect::<Option<Vec<_>>>().filter(fits)
}

fn pair(values: &ComparedValues) -> (&str, &str) {
    match values {
        ComparedValues::Told { expected, actual } => (expected, actual),
        ComparedValues::Sides { left, right } => (left, right),
    }
}

/// One side stands still, the other moves.
pub(super) fn value_moves<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let all = all_values(facts)?;
    let (firsts, seconds): (Vec<&str>, Vec<&str>) = all.iter().map(pair).unzip();
    let still = |side: &[&str]| side.windows(2).all(|two| two.iter().all(|v| *v == two[0]));
    let told = all.iter().all(|values| matches!(values, ComparedValues::Told { .. }));
    let (wanted, got) = match (still(&firsts), still(&seconds)) {
        (true, false) => (firsts, seconds),
        (false, true) if !told => (seconds, firsts),
        _ => return None,
    };
    let wanted = (*wanted.first()?).to_owned();
    Some(FailurePattern::ValueMoves { wanted, got: got.into_iter().map(str::to_owned).collect() })
}

/// Both values move and stay the same number apart.
pub(super) fn same_distance<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let all = all_values(facts)?;
    let pairs: Vec<(String, String)> =
        all.iter().map(pair).map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
    let far = |(a, b): &(String, String)| {
        Some(b.parse::<i64>().ok()?.checked_sub(a.parse::<i64>().ok()?)?.unsigned_abs())
    };
    let first = far(pairs.first()?)?;
    let same = pairs.iter().all(|pair| far(pair) == Some(first));
    let moves = pairs.windows(2).any(|two| two.iter().any(|pair| *pair != two[0]));
    let distance = first.to_string();
    (same && moves && first > 0).then_some(FailurePattern::SameDistance { distance, pairs })
}

/// How the error went: once, in stages, in turns, or to and fro.
pub(super) fn shifts<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let steps = Some(&facts.steps).filter(|_| facts.focused())?;
    let blocks: Vec<&[TestFailure<'a>]> = steps.chunk_by(|a, b| a.digest == b.digest).collect();
    let distinct: BTreeSet<u64> = steps.iter().map(|step| step.digest).collect();
    if distinct.len() < 2 {
        return None;
    }
    let of = |digest: u64| {
        let those = steps.iter().filter(move |step| step.digest == digest);
        those.map(|step| step.attempt.number).collect::<Vec<u32>>()
    };
    let first = steps.first()?;
    if let [before, after] = blocks.as_slice()
        && steps.len() > 2
    {
        let (before, at) = (before.first()?, after.first()?);
        let files = TestEvidence::files(&[at.attempt]);
        return Some(FailurePattern::ShiftedOnce {
            at: at.attempt.number,
            files,
            before: before.error,
            after: at.error,
        });
    }
    if blocks.len() == distinct.len() {
        let stage = |block: &&[TestFailure<'a>]| {
            block.first().map(|step| (step.attempt.number, step.error))
        };
        return Some(FailurePattern::Stages { errors: blocks.iter().filter_map(stage).collect() });
    }
    if distinct.len() == 2 {
        let second = steps.iter().find(|step| step.digest != first.digest)?;
        let (one, other) = ((first.error, of(first.digest)), (second.error, of(second.digest)));
        return Some(FailurePattern::Alternates { one, other });
    }
    let mut seen = BTreeSet::new();
    let back =
        blocks.iter().filter_map(|block| block.first()).find(|step| !seen.insert(step.digest))?;
    let attempts = of(back.digest);
    Some(FailurePattern::Wanders { errors: distinct.len(), back: back.error, attempts })
}

pub(super) fn same_error<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let files = TestEvidence::files(&facts.step_attempts());
    match files.as_slice() {
        _ if !facts.steady() || facts.steps.len() < 2 || !facts.focused() => None,
        [] => Some(FailurePattern::NothingChanged),
        [file] => Some(FailurePattern::SameOneFile { file }),
        _ => Some(FailurePattern::SameManyFiles { files }),
    }
}

pub(super) fn single<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let one = facts.attempts.len() == 1 && facts.cause() != TripCause::Budget;
    one.then_some(FailurePattern::Single)
}
