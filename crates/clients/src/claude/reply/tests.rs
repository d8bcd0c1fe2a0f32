//! Replies to Claude Code, verbatim.

use HookPoint::{
    AfterFailure, AfterRound, AfterTool, BeforeTool, Prompt, SessionStart, SubagentStart,
};
use VerdictAction::{Allow, Deny, Stop, Warn};

use super::*;
use crate::answers::tests::{answered, tripped};

fn stdout(point: HookPoint, answers: &[EventVerdict]) -> String {
    let reply = reply(point, answers, &ReplyOptions::default());
    assert_eq!(reply.exit, 0);
    reply.stdout
}

fn said(answer: VerdictAction, text: &str) -> Vec<EventVerdict> {
    vec![answered(answer, Some(text))]
}

#[test]
fn an_allowed_call_gets_no_word() {
    let others = [HookPoint::TurnEnd, HookPoint::Silent];
    for point in NUDGED.iter().map(|(point, _)| *point).chain(others) {
        assert_eq!(stdout(point, &[]), "", "{point:?}");
        assert_eq!(stdout(point, &said(Allow, "x")), "", "{point:?}");
    }
}

#[test]
fn a12_a_denial_is_a_permission_decision_and_a_stop_ends_the_turn_as_well() {
    let allowed = answered(Allow, None);
    let duplicate = EventVerdict { duplicate: true, ..answered(Stop, Some("enough")) };
    for (point, answers, expected) in [
        (
            BeforeTool,
            said(Deny, "the 8th time"),
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"the 8th time"}}"#,
        ),
        // No denial goes without a reason.
        (
            BeforeTool,
            vec![answered(Deny, None)],
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Fusebox refused this call."}}"#,
        ),
        (
            BeforeTool,
            said(Stop, "enough"),
            r#"{"continue":false,"stopReason":"enough","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"enough"}}"#,
        ),
        (AfterRound, said(Stop, "enough"), r#"{"continue":false,"stopReason":"enough"}"#),
        (AfterRound, vec![allowed, duplicate], r#"{"continue":false,"stopReason":"enough"}"#),
        (Prompt, said(Deny, "open"), r#"{"decision":"block","reason":"open"}"#),
        (Prompt, said(Stop, "open"), r#"{"decision":"block","reason":"open"}"#),
    ] {
        assert_eq!(stdout(point, &answers), expected, "{point:?}");
    }
}

const NUDGED: &[(HookPoint, &str)] = &[
    (BeforeTool, "PreToolUse"),
    (AfterTool, "PostToolUse"),
    (AfterFailure, "PostToolUseFailure"),
    (AfterRound, "PostToolBatch"),
    (Prompt, "UserPromptSubmit"),
    (SessionStart, "SessionStart"),
    (SubagentStart, "SubagentStart"),
];

#[test]
fn r12_a_nudge_reaches_the_agent_at_every_hook_that_takes_one() {
    let nudge = |name| {
        format!(
            r#"{{"hookSpecificOutput":{{"hookEventName":"{name}","additionalContext":"again?"}}}}"#
        )
    };
    for (point, name) in NUDGED {
        assert_eq!(stdout(*point, &said(Warn, "again?")), nudge(name));
    }
    // A result cannot be refused, so the agent is told.
    for (point, name) in NUDGED[1..4].iter() {
        assert_eq!(stdout(*point, &said(Deny, "again?")), nudge(name));
    }
    assert_eq!(stdout(HookPoint::Silent, &said(Warn, "again?")), "");
}

#[test]
fn a_trip_is_told_to_the_person_with_a_bell_if_asked() {
    let trip = [tripped(Deny, "stop now")];
    let deny = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"stop now"},"systemMessage":"Fusebox: circuit breaker tripped: `cargo test` ran 7 times. See `fusebox show 000000ab`.""#;
    assert_eq!(stdout(BeforeTool, &trip), format!("{deny}}}"));
    let rung =
        reply(BeforeTool, &trip, &ReplyOptions { bell: true, ..ReplyOptions::default() }).stdout;
    assert_eq!(rung, format!(r#"{deny},"terminalSequence":"\u0007"}}"#));
    let quiet = reply(
        BeforeTool,
        &said(Deny, "no"),
        &ReplyOptions { bell: true, ..ReplyOptions::default() },
    )
    .stdout;
    assert!(!quiet.contains("terminalSequence"));
}

#[test]
fn at_the_end_of_a_turn_only_people_are_told() {
    assert_eq!(
        stdout(HookPoint::TurnEnd, &[tripped(Warn, "stop now")]),
        r#"{"systemMessage":"Fusebox: circuit breaker tripped: `cargo test` ran 7 times. See `fusebox show 000000ab`."}"#
    );
    for answer in [Warn, Deny, Stop] {
        assert_eq!(stdout(HookPoint::TurnEnd, &said(answer, "wrap up")), "");
    }
}

#[test]
fn a_refusal_for_our_own_failure_is_a_denial_where_there_is_one() {
    assert_eq!(
        refuse(BeforeTool, "the store is locked").stdout,
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"the store is locked"}}"#
    );
    assert_eq!(refuse(HookPoint::Silent, "the store is locked"), HookReply::default());
}
