//! Questions about what the code is to do.

use super::{last_error, place, test};
use crate::facts::TestEvidence;
use crate::values::ComparedValues;
use crate::words::{attempts, code, error, name, names};

pub(super) fn see_saw(one: &str, other: &str) -> String {
    format!(
        "Which one must hold where they disagree: what {} checks, or what {} checks? In each \
         attempt one of them failed.",
        name(one),
        name(other)
    )
}

pub(super) fn grows(new: &[&str], facts: &TestEvidence<'_>) -> String {
    format!(
        "Which must hold where they disagree: what {} checks, or what {} check? The latter were not \
         among the failures of the first attempt.",
        test(facts),
        names(new.iter().copied())
    )
}

pub(super) fn same_distance(distance: &str, facts: &TestEvidence<'_>) -> String {
    format!(
        "Which should move by {distance}: the value that {} wants, or the one that the code gives?{}",
        place(facts),
        last_error(facts)
    )
}

pub(super) fn alternates(one: &(&str, Vec<u32>), other: &(&str, Vec<u32>)) -> String {
    format!(
        "How should the code avoid both {} and {}, or which of the two may happen? They take turns: \
         the one in {}, the other in {}.",
        error(one.0),
        error(other.0),
        attempts(one.1.iter().copied()),
        attempts(other.1.iter().copied())
    )
}

pub(super) fn value_moves(wanted: &str, got: &[String], facts: &TestEvidence<'_>) -> String {
    let got: Vec<String> = got.iter().map(|value| code(value, 60)).collect();
    format!(
        "By which rule does {} come to {}? The attempts gave {}.",
        place(facts),
        code(wanted, 60),
        got.join(", ")
    )
}

pub(super) fn same_many(files: &[&str], facts: &TestEvidence<'_>) -> String {
    let files = names(files.iter().copied());
    match facts.values() {
        Some(ComparedValues::Told { expected, actual }) => format!(
            "Which code should produce the {} that {} wants? Changes to {files} left it at {}.",
            code(&expected, 60),
            place(facts),
            code(&actual, 60)
        ),
        _ => format!(
            "Which code decides the outcome of {}? Changes to {files} left the error as it was: {}.",
            place(facts),
            error(facts.last_error().unwrap_or_default())
        ),
    }
}

pub(super) fn spread(tests: &[(&str, Vec<u32>)], facts: &TestEvidence<'_>) -> String {
    let all = names(tests.iter().map(|(test, _)| *test));
    match facts.shared_file() {
        Some(file) => format!(
            "What must {} guarantee so that {all} can pass together? Every attempt changed it.",
            name(file)
        ),
        None => format!(
            "Which of {all} should pass first, and which may fail until then? The attempts were \
             spread over all of them."
        ),
    }
}
