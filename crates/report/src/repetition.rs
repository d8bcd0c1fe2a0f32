//! The words for an agent that did the same again and again, or tried what it may not do.

use std::collections::BTreeSet;

use fusebox_engine::Rule;

use crate::diagnostic::LastCall;
use crate::evidence::{TestEvidence, TripCause};
use crate::missing_resource::MissingResource;
use crate::phrases::{capitalized, quoted_error, quoted_name, quoted_names, times};
use crate::placeholders::{Placeholders, fill, sentence};

/// What a rule that tripped suggests: what was seen, what it means, and the question it raises.
struct RuleWords {
    rules: &'static [Rule],
    seen: &'static str,
    means: &'static str,
    question: &'static str,
}

const RULES: &[RuleWords] = &[
    RuleWords {
        rules: &[Rule::Protected],
        seen: "The agent made calls that touch Fusebox itself.",
        means: "They are refused whatever they are for; this does not judge the work on the task.",
        question: "What is the agent to reach, and by which way that leaves Fusebox alone?{the_call}",
    },
    RuleWords {
        rules: &[Rule::Tampered],
        seen: "The agent was stopped for: {reason}.",
        means: "Something that ran for the agent changed what guards it; this does not judge the work on the task.",
        question: "Was the change meant? `fusebox guard accept` takes it; else say what the agent is to leave alone.",
    },
    RuleWords {
        rules: &[Rule::SameMessage],
        seen: "The agent wrote the same words again and again and did nothing new in between.",
        means: "It may be waiting for an answer, or take the work to be done.",
        question: "What should the agent do next? It has only repeated itself.",
    },
    RuleWords {
        rules: &[Rule::EmptyEdits],
        seen: "Edits were made that left the files as they were (the last: {call}).",
        means: "What was to be changed is there already, or the place to change was not found.",
        question: "What should the file say in the end, or is it right as it is?{the_edit}",
    },
    RuleWords {
        rules: &[Rule::RevertedWorkspace],
        seen: "The files went back to contents that they had before (the last edit: {call}).",
        means: "One edit undoes the other: two requirements seem to pull against each other.",
        question: "Which of the contents that it goes back and forth between is right?{the_last_edit}",
    },
    RuleWords {
        rules: &[Rule::Cycle],
        seen: "The same calls go round with the same answers: {calls}.",
        means: "Nothing was changed between the rounds, so each ended as the one before.",
        question: NEXT_STEP,
    },
    RuleWords {
        rules: &[Rule::SameToolError, Rule::SameErrorAcross, Rule::FailureRun],
        seen: "Different calls failed in the same way ({calls}): {answer}.",
        means: "Other arguments did not help; what these calls have in common is the place to look.",
        question: NEXT_STEP,
    },
    RuleWords {
        rules: &[Rule::SameOutput],
        seen: "Different calls gave the same answer ({calls}): {answer}.",
        means: "What is looked for is not to be had in this way.",
        question: NEXT_STEP,
    },
    repeated_call(
        &[Rule::MissingProgram],
        "It is not there however it is called: nothing that was done in between has brought it.",
    ),
    repeated_call(
        &[Rule::SameEdit],
        "The edit does not bring what the agent expects of it, and the agent has no other plan.",
    ),
    repeated_call(
        &[Rule::Drift],
        "Only numbers of the calls change, and the answer does not depend on them.",
    ),
    stopped_for(
        &[
            Rule::SubagentDepth,
            Rule::TrippedSubagents,
            Rule::StopContinuations,
            Rule::IdleCompactions,
            Rule::NoProgress,
            Rule::OutputDecline,
        ],
        "Nothing new came of the work in between.",
    ),
    stopped_for(
        &[Rule::SameError],
        "What it changes between the iterations does not reach the cause of the error.",
    ),
    RuleWords {
        question: "May the agent do what it was denied, or by which other way should it go on?",
        ..stopped_for(&[Rule::Denials], "It tries again what it may not do: it knows no other way.")
    },
    RuleWords {
        question: "What is the answer to what the agent asks?",
        ..stopped_for(&[Rule::Questions], "It waits for an answer that nobody gives it.")
    },
];

const NO_CALL: RuleWords = stopped_for(&[], "The calls before it are not known.");
const REPEATED_CALL: RuleWords =
    repeated_call(&[], "The agent did nothing in between that could change the answer.");
const NEXT_STEP: &str = "What should the agent do next{next_step}.";

