//! The one question: a sentence answers it, and the fact it rests on stands beside it. Never one
//! that yes or no would answer and leave the matter where it was.

mod doubts;
mod environment;
mod requirements;

pub(super) use environment::missing;

use super::facts::Facts;
use super::missing::Missing;
use super::pattern::Pattern;
use super::repetition;
use super::values::Values;
use super::words::{code, error, name};

/// The question and its fact.
pub(super) fn words(pattern: &Pattern<'_>, facts: &Facts<'_>) -> String {
    match pattern {
        Pattern::Corrupt => {
            "What was this session working on, and how should it go on? Its record cannot be read."
                .to_owned()
        }
        Pattern::Infra { missing, error, .. } => environment::infra(missing.as_ref(), error),
        Pattern::Repetition => repetition::question(facts.story),
        Pattern::TestEdited { file, how } => doubts::test_edited(file, how, facts),
        Pattern::OutOfScope { file, .. } => doubts::out_of_scope(file, facts),
        Pattern::OnlyTests { .. } => format!(
            "Which is right, the tests as they were or the code as it is?{}",
            last_error(facts)
        ),
        Pattern::Unstable { runs, .. } => doubts::unstable(*runs, facts),
        Pattern::NothingChanged => format!(
            "Which file should be changed to make {} pass?{}",
            test(facts),
            last_error(facts)
        ),
        Pattern::Missing(absent) => format!("{}{}", missing(absent), last_error(facts)),
        Pattern::TimedOut => environment::timed_out(facts),
        Pattern::Status { expected, actual } => environment::status(*expected, *actual, facts),
        Pattern::SeeSaw { one, other } => requirements::see_saw(one.0, other.0),
        Pattern::Grows { new, .. } => requirements::grows(new, facts),
        Pattern::Spread { tests } => requirements::spread(tests, facts),
        Pattern::ValueMoves { wanted, got } => requirements::value_moves(wanted, got, facts),
        Pattern::SameDistance { distance, .. } => requirements::same_distance(distance, facts),
        Pattern::Alternates { one, other } => requirements::alternates(one, other),
        Pattern::SameManyFiles { files } => requirements::same_many(files, facts),
        Pattern::SameOneFile { .. }
        | Pattern::Wanders { .. }
        | Pattern::ShiftedOnce { .. }
        | Pattern::Stages { .. }
        | Pattern::Single
        | Pattern::Nothing => which(facts),
        Pattern::Budget => format!(
            "What still has to be done within this task, and what may be left out? It reached its \
             limit: {}.",
            code(&facts.story.trip_reason, 120)
        ),
    }
}

/// The question that the last error itself asks.
fn which(facts: &Facts<'_>) -> String {
    let text = facts.last_error().unwrap_or_default();
    match facts.values() {
        Some(Values::Told { expected, actual }) => format!(
            "Which is right for {}: {}, as the test says, or {}, as the code gives{}?",
            place(facts),
            code(&expected, 60),
            code(&actual, 60),
            in_each(facts)
        ),
        Some(Values::Sides { left, right }) => format!(
            "Which value is right for {}: {} (left) or {} (right)? They are compared and differ.",
            place(facts),
            code(&left, 60),
            code(&right, 60)
        ),
        None if text.is_empty() && facts.test.is_none() => {
            "What should be done next, in one sentence? No failing test and no error are known."
                .to_owned()
        }
        None => match Missing::read(text) {
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

fn in_each(facts: &Facts<'_>) -> String {
    match facts.steps.len() {
        0 | 1 => String::new(),
        n if facts.steady() => format!(" in all {n} attempts"),
        _ => " now".to_owned(),
    }
}

fn last_error(facts: &Facts<'_>) -> String {
    let text = facts.last_error().filter(|text| !text.trim().is_empty());
    text.map_or_else(String::new, |text| format!(" The last error: {}.", error(text)))
}

/// The test, or what stands for it.
fn test(facts: &Facts<'_>) -> String {
    match facts.test {
        Some("<suite>") => "the test run".to_owned(),
        Some(test) => name(test),
        None => "the test".to_owned(),
    }
}

/// The assertion and where it is, else the test.
fn place(facts: &Facts<'_>) -> String {
    let at = facts.location().map_or_else(String::new, |at| format!(" ({})", name(&at)));
    match facts.assertion() {
        Some(assertion) => format!("{}{at}", code(assertion, 120)),
        None => format!("{}{at}", test(facts)),
    }
}
