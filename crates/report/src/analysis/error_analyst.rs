//! Reads what the errors mean: something is missing, or the agent misreads what it is told.

use fusebox_engine::{PastCall, WorkKind};

use super::calls::{
    AnalysedCalls, CheckEnd, answer, is_accepted_edit, is_failed, is_ok, masked_answer, numbers,
    outcome,
};
use super::{Analyst, CauseEvidence, Mistake, RootCause};
use crate::missing_resource::{MissingResource, ResourceKind};
use crate::phrases::{capitalized, quoted_error, quoted_name, times};

/// Calls that fail for want of the same kind of thing, before that is the cause.
const MISSING_CALLS: usize = 3;
/// Rejected edits, sentences run as commands, and equal searches, before they are the cause.
const MISREAD_CALLS: usize = 2;

/// Words by which a server refuses a right.
const REFUSED_ACCESS: &[&str] = &[
    "401 Unauthorized",
    "403 Forbidden",
    "status code: 401",
    "status code: 403",
    "uthentication failed",
    "ccess denied",
    "required scopes",
    "not authorized",
];

/// Files by which a project is known to a build.
const MANIFESTS: &[&str] = &[
    "pom.xml",
    "build.gradle",
    "package.json",
    "Cargo.toml",
    "pyproject.toml",
    "setup.py",
    "go.mod",
    "CMakeLists.txt",
    "Makefile",
    "Gemfile",
    "composer.json",
    ".csproj",
];

/// Words by which an edit tool says that the text to replace is not in the file.
const NO_ANCHOR: &[&str] = &[
    "failed to match",
    "not found in file",
    "String to replace not found",
    "did not match",
    "no match",
    "does not contain",
    "not find",
    "old_str",
    "old_string",
    "patch does not apply",
];

/// Words that stand in sentences and hardly in commands.
const SENTENCE_WORDS: &[&str] = &[
    "the", "is", "are", "to", "that", "we", "it", "there", "seems", "with", "was", "this", "of",
    "i",
];

/// Something that the work needs and that the agent cannot supply.
pub(super) fn missing(calls: &AnalysedCalls<'_>) -> Option<CauseEvidence> {
    broken_baseline(calls).or_else(|| missing_resource(calls)).or_else(|| missing_project(calls))
}

/// Something false that the agent holds about its tools, its files or its own messages.
pub(super) fn misreading(calls: &AnalysedCalls<'_>) -> Option<CauseEvidence> {
    prose_as_command(calls).or_else(|| rejected_edits(calls)).or_else(|| unanswered_search(calls))
}

/// The last build or test run failed for a reason outside of the agent's changes, and none was
/// green after it.
fn broken_baseline(calls: &AnalysedCalls<'_>) -> Option<CauseEvidence> {
    let checks = calls.checks();
    let is_broken = |end: CheckEnd| matches!(end, CheckEnd::NotBuilt | CheckEnd::Unavailable);
    let tested = checks.iter().rposition(|(_, end)| !is_broken(*end)).map_or(0, |at| at + 1);
    let broken: Vec<&PastCall> = checks.get(tested..)?.iter().map(|(call, _)| *call).collect();
    let first = *broken.first()?;
    let is_unavailable = checks.last().is_some_and(|(_, end)| *end == CheckEnd::Unavailable);
    let edited_after = |number| calls.all.iter().any(|c| c.number > number && is_accepted_edit(c));
    let is_untouched = !calls.all.iter().any(is_accepted_edit);
    let is_cause = match is_unavailable {
        true => broken.len() > 1 || !edited_after(first.number),
        // A build that broke after a change is the agent's own.
        false => is_untouched,
    };
    if !is_cause {
        return None;
    }
    let label = quoted_name(&first.subject.label);
    let said = quoted_error(answer(first));
    Some(CauseEvidence {
        analyst: Analyst::ErrorAnalyst,
        root_cause: RootCause::Environment,
        explanation: format!(
            "{label} (call {}) cannot run: {said}. No build or test run was green after it, and \
             nothing that the agent changed is the reason.",
            first.number
        ),
        mistake: Mistake::new(
            format!("Saw the build fail for what is not there ({said}) and worked on."),
            numbers(broken.iter().copied()),
        ),
        steps: vec![
            format!(
                "Run {label} once. If it still ends in {said}, do not look for a way round it."
            ),
            "Name each thing that the error says is missing, and who could supply it.".to_owned(),
        ],
    })
}

