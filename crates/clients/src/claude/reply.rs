//! Writes replies to Claude Code. The reply to an allowed call is empty: an explicit "allow" would
//! skip the client's own permission prompts.

use fusebox_engine::VerdictAction;
use serde::Serialize;

use crate::answers::{CombinedAnswer, combine};
use crate::{EventVerdict, HookPoint, HookReply, ReplyOptions};

/// Writes the reply to a hook call.
pub(super) fn reply(
    point: HookPoint,
    answers: &[EventVerdict],
    options: &ReplyOptions,
) -> HookReply {
    write(point, combine(answers), options)
}

/// Refuses a call without a verdict.
pub(super) fn refuse(point: HookPoint, reason: &str) -> HookReply {
    let combined =
        CombinedAnswer { answer: VerdictAction::Deny, text: Some(reason.to_owned()), trip: None };
    write(point, combined, &ReplyOptions::default())
}

/// The JSON that the client reads; the fields are written in this order.
#[derive(Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct HookOutput {
    #[serde(rename = "continue", skip_serializing_if = "Option::is_none")]
    go_on: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hook_specific_output: Option<HookSpecificOutput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system_message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terminal_sequence: Option<&'static str>,
}

#[derive(Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct HookSpecificOutput {
    hook_event_name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_context: Option<String>,
}

fn write(point: HookPoint, combined: CombinedAnswer, options: &ReplyOptions) -> HookReply {
    let CombinedAnswer { answer, text, trip } = combined;
    let Some(hook_event_name) = hook_event_name(point) else { return HookReply::default() };
    if answer == VerdictAction::Allow {
        return HookReply::default();
    }
    let bell = (trip.is_some() && options.bell).then_some("\u{7}");
    let mut output = HookOutput { terminal_sequence: bell, ..HookOutput::default() };
    // Some versions need both to end a turn: "continue: false" at the call, which is ignored before
    // 2.1.212, and again at the end of the round.
    if answer == VerdictAction::Stop
        && matches!(point, HookPoint::BeforeTool | HookPoint::AfterRound)
    {
        output.go_on = Some(false);
        output.stop_reason = trip.clone().or_else(|| text.clone());
    }
    let specific = HookSpecificOutput { hook_event_name, ..HookSpecificOutput::default() };
    if answer >= VerdictAction::Deny && point == HookPoint::BeforeTool {
        output.hook_specific_output = Some(HookSpecificOutput {
            permission_decision: Some("deny"),
            permission_decision_reason: text,
            ..specific
        });
    } else if answer >= VerdictAction::Deny && point == HookPoint::Prompt {
        output.decision = Some("block");
        output.reason = text;
    } else if output.go_on.is_none() && text.is_some() && point != HookPoint::TurnEnd {
        output.hook_specific_output =
            Some(HookSpecificOutput { additional_context: text, ..specific });
    }
    output.system_message = trip;
    if output == HookOutput::default() {
        return HookReply::default();
    }
    HookReply { stdout: serde_json::to_string(&output).unwrap_or_default(), exit: 0 }
}

/// The name of the hook that reads the reply; `None` for a hook that reads none.
fn hook_event_name(point: HookPoint) -> Option<&'static str> {
    match point {
        HookPoint::BeforeTool => Some("PreToolUse"),
        HookPoint::AfterTool => Some("PostToolUse"),
        HookPoint::AfterFailure => Some("PostToolUseFailure"),
        HookPoint::AfterRound => Some("PostToolBatch"),
        HookPoint::Prompt => Some("UserPromptSubmit"),
        HookPoint::SessionStart => Some("SessionStart"),
        HookPoint::SubagentStart => Some("SubagentStart"),
        HookPoint::TurnEnd => Some("Stop"),
        HookPoint::Silent => None,
    }
}

#[cfg(test)]
mod tests;
