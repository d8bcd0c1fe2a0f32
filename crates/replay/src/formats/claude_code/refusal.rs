//! The client's own texts: refusals that look like errors, and prompts that no person wrote.

/// How a refused call's result begins, and what else must stand near.
const REFUSALS: &[(&str, &str)] = &[
    ("The user doesn't want to proceed with this tool use", ""),
    ("The user doesn't want to take this action", ""),
    ("[Request interrupted by user", ""),
    ("[Tool call skipped: ", ""),
    ("PreToolUse:", " hook error"),
    ("Claude requested permissions to ", "haven't granted it yet"),
    ("Permission to ", " denied"),
    ("Agent type '", "has been denied by permission rule"),
    ("This Bash command contains multiple operations. The following part", "require"),
    ("This command requires approval", ""),
    ("Interrupted by user", ""),
    ("Request interrupted by user", ""),
];

/// Blocks that stand for a prompt when nothing else does.
const MACHINE: &[&str] = &[
    "<agent-message",
    "<channel",
    "<cross-session-message",
    "<local-command-stdout>",
    "<system-reminder>",
    "<task-notification>",
    "<teammate-message",
    "<tick>",
    "[SYSTEM NOTIFICATION - NOT USER INPUT]",
];

/// Whether a call was refused: by a person, a permission rule or a hook.
pub(super) fn is_refusal(text: &str) -> bool {
    let text = without_marks(text).trim_start();
    let near: String = text.chars().take(400).collect();
    REFUSALS.iter().any(|(begin, rest)| text.starts_with(begin) && near.contains(rest))
}

/// The text inside the marks of a tool error.
pub(super) fn without_marks(text: &str) -> &str {
    let inner = text.trim_start().strip_prefix("<tool_use_error>");
    inner.map_or(text, |inner| inner.trim_end().strip_suffix("</tool_use_error>").unwrap_or(inner))
}

/// Whether a prompt begins like one that the client or another agent wrote.
pub(super) fn is_machine_prompt(text: &str) -> bool {
    let text = text.trim_start();
    MACHINE.iter().any(|mark| text.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_told_from_a_failure() {
        assert!(is_refusal("The user doesn't want to proceed with this tool use. The tool…"));
        assert!(is_refusal(
            "<tool_use_error>Permission to use Bash has been denied.</tool_use_error>"
        ));
        assert!(!is_refusal("Permission to enter"));
        assert!(!is_refusal("Exit code 1"));
        assert_eq!(without_marks("<tool_use_error>x</tool_use_error>"), "x");
        assert!(is_machine_prompt(" <task-notification>…"));
        assert!(!is_machine_prompt("go on"));
    }
}
