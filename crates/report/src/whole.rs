//! Patterns of the whole task: what stopped it, which tests and which files took part.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::same_path;

use super::facts::{TestEvidence, TripCause};
use super::hypothesis::REFUSED;
use super::missing::MissingResource;
use super::pattern::FailurePattern;

pub(super) fn corrupt<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    (facts.cause() == TripCause::Corrupt).then_some(FailurePattern::Corrupt)
}

pub(super) fn infra<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let last = facts.story.infra.last().filter(|_| facts.cause() == TripCause::Infra)?;
    let runs = facts.story.infra.len();
    let same = facts.story.infra.iter().all(|run| run.digest == last.digest);
    Some(FailurePattern::Infra {
        missing: MissingResource::read(&last.error),
        error: &last.error,
        runs,
        same,
    })
}

pub(super) fn repetition<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    (facts.cause() == TripCause::Repetition).then_some(FailurePattern::Repetition)
}

/// The test that fails was itself changed: by name, or by its file where no name is known.
pub(super) fn test_edited<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let test = facts.test?;
    let file = facts.now.and_then(|now| now.file.as_deref());
    let mut changed = facts.story.tests_touched.iter().filter(|one| !one.how.ends_with(REFUSED));
    let touched = changed.find(|touched| match touched.test.as_deref() {
        Some(name) => same_test(name, test),
        None => file.is_some_and(|file| same_path(file, &touched.file)),
    })?;
    Some(FailurePattern::TestEdited { file: &touched.file, how: &touched.how })
}

/// A runner's full name of a test ends with the name that the source gives it.
fn same_test(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let Some(rest) = long.strip_suffix(short) else { return false };
    !short.is_empty() && !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// At least half of what counted is that the agent went for a file outside the scope.
pub(super) fn out_of_scope<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let violations = facts.story.scope_violations.iter().filter(|one| one.verdict == "violation");
    for violation in violations {
        *counts.entry(&violation.file).or_default() += 1;
    }
    let (file, times) =
        counts.iter().max_by_key(|(file, count)| (**count, std::cmp::Reverse(*file)))?;
    let half = facts.attempts.len().div_ceil(2).max(1);
    (*times >= half).then_some(FailurePattern::OutOfScope { file, times: *times })
}

pub(super) fn only_tests<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let mut changed = facts.attempts.iter().flat_map(|attempt| &attempt.files).peekable();
    changed.peek()?;
    changed
        .all(|file| file.is_test)
        .then(|| FailurePattern::OnlyTests { files: TestEvidence::files(&facts.attempts) })
}

/// The tests that failed in each attempt.
fn sets<'a>(facts: &TestEvidence<'a>) -> Vec<(u32, BTreeSet<&'a str>)> {
    let names = |one: &&'a super::AttemptFacts| {
        let names = one.failing.iter().map(|failed| failed.name.as_str());
        (one.number, names.collect())
    };
    facts.attempts.iter().map(names).collect()
}

/// Now one test fails and the other does not, now the other way round, three times or more.
pub(super) fn see_saw<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let sets = sets(facts);
    let [(_, first), (_, second), _, ..] = sets.as_slice() else { return None };
    let one = *first.difference(second).next()?;
    let other = *second.difference(first).next()?;
    let turns = sets.iter().enumerate().all(|(turn, (_, set))| {
        let even = turn % 2 == 0;
        set.contains(one) == even && set.contains(other) != even
    });
    let of =
        |name: &str| sets.iter().filter(|(_, set)| set.contains(name)).map(|(n, _)| *n).collect();
    turns.then(|| FailurePattern::SeeSaw { one: (one, of(one)), other: (other, of(other)) })
}

/// Each attempt ends with more failing tests than the one before.
pub(super) fn grows<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let sets = sets(facts);
    let counts: Vec<usize> = sets.iter().map(|(_, set)| set.len()).collect();
    let (_, first) = sets.first()?;
    let (_, last) = sets.last()?;
    let grows = counts.len() > 2 && counts.is_sorted() && last.len() >= first.len() + 2;
    let more = counts.len() == 2 && last.len() >= first.len() + 3;
    let new = last.difference(first).copied().collect();
    (grows || more).then_some(FailurePattern::Grows { counts, new })
}

/// Three tests or more, none of which failed in more than half of the attempts.
pub(super) fn spread<'a>(facts: &TestEvidence<'a>) -> Option<FailurePattern<'a>> {
    let mut order: Vec<&str> = Vec::new();
    let mut by_test: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (number, set) in sets(facts) {
        for name in set {
            let numbers = by_test.entry(name).or_default();
            if numbers.is_empty() {
                order.push(name);
            }
            numbers.push(number);
        }
    }
    let most = by_test.values().map(Vec::len).max()?;
    let spread = order.len() > 2 && most * 2 <= facts.attempts.len();
    let tests = || order.iter().filter_map(|name| Some((*name, by_test.remove(name)?))).collect();
    spread.then(tests).map(|tests| FailurePattern::Spread { tests })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_known_by_the_end_of_its_name() {
        assert!(same_test("test_total", "tests/test_cart.py::test_total"));
        assert!(same_test("cart::tests::total", "total"));
        assert!(!same_test("total", "test_total"));
        assert!(!same_test("", "x"));
    }
}
