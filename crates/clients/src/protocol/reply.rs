//! Replies in the shape that Claude Code introduced, for clients that took it over with limits of their own.

use fusebox_engine::{BreakerState, VerdictAction};

use crate::answers::{CombinedAnswer, combine};
use crate::json_line::JsonLine;
use crate::{EventVerdict, HookPoint, HookReply};

/// The exit code that every client takes for a refusal.
const REFUSAL_EXIT: u8 = 2;

/// What a client accepts in a reply.
#[derive(Debug)]
pub(crate) struct ReplyShape {
    /// The client's name of the hook at each point that accepts text for the agent.
    pub(crate) context: &'static [(HookPoint, &'static str)],
    /// How a tool call is refused.
    pub(crate) denial: Denial,
    /// How a prompt is refused.
    pub(crate) prompt_refusal: PromptRefusal,
    /// The points at which `continue: false` ends the turn.
    pub(crate) stops: &'static [HookPoint],
    /// Whether the person sees a `systemMessage`.
    pub(crate) has_system_message: bool,
}

/// How a tool call is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Denial {
    /// `hookSpecificOutput.permissionDecision`, with the client's name of the hook.
    Nested(&'static str),
    /// `permissionDecision` at the top.
    TopLevel,
    /// `decision: "deny"`.
    Decision,
    /// `permission: "deny"`, with a text for the agent and one for the person.
    Permission,
    /// Exit code 2, and the reason on standard error, for a prompt too. Text for the agent stands on
    /// standard output as it is.
    ExitCode,
}

/// How a prompt is refused. Where a call is refused by the exit code, a prompt is, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PromptRefusal {
    /// No hook refuses one.
    Impossible,
    /// This `decision`, and the reason.
    Decision(&'static str),
    /// `continue: false`, with a text for the person in `user_message`.
    UserMessage,
    /// `continue: false`, with a text for the person in `stopReason`.
    StopReason,
}

impl ReplyShape {
    /// A client that refuses calls and prompts, and can be told nothing else.
    pub(crate) const fn new(denial: Denial) -> Self {
        Self {
            context: &[],
            denial,
            prompt_refusal: PromptRefusal::Decision("block"),
            stops: &[],
            has_system_message: false,
        }
    }

    /// Writes the reply from the verdicts on the events of a call.
    ///
    /// An automated prompt while the breaker is open is refused: most of these clients cannot end a turn, and
    /// the agent would go on asking. A person's prompt is guidance, after which the breaker is not open.
    pub(crate) fn reply(&self, point: HookPoint, answers: &[EventVerdict]) -> HookReply {
        let mut combined = combine(answers);
        let is_open = answers.iter().any(|one| one.verdict.state == BreakerState::Open);
        if point == HookPoint::Prompt && is_open && combined.answer == VerdictAction::Warn {
            combined.answer = VerdictAction::Deny;
        }
        self.write(point, combined)
    }

    /// Refuses without a verdict.
    pub(crate) fn refuse(&self, point: HookPoint, reason: &str) -> HookReply {
        let text = Some(reason.to_owned());
        self.write(point, CombinedAnswer { answer: VerdictAction::Deny, text, trip: None })
    }

    fn write(&self, point: HookPoint, combined: CombinedAnswer) -> HookReply {
        let CombinedAnswer { answer, text, trip } = combined;
        if answer == VerdictAction::Allow || point == HookPoint::Silent {
            return HookReply::default();
        }
        let is_denial = answer >= VerdictAction::Deny;
        if self.denial == Denial::ExitCode {
            return self.by_exit_code(point, is_denial, text.unwrap_or_default());
        }
        let mut output = JsonLine::default();
        if answer == VerdictAction::Stop && self.stops.contains(&point) {
            output.put("continue", &false).put_some("stopReason", &trip.as_ref().or(text.as_ref()));
        }
        let context = self.context.iter().find(|(known, _)| *known == point).map(|(_, name)| *name);
        let mut person = trip;
        match (point, context) {
            (HookPoint::BeforeTool | HookPoint::BeforePermission, _) if is_denial => {
                // A permission hook that follows ends the turn; a call denied here does not reach it.
                if point == HookPoint::BeforePermission && answer == VerdictAction::Stop {
                    return HookReply::default();
                }
                self.deny(&mut output, text.as_deref().unwrap_or_default(), person.as_deref());
            }
            (HookPoint::Permission, _) if answer == VerdictAction::Stop => {
                output.put("behavior", "deny").put_some("message", &text).put("interrupt", &true);
            }
            (HookPoint::Permission | HookPoint::TurnEnd, _) => {}
            (HookPoint::Prompt, _) if is_denial => self.refuse_prompt(&mut output, text.as_deref()),
            (_, Some(name)) => self.tell_agent(&mut output, name, text),
            // The agent cannot be told here, so that the person is.
            (_, None) => person = person.or(text),
        }
        if self.has_system_message {
            output.put_some("systemMessage", &person);
        }
        HookReply { stdout: output.end(), ..HookReply::default() }
    }

    /// A refusal by the exit code; elsewhere the agent reads what stands on standard output.
    fn by_exit_code(&self, point: HookPoint, is_denial: bool, text: String) -> HookReply {
        let can_refuse = point.is_before_tool()
            || (point == HookPoint::Prompt && self.prompt_refusal != PromptRefusal::Impossible);
        if is_denial && can_refuse {
            return HookReply { stderr: text, exit: REFUSAL_EXIT, ..HookReply::default() };
        }
        let can_tell = self.context.iter().any(|(known, _)| *known == point);
        let stdout = if can_tell { text } else { String::new() };
        HookReply { stdout, ..HookReply::default() }
    }

    fn deny(&self, output: &mut JsonLine, reason: &str, person: Option<&str>) {
        match self.denial {
            Denial::Nested(hook) => {
                let mut specific = JsonLine::default();
                specific.put("hookEventName", hook).put("permissionDecision", "deny");
                specific.put("permissionDecisionReason", reason);
                output.put_line("hookSpecificOutput", specific);
            }
            Denial::TopLevel => {
                output.put("permissionDecision", "deny").put("permissionDecisionReason", reason);
            }
            Denial::Decision => {
                output.put("decision", "deny").put("reason", reason);
            }
            Denial::ExitCode => {}
            Denial::Permission => {
                output.put("permission", "deny").put("user_message", person.unwrap_or(reason));
                output.put("agent_message", reason);
            }
        }
    }

    fn refuse_prompt(&self, output: &mut JsonLine, reason: Option<&str>) {
        match self.prompt_refusal {
            PromptRefusal::Impossible => {}
            PromptRefusal::Decision(decision) => {
                output.put("decision", decision).put_some("reason", &reason);
            }
            PromptRefusal::UserMessage => {
                output.put("continue", &false).put_some("user_message", &reason);
            }
            PromptRefusal::StopReason => {
                output.put("continue", &false).put_some("stopReason", &reason);
            }
        }
    }

    fn tell_agent(&self, output: &mut JsonLine, hook: &str, text: Option<String>) {
        let Some(text) = text else { return };
        match self.denial {
            Denial::ExitCode => {}
            Denial::TopLevel => {
                output.put("additionalContext", &text);
            }
            Denial::Permission => {
                output.put("additional_context", &text);
            }
            Denial::Nested(_) | Denial::Decision => {
                let mut specific = JsonLine::default();
                specific.put("hookEventName", hook).put("additionalContext", &text);
                output.put_line("hookSpecificOutput", specific);
            }
        }
    }
}

#[cfg(test)]
mod tests;