/// Words about one call that was made again and again with one answer.
const fn repeated_call(rules: &'static [Rule], means: &'static str) -> RuleWords {
    let seen = "{call} was done {times} {with_answer}.";
    RuleWords { rules, seen, means, question: NEXT_STEP }
}

/// Words that say no more of what was seen than why the agent was stopped.
const fn stopped_for(rules: &'static [Rule], means: &'static str) -> RuleWords {
    let seen = "The agent was stopped for: {reason}.";
    RuleWords { rules, seen, means, question: NEXT_STEP }
}

/// The words for what was repeated.
pub(crate) fn recognise(evidence: &TestEvidence<'_>) -> Option<Placeholders> {
    let rule = evidence.rule().filter(|_| evidence.cause == TripCause::Repetition)?;
    let calls = evidence.calls.as_slice();
    let call = main_call(calls);
    let own_words = RULES
        .iter()
        .find(|words| words.rules.contains(&rule))
        .filter(|words| call.is_some() || words.seen != REPEATED_CALL.seen);
    let words = own_words.unwrap_or(if call.is_some() { &REPEATED_CALL } else { &NO_CALL });
    let values = values(evidence, call);
    let result = call.and_then(|call| call.result.as_deref());
    let missing = result.and_then(MissingResource::of_environment);
    let refused: u32 = calls.iter().filter(|call| call.refused).map(|call| call.times).sum();
    let refused = match refused {
        0 => String::new(),
        _ if rule == Rule::Protected => String::new(),
        1 => " The next such call was refused.".to_owned(),
        n => format!(" {n} more were refused."),
    };
    let question = match (&missing, result) {
        (Some(missing), Some(result)) => {
            format!("{} The answer each time: {}.", missing.question(), quoted_error(result))
        }
        _ => fill(words.question, &values, evidence),
    };
    let statement = missing.map(|missing| format!(" {}", capitalized(&missing.statement())));
    Some(vec![
        ("seen", fill(words.seen, &values, evidence)),
        ("refused", refused),
        ("means", words.means.to_owned()),
        ("missing", statement.unwrap_or_default()),
        ("question", question),
    ])
}

fn values(evidence: &TestEvidence<'_>, call: Option<&LastCall>) -> Placeholders {
    let calls = evidence.calls.as_slice();
    let label = call.map(|call| call.call.as_str());
    let result = call.and_then(|call| call.result.as_deref());
    let answer = result.map_or_else(String::new, quoted_error);
    let times = call.map_or_else(String::new, |call| times(times_made(calls, call)));
    let reason = quoted_error(&evidence.trip_statement());
    let next_step = match (label, result.filter(|text| !text.trim().is_empty())) {
        (Some(label), Some(_)) => {
            format!(" instead of {}? The answer is always {answer}", quoted_name(label))
        }
        (Some(label), None) => format!(" instead of {}? It was done {times}", quoted_name(label)),
        (None, _) => "? Say what it has not tried yet, or that the work is done".to_owned(),
    };
    let with_answer = match answer.as_str() {
        "" => "and nothing new came of it".to_owned(),
        answer => format!("with the same answer: {answer}"),
    };
    let mut seen = BTreeSet::new();
    let made = calls.iter().filter(|call| !call.refused).map(|call| call.call.as_str());
    vec![
        ("call", label.map_or_else(|| "A call".to_owned(), quoted_name)),
        ("calls", quoted_names(made.filter(|call| seen.insert(*call)))),
        ("answer", answer),
        ("with_answer", with_answer),
        ("times", times),
        ("reason", reason),
        ("next_step", next_step),
        ("the_call", sentence(label, " The call: ", quoted_name)),
        ("the_edit", sentence(label, " The edit: ", quoted_name)),
        ("the_last_edit", sentence(label, " The last edit: ", quoted_name)),
    ]
}

/// The answer of the call that was repeated.
pub(crate) fn repeated_answer(calls: &[LastCall]) -> String {
    main_call(calls).and_then(|call| call.result.clone()).unwrap_or_default()
}

/// How often the call gave this answer among the last calls.
fn times_made(calls: &[LastCall], call: &LastCall) -> usize {
    let same = calls.iter().filter(|one| !one.refused && one.call == call.call);
    let same = same.filter(|one| one.result == call.result);
    same.map(|one| one.times as usize).fold(0, usize::saturating_add)
}

/// The call that was repeated most, among equals the latest.
fn main_call(calls: &[LastCall]) -> Option<&LastCall> {
    let made = calls.iter().filter(|call| !call.refused);
    made.max_by_key(|call| times_made(calls, call)).or(calls.last())
}
