//! A story told in lines, so that any text is one: `rule attempts.per_test`, `attempt I will …`.

use fusebox_report::{
    AttemptFacts, ChangeType, FailedTest, FailingTest, FileChange, IncidentFacts, InfraRun,
    LastCall, ScopeViolation, TestModified,
};

/// The story of `text`. A line is a key and a value; `\n` in a value is a line end. An `attempt`
/// takes the `file`, `failed` and `error` lines that follow it; lines of other keys are left out.
pub(super) fn told(text: &str) -> IncidentFacts {
    let mut story = IncidentFacts {
        session: "s1".to_owned(),
        task: "t1".to_owned(),
        ..IncidentFacts::default()
    };
    for (n, line) in (1..).zip(text.lines()) {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        tell(&mut story, n, key, value.replace("\\n", "\n"));
    }
    story
}

fn tell(story: &mut IncidentFacts, n: u32, key: &str, value: String) {
    let at_ms = 1_795_309_000_000 + u64::from(n) * 1_000;
    story.at_ms = at_ms;
    match key {
        "incident" => story.incident = Some(value),
        "session" => story.session = value,
        "task" => story.task = value,
        "slice" => story.slice_name = Some(value),
        "rule" => story.rule = Some(value),
        "reason" => story.trip_reason = value,
        "summary" => story.agent_summary = Some(value),
        "checkpoint" => story.checkpoint = Some(value),
        "now" => story.failing.push(failing(&value)),
        "infra" => {
            let (command, error) = halves(&value);
            let digest = digest(&error);
            story.infra.push(InfraRun { at_ms, command, error, digest });
        }
        "attempt" | "free" => story.attempts.push(AttemptFacts {
            number: u32::try_from(story.attempts.len()).unwrap_or(u32::MAX).saturating_add(1),
            at_ms,
            said: Some(value).filter(|said| !said.is_empty()),
            charged: key == "attempt",
            ..AttemptFacts::default()
        }),
        "call" | "refused" => {
            let (result, call) = halves(&value);
            let refused = key == "refused";
            story.last_calls.push(LastCall { call, times: n % 7 + 1, result, refused });
        }
        "scope" => {
            let (justification, file) = halves(&value);
            let verdict = if n.is_multiple_of(2) { "justified" } else { "violation" }.to_owned();
            let test_name = justification.clone();
            story.scope_violations.push(ScopeViolation { file, justification, test_name, verdict });
        }
        "touched" => {
            let (test, file) = halves(&value);
            story.tests_touched.push(TestModified { file, test, how: "skipped".to_owned() });
        }
        _ => tell_of_attempt(story.attempts.last_mut(), key, value),
    }
}

fn tell_of_attempt(attempt: Option<&mut AttemptFacts>, key: &str, value: String) {
    let Some(attempt) = attempt else { return };
    let mut file = |change, is_test| {
        attempt.files.push(FileChange { path: value.clone(), change, is_test });
    };
    match key {
        "file" => file(ChangeType::Modified, false),
        "new" => file(ChangeType::Created, false),
        "gone" => file(ChangeType::Deleted, false),
        "test" => file(ChangeType::Modified, true),
        "failed" => {
            let FailingTest { name, line, error, digest, .. } = failing(&value);
            attempt.failing.push(FailedTest { name, line, error, digest });
        }
        "error" => attempt.error = Some(value),
        _ => {}
    }
}

/// `name @ file:line @ assertion @ error`; each part but the last may be left out.
fn failing(value: &str) -> FailingTest {
    let (before, error) = value.rsplit_once(" @ ").unwrap_or(("", value));
    let error = error.to_owned();
    let mut parts = before.split(" @ ");
    let name = parts.next().unwrap_or_default().to_owned();
    let place = parts.next().and_then(|place| place.rsplit_once(':'));
    FailingTest {
        name,
        file: place.map(|(file, _)| file.to_owned()),
        line: place.and_then(|(_, line)| line.parse().ok()),
        assertion: parts.next().map(str::to_owned),
        digest: digest(&error),
        error,
    }
}

/// What stands before ` @ `, if there is one, and the rest.
fn halves(value: &str) -> (Option<String>, String) {
    match value.split_once(" @ ") {
        Some((first, rest)) => (Some(first.to_owned()), rest.to_owned()),
        None => (None, value.to_owned()),
    }
}

/// Equal texts are equal errors.
fn digest(text: &str) -> u64 {
    text.bytes().fold(7, |digest, byte| digest.wrapping_mul(31).wrapping_add(u64::from(byte)))
}
