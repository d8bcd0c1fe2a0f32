//! The texts with which Claude Code tells a model that a call was refused or never made.
//!
//! Read from 2.1.330. They are all that `PostToolBatch` has: it marks no result as an error.
//! 2.1.197 hands on a hook's reason as it is, without the words around it; there a denial of ours
//! is known only by the call that it answered.

/// What a refusal begins with, and what else must be in it.
const REFUSALS: &[(&str, &str)] = &[
    ("The user doesn't want to proceed with this tool use", ""),
    ("The user doesn't want to take this action", ""),
    ("[Request interrupted by user", ""),
    ("[Tool call skipped: ", ""),
    ("PreToolUse:", " hook error"),
    ("Claude requested permissions to ", "haven't granted it yet"),
    ("Permission to ", " denied"),
    ("Agent type '", "has been denied by permission rule"),
    (COMPOUND, "require"),
    ("This command requires approval", ""),
];

/// How the refusal of a command with several parts begins.
const COMPOUND: &str = "This Bash command contains multiple operations. The following part";

/// How far into a text a refusal's own words can stand.
const NEAR: usize = 400;

/// Whether a result of Claude Code says that the call was refused: by a person, a permission rule
/// or a hook such as ours.
#[must_use]
pub(super) fn is_refusal(text: &str) -> bool {
    let text = without_marks(text);
    REFUSALS.iter().any(|(begin, rest)| {
        text.strip_prefix(begin).is_some_and(|after| near(after).contains(rest))
    })
}

/// Whether a refusal is a hook's: ours, or another guard's. No permission would have helped.
pub(super) fn is_of_a_hook(text: &str) -> bool {
    without_marks(text).starts_with("PreToolUse:")
}

/// Whether a refusal gives no other reason than that the command has several parts.
pub(super) fn is_compound(text: &str) -> bool {
    without_marks(text).starts_with(COMPOUND)
}

/// Whether the tool was never run because the call itself was wrong.
pub(super) fn is_tool_error(text: &str) -> bool {
    text.trim_start().starts_with(OPEN)
}

/// The text inside the marks with which Claude Code hands on a tool's error.
#[must_use]
pub(super) fn without_marks(text: &str) -> &str {
    let inner = text.trim_start().strip_prefix(OPEN);
    inner.map_or(text, |inner| inner.trim_end().strip_suffix(CLOSE).unwrap_or(inner))
}

const OPEN: &str = "<tool_use_error>";
const CLOSE: &str = "</tool_use_error>";

fn near(text: &str) -> &str {
    let end = text.char_indices().map(|(at, _)| at).nth(NEAR).unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r11_a_refused_call_is_told_from_a_failed_one() {
        for text in [
            "The user doesn't want to proceed with this tool use. The tool use was rejected.",
            "The user doesn't want to take this action right now. STOP what you are doing.",
            "PreToolUse:Bash hook error: CIRCUIT BREAKER: tool calls (200/200).",
            "PreToolUse:mcp__a__b hook error: no",
            "Permission to use Bash with command rm -rf / has been denied.",
            "Claude requested permissions to use Bash, but you haven't granted it yet.",
            "This command requires approval",
            "<tool_use_error>Permission to use Read has been denied.</tool_use_error>",
        ] {
            assert!(is_refusal(text), "{text}");
        }
        for text in [
            "",
            "oops: The user doesn't want to proceed with this tool use",
            "Permission to enter",
            "File does not exist.",
            "<tool_use_error>String to replace not found in file.</tool_use_error>",
        ] {
            assert!(!is_refusal(text), "{text}");
        }
    }

    #[test]
    fn the_marks_of_a_tool_error_are_no_part_of_it() {
        assert!(is_tool_error("<tool_use_error>x</tool_use_error>"));
        assert!(!is_tool_error("x <tool_use_error>"));
        assert_eq!(without_marks("<tool_use_error>x\ny</tool_use_error>"), "x\ny");
        assert_eq!(without_marks("<tool_use_error>cut"), "cut");
        assert_eq!(without_marks("plain "), "plain ");
    }
}
