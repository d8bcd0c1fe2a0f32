//! Recognizes the texts by which Claude Code tells a model that a call was refused or never made.
//!
//! Taken from 2.1.330. `PostToolBatch` has nothing but these texts: it marks no result as an error.
//! 2.1.197 passes on a hook's reason without the text around it; there our own denial can only be
//! recognized by its call.

/// How refusals begin, and a text that must follow nearby.
const REFUSALS: &[(&str, &str)] = &[
    ("The user doesn't want to proceed with this tool use", ""),
    ("The user doesn't want to take this action", ""),
    ("[Request interrupted by user", ""),
    ("[Tool call skipped: ", ""),
    ("PreToolUse:", " hook error"),
    ("Claude requested permissions to ", "haven't granted it yet"),
    ("Permission to ", " denied"),
    ("Agent type '", "has been denied by permission rule"),
    (COMPOUND_REFUSAL, "require"),
    ("This command requires approval", ""),
];

/// How the refusal of a compound command begins.
const COMPOUND_REFUSAL: &str = "This Bash command contains multiple operations. The following part";

/// The distance within which the second text of a refusal must follow, in characters.
const MAX_DISTANCE: usize = 400;

/// Whether a result says that the call was refused, by a person, a permission rule or a hook.
#[must_use]
pub(super) fn is_refusal(text: &str) -> bool {
    let text = without_error_tags(text);
    REFUSALS.iter().any(|(begin, rest)| {
        text.strip_prefix(begin).is_some_and(|after| nearby(after).contains(rest))
    })
}

/// Whether a hook refused the call; a permission would not have allowed it.
pub(super) fn is_by_hook(text: &str) -> bool {
    without_error_tags(text).starts_with("PreToolUse:")
}

/// Whether the only reason of a refusal is that the command has several parts.
pub(super) fn is_compound(text: &str) -> bool {
    without_error_tags(text).starts_with(COMPOUND_REFUSAL)
}

/// Whether the tool did not run because the call was invalid.
pub(super) fn is_tool_error(text: &str) -> bool {
    text.trim_start().starts_with(ERROR_START)
}

/// The text inside the tags that mark a tool's error.
#[must_use]
pub(super) fn without_error_tags(text: &str) -> &str {
    let inner = text.trim_start().strip_prefix(ERROR_START);
    inner.map_or(text, |inner| inner.trim_end().strip_suffix(ERROR_END).unwrap_or(inner))
}

const ERROR_START: &str = "<tool_use_error>";
const ERROR_END: &str = "</tool_use_error>";

fn nearby(text: &str) -> &str {
    let end = text.char_indices().map(|(at, _)| at).nth(MAX_DISTANCE).unwrap_or(text.len());
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
        assert_eq!(without_error_tags("<tool_use_error>x\ny</tool_use_error>"), "x\ny");
        assert_eq!(without_error_tags("<tool_use_error>cut"), "cut");
        assert_eq!(without_error_tags("plain "), "plain ");
    }
}
