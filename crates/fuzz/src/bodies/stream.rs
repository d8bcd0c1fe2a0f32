//! The live output of each client.

use fusebox_clients::{Hooks, Stream, Summary, Surroundings, agent};
use fusebox_engine::{Event, EventKind};

use super::called::check_event;

pub(super) fn claude(data: &[u8]) {
    body("claude", data);
}

pub(super) fn codex(data: &[u8]) {
    body("codex", data);
}

pub(super) fn gemini(data: &[u8]) {
    body("gemini", data);
}

/// Any output gives the same events however often it is read, none of them a person's; beside hooks
/// it gives some of them, and the same summary.
fn body(client: &str, data: &[u8]) {
    let (all, summary) = read(client, data, Hooks::Absent);
    assert_eq!(read(client, data, Hooks::Absent), (all.clone(), summary.clone()));
    all.iter().for_each(check_told);
    assert!(summary.error.as_ref().is_none_or(|error| error.len() <= 4_096));
    // What is cut of a long line is never more than what was there.
    assert!(summary.denied.len() <= 64);
    for hooks in [Hooks::Calls, Hooks::Conversation] {
        let (some, beside) = read(client, data, hooks);
        assert_eq!(beside, summary, "the end is judged by everything");
        assert!(some.len() <= all.len());
        assert!(some.iter().all(|event| !is_call(event)), "hooks tell the calls");
    }
    // What is held back for the end of one run is told before the next one.
    let mut again = open(client, Hooks::Absent);
    lines(&mut again, data);
    again.again();
    lines(&mut again, data);
    again.end();
}

fn read(client: &str, data: &[u8], hooks: Hooks) -> (Vec<Event>, Summary) {
    let mut stream = open(client, hooks);
    let mut events = lines(&mut stream, data);
    events.extend(stream.end());
    (events, stream.summary())
}

fn open(client: &str, hooks: Hooks) -> Stream {
    let Some(agent) = agent(client) else { panic!("there is no agent {client}") };
    let mut stream = Stream::of(agent, "run", &Surroundings::default());
    stream.beside(hooks);
    stream
}

fn lines(stream: &mut Stream, data: &[u8]) -> Vec<Event> {
    data.split(|byte| *byte == b'\n').flat_map(|line| stream.line(line)).collect()
}

fn check_told(event: &Event) {
    check_event(event);
    assert!(event.at.is_none(), "the runtime stamps the time");
    let is_persons = matches!(
        event.kind,
        EventKind::Prompt { .. } | EventKind::Guidance { .. } | EventKind::Control(_)
    );
    assert!(!is_persons, "an output never speaks for a person");
}

fn is_call(event: &Event) -> bool {
    matches!(event.kind, EventKind::ToolRequest(_) | EventKind::ToolResult(_))
}
