//! Checks a hook call of any client: it is read or rejected with a clear message, observed and answered.

use fusebox_clients::{Client, ClientEnvironment, EventVerdict, HookCall, HookPoint, ReplyOptions};
use fusebox_engine::{
    AgentId, BreakerState, CallId, Event, EventId, EventKind, Fact, Finding, FindingLevel,
    FindingSubject, IncidentId, Rule, SessionId, Verdict, VerdictAction,
};
use fusebox_observe::{SessionContext, to_fact};
use serde_json::Value;

/// The longest message about a payload, in bytes.
const LONGEST_ERROR: usize = 4_000;
/// All answers, with a finding of the same severity.
const ANSWERS: [(VerdictAction, FindingLevel); 4] = [
    (VerdictAction::Allow, FindingLevel::Notice),
    (VerdictAction::Warn, FindingLevel::Warning),
    (VerdictAction::Deny, FindingLevel::Block),
    (VerdictAction::Stop, FindingLevel::Trip),
];

/// Reads `data` as the client's hook does; the call, if it is one.
pub(super) fn check(client: &Client, data: &[u8], around: &ClientEnvironment) -> Option<HookCall> {
    let read = (client.read)(data, around);
    assert_eq!(read, (client.read)(data, around), "the same payload is the same call");
    let call = match read {
        Ok(call) => call,
        Err(error) => {
            let said = error.to_string();
            assert!(!said.is_empty() && said.len() <= LONGEST_ERROR, "{said}");
            assert!(!said.contains(char::is_control), "an error is one line: {said:?}");
            return None;
        }
    };
    assert!(call.transcript.as_ref().is_none_or(|path| path.is_absolute()));
    call.events.iter().for_each(check_event);
    let said = String::from_utf8_lossy(data);
    for (answer, level) in ANSWERS {
        check_reply(client, &call, answer, level, &said);
    }
    let refusal = (client.refuse)(call.point, &said);
    if answers_in_json(client) {
        check_output(&refusal.stdout);
    }
    Some(call)
}

/// Checks that all ids are valid, and that the logged fact reads back unchanged.
pub(super) fn check_event(event: &Event) {
    let Event { session, id, agent, kind, .. } = event;
    assert_eq!(SessionId::parse(session.as_str()).as_ref(), Ok(session));
    assert_eq!(AgentId::parse(agent.as_str()).as_ref(), Ok(agent));
    if let Some(id) = id {
        assert_eq!(EventId::parse(id.as_str()).as_ref(), Ok(id));
    }
    if let Some(call) = call_of(kind) {
        assert_eq!(CallId::parse(call.as_str()).as_ref(), Ok(call));
    }
    let protected = ["/s".to_owned()];
    let place = SessionContext {
        protected: &protected,
        folder: Some("/work"),
        ..SessionContext::default()
    };
    let meant = to_fact(kind, &place);
    let kept = serde_json::to_string(&meant).unwrap_or_default();
    let again = serde_json::from_str::<Fact>(&kept).ok();
    assert_eq!(again, Some(meant), "what is kept is what was meant: {kept}");
}

fn call_of(kind: &EventKind) -> Option<&CallId> {
    if let EventKind::ToolRequest(request) = kind {
        request.call.as_ref()
    } else if let EventKind::ToolResult(result) = kind {
        result.call.as_ref()
    } else {
        None
    }
}

fn check_reply(
    client: &Client,
    call: &HookCall,
    answer: VerdictAction,
    level: FindingLevel,
    said: &str,
) {
    let answers: Vec<EventVerdict> =
        call.events.iter().map(|event| answered(event, answer, level, said)).collect();
    let reply =
        (client.reply)(call.point, &answers, &ReplyOptions { bell: true, lost_protection: true });
    if answers_in_json(client) {
        assert_eq!(reply.exit, 0, "only the hook itself ends with a code");
        check_output(&reply.stdout);
    } else {
        assert!(reply.exit == 0 || reply.stdout.is_empty(), "a refusal stands on standard error");
    }
}

/// Whether the client reads a reply as JSON, and not an exit code and a text.
fn answers_in_json(client: &Client) -> bool {
    (client.refuse)(HookPoint::BeforeTool, "no").exit == 0
}

/// Checks that every line is a JSON object without control characters.
fn check_output(stdout: &str) {
    for line in stdout.lines() {
        let value: Option<Value> = serde_json::from_str(line).ok();
        assert!(value.is_some_and(|value| value.is_object()), "no JSON object: {line}");
        assert!(!line.contains(|c: char| c < ' '), "not escaped: {line:?}");
    }
}

fn answered(event: &Event, answer: VerdictAction, level: FindingLevel, said: &str) -> EventVerdict {
    let id = event.id.clone().or_else(|| EventId::parse("#1").ok());
    let finding =
        Finding::new(Rule::SameCall, level, 3, 3).about(FindingSubject::Sentence(said.to_owned()));
    let verdict = Verdict {
        session: event.session.clone(),
        id: id.unwrap_or_else(|| unreachable!("this id is valid")),
        verdict: answer,
        state: BreakerState::Closed,
        context: Some(said.to_owned()),
        findings: vec![finding],
        incident: Some(IncidentId::from_digest(7)),
    };
    EventVerdict { verdict, duplicate: false }
}
