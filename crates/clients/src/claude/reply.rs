//! Writes replies to Claude Code. The reply to an allowed call is empty: an explicit "allow" would
//! skip the client's own permission prompts.

use fusebox_engine::VerdictAction;

use super::hook_event::HookEvent;
use crate::answers::{CombinedAnswer, combine};
use crate::json_line::JsonLine;
use crate::{EventVerdict, HookPoint, HookReply, ReplyOptions};

/// Why a change of settings does not reach the running session.
const KEPT_SETTINGS: &str = "Fusebox: this change takes away or switches off the hooks of the circuit \
    breaker. The running session keeps its settings; sessions that begin later have the new ones, if \
    they are still there.";

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

fn write(point: HookPoint, combined: CombinedAnswer, options: &ReplyOptions) -> HookReply {
    let CombinedAnswer { answer, text, trip } = combined;
    let Some(hook_event_name) = hook_event_name(point) else { return HookReply::default() };
    let bell = (trip.is_some() && options.bell).then_some("\u{7}");
    if point == HookPoint::SettingsChange {
        return keep_settings(options.lost_protection, trip, bell);
    }
    if answer == VerdictAction::Allow {
        return HookReply::default();
    }
    let is_denial = answer >= VerdictAction::Deny;
    let ends_turn = answer == VerdictAction::Stop
        && matches!(point, HookPoint::BeforeTool | HookPoint::AfterRound);
    let mut output = JsonLine::default();
    // Some versions need both to end a turn: "continue: false" at the call, which is ignored before
    // 2.1.212, and again at the end of the round.
    if ends_turn {
        output.put("continue", &false).put_some("stopReason", &trip.as_ref().or(text.as_ref()));
    }
    let mut specific = JsonLine::default();
    specific.put("hookEventName", hook_event_name);
    if answer == VerdictAction::Ask && point == HookPoint::BeforeTool {
        specific.put("permissionDecision", "ask").put_some("permissionDecisionReason", &text);
        output.put_line("hookSpecificOutput", specific);
    } else if is_denial && point == HookPoint::BeforeTool {
        specific.put("permissionDecision", "deny").put_some("permissionDecisionReason", &text);
        output.put_line("hookSpecificOutput", specific);
    } else if is_denial && point == HookPoint::Prompt {
        output.put("decision", "block").put_some("reason", &text);
    } else if !ends_turn && text.is_some() && point != HookPoint::TurnEnd {
        specific.put_some("additionalContext", &text);
        output.put_line("hookSpecificOutput", specific);
    }
    output.put_some("systemMessage", &trip).put_some("terminalSequence", &bell);
    HookReply { stdout: output.end(), ..HookReply::default() }
}

/// Lets the running session keep its old settings, where the new ones have lost our hooks.
fn keep_settings(lost_protection: bool, trip: Option<String>, bell: Option<&str>) -> HookReply {
    if !lost_protection {
        return HookReply::default();
    }
    let mut output = JsonLine::default();
    output.put("decision", "block").put("reason", KEPT_SETTINGS);
    output.put_some("systemMessage", &trip).put_some("terminalSequence", &bell);
    HookReply { stdout: output.end(), ..HookReply::default() }
}

/// The name of the hook that reads the reply; `None` for a hook that reads none.
fn hook_event_name(point: HookPoint) -> Option<&'static str> {
    let mut hooks = HookEvent::ALL.iter().filter(|hook| hook.point() != HookPoint::Silent);
    hooks.find(|hook| hook.point() == point).map(|hook| hook.name())
}

#[cfg(test)]
mod tests;