/// Recent calls fail for want of one kind of thing.
fn missing_resource(calls: &AnalysedCalls<'_>) -> Option<CauseEvidence> {
    let lacks = |call: &&PastCall| -> Option<ResourceKind> {
        let text = answer(call);
        if REFUSED_ACCESS.iter().any(|words| text.contains(words)) {
            return Some(ResourceKind::Permission);
        }
        let kind = MissingResource::of_environment(text)?.kind;
        // A path that does not exist is more often a guess than a gap.
        (kind != ResourceKind::File && is_failed(call) && !is_prose(call)).then_some(kind)
    };
    let last = calls.recent().iter().rev().find(|call| lacks(call).is_some())?;
    let kind = lacks(&last)?;
    let recent = calls.recent().iter();
    let without: Vec<&PastCall> = recent.filter(|call| lacks(call) == Some(kind)).collect();
    let first = *without.first()?;
    let advanced =
        calls.all.iter().any(|call| call.number > first.number && is_accepted_edit(call));
    let failed_install =
        calls.all.iter().any(|call| call.subject.work == WorkKind::Install && is_failed(call));
    let is_enough = without.len() >= MISSING_CALLS || (failed_install && without.len() > 1);
    if advanced || !is_enough {
        return None;
    }
    let said = quoted_error(answer(last));
    let statement =
        MissingResource::of_environment(answer(last)).map(|missing| missing.statement());
    let statement = statement.unwrap_or_else(|| "a right is refused.".to_owned());
    Some(CauseEvidence {
        analyst: Analyst::ErrorAnalyst,
        root_cause: RootCause::Environment,
        explanation: format!(
            "{} {} calls ended so; the last (call {}): {said}.",
            capitalized(&statement),
            without.len(),
            last.number
        ),
        mistake: Mistake::new(
            format!("Called again for what is not there: {said}."),
            numbers(without.iter().copied()),
        ),
        steps: vec![
            format!(
                "Do not call {} again until a person has supplied it.",
                quoted_name(&last.subject.label)
            ),
            "Say which program, server or right is missing, and for which step.".to_owned(),
        ],
    })
}

/// Every look for the file that makes a folder a project came back empty, and nothing was built.
fn missing_project(calls: &AnalysedCalls<'_>) -> Option<CauseEvidence> {
    let manifest = |call: &PastCall| {
        MANIFESTS.iter().find(|name| call.subject.label.contains(**name)).copied()
    };
    let is_fruitless = |call: &&PastCall| outcome(call).is_some_and(|outcome| outcome.fruitless);
    let looked: Vec<&PastCall> =
        calls.all.iter().filter(is_fruitless).filter(|call| manifest(call).is_some()).collect();
    let shows = |call: &PastCall| {
        let label = &call.subject.label;
        manifest(call).is_some()
            && is_ok(call)
            && (call.subject.tool == "read" || label.contains("cat "))
    };
    let first = *looked.first()?;
    let name = manifest(first)?;
    let has_worked = calls.all.iter().any(|call| is_accepted_edit(call) || shows(call));
    if looked.len() < MISREAD_CALLS || has_worked || !calls.checks().is_empty() {
        return None;
    }
    Some(CauseEvidence {
        analyst: Analyst::ErrorAnalyst,
        root_cause: RootCause::Environment,
        explanation: format!(
            "The folder holds no project: `{name}` was looked for {} (first in call {}) and never \
             found, and nothing was built or changed.",
            times(looked.len()),
            first.number
        ),
        mistake: Mistake::new(
            format!("Looked for `{name}` again after call {} had found none.", first.number),
            numbers(looked.iter().skip(1).copied()),
        ),
        steps: vec![
            "List the folder once and say what is in it.".to_owned(),
            format!("Say that `{name}` and the sources are missing, and ask for the right folder."),
        ],
    })
}

/// The agent's sentences were run as commands.
fn prose_as_command(calls: &AnalysedCalls<'_>) -> Option<CauseEvidence> {
    let run: Vec<&PastCall> =
        calls.all.iter().filter(|call| is_failed(call) && is_prose(call)).collect();
    let is_recent = run.last()?.number >= calls.recent().first()?.number;
    if run.len() < MISREAD_CALLS || !is_recent {
        return None;
    }
    let (first, last) = (*run.first()?, *run.last()?);
    Some(CauseEvidence {
        analyst: Analyst::ErrorAnalyst,
        root_cause: RootCause::Confusion,
        explanation: format!(
            "The agent's own words are run as commands since call {}: the shell answers {} to {}. \
             The shell and the machine are not at fault.",
            first.number,
            quoted_error(answer(last)),
            quoted_name(&last.subject.label)
        ),
        mistake: Mistake::new(
            "Wrote its explanation where only the command may stand.".to_owned(),
            numbers(run.iter().copied()),
        ),
        steps: vec![
            "Write the explanation as plain text, outside of the command.".to_owned(),
            "Send one short command alone, such as `pwd`, and read its answer.".to_owned(),
            "Undo repairs of the shell or the system; they were never needed.".to_owned(),
        ],
    })
}

