//! Fills the sentences of a report: `{name}` in a template stands for a value of the evidence.

use crate::attempt::{changed_files, numbers};
use crate::compared_values::ComparedValues;
use crate::evidence::TestEvidence;
use crate::missing_resource::MissingResource;
use crate::phrases::{
    attempt_list, capitalized, quoted, quoted_error, quoted_name, quoted_names, quoted_value,
};

/// The values that a pattern names itself.
pub(crate) type Placeholders = Vec<(&'static str, String)>;

/// The template with its placeholders filled in: by the pattern's own values first, else by those
/// that every pattern can name.
pub(crate) fn fill(template: &str, own: &Placeholders, evidence: &TestEvidence<'_>) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, name, after)) = next_placeholder(rest) {
        let own = own.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone());
        let value = own.or_else(|| shared_value(name, evidence));
        debug_assert!(value.is_some(), "no value for {{{name}}}");
        out.push_str(before);
        out.push_str(&value.unwrap_or_default());
        rest = after;
    }
    out + rest
}

fn next_placeholder(template: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = template.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

/// The values that every pattern can name. Those that are sentences of their own begin with a space
/// and are empty where they have nothing to say.
fn shared_value(key: &str, evidence: &TestEvidence<'_>) -> Option<String> {
    let failed = || attempt_list(&numbers(&evidence.failed_attempts()));
    Some(match key {
        "attempts" => failed(),
        "Attempts" => capitalized(&failed()),
        "all_attempts" => attempt_list(&numbers(&evidence.attempts)),
        "test" => test_name(evidence),
        "place" => assertion_place(evidence),
        "trip_statement" => quoted(&evidence.trip_statement(), 120),
        "which_is_right" => which_is_right(evidence),
        "changed_meanwhile" => match changed_files(&evidence.failed_attempts()).as_slice() {
            [] => String::new(),
            files => format!(" Changed meanwhile: {}.", quoted_names(files.iter().copied())),
        },
        "constant_values" => constant_values(evidence),
        "shared_file" => sentence(evidence.shared_file(), " Every attempt changed ", quoted_name),
        "last_error" => last_error(evidence),
        _ => return None,
    })
}

/// A sentence about something quoted; empty where there is nothing.
pub(crate) fn sentence(
    quoted: Option<&str>,
    begin: &str,
    quote: impl Fn(&str) -> String,
) -> String {
    quoted.map_or_else(String::new, |text| format!("{begin}{}.", quote(text)))
}

fn last_error(evidence: &TestEvidence<'_>) -> String {
    let last = evidence.last_error().filter(|text| !text.trim().is_empty());
    sentence(last, " The last error: ", quoted_error)
}

/// The test, or what stands for it.
fn test_name(evidence: &TestEvidence<'_>) -> String {
    match evidence.test {
        Some("<suite>") => "the test run".to_owned(),
        Some(test) => quoted_name(test),
        None => "the test".to_owned(),
    }
}

/// The assertion and where it is, else the test.
fn assertion_place(evidence: &TestEvidence<'_>) -> String {
    let at = evidence.location().map_or_else(String::new, |at| format!(" ({})", quoted_name(&at)));
    let what = evidence.assertion().map_or_else(|| test_name(evidence), |text| quoted(text, 120));
    what + &at
}

/// The compared values, where they stayed the same.
fn constant_values(evidence: &TestEvidence<'_>) -> String {
    match evidence.values() {
        Some(ComparedValues::Known { expected, actual }) => format!(
            " The code gave {} each time; the test wants {}.",
            quoted_value(&actual),
            quoted_value(&expected)
        ),
        Some(ComparedValues::Sides { left, right }) => {
            format!(" It compared {} with {} each time.", quoted_value(&left), quoted_value(&right))
        }
        None => String::new(),
    }
}

/// The question that the last error itself asks.
fn which_is_right(evidence: &TestEvidence<'_>) -> String {
    let place = assertion_place(evidence);
    let text = evidence.last_error().unwrap_or_default();
    let in_each = match evidence.failures.len() {
        0 | 1 => String::new(),
        n if evidence.is_steady() => format!(" in all {n} attempts"),
        _ => " now".to_owned(),
    };
    match evidence.values() {
        Some(ComparedValues::Known { expected, actual }) => format!(
            "Which is right for {place}: {}, as the test says, or {}, as the code gives{in_each}?",
            quoted_value(&expected),
            quoted_value(&actual),
        ),
        Some(ComparedValues::Sides { left, right }) => format!(
            "Which value is right for {place}: {} (left) or {} (right)? They are compared and differ.",
            quoted_value(&left),
            quoted_value(&right)
        ),
        None if text.is_empty() && evidence.test.is_none() => {
            "What should be done next, in one sentence? No failing test and no error are known."
                .to_owned()
        }
        None => match MissingResource::read(text) {
            Some(missing) => missing.question() + &last_error(evidence),
            None if evidence.assertion().is_some() => format!(
                "Which should change, the expectation {place} or the code?{}",
                last_error(evidence)
            ),
            None if text.is_empty() => {
                format!("What should happen at {place} instead of the failure?")
            }
            None => format!("What should happen at {place} instead of {}?", quoted_error(text)),
        },
    }
}
