//! What a person is told of a trip.

use serde::{Deserialize, Serialize};

/// The longest line of a reason or a summary in a chat, in characters.
const LINE_CHARS: usize = 600;

/// What a person is told of a trip. As JSON it is what a program reads and a webhook receives.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EscalationMessage {
    /// The id of this message: one that arrives twice has the same.
    pub id: String,
    /// Why it is sent: `trip`, `cap_reached`, `retry_failed` or `needs_person`.
    pub level: String,
    /// The incident.
    pub incident: String,
    /// The shortest beginning of the incident's id that `fusebox show` takes.
    pub short_id: String,
    /// When it tripped, in milliseconds since the Unix epoch.
    pub at_ms: u64,
    /// The rule that tripped.
    pub rule: String,
    /// What was counted.
    pub observed: u64,
    /// The limit of it.
    pub limit: u64,
    /// Why it tripped, in one sentence.
    pub reason: String,
    /// What the agent is for.
    pub role: Option<String>,
    /// The task.
    pub task: String,
    /// The issue of the task: `OWNER/REPO#N`.
    pub issue: Option<String>,
    /// The session.
    pub session: String,
    /// The agent program.
    pub client: Option<String>,
    /// The name of the folder that it works in.
    pub project: Option<String>,
    /// The branch that is checked out there.
    pub branch: Option<String>,
    /// The ref that keeps work which is not committed.
    pub kept: Option<String>,
    /// What the agent said of its work.
    pub summary: Option<String>,
    /// The one-time code with which whoever reads this answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl EscalationMessage {
    /// What the agent is for; `agent` where nobody said.
    #[must_use]
    pub fn role_name(&self) -> &str {
        self.role.as_deref().unwrap_or("agent")
    }

    /// One line: who was stopped, and where.
    #[must_use]
    pub fn title(&self) -> String {
        let client = self.client.as_deref().unwrap_or("an agent");
        let project = self.project.as_deref().map(|project| format!(" in {project}"));
        one_line(&format!("Fusebox stopped {client}{}", project.unwrap_or_default()), 120)
    }

    /// The lines below the title: why, how far the work came, where it is, and what to type.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![one_line(&self.reason, LINE_CHARS)];
        // Early, since a chat cuts a long message. No line is an answer, since a topic gives its own messages back.
        lines.extend(self.code.as_ref().map(|code| {
            format!(
                "Answer with one line: `fusebox CODE guidance TEXT`, or reset, dismiss, rollback, spend allow AMOUNT. \
                 CODE: {code}"
            )
        }));
        let show = format!("fusebox show {}", self.short_id);
        lines.extend([self.progress(), self.branch_line(), show]);
        lines
    }

    /// `Progress: …`.
    pub(crate) fn progress(&self) -> String {
        let summary = self.summary.as_deref().unwrap_or_default();
        let summary = one_line(summary, LINE_CHARS);
        let said = if summary.is_empty() { "no summary provided" } else { &summary };
        format!("Progress: {said}")
    }

    /// `Branch: …`, with the ref that keeps what is not committed.
    pub(crate) fn branch_line(&self) -> String {
        let branch = self.branch.as_deref().unwrap_or("none is checked out");
        let branch = one_line(branch, 200);
        let kept = self.kept.as_deref().map(|kept| format!(" Uncommitted work: {kept}."));
        let kept = kept.unwrap_or_default();
        format!("Branch: {branch} — work preserved for human pickup.{kept}")
    }
}

/// A text on one line, without control characters, cut to so many characters.
pub(crate) fn one_line(text: &str, chars: usize) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= chars {
        return line;
    }
    let head: String = line.chars().take(chars.saturating_sub(1)).collect();
    format!("{head}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_say_why_how_far_where_and_what_to_type() {
        let message = EscalationMessage {
            reason: "the same call 8 times".to_owned(),
            summary: Some("two of\nthree\u{7} done".to_owned()),
            branch: Some("feat/totals".to_owned()),
            kept: Some("refs/fusebox/attempts/42/1".to_owned()),
            short_id: "9f3c".to_owned(),
            ..EscalationMessage::default()
        };
        assert_eq!(message.title(), "Fusebox stopped an agent");
        assert_eq!(
            message.lines(),
            [
                "the same call 8 times",
                "Progress: two of three done",
                "Branch: feat/totals — work preserved for human pickup. Uncommitted work: \
                 refs/fusebox/attempts/42/1.",
                "fusebox show 9f3c",
            ]
        );
        let empty = EscalationMessage::default();
        assert_eq!(empty.progress(), "Progress: no summary provided");
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(one_line("abcdef", 4), "abc…");
        assert_eq!(one_line("abcd", 4), "abcd");
    }
}
