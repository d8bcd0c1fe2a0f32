//! Replies to Claude Code, verbatim.

use HookPoint::{
    AfterFailure, AfterRound, AfterTool, BeforeTool, Prompt, SessionStart, SubagentStart,
};

use super::*;
use crate::answers::tests::{answered, tripped};

const ALL: &[HookPoint] = &[
    BeforeTool,
    AfterTool,
    AfterFailure,
    AfterRound,
    Prompt,
    SessionStart,
    SubagentStart,
    HookPoint::TurnEnd,
    HookPoint::Silent,
];

fn stdout(point: HookPoint, answers: &[EventVerdict]) -> String {
    let reply = reply(point, answers, &ReplyOptions::default());
    assert_eq!(reply.exit, 0);
    reply.stdout
}

#[test]
fn an_allowed_call_gets_no_word() {
    for point in ALL.iter().copied() {
        assert_eq!(stdout(point, &[]), "", "{point:?}");
        assert_eq!(stdout(point, &[answered(VerdictAction::Allow, Some("x"))]), "", "{point:?}");
    }
}

#[test]
fn a12_a_denial_is_a_permission_decision() {
    assert_eq!(
        stdout(BeforeTool, &[answered(VerdictAction::Deny, Some("the 8th time"))]),
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"the 8th time"}}"#
    );
}

#[test]
fn a_stop_denies_and_ends_the_turn_at_the_call_and_after_the_round() {
    let stop = [answered(VerdictAction::Stop, Some("enough"))];
    assert_eq!(
        stdout(BeforeTool, &stop),
        r#"{"continue":false,"stopReason":"enough","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"enough"}}"#
    );
    assert_eq!(stdout(AfterRound, &stop), r#"{"continue":false,"stopReason":"enough"}"#);
    let allowed = answered(VerdictAction::Allow, None);
    let mut seen = answered(VerdictAction::Stop, Some("enough"));
    seen.duplicate = true;
    assert_eq!(stdout(AfterRound, &[allowed, seen]), r#"{"continue":false,"stopReason":"enough"}"#);
}

#[test]
fn r12_a_nudge_reaches_the_agent_at_every_hook_that_takes_one() {
    for (point, name) in [
        (BeforeTool, "PreToolUse"),
        (AfterTool, "PostToolUse"),
        (AfterFailure, "PostToolUseFailure"),
        (AfterRound, "PostToolBatch"),
        (Prompt, "UserPromptSubmit"),
        (SessionStart, "SessionStart"),
        (SubagentStart, "SubagentStart"),
    ] {
        let expected = format!(
            r#"{{"hookSpecificOutput":{{"hookEventName":"{name}","additionalContext":"again?"}}}}"#
        );
        assert_eq!(stdout(point, &[answered(VerdictAction::Warn, Some("again?"))]), expected);
    }
    assert_eq!(stdout(HookPoint::Silent, &[answered(VerdictAction::Warn, Some("again?"))]), "");
}

#[test]
fn a_result_cannot_be_refused_so_the_agent_is_told() {
    for point in [AfterTool, AfterFailure, AfterRound] {
        let text = stdout(point, &[answered(VerdictAction::Deny, Some("stop"))]);
        assert!(text.contains(r#""additionalContext":"stop""#), "{text}");
        assert!(!text.contains("permissionDecision"), "{text}");
    }
}

#[test]
fn a_prompt_is_blocked() {
    for answer in [VerdictAction::Deny, VerdictAction::Stop] {
        assert_eq!(
            stdout(Prompt, &[answered(answer, Some("open"))]),
            r#"{"decision":"block","reason":"open"}"#
        );
    }
}

#[test]
fn a_trip_is_told_to_the_person_with_a_bell_if_asked() {
    let trip = [tripped(VerdictAction::Deny, "stop now")];
    let deny = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"stop now"},"systemMessage":"Fusebox: circuit breaker tripped: `cargo test` ran 7 times. See `fusebox show 000000ab`.""#;
    assert_eq!(stdout(BeforeTool, &trip), format!("{deny}}}"));
    let rung = reply(BeforeTool, &trip, &ReplyOptions { bell: true }).stdout;
    assert_eq!(rung, format!(r#"{deny},"terminalSequence":"\u0007"}}"#));
    let quiet = reply(
        BeforeTool,
        &[answered(VerdictAction::Deny, Some("no"))],
        &ReplyOptions { bell: true },
    );
    assert!(!quiet.stdout.contains("terminalSequence"));
}

#[test]
fn at_the_end_of_a_turn_only_people_are_told() {
    assert_eq!(
        stdout(HookPoint::TurnEnd, &[tripped(VerdictAction::Warn, "stop now")]),
        r#"{"systemMessage":"Fusebox: circuit breaker tripped: `cargo test` ran 7 times. See `fusebox show 000000ab`."}"#
    );
    for answer in [VerdictAction::Warn, VerdictAction::Deny, VerdictAction::Stop] {
        assert_eq!(stdout(HookPoint::TurnEnd, &[answered(answer, Some("wrap up"))]), "");
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

#[test]
fn no_denial_goes_without_a_reason() {
    assert_eq!(
        stdout(BeforeTool, &[answered(VerdictAction::Deny, None)]),
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Fusebox refused this call."}}"#
    );
}
