//! What a person can do, each with the exact command, the most useful first.

use fusebox_engine::scope::Glob;
use fusebox_engine::{Rule, test_run::TestRun};

use crate::diagnostic::RecoveryOption;
use crate::evidence::{TestEvidence, TripCause};
use crate::pattern::FailurePattern;
use crate::shell_word::{is_option, shell_quoted};

/// Tests that are offered to be skipped.
const SKIPPABLE_TESTS: usize = 3;

/// What most trips need.
const ANSWER: &str = "Answer the question and let the agent go on";

/// The options for this pattern.
pub(crate) fn options(
    pattern: &FailurePattern,
    evidence: &TestEvidence<'_>,
) -> Vec<RecoveryOption> {
    let outside = pattern.file_outside_scope();
    let (reset, rollback) = (reset(evidence), rollback(evidence));
    let options = match evidence.cause {
        TripCause::Repetition => vec![Some(reset), dismiss(evidence), rollback],
        TripCause::CorruptState => vec![Some(reset)],
        // Another slice has the same budgets.
        TripCause::Budget if evidence.rule().is_some_and(Rule::is_spend_cap) => {
            vec![allow(evidence), rollback]
        }
        TripCause::Budget => vec![allow(evidence), Some(reset), rollback],
        TripCause::Infrastructure => vec![Some(reset), rollback],
        TripCause::Tests | TripCause::Slice => {
            let rescope = rescope(outside, evidence);
            let (first, third) =
                if outside.is_some() { (rescope, reset) } else { (reset, rescope) };
            let skips = skips(evidence).into_iter().map(Some);
            [Some(first), rollback, Some(third)].into_iter().chain(skips).collect()
        }
    };
    options.into_iter().flatten().collect()
}

fn option(title: &str, command: String, effect: &str) -> RecoveryOption {
    RecoveryOption { title: title.to_owned(), command, effect: effect.to_owned() }
}

/// More to spend, where that is what stopped the work. A reset gives none beyond a cap.
fn allow(evidence: &TestEvidence<'_>) -> Option<RecoveryOption> {
    let command = evidence.facts.incident.as_ref()?.cause.allow_command()?;
    let effect = "The agents that it stopped go on with their next call.";
    Some(option("Let them spend more", command, effect))
}

fn reset(evidence: &TestEvidence<'_>) -> RecoveryOption {
    let cause = evidence.cause;
    let of_test = evidence.test.filter(|test| cause == TripCause::Tests && *test != TestRun::SUITE);
    let mut flags = vec!["--guidance \"…\"".to_owned()];
    flags.extend(of_test.map(|test| flag("--test", test)));
    // What a task is charged with belongs to all of its sessions.
    let is_of_session = matches!(cause, TripCause::Repetition | TripCause::CorruptState);
    let facts = evidence.facts;
    let target = if is_of_session { facts.session.as_str() } else { facts.task.as_str() };
    let is_of_context = matches!(evidence.rule(), Some(Rule::ContextTokens | Rule::GuidedContext));
    let (title, effect) = match cause {
        TripCause::Budget if is_of_context => (
            "Compact the conversation or begin a new one",
            "`/compact` in the client, or a new session of the task, gives the agent room; this command \
             lets it wrap up first, with a fifth of the limit more.",
        ),
        TripCause::Infrastructure => (
            "Mend what is missing, then let the agent go on",
            "The agent reads your words at its next step and the count of such runs starts again.",
        ),
        TripCause::Tests if of_test.is_some() => (
            ANSWER,
            "The agent reads your answer at its next step; the counts of this test and of the slice \
             start again.",
        ),
        TripCause::Tests | TripCause::Slice | TripCause::Budget => {
            (ANSWER, "The agent reads your answer at its next step; all counts start again.")
        }
        TripCause::Repetition | TripCause::CorruptState => {
            (ANSWER, "The agent reads your answer at its next step and goes on under watch.")
        }
    };
    option(title, command("reset", target, &flags), effect)
}

/// A command with one argument, which stands last behind `--` where it looks like a flag.
fn command(name: &str, argument: &str, flags: &[String]) -> String {
    let flags: String = flags.iter().map(|flag| format!(" {flag}")).collect();
    let argument = shell_quoted(argument);
    if is_option(&argument) {
        format!("fusebox {name}{flags} -- {argument}")
    } else {
        format!("fusebox {name} {argument}{flags}")
    }
}

fn flag(name: &str, value: &str) -> String {
    let between = if is_option(value) { '=' } else { ' ' };
    format!("{name}{between}{}", shell_quoted(value))
}

fn of_task(evidence: &TestEvidence<'_>) -> String {
    flag("--task", evidence.facts.task.as_str())
}

fn rollback(evidence: &TestEvidence<'_>) -> Option<RecoveryOption> {
    let checkpoint = &evidence.facts.checkpoint;
    checkpoint.tag()?;
    let partial = checkpoint.partial().map(|how| format!(" It is partial: {how}."));
    let effect = "The files, the index and the branch return to the state before the work; the work so \
                  far is kept on a ref of its own.";
    let effect = effect.to_owned() + &partial.unwrap_or_default();
    let command = format!("fusebox rollback {}", of_task(evidence));
    Some(option("Go back to the checkpoint", command, &effect))
}

/// A scope with the file in it, else another slice.
fn rescope(file: Option<&str>, evidence: &TestEvidence<'_>) -> RecoveryOption {
    // A path that was cut, or lies elsewhere, is none that a scope can have.
    let file = file.filter(|path| !path.starts_with(['/', '~', '…']));
    let (title, flag, effect) = match file {
        Some(file) => (
            "Take the file into the scope",
            flag("--files", &Glob::escaped(file)),
            "The agent may change this file; the rest of the scope stays.",
        ),
        None => (
            "Give the agent another slice of the work",
            "--slice \"…\"".to_owned(),
            "A smaller or another one, in your words; its attempts start at 0.",
        ),
    };
    option(title, command("task rescope", evidence.facts.task.as_str(), &[flag]), effect)
}

fn skips(evidence: &TestEvidence<'_>) -> Vec<RecoveryOption> {
    let failing = evidence.failing.iter().map(|failing| failing.test.name.as_str());
    let mut tests: Vec<&str> = match evidence.cause == TripCause::Slice {
        true => failing.take(SKIPPABLE_TESTS).collect(),
        false => evidence.test.into_iter().collect(),
    };
    tests.retain(|test| *test != TestRun::SUITE);
    let skip = |test: &str| {
        let command = command("skip", test, &[of_task(evidence)]);
        let effect = "The agent goes on with the others; this test stays red.";
        option("Leave this test out", command, effect)
    };
    tests.into_iter().map(skip).collect()
}

fn dismiss(evidence: &TestEvidence<'_>) -> Option<RecoveryOption> {
    let incident = evidence.facts.incident.as_ref()?;
    let command = command("dismiss", incident.id.as_str(), &["--wrong".to_owned()]);
    let effect = "The breaker closes, and the setting that would have avoided it is printed.";
    Some(option("Say that this was no loop", command, effect))
}
