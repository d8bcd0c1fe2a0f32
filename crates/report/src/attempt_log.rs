//! What was tried, as the report lists it: attempts, changed files and tests, and what was outside the
//! scope.

use std::iter::repeat;
use std::path::Path;

use fusebox_engine::scope::ScopeTouch;
use fusebox_engine::test_run::FileChangeKind;
use fusebox_engine::{ChangedTest, ErrorSignature, IncidentFacts};

use crate::attempt::{Attempt, error_line};
use crate::diagnostic::{AttemptEntry, Diagnostic, ModifiedFile, ScopeViolation, TestModified};
use crate::evidence::TestEvidence;
use crate::phrases::count;

/// Tests that the result of an attempt names.
const NAMED_TESTS: usize = 4;

/// The last `most` of all.
pub(crate) fn latest<T>(all: &[T], most: usize) -> &[T] {
    all.get(all.len().saturating_sub(most)..).unwrap_or_default()
}

/// An attempt. The test that the report is about is not named.
pub(crate) fn attempt_entry(attempt: Attempt<'_>, about: Option<&str>) -> AttemptEntry {
    let run = attempt.run;
    let files: Vec<String> = run.files.iter().map(|file| file.path.clone()).collect();
    let said = run.said.as_deref().map(str::trim).filter(|said| !said.is_empty());
    let changed = match files.as_slice() {
        [] => "no change found".to_owned(),
        [one] => format!("changed {one}"),
        [one, other] => format!("changed {one} and {other}"),
        [one, rest @ ..] => format!("changed {one} and {}", count(rest.len(), "other file")),
    };
    AttemptEntry {
        attempt: attempt.number,
        description: said.map_or(changed, str::to_owned),
        files_touched: files.into_iter().take(Diagnostic::MAX_FILES).collect(),
        result: attempt_result(attempt, about),
        at_ms: run.at.0,
        charged: attempt.is_charged(),
    }
}

/// The error of the one test that failed; of several their number and the error of the first.
fn attempt_result(attempt: Attempt<'_>, about: Option<&str>) -> String {
    let run = attempt.run;
    match run.failed.as_slice() {
        [] => run.error.as_ref().map_or("passed", ErrorSignature::text).to_owned(),
        [one] if about == Some(one.name.as_str()) && !error_line(one).is_empty() => {
            error_line(one).to_owned()
        }
        [one] if error_line(one).is_empty() => format!("{} failed", one.name),
        [one] => format!("{}: {}", one.name, error_line(one)),
        [first, ..] => {
            let mut names: Vec<&str> = attempt.failed_names().collect();
            let more = format!("{} more", names.len().saturating_sub(NAMED_TESTS));
            if names.len() > NAMED_TESTS {
                names.splice(NAMED_TESTS.., [more.as_str()]);
            }
            format!(
                "{} failed ({}); the first: {}",
                count(run.failed.len(), "test"),
                names.join(", "),
                error_line(first)
            )
        }
    }
}

/// Every file with what all changes together did to it and its attempts, in the order of the first
/// change; after them the files that git alone has seen changing: a shell command can write anything.
/// Git compares with the state before the work, and so knows better what was created.
pub(crate) fn modified_files<'a>(
    attempts: &[Attempt<'a>],
    facts: &IncidentFacts,
) -> Vec<ModifiedFile> {
    let mut files: Vec<ModifiedFile> = Vec::new();
    let files_of = |attempt: &Attempt<'a>| attempt.run.files.iter().zip(repeat(attempt.number));
    for (touched, number) in attempts.iter().flat_map(files_of) {
        let Some(known) = files.iter_mut().find(|known| known.file == touched.path) else {
            let (file, change_type) = (touched.path.clone(), touched.change);
            files.push(ModifiedFile { file, change_type, attempts: vec![number] });
            files.truncate(Diagnostic::MAX_FILES);
            continue;
        };
        known.change_type = touched.change.after(known.change_type);
        if known.attempts.last() != Some(&number) {
            known.attempts.push(number);
        }
    }
    let since_checkpoint = facts.since_checkpoint.as_ref().map(|work| work.files.as_slice());
    let mut unnamed: Vec<_> = since_checkpoint.unwrap_or_default().iter().collect();
    for known in &mut files {
        // Clients tell whole paths, git tells them from the top of the repository.
        let is_it = |(path, _): &&(String, FileChangeKind)| Path::new(&known.file).ends_with(path);
        let of_git = since_checkpoint.unwrap_or_default().iter().filter(is_it);
        if let Some((path, change_type)) = of_git.max_by_key(|(path, _)| path.len()) {
            known.change_type = *change_type;
            unnamed.retain(|(other, _)| other != path);
        }
    }
    files.extend(unnamed.into_iter().map(|(path, change_type)| {
        let (file, change_type) = (path.clone(), *change_type);
        ModifiedFile { file, change_type, attempts: Vec::new() }
    }));
    files.truncate(Diagnostic::MAX_FILES);
    files
}

pub(crate) fn scope_violations(facts: &IncidentFacts) -> Vec<ScopeViolation> {
    let touches = latest(&facts.scope_touches, Diagnostic::MAX_FILES).iter();
    let violation = |touch: &ScopeTouch| ScopeViolation {
        file: touch.file.clone(),
        justification: touch.justification.clone(),
        test_name: touch.test_name.clone(),
        verdict: touch.verdict.name().to_owned(),
    };
    touches.map(violation).collect()
}

pub(crate) fn tests_modified(evidence: &TestEvidence<'_>) -> Vec<TestModified> {
    let changed = latest(&evidence.changed_tests, Diagnostic::MAX_FILES).iter();
    let modified = |changed: &&ChangedTest| TestModified {
        file: changed.file.clone(),
        test: Some(changed.test.clone()),
        how: match changed.refused {
            true => format!("{} (refused)", changed.how.title()),
            false => changed.how.title().to_owned(),
        },
    };
    changed.map(modified).collect()
}
