//! Facts of incidents, told in a few words.

use fusebox_engine::scope::{ScopeTouch, ScopeVerdict};
use fusebox_engine::state::{CheckpointStage, CheckpointState};
use fusebox_engine::test_run::{FailedTest, FileChangeKind, TestRunEnd, TouchedFile};
use fusebox_engine::{
    AgentId, ErrorSignature, Finding, FindingLevel, FindingSubject, Incident, IncidentFacts,
    IncidentId, RecordedCall, Rule, SessionId, TaskId, TestRunRecord, Timestamp,
};

/// A task of which nothing is known; a person asks.
pub(crate) fn task(task: &str) -> IncidentFacts {
    let session = SessionId::parse("9f3c2a10-0b7e-4c55-9f0e-000000000001").unwrap();
    IncidentFacts::new(session, TaskId::parse(task).unwrap(), Timestamp(1_795_309_608_000))
}

/// A trip of `rule` for `reason` in the task.
pub(crate) fn trip(rule: Rule, reason: &str, name: &str) -> IncidentFacts {
    let facts = task(name);
    let limits = [(Rule::PerTest, 3), (Rule::PerSlice, 7), (Rule::Infra, 5)];
    let limit = limits.iter().find(|(of, _)| *of == rule).map_or(0, |(_, limit)| *limit);
    let cause = Finding::new(rule, FindingLevel::Trip, limit, limit)
        .about(FindingSubject::Sentence(reason.to_owned()));
    let who = (facts.session.clone(), AgentId::main(), facts.task.clone());
    let id = IncidentId::parse("i4f2a").unwrap();
    let incident =
        Incident { findings: vec![cause.clone()], ..Incident::open(id, who, facts.at, cause) };
    IncidentFacts { incident: Some(incident), ..facts }
}

/// A trip of a limit of attempts, with a checkpoint.
pub(crate) fn attempts_trip(rule: Rule, task: &str, slice: &str) -> IncidentFacts {
    let tag = format!("fusebox/checkpoint/{task}");
    let stage = CheckpointStage::Kept { tag, at: Timestamp(0), left_out: 0 };
    IncidentFacts {
        slice_name: Some(slice.to_owned()),
        checkpoint: CheckpointState { stage, first_change: None },
        ..trip(rule, "", task)
    }
}

/// What the agent says of its work.
pub(crate) fn summary(facts: &mut IncidentFacts, text: &str) {
    facts.incident.as_mut().unwrap().summary = Some(text.to_owned());
}

/// A charged attempt. `files`: paths with a blank between; `+` new, `-` deleted, `t:` a test.
pub(crate) fn attempt(
    number: u64,
    said: &str,
    files: &str,
    fails: &[(&str, &str)],
) -> TestRunRecord {
    let failed = |(name, error): &(&str, &str)| FailedTest {
        name: (*name).to_owned(),
        error: Some(signature(error)),
        ..FailedTest::default()
    };
    TestRunRecord {
        n: number,
        at: Timestamp(1_795_309_000_000 + number * 60_000),
        end: TestRunEnd::Failed,
        command: String::new(),
        attempt: Some(number),
        said: (!said.is_empty()).then(|| said.to_owned()),
        files: files.split_whitespace().map(file).collect(),
        failed: fails.iter().map(failed).collect(),
        failing: fails.len() as u64,
        error: None,
        tests_touched: Vec::new(),
        evidence: None,
    }
}

/// The last failed run names `file:line` and the assertion of its tests, and prints `output`.
pub(crate) fn fails_at(
    facts: &mut IncidentFacts,
    at: &str,
    assertion: Option<&str>,
    output: Option<&str>,
) {
    let run = facts.runs.last_mut().unwrap();
    run.evidence = output.map(str::to_owned);
    for test in &mut run.failed {
        let place = at.rsplit_once(':');
        test.file = place.map(|(file, _)| file.to_owned());
        test.line = place.and_then(|(_, line)| line.parse().ok());
        test.assertion = assertion.map(str::to_owned);
    }
}

fn file(text: &str) -> TouchedFile {
    let (text, test) = text.strip_prefix("t:").map_or((text, false), |rest| (rest, true));
    let (path, change) = match text.split_at(1) {
        ("+", path) => (path, FileChangeKind::Created),
        ("-", path) => (path, FileChangeKind::Deleted),
        _ => (text, FileChangeKind::Modified),
    };
    TouchedFile { path: path.to_owned(), change, test, ..TouchedFile::default() }
}

/// A run without a verdict.
pub(crate) fn infra(command: &str, error: &str) -> TestRunRecord {
    TestRunRecord {
        end: TestRunEnd::Build,
        command: command.to_owned(),
        attempt: None,
        error: Some(signature(error)),
        ..attempt(1, "", "", &[])
    }
}

/// Equal calls in a row with the same result.
pub(crate) fn calls(call: &str, times: usize, result: &str) -> Vec<RecordedCall> {
    let call = RecordedCall {
        label: call.to_owned(),
        result: Some(digest(result)),
        gist: (!result.is_empty()).then(|| result.to_owned()),
        ..RecordedCall::default()
    };
    vec![call; times]
}

/// Equal calls in a row that were refused.
pub(crate) fn refused(call: &str, times: usize) -> Vec<RecordedCall> {
    vec![RecordedCall { label: call.to_owned(), refused: true, ..RecordedCall::default() }; times]
}

/// A file outside the scope that was written.
pub(crate) fn violation(file: &str, justification: Option<&str>, test: Option<&str>) -> ScopeTouch {
    ScopeTouch {
        file: file.to_owned(),
        justification: justification.map(str::to_owned),
        test_name: test.map(str::to_owned),
        verdict: ScopeVerdict::Violation,
    }
}

fn signature(line: &str) -> ErrorSignature {
    ErrorSignature { digest: digest(line), line: line.to_owned(), said: None }
}

/// Equal texts are equal errors.
fn digest(text: &str) -> u64 {
    text.bytes().fold(7, |digest, byte| digest.wrapping_mul(31).wrapping_add(u64::from(byte)))
}
