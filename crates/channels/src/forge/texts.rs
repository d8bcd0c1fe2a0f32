//! The texts of the comment, the status and the issue.

use super::{ForgeStep, ForgeTarget};
use crate::EscalationMessage;
use crate::message::one_line;

/// Characters of a title; GitHub takes 256.
const TITLE_CHARS: usize = 240;
/// Characters of a status; GitHub takes 140.
const STATUS_CHARS: usize = 130;

/// What a comment and an issue are found again by: no reader sees it, and the id in it is random.
pub(super) fn mark(message: &EscalationMessage) -> String {
    mark_of(&message.id)
}

/// The mark of the message with this id.
pub(super) fn mark_of(id: &str) -> String {
    format!("<!-- fusebox:{id} -->")
}

/// The comment at the issue of the task.
pub(super) fn comment(message: &EscalationMessage) -> String {
    let role = plain(message.role_name());
    let reason = plain(&one_line(&message.reason, 600));
    let progress = plain(&message.progress());
    let branch = plain(&message.branch_line());
    let mark = mark(message);
    format!("[fusebox:{role}] Circuit breaker: {reason}\n\n{progress}\n\n{branch}\n\n{mark}\n")
}

/// The name of the status.
pub(super) fn status_name(message: &EscalationMessage) -> String {
    format!("fusebox/{}", one_line(message.role_name(), 80))
}

/// The text of the status, which names the incident: so it is found again.
pub(super) fn status_text(step: ForgeStep, message: &EscalationMessage) -> String {
    let incident = &message.incident;
    let what = match step {
        ForgeStep::StatusBack => "a person ended the escalation".to_owned(),
        ForgeStep::Comment | ForgeStep::Status | ForgeStep::Issue => {
            let room = STATUS_CHARS.saturating_sub(incident.chars().count() + 3);
            one_line(&format!("Circuit breaker: {}", message.reason), room)
        }
    };
    format!("{what} [{incident}]")
}

/// The title of the issue that asks for a person.
pub(super) fn title(target: &ForgeTarget, message: &EscalationMessage) -> String {
    let text = format!("[needs-human] Agent escalation: #{} — {}", target.issue, message.reason);
    one_line(&text, TITLE_CHARS)
}

/// The body of that issue.
pub(super) fn issue(target: &ForgeTarget, message: &EscalationMessage) -> String {
    let mut lines = vec![
        format!("- Original issue: #{}", target.issue),
        format!("- Agent role: {}", plain(message.role_name())),
        format!(
            "- Circuit breaker: {}, {}/{}",
            plain(&message.rule),
            message.observed,
            message.limit
        ),
        format!("- Reason: {}", plain(&one_line(&message.reason, 600))),
        format!("- {}", plain(&message.progress())),
        format!("- {}", plain(&message.branch_line())),
        format!("- Session: {} (it can be resumed)", plain(&one_line(&message.session, 200))),
        format!("- Report: `fusebox show {}`", plain(&message.short_id)),
    ];
    lines.extend([String::new(), mark(message)]);
    lines.join("\n")
}

/// A text that calls nobody, hides nothing and refers to nothing: an agent wrote parts of it.
fn plain(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('@', "@\u{200b}");
    text.replace("#", "#\u{200b}").replace("![", "!\u{200b}[")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> EscalationMessage {
        EscalationMessage {
            id: "0a1b".to_owned(),
            incident: "deadbeef".to_owned(),
            rule: "limits.tool_calls".to_owned(),
            observed: 200,
            limit: 200,
            reason: "tool calls (200/200)".to_owned(),
            role: Some("feat-dev".to_owned()),
            branch: Some("feat/42".to_owned()),
            session: "s1".to_owned(),
            short_id: "dead".to_owned(),
            ..EscalationMessage::default()
        }
    }

    #[test]
    fn the_texts_are_those_of_the_design() {
        let (message, target) = (message(), ForgeTarget::parse("acme/shop#42").unwrap());
        let expected = "[fusebox:feat-dev] Circuit breaker: tool calls (200/200)\n\n\
            Progress: no summary provided\n\n\
            Branch: feat/42 — work preserved for human pickup.\n\n<!-- fusebox:0a1b -->\n";
        assert_eq!(comment(&message), expected);
        let expected = "[needs-human] Agent escalation: #42 — tool calls (200/200)";
        assert_eq!(title(&target, &message), expected);
        let body = issue(&target, &message);
        for line in ["- Original issue: #42", "- Circuit breaker: limits.tool_calls, 200/200"] {
            assert!(body.contains(line), "{body}");
        }
        assert_eq!(status_name(&message), "fusebox/feat-dev");
        let status = status_text(ForgeStep::Status, &message);
        assert_eq!(status, "Circuit breaker: tool calls (200/200) [deadbeef]");
        let long = EscalationMessage { reason: "x".repeat(900), ..message };
        assert!(status_text(ForgeStep::Status, &long).chars().count() <= 140);
        assert!(title(&target, &long).chars().count() <= 256);
    }

    #[test]
    fn an_agents_words_call_nobody_and_hide_nothing() {
        let summary = Some("@all closes #1 <!-- fusebox:0a1b --> ![x](https://x)".to_owned());
        let text = comment(&EscalationMessage { summary, ..message() });
        assert_eq!(text.matches("<!--").count(), 1, "{text}");
        assert!(!text.contains("@all") && !text.contains("#1 ") && !text.contains("!["), "{text}");
    }
}
