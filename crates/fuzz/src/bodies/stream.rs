//! Checks the live output of each client.

use fusebox_clients::{ClientEnvironment, HookCoverage, OutputReader, RunSummary, agent_named};
use fusebox_engine::{Event, EventKind};

use super::called::check_event;

/// An output gives the same events each time it is read, and none of them comes from a person. Beside hooks it gives a
/// part of them, and the same summary.
pub(super) fn body(client: &str, data: &[u8]) {
    let (all, summary) = read(client, data, HookCoverage::Absent);
    assert_eq!(read(client, data, HookCoverage::Absent), (all.clone(), summary.clone()));
    all.iter().for_each(check_told);
    assert!(summary.error.as_ref().is_none_or(|error| error.len() <= 4_096));
    // The list of denied tools is bounded.
    assert!(summary.denied.len() <= 64);
    for hooks in [HookCoverage::Calls, HookCoverage::Conversation] {
        let (some, beside) = read(client, data, hooks);
        assert_eq!(beside, summary, "the end is judged by everything");
        assert!(some.len() <= all.len());
        assert!(some.iter().all(|event| !is_call(event)), "hooks tell the calls");
    }
    // Events that are held back until the end of a run come before the next run.
    let mut again = open(client, HookCoverage::Absent);
    lines(&mut again, data);
    again.restart();
    lines(&mut again, data);
    again.finish();
}

fn read(client: &str, data: &[u8], hooks: HookCoverage) -> (Vec<Event>, RunSummary) {
    let mut stream = open(client, hooks);
    let mut events = lines(&mut stream, data);
    events.extend(stream.finish());
    (events, stream.summary())
}

fn open(client: &str, hooks: HookCoverage) -> OutputReader {
    let Some(agent) = agent_named(client) else { panic!("there is no agent {client}") };
    let mut stream = OutputReader::new(agent, "run", &ClientEnvironment::default());
    stream.set_hook_coverage(hooks);
    stream
}

fn lines(stream: &mut OutputReader, data: &[u8]) -> Vec<Event> {
    data.split(|byte| *byte == b'\n').flat_map(|line| stream.read_line(line)).collect()
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
