//! Words for an agent that did the same again and again.

use super::document::LastCall;
use super::hypothesis::absent;
use super::input::IncidentFacts;
use super::missing::MissingResource;
use super::question;
use super::words::{capital, error, name, names};

/// What the calls suggest.
pub(super) fn hypothesis(story: &IncidentFacts) -> String {
    let (what, means) = of_loop(story).unwrap_or_else(|| of_rule(story));
    let refused: u32 =
        story.last_calls.iter().filter(|call| call.refused).map(|call| call.times).sum();
    let refused = match refused {
        0 => String::new(),
        _ if rule(story) == "protected" => String::new(),
        1 => " The next such call was refused.".to_owned(),
        n => format!(" {n} more were refused."),
    };
    let lacks = main_call(story)
        .and_then(|call| MissingResource::read(call.result.as_deref()?))
        .filter(MissingResource::is_environment)
        .map_or_else(String::new, |missing| format!(" {}", capital(&absent(&missing))));
    format!("{what}{refused} {means}{lacks}")
}

/// What a person can say.
pub(super) fn question(story: &IncidentFacts) -> String {
    let call = main_call(story);
    let result =
        call.and_then(|call| call.result.as_deref()).filter(|text| !text.trim().is_empty());
    if let Some(text) = result
        && let Some(missing) = MissingResource::read(text).filter(MissingResource::is_environment)
    {
        return format!("{} The answer each time: {}.", question::missing(&missing), error(text));
    }
    match rule(story) {
        "protected" => format!(
            "What is the agent to reach, and by which way that leaves Fusebox alone?{}",
            call.map_or_else(String::new, |call| format!(" The call: {}.", name(&call.call)))
        ),
        "same_message" => "What should the agent do next? It has only repeated itself.".to_owned(),
        "reverted_workspace" => format!(
            "Which of the contents that it goes back and forth between is right?{}",
            call.map_or_else(String::new, |call| format!(" The last edit: {}.", name(&call.call)))
        ),
        "empty_edits" => format!(
            "What should the file say in the end, or is it right as it is?{}",
            call.map_or_else(String::new, |call| format!(" The edit: {}.", name(&call.call)))
        ),
        _ => match (call, result) {
            (Some(call), Some(text)) => format!(
                "What should the agent do next instead of {}? The answer is always {}.",
                name(&call.call),
                error(text)
            ),
            (Some(call), None) => format!(
                "What should the agent do next instead of {}? It was done {}.",
                name(&call.call),
                times(story, call)
            ),
            (None, _) => format!(
                "What should the agent do next? It was stopped for: {}.",
                error(&story.trip_reason)
            ),
        },
    }
}

/// What the incident's output is: the answer of the call that was repeated.
pub(super) fn output(story: &IncidentFacts) -> String {
    main_call(story).and_then(|call| call.result.clone()).unwrap_or_default()
}

fn rule(story: &IncidentFacts) -> &str {
    let rule = story.rule.as_deref().unwrap_or_default();
    rule.split_once('.').map_or(rule, |(_, name)| name)
}

/// What the iterations of a loop suggest.
fn of_loop(story: &IncidentFacts) -> Option<(String, &'static str)> {
    let means = match story.rule.as_deref()? {
        "stagnation.no_progress" | "stagnation.output_decline" => {
            "Nothing new came of the work in between."
        }
        "stagnation.same_error" => {
            "What it changes between the iterations does not reach the cause of the error."
        }
        "stagnation.denials" => "It tries again what it may not do: it knows no other way.",
        "stagnation.questions" => "It waits for an answer that nobody gives it.",
        _ => return None,
    };
    Some((format!("The agent was stopped for: {}.", error(&story.trip_reason)), means))
}

/// What was seen, and what it means.
fn of_rule(story: &IncidentFacts) -> (String, &'static str) {
    let call = main_call(story);
    let of_call = || call.map_or_else(|| "A call".to_owned(), |call| name(&call.call));
    let answer = call.and_then(|call| call.result.as_deref()).map_or_else(String::new, error);
    match rule(story) {
        "same_message" => (
            "The agent wrote the same words again and again and did nothing new in between."
                .to_owned(),
            "It may be waiting for an answer, or take the work to be done.",
        ),
        "empty_edits" => (
            format!("Edits were made that left the files as they were (the last: {}).", of_call()),
            "What was to be changed is there already, or the place to change was not found.",
        ),
        "reverted_workspace" => (
            format!(
                "The files went back to contents that they had before (the last edit: {}).",
                of_call()
            ),
            "One edit undoes the other: two requirements seem to pull against each other.",
        ),
        "cycle" => (
            format!("The same calls go round with the same answers: {}.", names(distinct(story))),
            "Nothing was changed between the rounds: only something outside could end them.",
        ),
        "same_tool_error" | "same_error" | "failure_run" => (
            format!(
                "Different calls failed in the same way ({}): {answer}.",
                names(distinct(story))
            ),
            "Other arguments did not help; what these calls have in common is the place to look.",
        ),
        "same_output" => (
            format!("Different calls gave the same answer ({}): {answer}.", names(distinct(story))),
            "What is looked for is not to be had in this way.",
        ),
        "protected" => (
            "The agent made calls that touch Fusebox itself.".to_owned(),
            "They are refused whatever they are for; this does not judge the work on the task.",
        ),
        "subagent_depth" | "tripped_subagents" | "stop_continuations" | "idle_compactions" => (
            format!("The agent was stopped for: {}.", error(&story.trip_reason)),
            "Nothing new came of the work in between.",
        ),
        _ => match call {
            Some(call) if answer.is_empty() => (
                format!(
                    "{} was done {} and nothing new came of it.",
                    of_call(),
                    times(story, call)
                ),
                "Nothing was changed in between: only something outside could change the answer.",
            ),
            Some(call) => (
                format!(
                    "{} was done {} with the same answer: {answer}.",
                    of_call(),
                    times(story, call)
                ),
                "Nothing was changed in between: only something outside could change the answer.",
            ),
            None => (
                format!("The agent was stopped for: {}.", error(&story.trip_reason)),
                "The calls before it are not known.",
            ),
        },
    }
}

fn times(story: &IncidentFacts, call: &LastCall) -> String {
    match total(story, call) {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

/// How often the call gave this answer among the last calls.
fn total(story: &IncidentFacts, call: &LastCall) -> u32 {
    let same = |one: &&LastCall| !one.refused && one.call == call.call && one.result == call.result;
    story.last_calls.iter().filter(same).map(|one| one.times).fold(0, u32::saturating_add)
}

/// The call that was repeated most, among equals the latest.
fn main_call(story: &IncidentFacts) -> Option<&LastCall> {
    let carried_out = story.last_calls.iter().filter(|call| !call.refused);
    let most = carried_out.max_by_key(|call| total(story, call));
    most.or(story.last_calls.last())
}

/// The calls that were repeated, each once.
fn distinct(story: &IncidentFacts) -> Vec<&str> {
    let mut seen = std::collections::BTreeSet::new();
    let carried_out = story.last_calls.iter().filter(|call| !call.refused);
    carried_out.map(|call| call.call.as_str()).filter(|call| seen.insert(*call)).collect()
}
