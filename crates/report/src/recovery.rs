//! What a person can do, each with the exact command, the most useful first.

use fusebox_engine::scope::Glob;

use super::document::RecoveryOption;
use super::facts::{TestEvidence, TripCause};
use super::pattern::FailurePattern;
use super::shell::{is_option, word};

/// The name that stands for a test run whose output could not be read.
const SUITE: &str = "<suite>";
/// Tests that are offered to be skipped.
const SKIPPED: usize = 3;

/// The options for this pattern.
pub(super) fn options(
    pattern: &FailurePattern<'_>,
    facts: &TestEvidence<'_>,
) -> Vec<RecoveryOption> {
    // A path that was cut, or lies elsewhere, is none that a scope can have.
    let rescope = if let FailurePattern::OutOfScope { file, .. } = pattern
        && !file.starts_with(['/', '~', '…'])
    {
        allow(file, facts)
    } else {
        another_slice(facts)
    };
    let reset = reset(facts);
    let rollback = rollback(facts);
    match facts.cause() {
        TripCause::Repetition => {
            [Some(reset), dismiss(facts), rollback].into_iter().flatten().collect()
        }
        TripCause::Corrupt => vec![reset],
        // Another slice has the same budgets.
        TripCause::Budget | TripCause::Infra => {
            [Some(reset), rollback].into_iter().flatten().collect()
        }
        TripCause::Tests | TripCause::Slice => {
            let scope_first = matches!(pattern, FailurePattern::OutOfScope { .. });
            let (first, third) = if scope_first { (rescope, reset) } else { (reset, rescope) };
            let options = [Some(first), rollback, Some(third)].into_iter().flatten();
            options.chain(skips(facts)).collect()
        }
    }
}

fn option(title: &str, command: String, effect: &str) -> RecoveryOption {
    RecoveryOption { title: title.to_owned(), command, effect: effect.to_owned() }
}

fn reset(facts: &TestEvidence<'_>) -> RecoveryOption {
    let test = facts.test.filter(|test| facts.cause() == TripCause::Tests && *test != SUITE);
    let mut flags = vec!["--guidance \"…\"".to_owned()];
    flags.extend(test.map(|test| flag("--test", test)));
    // What a task is charged with belongs to all of its sessions.
    let of_session = matches!(facts.cause(), TripCause::Repetition | TripCause::Corrupt);
    let story = facts.story;
    let target = if of_session || story.task.is_empty() { &story.session } else { &story.task };
    let command = command("reset", target, &flags);
    let of_context = story.rule.as_deref().is_some_and(|rule| rule.contains("context"));
    match facts.cause() {
        TripCause::Budget if of_context => option(
            "Compact the conversation or begin a new one",
            command,
            "`/compact` in the client, or a new session of the task, gives the agent room; this command \
             lets it wrap up first, with a fifth of the limit more.",
        ),
        TripCause::Infra => option(
            "Mend what is missing, then let the agent go on",
            command,
            "The agent reads your words at its next step and the count of such runs starts again.",
        ),
        TripCause::Tests | TripCause::Slice if test.is_some() => option(
            "Answer the question and let the agent go on",
            command,
            "The agent reads your answer at its next step; the counts of this test and of the slice \
             start again.",
        ),
        TripCause::Tests | TripCause::Slice | TripCause::Budget => option(
            "Answer the question and let the agent go on",
            command,
            "The agent reads your answer at its next step; all counts start again.",
        ),
        TripCause::Repetition | TripCause::Corrupt => option(
            "Answer the question and let the agent go on",
            command,
            "The agent reads your answer at its next step and goes on under watch.",
        ),
    }
}

/// A command with one word of its own, which stands last behind `--` where it looks like a flag.
fn command(name: &str, argument: &str, flags: &[String]) -> String {
    let flags: String = flags.iter().map(|flag| format!(" {flag}")).collect();
    let argument = word(argument);
    if is_option(&argument) {
        format!("fusebox {name}{flags} -- {argument}")
    } else {
        format!("fusebox {name} {argument}{flags}")
    }
}

fn flag(name: &str, value: &str) -> String {
    let between = if is_option(value) { '=' } else { ' ' };
    format!("{name}{between}{}", word(value))
}

fn rollback(facts: &TestEvidence<'_>) -> Option<RecoveryOption> {
    facts.story.checkpoint.as_ref()?;
    let partial = facts.story.checkpoint_partial.as_ref();
    let partial = partial.map(|how| format!(" It is partial: {how}.")).unwrap_or_default();
    let effect = "The files, the index and the branch return to the state before the work; the work so \
                  far is kept on a ref of its own.";
    Some(option(
        "Go back to the checkpoint",
        format!("fusebox rollback {}", flag("--task", &facts.story.task)),
        &format!("{effect}{partial}"),
    ))
}

fn allow(file: &str, facts: &TestEvidence<'_>) -> RecoveryOption {
    option(
        "Take the file into the scope",
        command("task rescope", &facts.story.task, &[flag("--files", &Glob::escaped(file))]),
        "The agent may change this file; the rest of the scope stays.",
    )
}

fn another_slice(facts: &TestEvidence<'_>) -> RecoveryOption {
    option(
        "Give the agent another slice of the work",
        command("task rescope", &facts.story.task, &["--slice \"…\"".to_owned()]),
        "A smaller or another one, in your words; its attempts start at 0.",
    )
}

fn skips(facts: &TestEvidence<'_>) -> Vec<RecoveryOption> {
    let now = facts.story.failing.iter().map(|failing| failing.name.as_str());
    let tests: Vec<&str> = match facts.cause() {
        TripCause::Slice => now.take(SKIPPED).collect(),
        TripCause::Tests
        | TripCause::Infra
        | TripCause::Repetition
        | TripCause::Budget
        | TripCause::Corrupt => facts.test.into_iter().collect(),
    };
    let skip = |test: &str| {
        option(
            "Leave this test out",
            command("skip", test, &[flag("--task", &facts.story.task)]),
            "The agent goes on with the others; this test stays red.",
        )
    };
    tests.into_iter().filter(|test| *test != SUITE).map(skip).collect()
}

fn dismiss(facts: &TestEvidence<'_>) -> Option<RecoveryOption> {
    let incident = facts.story.incident.as_deref()?;
    Some(option(
        "Say that this was no loop",
        command("dismiss", incident, &["--wrong".to_owned()]),
        "The breaker closes, and the setting that would have avoided it is printed.",
    ))
}
