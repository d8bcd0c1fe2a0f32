//! The table of judgement through `observe` and the engine: stuck work is nudged, healthy work is not refused.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod table;

use fusebox_clients::canonical;
use fusebox_engine::state::Scopes;
use fusebox_engine::{Policy, TaskId, Timestamp};
use fusebox_runtime::step::{EventContext, observe, step};
use serde_json::Value;
use table::Answer;

/// What is answered to each event of each session.
fn play(sessions: &[Vec<Value>]) -> Vec<Vec<Answer>> {
    sessions.iter().map(|events| play_session(events)).collect()
}

fn play_session(events: &[Value]) -> Vec<Answer> {
    let (policy, task, mut scopes) =
        (Policy::default(), TaskId::parse("t").unwrap(), Scopes::default());
    let answer = |event: &Value| {
        let read = canonical::read_event(event.to_string().as_bytes()).unwrap();
        let at = Timestamp(event["at_ms"].as_u64().unwrap());
        let folder = scopes.session.folder.as_deref();
        let context = EventContext { folder, ..EventContext::new(&task, at, &policy) };
        let observation = observe(&read, &context, &scopes);
        let verdict = step(&policy, &mut scopes, &observation).verdict;
        let rules: Vec<_> = verdict.findings.iter().map(|finding| finding.rule.name()).collect();
        Answer::new(event, verdict.verdict, &rules)
    };
    events.iter().map(answer).collect()
}
