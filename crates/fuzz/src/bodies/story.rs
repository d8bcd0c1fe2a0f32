//! Reads the facts of an incident from lines of text, so that any input gives some: `rule attempts.per_test`,
//! `attempt I will …`.

use fusebox_engine::scope::{ScopeTouch, ScopeVerdict};
use fusebox_engine::state::CheckpointStage;
use fusebox_engine::test_run::{FailedTest, FileChangeKind, TestChange, TestRunEnd, TouchedFile};
use fusebox_engine::{
    AgentId, ChangedTest, ErrorSignature, Finding, FindingSubject, Incident, IncidentFacts,
    IncidentId, RecordedCall, Rule, SessionId, TaskId, TestRunRecord, Timestamp,
};

/// The facts that `text` tells. A line is a key and a value; `\n` in a value is a line end. An
/// `attempt` takes the lines about it that follow; lines of other keys are left out.
pub(super) fn parse_facts(text: &str) -> Option<IncidentFacts> {
    let (session, task) = (SessionId::parse("s1").ok()?, TaskId::parse("t1").ok()?);
    let mut facts = IncidentFacts::new(session, task, Timestamp(1_795_309_000_000));
    for (n, line) in (1..).zip(text.lines()) {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        add_fact(&mut facts, n, key, value.replace("\\n", "\n"));
    }
    Some(facts)
}

fn add_fact(facts: &mut IncidentFacts, n: u64, key: &str, value: String) {
    match key {
        "session" => facts.session = SessionId::parse(value).unwrap_or(facts.session.clone()),
        "task" => facts.task = TaskId::parse(value).unwrap_or(facts.task.clone()),
        "rule" => facts.incident = incident(facts, &value),
        "slice" => facts.slice_name = Some(value),
        "reason" | "summary" => {
            let Some(incident) = &mut facts.incident else { return };
            match key {
                "reason" => incident.cause.subject = FindingSubject::Sentence(value),
                _ => incident.summary = Some(value),
            }
        }
        "checkpoint" => {
            facts.checkpoint.stage =
                CheckpointStage::Kept { tag: value, at: facts.at, left_out: n % 2 };
        }
        "attempt" | "free" | "infra" => {
            let attempts = facts.runs.len() as u64 + 1;
            let is_run = key != "infra";
            facts.runs.push(TestRunRecord {
                n,
                at: facts.at,
                end: if is_run { TestRunEnd::Failed } else { TestRunEnd::Network },
                command: String::new(),
                attempt: (key == "attempt").then_some(attempts),
                said: Some(value.clone()).filter(|said| is_run && !said.is_empty()),
                files: Vec::new(),
                failed: Vec::new(),
                failing: n % 2,
                error: (!is_run).then(|| signature(&value)),
                tests_touched: Vec::new(),
                evidence: None,
            });
        }
        "call" | "refused" => {
            let (result, label) = halves(&value);
            let refused = key == "refused";
            let digest = result.as_deref().map(digest);
            let call = RecordedCall {
                label,
                result: digest,
                gist: result,
                refused,
                ..RecordedCall::default()
            };
            facts.calls.extend(vec![call; n as usize % 7 + 1]);
        }
        "scope" => {
            let (justification, file) = halves(&value);
            let test_name = justification.clone();
            let verdict =
                if n.is_multiple_of(2) { ScopeVerdict::Justified } else { ScopeVerdict::Violation };
            facts.scope_touches.push(ScopeTouch { file, justification, test_name, verdict });
        }
        _ => tell_of_run(facts.runs.last_mut(), key, value),
    }
}

fn incident(facts: &IncidentFacts, rule: &str) -> Option<Incident> {
    let rule = Rule::ALL.iter().find(|known| known.name() == rule)?;
    let who = (facts.session.clone(), AgentId::main(), facts.task.clone());
    let cause = Finding::from_sentence(*rule, String::new());
    Some(Incident::open(IncidentId::parse("i1").ok()?, who, facts.at, cause))
}

fn tell_of_run(run: Option<&mut TestRunRecord>, key: &str, value: String) {
    let Some(run) = run else { return };
    let file = |path, change, test| TouchedFile { path, change, test, ..TouchedFile::default() };
    match key {
        "file" => run.files.push(file(value, FileChangeKind::Modified, false)),
        "new" => run.files.push(file(value, FileChangeKind::Created, false)),
        "gone" => run.files.push(file(value, FileChangeKind::Deleted, false)),
        "test" => run.files.push(file(value, FileChangeKind::Modified, true)),
        "failed" | "now" => run.failed.push(failed(&value)),
        "output" => run.evidence = Some(value),
        "error" => run.error = Some(signature(&value)),
        "touched" => {
            let (test, file) = halves(&value);
            let refused = file.len().is_multiple_of(2);
            let test = test.unwrap_or_default();
            let how = TestChange::Skipped;
            run.tests_touched.push(ChangedTest { file, test, how, refused });
        }
        _ => {}
    }
}

/// `name @ file:line @ assertion @ error`; each part but the last may be left out.
fn failed(value: &str) -> FailedTest {
    let (before, error) = value.rsplit_once(" @ ").unwrap_or(("", value));
    let mut parts = before.split(" @ ");
    let name = parts.next().unwrap_or_default().to_owned();
    let place = parts.next().and_then(|place| place.rsplit_once(':'));
    FailedTest {
        name,
        key: 0,
        file: place.map(|(file, _)| file.to_owned()),
        line: place.and_then(|(_, line)| line.parse().ok()),
        assertion: parts.next().map(str::to_owned),
        error: Some(signature(error)),
    }
}

/// What stands before ` @ `, if there is one, and the rest.
fn halves(value: &str) -> (Option<String>, String) {
    match value.split_once(" @ ") {
        Some((first, rest)) => (Some(first.to_owned()), rest.to_owned()),
        None => (None, value.to_owned()),
    }
}

fn signature(line: &str) -> ErrorSignature {
    ErrorSignature { digest: digest(line), line: line.to_owned(), said: None }
}

/// Equal texts are equal errors.
fn digest(text: &str) -> u64 {
    text.bytes().fold(7, |digest, byte| digest.wrapping_mul(31).wrapping_add(u64::from(byte)))
}
