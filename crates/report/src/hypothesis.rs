//! What the evidence suggests, in words: what was seen first, what it means after. Nothing is said
//! that the evidence does not show; where it leaves a choice, the choice is said.

mod doubts;
mod environment;
mod many;
mod shifts;

pub(super) use doubts::REFUSED;
pub(super) use environment::absent;

use super::facts::TestEvidence;
use super::pattern::FailurePattern;
use super::repetition;
use super::values::ComparedValues;
use super::words::{attempts, capital, code, count, join, name, names};

/// The sentences of the hypothesis.
pub(super) fn words(pattern: &FailurePattern<'_>, facts: &TestEvidence<'_>) -> String {
    format!("{}{}", suggested(pattern, facts), doubts::refused_edits(facts))
}

fn suggested(pattern: &FailurePattern<'_>, facts: &TestEvidence<'_>) -> String {
    match pattern {
        FailurePattern::Corrupt => {
            "What was remembered of this session cannot be read, so it counts as \
            stopped. This says nothing about the agent's work."
                .to_owned()
        }
        FailurePattern::Infra { missing, error, runs, same } => {
            environment::infra(missing.as_ref(), error, *runs, *same, facts)
        }
        FailurePattern::Repetition => repetition::hypothesis(facts.story),
        FailurePattern::TestEdited { file, how } => doubts::test_edited(file, how),
        FailurePattern::OutOfScope { file, times } => doubts::out_of_scope(file, *times),
        FailurePattern::OnlyTests { files } => doubts::only_tests(files, facts),
        FailurePattern::Unstable { runs, before, after } => doubts::unstable(*runs, before, after),
        FailurePattern::NothingChanged => doubts::nothing_changed(facts),
        FailurePattern::Missing(missing) => environment::lacking(missing, facts),
        FailurePattern::TimedOut => environment::timed_out(facts),
        FailurePattern::Status { expected, actual } => {
            environment::status(*expected, *actual, facts)
        }
        FailurePattern::SeeSaw { one, other } => many::see_saw(one, other, facts),
        FailurePattern::Grows { counts, new } => many::grows(counts, new, facts),
        FailurePattern::Spread { tests } => many::spread(tests, facts),
        FailurePattern::ValueMoves { wanted, got } => shifts::value_moves(wanted, got, facts),
        FailurePattern::SameDistance { distance, pairs } => {
            shifts::same_distance(distance, pairs, facts)
        }
        FailurePattern::Alternates { one, other } => shifts::alternates(one, other, facts),
        FailurePattern::Wanders { errors, back, attempts } => {
            shifts::wanders(*errors, back, attempts, facts)
        }
        FailurePattern::ShiftedOnce { at, files, before, after } => {
            shifts::once(*at, files, before, after, facts)
        }
        FailurePattern::Stages { errors } => shifts::stages(errors),
        FailurePattern::SameManyFiles { files } => same_error(files, facts),
        FailurePattern::SameOneFile { file } => same_error(&[file], facts),
        FailurePattern::Single => format!(
            "One attempt was counted so far, and one error shows no direction.{}",
            changed(facts)
        ),
        FailurePattern::Budget => budget(facts),
        FailurePattern::Nothing => nothing(facts),
    }
}

fn same_error(files: &[&str], facts: &TestEvidence<'_>) -> String {
    let (changed, missed) = match files {
        [file] => (
            format!("and each changed only {}", name(file)),
            match facts.location().filter(|_| facts.fails_in(file)) {
                Some(at) => format!("the edits miss what goes wrong at {}", name(&at)),
                None => "the edits miss what decides the result, which may be outside this file"
                    .to_owned(),
            },
        ),
        _ => (
            format!(
                "although {} were changed ({})",
                count(files.len(), "file"),
                names(files.iter().copied())
            ),
            "none of the edits reaches what decides the result".to_owned(),
        ),
    };
    format!(
        "{} ended in the same error, {changed}.{} So either {missed}, or what runs is not what was \
         edited (a stale build, another copy of the file, another import path).",
        capital(&these(facts)),
        constant(facts)
    )
}

/// The values that stayed.
fn constant(facts: &TestEvidence<'_>) -> String {
    match facts.values() {
        Some(ComparedValues::Told { expected, actual }) => format!(
            " The code gave {} each time; the test wants {}.",
            code(&actual, 60),
            code(&expected, 60)
        ),
        Some(ComparedValues::Sides { left, right }) => {
            format!(" It compared {} with {} each time.", code(&left, 60), code(&right, 60))
        }
        None => String::new(),
    }
}

/// The attempts in which the test failed.
fn these(facts: &TestEvidence<'_>) -> String {
    attempts(facts.steps.iter().map(|step| step.attempt.number))
}

/// What was changed in them, as a sentence of its own.
fn changed(facts: &TestEvidence<'_>) -> String {
    let files = TestEvidence::files(&facts.step_attempts());
    if files.is_empty() { String::new() } else { format!(" Changed meanwhile: {}.", names(files)) }
}

fn budget(facts: &TestEvidence<'_>) -> String {
    format!(
        "A limit was reached: {}. The evidence shows neither that the agent was stuck nor that it \
         was near its end.",
        code(&facts.story.trip_reason, 120)
    )
}

fn nothing(facts: &TestEvidence<'_>) -> String {
    let (failing, tried) = (facts.story.failing.len(), facts.attempts.len());
    let mut known = Vec::new();
    if failing > 0 {
        known.push(format!("{} now", count(failing, "failing test")));
    }
    if tried > 0 {
        known.push(count(tried, "attempt"));
    }
    if !facts.story.last_calls.is_empty() {
        known.push("the last calls".to_owned());
    }
    let known = if known.is_empty() {
        "no failing test and no attempt are known".to_owned()
    } else {
        format!("known: {}", join(&known))
    };
    format!(
        "The evidence does not point anywhere ({known}). What would: the output of one failing test, \
         run on its own before and after one change."
    )
}
