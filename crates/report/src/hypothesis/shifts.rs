//! Words for an error that went from one form to another.

use super::{changed, these};
use crate::facts::TestEvidence;
use crate::words::{attempts, capital, code, error, names};

pub(super) fn value_moves(wanted: &str, got: &[String], facts: &TestEvidence<'_>) -> String {
    let got: Vec<String> = got.iter().map(|value| code(value, 60)).collect();
    let wanted = code(wanted, 60);
    format!(
        "The edits change the result, but it never matches: {} in {}, compared with {wanted}. So they \
         are in a place that decides it; what is not understood is the rule that leads to {wanted}.{}",
        got.join(" → "),
        these(facts),
        changed(facts)
    )
}

pub(super) fn same_distance(
    distance: &str,
    pairs: &[(String, String)],
    facts: &TestEvidence<'_>,
) -> String {
    let pairs: Vec<String> =
        pairs.iter().map(|(a, b)| format!("{} and {}", code(a, 20), code(b, 20))).collect();
    format!(
        "Both values change from attempt to attempt and stay {distance} apart ({}), so the same \
         difference is made each time, as by a bound counted twice or left out.{}",
        pairs.join(", "),
        changed(facts)
    )
}

pub(super) fn alternates(
    one: &(&str, Vec<u32>),
    other: &(&str, Vec<u32>),
    facts: &TestEvidence<'_>,
) -> String {
    format!(
        "The test swings between two errors: {} in {}, {} in {}. What removes one brings back the \
         other: two requirements pull against each other, or one edit undoes the one before.{}",
        error(one.0),
        attempts(one.1.iter().copied()),
        error(other.0),
        attempts(other.1.iter().copied()),
        changed(facts)
    )
}

pub(super) fn wanders(
    errors: usize,
    back: &str,
    numbers: &[u32],
    facts: &TestEvidence<'_>,
) -> String {
    format!(
        "{} showed {errors} different errors, and {} came back ({}): the edits do not build on each \
         other.{}",
        capital(&these(facts)),
        error(back),
        attempts(numbers.iter().copied()),
        changed(facts)
    )
}

pub(super) fn once(
    at: u32,
    files: &[&str],
    before: &str,
    after: &str,
    facts: &TestEvidence<'_>,
) -> String {
    let files = match files {
        [] => String::new(),
        files => format!(" ({})", names(files.iter().copied())),
    };
    let later: Vec<_> =
        facts.steps.iter().map(|step| step.attempt).filter(|one| one.number > at).collect();
    let means = if later.is_empty() {
        "The attempts before did not move it, so this change is the one that bears on it."
            .to_owned()
    } else {
        let numbers = attempts(later.iter().map(|one| one.number));
        let changed = match TestEvidence::files(&later) {
            none if none.is_empty() => String::new(),
            files => format!(" ({})", names(files)),
        };
        format!("{}{changed} did not move it again.", capital(&numbers))
    };
    format!(
        "The error changed once, with attempt {at}{files}: from {} to {}. {means}",
        error(before),
        error(after)
    )
}

pub(super) fn stages(errors: &[(u32, &str)]) -> String {
    let each: Vec<String> =
        errors.iter().map(|(number, text)| format!("{} (attempt {number})", error(text))).collect();
    format!(
        "Each error gave way to a new one and none came back: {}. That looks like progress rather \
         than like a loop.",
        each.join(" → ")
    )
}
