//! The one question: a sentence answers it, and the fact it rests on stands beside it. Never one
//! that yes or no would answer and leave the matter where it was.

mod doubts;
mod environment;
mod requirements;

pub(super) use environment::missing;

use super::facts::TestEvidence;
use super::missing::MissingResource;
use super::pattern::FailurePattern;
use super::repetition;
use super::values::ComparedValues;
use super::words::{code, error, name};

/// The question and its fact.
pub(super) fn words(pattern: &FailurePattern<'_>, facts: &TestEvidence<'_>) -> String {
    match pattern {
        FailurePattern::Corrupt => {
            "What was this session working on, and how should it go on? Its record cannot be read."
                .to_owned()
        }
        FailurePattern::Infra { missing, error, .. } => environment::infra(missing.as_ref(), error),
        FailurePattern::Repetition => repetition::question(facts.story),
        FailurePattern::TestEdited { file, how } => doubts::test_edited(file, how, facts),
        FailurePattern::OutOfScope { file, .. } => doubts::out_of_scope(file, facts),
        FailurePattern::OnlyTests { .. } => format!(
            "Which is right, the tests as they were or the code as it is?{}",
            last_error(facts)
        ),
        FailurePattern::Unstable { runs, .. } => doubts::unstable(*runs, facts),
        FailurePattern::NothingChanged => format!(
            "Which file should be changed to make {} pass?{}",
            test(facts),
            last_error(facts)
        ),
        FailurePattern::Missing(absent) => format!("{}{}", missing(absent), last_error(facts)),
        FailurePattern::TimedOut => environment::timed_out(facts),
        FailurePattern::Status { expected, actual } => {
            environment::status(*expected, *actual, facts)
        }
        FailurePattern::SeeSaw { one, other } => requirements::see_saw(one.0, other.0),
        FailurePattern::Grows { new, .. } => requirements::grows(new, facts),
        FailurePattern::Spread { tests } => requirements::spread(tests, facts),
        FailurePattern::ValueMoves { wanted, got } => requirements::value_moves(wanted, got, facts),
        FailurePattern::SameDistance { distance, .. } => {
            requirements::same_distance(distance, facts)
        }
        FailurePattern::Alternates { one, other } => requirements::alternates(one, other),
        FailurePattern::SameManyFiles { files } => requirements::same_many(files, facts),
        FailurePattern::SameOneFile { .. }
        | FailurePattern::Wanders { .. }
        | FailurePattern::ShiftedOnce { .. }
        | FailurePattern::Stages { .. }
        | FailurePattern::Single
        | FailurePattern::Nothing => which(facts),
        FailurePattern::Budget => format!(
            "What still has to be done within this task, and what may be left out? It reached its \
             limit: {}.",
            code(&facts.story.trip_reason, 120)
        ),
    }
}

/// The question that the last error itself asks.
fn which(facts: &TestEvidence<'_>) -> String {
    let text = facts.last_error().unwrap_or_default();
    match facts.values() {
        Some(ComparedValues::Told { expected, actual }) => format!(
            "Which is right for {}: {}, as the test says, or {}, as the code gives{}?",
            place(facts),
            code(&expected, 60),
            code(&actual, 60),
            in_each(facts)
        ),
        Some(ComparedValues::Sides { left, right }) => format!(
            "Which value is right for {}: {} (left) or {} (right)? They are compared and differ.",
            place(facts),
            code(&left, 60),
            code(&right, 60)
        ),
        None if text.is_empty() && facts.test.is_none() => {
            "What should be done next, in one sentence? No failing test and no error are known."
                .to_owned()
        }
        None => match MissingResource::read(text) {
            Some(absent) => format!("{}{}", missing(&absent), last_error(facts)),
            None if facts.assertion().is_some() => format!(
                "Which should change, the expectation {} or the code?{}",
                place(facts),
                last_error(facts)
            ),
            None => format!(
                "What should happen at {} instead of {}?",
                place(facts),
                if text.is_empty() { "the failure".to_owned() } else { error(text) }
            ),
        },
    }
}

fn in_each(facts: &TestEvidence<'_>) -> String {
    match facts.steps.len() {
        0 | 1 => String::new(),
        n if facts.steady() => format!(" in all {n} attempts"),
        _ => " now".to_owned(),
    }
}

fn last_error(facts: &TestEvidence<'_>) -> String {
    let text = facts.last_error().filter(|text| !text.trim().is_empty());
    text.map_or_else(String::new, |text| format!(" The last error: {}.", error(text)))
}

/// The test, or what stands for it.
fn test(facts: &TestEvidence<'_>) -> String {
    match facts.test {
        Some("<suite>") => "the test run".to_owned(),
        Some(test) => name(test),
        None => "the test".to_owned(),
    }
}

/// The assertion and where it is, else the test.
fn place(facts: &TestEvidence<'_>) -> String {
    let at = facts.location().map_or_else(String::new, |at| format!(" ({})", name(&at)));
    match facts.assertion() {
        Some(assertion) => format!("{}{at}", code(assertion, 120)),
        None => format!("{}{at}", test(facts)),
    }
}
