//! Replies to each client that is answered by a table, verbatim.

use HookPoint::{
    AfterFailure, AfterTool, BeforePermission, BeforeTool, Permission, Prompt, SessionStart,
    Silent, TurnEnd,
};
use VerdictAction::{Allow, Deny, Stop, Warn};

use super::*;
use crate::answers::tests::{answered, tripped};
use crate::{ReplyOptions, client_named};

fn stdout(client: &str, point: HookPoint, answers: &[EventVerdict]) -> String {
    let reply = client_named(client).unwrap().reply;
    let reply = reply(point, answers, &ReplyOptions::default());
    assert_eq!(reply.exit, 0);
    reply.stdout
}

#[track_caller]
fn check(client: &str, point: HookPoint, action: VerdictAction, expected: &str) {
    assert_eq!(
        stdout(client, point, &[answered(action, Some("again"))]),
        expected,
        "{client} {point:?}"
    );
}

const NESTED: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"again"}}"#;

#[test]
fn a12_a_denial_is_written_as_each_client_obeys_it() {
    check("codex", BeforeTool, Deny, NESTED);
    check("qwen", BeforeTool, Deny, NESTED);
    check("gemini", BeforeTool, Deny, r#"{"decision":"deny","reason":"again"}"#);
    let top = r#"{"permissionDecision":"deny","permissionDecisionReason":"again"}"#;
    check("copilot", BeforeTool, Deny, top);
    check("copilot", BeforePermission, Deny, top);
    check("copilot", BeforeTool, Stop, top);
    let both = r#"{"permission":"deny","user_message":"again","agent_message":"again"}"#;
    check("cursor", BeforeTool, Deny, both);
    check("cursor", BeforeTool, Stop, both);
}

#[test]
fn a12_a_stop_ends_the_turn_where_the_client_can_end_it() {
    // Codex and Qwen Code know no end of a turn; to Codex the word would make the denial void.
    check("codex", BeforeTool, Stop, NESTED);
    check("qwen", BeforeTool, Stop, NESTED);
    check(
        "gemini",
        BeforeTool,
        Stop,
        r#"{"continue":false,"stopReason":"again","decision":"deny","reason":"again"}"#,
    );
    // Copilot: the call passes to the permission hook, whose refusal ends the turn.
    check("copilot", BeforePermission, Stop, "");
    check("copilot", Permission, Stop, r#"{"behavior":"deny","message":"again","interrupt":true}"#);
    check("copilot", Permission, Deny, "");
}

#[test]
fn a_prompt_is_refused_while_the_breaker_is_open() {
    for (client, decision) in
        [("codex", "block"), ("qwen", "block"), ("gemini", "deny"), ("copilot", "block")]
    {
        let expected = format!(r#"{{"decision":"{decision}","reason":"again"}}"#);
        check(client, Prompt, Deny, &expected);
        check(client, Prompt, Stop, &expected);
    }
    for action in [Deny, Stop] {
        check("cursor", Prompt, action, r#"{"continue":false,"user_message":"again"}"#);
    }
}

#[test]
fn a_reminder_of_an_open_breaker_refuses_the_prompt_and_a_warning_does_not() {
    for client in ["codex", "qwen", "gemini", "copilot"] {
        let said = stdout(client, Prompt, &[tripped(Warn, "stop now")]);
        assert!(said.contains(r#""reason":"stop now""#), "{client}: {said}");
        let said = stdout(client, Prompt, &[answered(Warn, Some("slow down"))]);
        assert!(!said.contains("decision"), "{client}: {said}");
        // A bypassed or observed breaker refuses nothing.
        assert_eq!(stdout(client, Prompt, &[tripped(Allow, "stop now")]), "");
    }
}

#[test]
fn r12_a_nudge_reaches_the_agent_where_the_client_passes_it_on() {
    let nudge = |hook: &str| {
        format!(
            r#"{{"hookSpecificOutput":{{"hookEventName":"{hook}","additionalContext":"again"}}}}"#
        )
    };
    check("codex", BeforeTool, Warn, &nudge("PreToolUse"));
    check("codex", AfterTool, Warn, &nudge("PostToolUse"));
    check("codex", SessionStart, Warn, &nudge("SessionStart"));
    check("qwen", AfterTool, Warn, &nudge("PostToolUse"));
    check("qwen", AfterFailure, Warn, &nudge("PostToolUseFailure"));
    check("gemini", AfterTool, Warn, &nudge("AfterTool"));
    check("copilot", AfterTool, Warn, r#"{"additionalContext":"again"}"#);
    // Where the agent cannot be told, the person is, if the client shows it.
    check("gemini", BeforeTool, Warn, r#"{"systemMessage":"again"}"#);
    check("copilot", BeforeTool, Warn, "");
    check("cursor", AfterTool, Warn, r#"{"additional_context":"again"}"#);
    check("cursor", BeforeTool, Warn, "");
    check("cursor", Prompt, Warn, "");
}

#[test]
fn a12_kiro_takes_a_refusal_from_the_exit_code_and_text_from_standard_output() {
    let reply = client_named("kiro").unwrap().reply;
    for (point, action, expected) in [
        (BeforeTool, Deny, (2, "", "again")),
        (BeforeTool, Warn, (0, "", "")),
        (AfterTool, Warn, (0, "", "")),
        (Prompt, Deny, (2, "", "again")),
        (Prompt, Warn, (0, "again", "")),
        (SessionStart, Warn, (0, "again", "")),
        (TurnEnd, Stop, (0, "", "")),
    ] {
        let reply = reply(point, &[answered(action, Some("again"))], &ReplyOptions::default());
        let found = (reply.exit, reply.stdout.as_str(), reply.stderr.as_str());
        assert_eq!(found, expected, "{point:?} {action:?}");
    }
}

#[test]
fn a12_antigravity_is_answered_by_a_decision_or_not_at_all() {
    let deny = r#"{"decision":"deny","reason":"again"}"#;
    check("antigravity", BeforeTool, Deny, deny);
    check("antigravity", BeforeTool, Stop, deny);
    // An object without a decision would refuse the call.
    check("antigravity", BeforeTool, Warn, "");
    check("antigravity", BeforeTool, Allow, "");
    check("antigravity", AfterTool, Deny, "");
    check("antigravity", Prompt, Deny, "");
}

#[test]
fn a12_windsurf_takes_a_refusal_from_the_exit_code_and_nothing_else() {
    let reply = client_named("windsurf").unwrap().reply;
    for (point, action, expected) in [
        (BeforeTool, Deny, (2, "again")),
        (BeforeTool, Stop, (2, "again")),
        (Prompt, Deny, (2, "again")),
        (BeforeTool, Warn, (0, "")),
        (BeforeTool, Allow, (0, "")),
        (Prompt, Warn, (0, "")),
        (AfterTool, Stop, (0, "")),
        (TurnEnd, Stop, (0, "")),
    ] {
        let reply = reply(point, &[answered(action, Some("again"))], &ReplyOptions::default());
        let found = (reply.exit, reply.stderr.as_str());
        assert_eq!((found, reply.stdout.as_str()), (expected, ""), "{point:?} {action:?}");
    }
}

#[test]
fn an_allowed_call_gets_no_word() {
    for client in ["codex", "qwen", "gemini", "copilot", "cursor"] {
        for point in [BeforeTool, AfterTool, Prompt, Permission, TurnEnd, SessionStart] {
            check(client, point, Allow, "");
        }
        for action in [Warn, Deny, Stop] {
            check(client, Silent, action, "");
            check(client, TurnEnd, action, "");
        }
    }
}

#[test]
fn no_refusal_goes_without_a_reason() {
    for client in ["codex", "qwen", "gemini", "copilot", "cursor"] {
        let said = stdout(client, BeforeTool, &[answered(Deny, None)]);
        assert!(said.contains(r#""Fusebox refused this call.""#), "{client}: {said}");
    }
}

#[test]
fn a_trip_is_told_to_the_person_where_the_client_shows_it() {
    let trip =
        "Fusebox: circuit breaker tripped: `cargo test` ran 7 times. See `fusebox show 000000ab`.";
    for (client, shows) in [("codex", true), ("qwen", true), ("gemini", true), ("copilot", false)] {
        let said = stdout(client, BeforeTool, &[tripped(Deny, "stop now")]);
        assert_eq!(said.contains(&format!(r#""systemMessage":"{trip}""#)), shows, "{said}");
    }
}
