//! Stories told in a few words.

use fusebox_report::{
    AttemptFacts, ChangeType, FailedTest, FailingTest, FileChange, IncidentFacts, InfraRun,
    LastCall,
};

/// A trip of `rule` for `reason` in the task `task`.
pub(crate) fn trip(rule: &str, reason: &str, task: &str) -> IncidentFacts {
    IncidentFacts {
        incident: Some("i4f2a".to_owned()),
        session: "9f3c2a10-0b7e-4c55-9f0e-000000000001".to_owned(),
        task: task.to_owned(),
        rule: Some(rule.to_owned()),
        trip_reason: reason.to_owned(),
        at_ms: 1_795_309_608_000,
        ..IncidentFacts::default()
    }
}

/// The third failed attempt at one test, with a checkpoint.
pub(crate) fn per_test(task: &str, name: &str) -> IncidentFacts {
    let mut story = trip("attempts.per_test", "per-test limit (3/3)", task);
    story.slice_name = Some(name.to_owned());
    story.checkpoint = Some(format!("fusebox/checkpoint/{task}"));
    story
}

/// A test that fails now at `at` (`file:line`) with `error`.
pub(crate) fn failing(name: &str, at: &str, assertion: Option<&str>, error: &str) -> FailingTest {
    let (file, line) = at.rsplit_once(':').unwrap();
    FailingTest {
        name: name.to_owned(),
        file: Some(file.to_owned()),
        line: line.parse().ok(),
        assertion: assertion.map(str::to_owned),
        error: error.to_owned(),
        digest: digest(error),
    }
}

/// A counted attempt. `files`: paths with a blank between; `+` new, `-` deleted, `t:` a test.
pub(crate) fn attempt(
    number: u32,
    said: &str,
    files: &str,
    fails: &[(&str, &str)],
) -> AttemptFacts {
    let failed = |(name, error): &(&str, &str)| FailedTest {
        line: None,
        name: (*name).to_owned(),
        error: (*error).to_owned(),
        digest: digest(error),
    };
    AttemptFacts {
        number,
        at_ms: 1_795_309_000_000 + u64::from(number) * 60_000,
        said: (!said.is_empty()).then(|| said.to_owned()),
        files: files.split_whitespace().map(file).collect(),
        failing: fails.iter().map(failed).collect(),
        error: None,
        charged: true,
    }
}

fn file(text: &str) -> FileChange {
    let (text, is_test) = text.strip_prefix("t:").map_or((text, false), |rest| (rest, true));
    let (path, change) = match text.split_at(1) {
        ("+", path) => (path, ChangeType::Created),
        ("-", path) => (path, ChangeType::Deleted),
        _ => (text, ChangeType::Modified),
    };
    FileChange { path: path.to_owned(), change, is_test }
}

/// A run without a verdict.
pub(crate) fn infra(command: &str, error: &str) -> InfraRun {
    let (command, error) = (command.to_owned(), error.to_owned());
    InfraRun { at_ms: 1_795_309_000_000, command: Some(command), digest: digest(&error), error }
}

/// Calls in a row with the same result.
pub(crate) fn call(call: &str, times: u32, result: &str) -> LastCall {
    let result = (!result.is_empty()).then(|| result.to_owned());
    LastCall { call: call.to_owned(), times, result, refused: false }
}

/// Calls that were refused.
pub(crate) fn refused(call: &str, times: u32) -> LastCall {
    LastCall { call: call.to_owned(), times, result: None, refused: true }
}

/// Equal texts are equal errors.
fn digest(text: &str) -> u64 {
    text.bytes().fold(7, |digest, byte| digest.wrapping_mul(31).wrapping_add(u64::from(byte)))
}
