//! The client for any other agent: one canonical event in, one verdict out.

use fusebox_engine::{Event, EventKind, VerdictAction};

use crate::json_line::JsonLine;
use crate::{
    Client, ClientEnvironment, EventVerdict, HookCall, HookPoint, HookReply, ReplyOptions,
    WireError, canonical,
};

/// Any agent that writes canonical events.
pub(crate) const CLIENT: Client = Client {
    name: "generic",
    title: "canonical events",
    session_fields: &["session"],
    read,
    reply,
    refuse,
    read_transcript: None,
    usage_format: None,
    settings: None,
    variables: None,
};

fn read(bytes: &[u8], _: &ClientEnvironment) -> Result<HookCall, WireError> {
    HookCall::read(bytes, |fields| Ok(call_of(canonical::read_fields(fields)?)))
}

fn call_of(event: Event) -> HookCall {
    let point = match &event.kind {
        EventKind::ToolRequest(_) => HookPoint::BeforeTool,
        EventKind::ToolResult(_) => HookPoint::AfterTool,
        EventKind::RoundEnd => HookPoint::AfterRound,
        EventKind::Prompt { .. } => HookPoint::Prompt,
        EventKind::SessionStart(_) => HookPoint::SessionStart,
        EventKind::Subagent { .. } => HookPoint::SubagentStart,
        EventKind::Message { .. }
        | EventKind::Thought { .. }
        | EventKind::Usage(_)
        | EventKind::Iteration(_)
        | EventKind::Compaction
        | EventKind::StopBlocked { .. }
        | EventKind::Idle { .. }
        | EventKind::Blocked { .. }
        | EventKind::Resume
        | EventKind::Complete { .. }
        | EventKind::Guidance { .. }
        | EventKind::Control(_)
        | EventKind::Tampering(_)
        | EventKind::ForkOfOpen(_)
        | EventKind::Tick
        | EventKind::SessionEnd => HookPoint::Silent,
    };
    HookCall { events: vec![event], point, transcript: None, session: None, defect: None }
}

fn reply(_: HookPoint, answers: &[EventVerdict], _: &ReplyOptions) -> HookReply {
    let mut stdout = String::new();
    for answered in answers {
        stdout.push_str(&canonical::write_verdict(&answered.verdict));
        stdout.push('\n');
    }
    HookReply { stdout, ..HookReply::default() }
}

/// Writes a verdict without the fields that only a decision has.
fn refuse(_: HookPoint, reason: &str) -> HookReply {
    let mut line = JsonLine::default();
    line.put("verdict", &VerdictAction::Deny).put("context", reason);
    HookReply { stdout: line.end() + "\n", ..HookReply::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::tests::answered;

    #[test]
    fn one_event_in_one_verdict_out() {
        let call =
            read(br#"{"session":"s1","type":"round_end"}"#, &ClientEnvironment::default()).unwrap();
        assert_eq!((call.events.len(), call.point), (1, HookPoint::AfterRound));
        let reply =
            reply(call.point, &[answered(VerdictAction::Allow, None)], &ReplyOptions::default());
        assert_eq!(
            reply.stdout,
            r#"{"session":"s1","id":"e1","verdict":"allow","state":"closed","context":null,"findings":[],"incident":null}"#.to_owned() + "\n"
        );
    }

    #[test]
    fn a_refusal_without_a_verdict_says_why() {
        let reply = refuse(HookPoint::BeforeTool, "the store is away");
        assert_eq!(reply.stdout, "{\"verdict\":\"deny\",\"context\":\"the store is away\"}\n");
    }
}