/// Edits are rejected, each for the same reason as the one before.
fn rejected_edits(calls: &AnalysedCalls<'_>) -> Option<CauseEvidence> {
    let edits = calls.all.iter().filter(|call| call.subject.work == WorkKind::Edit);
    let edits: Vec<&PastCall> = edits.filter(|call| !call.refused).collect();
    let at = edits.iter().rposition(|call| !is_failed(call)).map_or(0, |at| at + 1);
    let rejected = edits.get(at..).unwrap_or_default();
    let (first, last) = (*rejected.first()?, *rejected.last()?);
    let said = answer(last);
    let is_same = |call: &&&PastCall| masked_answer(call) == masked_answer(last);
    let same: Vec<&PastCall> = rejected.iter().filter(is_same).copied().collect();
    let is_recent = last.number >= calls.recent().first()?.number;
    if same.len() < MISREAD_CALLS || !is_recent {
        return None;
    }
    let lower = said.to_lowercase();
    let is_anchor = NO_ANCHOR.iter().any(|words| lower.contains(&words.to_lowercase()));
    let label = quoted_name(&last.subject.label);
    let (belief, steps) = match is_anchor {
        true => (
            "The text to replace is not in the file as it is now.",
            [
                "Read the part of the file that is to change, as it is now.",
                "Copy the text to replace from that answer, letter for letter.",
                "If the text is not there, ask whether it belongs to another file.",
            ],
        ),
        false => (
            "What rejects them is a check of the file, chosen by its name, and not the change itself.",
            [
                "Say which program rejects the edit, and for which kind of file it is made.",
                "Give the file the ending of the language that it holds, or put the code elsewhere.",
                "Make the smallest edit, and see that it is accepted, before the next.",
            ],
        ),
    };
    Some(CauseEvidence {
        analyst: Analyst::ErrorAnalyst,
        root_cause: RootCause::Confusion,
        explanation: format!(
            "{label} was rejected {} since call {}, with {}. {belief}",
            times(rejected.len()),
            first.number,
            quoted_error(said)
        ),
        mistake: Mistake::new(
            "Answered the same rejection with another variant of the same edit.".to_owned(),
            numbers(same.iter().copied()),
        ),
        steps: steps.map(str::to_owned).to_vec(),
    })
}

/// The same search was asked again after it had found nothing.
fn unanswered_search(calls: &AnalysedCalls<'_>) -> Option<CauseEvidence> {
    let is_search = |call: &PastCall| {
        let subject = &call.subject;
        subject.tool == "search" || subject.searches || subject.work == WorkKind::Look
    };
    let fruitless =
        |call: &&PastCall| outcome(call).is_some_and(|o| o.fruitless) && is_search(call);
    let groups = calls.repeated();
    let group = groups.iter().find(|group| group.iter().all(&fruitless))?;
    let (first, last) = (*group.first()?, *group.last()?);
    let edited = calls.all.iter().any(|call| call.number > last.number && is_accepted_edit(call));
    if edited {
        return None;
    }
    let label = quoted_name(&first.subject.label);
    Some(CauseEvidence {
        analyst: Analyst::ErrorAnalyst,
        root_cause: RootCause::Confusion,
        explanation: format!(
            "{label} found nothing {} (first in call {}). The agent takes the term for one that \
             must occur; it is written otherwise, or it belongs to another project.",
            times(group.len()),
            first.number
        ),
        mistake: Mistake::new(
            format!("Asked {label} again after it had found nothing."),
            numbers(group.iter().copied()),
        ),
        steps: vec![
            "Search for the shortest part of the name alone, without brackets or types.".to_owned(),
            "Read on from the nearest hit that a search did find.".to_owned(),
            "Read the task again: what it names may be an example from elsewhere.".to_owned(),
        ],
    })
}

/// Whether a command line is a sentence.
fn is_prose(call: &PastCall) -> bool {
    if call.subject.tool != "bash" {
        return false;
    }
    let words: Vec<&str> = call.subject.label.split_whitespace().collect();
    let begins_capital = words.first().is_some_and(|word| {
        word.starts_with(|c: char| c.is_ascii_uppercase()) && !word.contains('=')
    });
    let common = words.iter().filter(|word| {
        SENTENCE_WORDS.contains(&word.to_ascii_lowercase().trim_end_matches([',', '.', ':']))
    });
    begins_capital && words.len() > 4 && common.count() > 1
}
