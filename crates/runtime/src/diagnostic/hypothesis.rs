//! What the evidence suggests, in words: what was seen first, what it means after. Nothing is said
//! that the evidence does not show; where it leaves a choice, the choice is said.

mod doubts;
mod environment;
mod many;
mod shifts;

pub(super) use doubts::REFUSED;
pub(super) use environment::absent;

use super::facts::Facts;
use super::pattern::Pattern;
use super::repetition;
use super::values::Values;
use super::words::{attempts, capital, code, count, join, name, names};

/// The sentences of the hypothesis.
pub(super) fn words(pattern: &Pattern<'_>, facts: &Facts<'_>) -> String {
    format!("{}{}", suggested(pattern, facts), doubts::refused_edits(facts))
}

fn suggested(pattern: &Pattern<'_>, facts: &Facts<'_>) -> String {
    match pattern {
        Pattern::Corrupt => "What was remembered of this session cannot be read, so it counts as \
            stopped. This says nothing about the agent's work."
            .to_owned(),
        Pattern::Infra { missing, error, runs, same } => {
            environment::infra(missing.as_ref(), error, *runs, *same, facts)
        }
        Pattern::Repetition => repetition::hypothesis(facts.story),
        Pattern::TestEdited { file, how } => doubts::test_edited(file, how),
        Pattern::OutOfScope { file, times } => doubts::out_of_scope(file, *times),
        Pattern::OnlyTests { files } => doubts::only_tests(files, facts),
        Pattern::Unstable { runs, before, after } => doubts::unstable(*runs, before, after),
        Pattern::NothingChanged => doubts::nothing_changed(facts),
        Pattern::Missing(missing) => environment::lacking(missing, facts),
        Pattern::TimedOut => environment::timed_out(facts),
        Pattern::Status { expected, actual } => environment::status(*expected, *actual, facts),
        Pattern::SeeSaw { one, other } => many::see_saw(one, other, facts),
        Pattern::Grows { counts, new } => many::grows(counts, new, facts),
        Pattern::Spread { tests } => many::spread(tests, facts),
        Pattern::ValueMoves { wanted, got } => shifts::value_moves(wanted, got, facts),
        Pattern::SameDistance { distance, pairs } => shifts::same_distance(distance, pairs, facts),
        Pattern::Alternates { one, other } => shifts::alternates(one, other, facts),
        Pattern::Wanders { errors, back, attempts } => {
            shifts::wanders(*errors, back, attempts, facts)
        }
        Pattern::ShiftedOnce { at, files, before, after } => {
            shifts::once(*at, files, before, after, facts)
        }
        Pattern::Stages { errors } => shifts::stages(errors),
        Pattern::SameManyFiles { files } => same_error(files, facts),
        Pattern::SameOneFile { file } => same_error(&[file], facts),
        Pattern::Single => format!(
            "One attempt was counted so far, and one error shows no direction.{}",
            changed(facts)
        ),
        Pattern::Budget => budget(facts),
        Pattern::Nothing => nothing(facts),
    }
}

fn same_error(files: &[&str], facts: &Facts<'_>) -> String {
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
fn constant(facts: &Facts<'_>) -> String {
    match facts.values() {
        Some(Values::Told { expected, actual }) => format!(
            " The code gave {} each time; the test wants {}.",
            code(&actual, 60),
            code(&expected, 60)
        ),
        Some(Values::Sides { left, right }) => {
            format!(" It compared {} with {} each time.", code(&left, 60), code(&right, 60))
        }
        None => String::new(),
    }
}

/// The attempts in which the test failed.
fn these(facts: &Facts<'_>) -> String {
    attempts(facts.steps.iter().map(|step| step.attempt.number))
}

/// What was changed in them, as a sentence of its own.
fn changed(facts: &Facts<'_>) -> String {
    let files = Facts::files(&facts.step_attempts());
    if files.is_empty() { String::new() } else { format!(" Changed meanwhile: {}.", names(files)) }
}

fn budget(facts: &Facts<'_>) -> String {
    format!(
        "A limit was reached: {}. The evidence shows neither that the agent was stuck nor that it \
         was near its end.",
        code(&facts.story.trip_reason, 120)
    )
}

fn nothing(facts: &Facts<'_>) -> String {
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
