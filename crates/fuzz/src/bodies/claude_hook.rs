//! Checks the payloads that Claude Code writes to a hook.

use fusebox_clients::{ClientEnvironment, EventVerdict, HookPoint, ReplyOptions, client_named};
use fusebox_engine::{EventKind, VerdictAction};
use serde_json::Value;

use super::called;

/// A payload gives events that fit its hook point, or one clear message.
pub(super) fn body(data: &[u8]) {
    let Some(client) = client_named("claude") else { panic!("there is no such client") };
    let around = ClientEnvironment {
        entrypoint: Some("cli".to_owned()),
        attended: Some(data.len().is_multiple_of(2)),
        ..ClientEnvironment::default()
    };
    let Some(call) = called::check(client, data, &around) else { return };
    let is_request = |kind: &EventKind| matches!(kind, EventKind::ToolRequest(_));
    let asks = call.events.iter().any(|event| is_request(&event.kind));
    assert_eq!(asks, call.point == HookPoint::BeforeTool, "only a request can be refused");
    assert!(call.events.iter().all(|event| event.at.is_none()), "the runtime stamps the time");
    check_refusal((client.refuse)(HookPoint::BeforeTool, "no").stdout.as_str());
    let nothing: &[EventVerdict] = &[];
    assert_eq!((client.reply)(call.point, nothing, &ReplyOptions::default()).stdout, "");
}

/// Checks that the client obeys a refusal.
fn check_refusal(stdout: &str) {
    let output: Value = serde_json::from_str(stdout).unwrap_or_default();
    let decision = &output["hookSpecificOutput"]["permissionDecision"];
    assert_eq!(decision, "deny", "{:?}: {stdout}", VerdictAction::Deny);
}
