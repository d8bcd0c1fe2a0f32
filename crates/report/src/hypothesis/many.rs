//! Words for patterns of several tests.

use crate::facts::TestEvidence;
use crate::words::{attempts, count, join, name, names};

/// Tests that are named with their attempts.
const NAMED: usize = 7;

pub(super) fn see_saw(
    one: &(&str, Vec<u32>),
    other: &(&str, Vec<u32>),
    facts: &TestEvidence<'_>,
) -> String {
    format!(
        "Two tests take turns: {} fails in {}, {} in {}. If the runs covered both, what makes one \
         pass makes the other fail.{}",
        name(one.0),
        attempts(one.1.iter().copied()),
        name(other.0),
        attempts(other.1.iter().copied()),
        shared(facts)
    )
}

pub(super) fn grows(counts: &[usize], new: &[&str], facts: &TestEvidence<'_>) -> String {
    let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
    format!(
        "More tests fail than before: {} in {}. New since the first: {}. If the runs covered the \
         same tests, the changes break what other tests rely on.{}",
        counts.join(" → "),
        attempts(facts.attempts.iter().map(|one| one.number)),
        names(new.iter().copied()),
        shared(facts)
    )
}

pub(super) fn spread(tests: &[(&str, Vec<u32>)], facts: &TestEvidence<'_>) -> String {
    let mut each: Vec<String> = tests
        .iter()
        .take(NAMED)
        .map(|(test, numbers)| format!("{} ({})", name(test), attempts(numbers.iter().copied())))
        .collect();
    if tests.len() > NAMED {
        each.push(format!("{} more", tests.len() - NAMED));
    }
    let means = match shared(facts) {
        none if none.is_empty() => {
            " No file was changed in every attempt, so the evidence names no single cause."
                .to_owned()
        }
        shared => format!("{shared} What these tests share there is the likely cause."),
    };
    let now = names(facts.story.failing.iter().map(|failing| failing.name.as_str()));
    let now = if now.is_empty() { now } else { format!(" Failing now: {now}.") };
    format!(
        "{} failed on {} different tests: {}.{now}{means}",
        count(facts.attempts.len(), "attempt"),
        tests.len(),
        join(&each)
    )
}

fn shared(facts: &TestEvidence<'_>) -> String {
    facts
        .shared_file()
        .map_or_else(String::new, |file| format!(" Every attempt changed {}.", name(file)))
}
