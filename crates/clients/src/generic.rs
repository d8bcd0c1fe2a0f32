//! The client for everything else: one canonical event in, one verdict out.

use fusebox_engine::{EventKind, VerdictAction};
use serde::Serialize;

use crate::{Answered, Call, Client, Manner, Moment, Reply, Surroundings, WireError, canonical};

/// Any agent that speaks the canonical form.
pub(crate) const CLIENT: Client = Client {
    name: "generic",
    title: "canonical events",
    read,
    reply,
    refuse,
    tail: None,
    install: None,
};

fn read(bytes: &[u8], _: &Surroundings) -> Result<Call, WireError> {
    let event = canonical::read(bytes)?;
    let moment = match &event.kind {
        EventKind::ToolRequest(_) => Moment::BeforeTool,
        EventKind::ToolResult(_) => Moment::AfterTool,
        EventKind::RoundEnd => Moment::AfterRound,
        EventKind::Prompt { .. } => Moment::Prompt,
        EventKind::SessionStart(_) => Moment::SessionStart,
        EventKind::Subagent { .. } => Moment::SubagentStart,
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
        | EventKind::Tick
        | EventKind::SessionEnd => Moment::Silent,
    };
    Ok(Call { events: vec![event], moment, transcript: None })
}

fn reply(_: Moment, answers: &[Answered], _: &Manner) -> Reply {
    let mut stdout = String::new();
    for answered in answers {
        stdout.push_str(&canonical::write_verdict(&answered.verdict));
        stdout.push('\n');
    }
    Reply { stdout, exit: 0 }
}

/// A verdict without what only a decision knows.
#[derive(Serialize)]
struct Refusal<'a> {
    verdict: VerdictAction,
    context: &'a str,
}

fn refuse(_: Moment, reason: &str) -> Reply {
    let refusal = Refusal { verdict: VerdictAction::Deny, context: reason };
    let line = serde_json::to_string(&refusal).unwrap_or_default();
    Reply { stdout: line + "\n", exit: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::tests::answered;

    #[test]
    fn one_event_in_one_verdict_out() {
        let call =
            read(br#"{"session":"s1","type":"round_end"}"#, &Surroundings::default()).unwrap();
        assert_eq!((call.events.len(), call.moment), (1, Moment::AfterRound));
        let reply = reply(call.moment, &[answered(VerdictAction::Allow, None)], &Manner::default());
        assert_eq!(
            reply.stdout,
            r#"{"session":"s1","id":"e1","verdict":"allow","state":"closed","context":null,"findings":[],"incident":null}"#.to_owned() + "\n"
        );
    }

    #[test]
    fn a_refusal_without_a_verdict_says_why() {
        let reply = refuse(Moment::BeforeTool, "the store is away");
        assert_eq!(reply.stdout, "{\"verdict\":\"deny\",\"context\":\"the store is away\"}\n");
    }
}
