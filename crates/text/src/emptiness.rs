//! Recognises answers that are none: of searches that found nothing, and results that the client cleared.

use serde_json::Value;

use super::excerpt::prefix_up_to;
use super::{ansi, envelope};

/// The longest output that says that nothing was found, in bytes.
const MAX_BYTES: usize = 160;
/// How an output starts that says so, lower-cased.
const STARTS: [&str; 22] = [
    "no matches found",
    "no match",
    "no files found",
    "no results",
    "no file matched",
    "no files matched",
    "no such pattern",
    "no entries",
    "no documents",
    "no records",
    "no resources found",
    "no rows",
    "nothing found",
    "nothing matched",
    "0 results",
    "0 matches",
    "found 0 ",
    "(no output)",
    "<no output>",
    "(0 rows)",
    "command exited with code 1",
    "(bash completed with no output)",
];
/// What clients put in place of a result that they removed from the conversation.
const EVICTED: [&str; 7] = [
    "[old tool result content cleared]",
    "<persisted-output>",
    "[tool result cleared",
    "[output truncated to save context",
    "[content evicted",
    "content evicted",
    "[result removed",
];

/// Whether a search or a look that ended so found nothing, however its tool words that.
pub fn found_nothing(output: &str) -> bool {
    let body = envelope::output_body(output).trim();
    if body.len() > MAX_BYTES {
        return false;
    }
    let line = ansi::to_plain_text(body).trim().to_ascii_lowercase();
    let is_empty_value = matches!(line.as_str(), "" | "[]" | "{}" | "0" | "null" | "none");
    is_empty_value || is_empty_json(&line) || STARTS.iter().any(|start| line.starts_with(start))
}

/// Whether the line is JSON without a value: `{"messages": [], "total": 0}`.
fn is_empty_json(line: &str) -> bool {
    fn is_empty(value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Bool(value) => !value,
            Value::Number(number) => number.as_f64() == Some(0.0),
            Value::String(text) => text.is_empty(),
            Value::Array(list) => list.iter().all(is_empty),
            Value::Object(fields) => fields.values().all(is_empty),
        }
    }
    line.starts_with('{') && serde_json::from_str(line).is_ok_and(|value| is_empty(&value))
}

/// How the first line of an output starts that is an error and nothing else, lower-cased.
const ERROR_STARTS: [&str; 10] = [
    "error:",
    "error[",
    "fatal:",
    "e: ",
    "traceback (most recent",
    "failed to ",
    "could not ",
    "cannot ",
    "permission denied",
    "panic:",
];
/// How it ends.
const ERROR_ENDS: [&str; 4] =
    [": permission denied", ": no such file or directory", ": not found", "access denied"];
/// The longest output that is an error and nothing else, in bytes.
const MAX_ERROR_BYTES: usize = 1_500;

/// Whether an output is an error and nothing else, for calls whose status is not known.
pub fn is_error_text(output: &str) -> bool {
    let body = envelope::output_body(output).trim();
    if body.len() > MAX_ERROR_BYTES {
        return false;
    }
    let plain = ansi::to_plain_text(body);
    let first = plain.trim().lines().next().unwrap_or_default().trim().to_lowercase();
    let first = first.as_str();
    // The name of the program that says so.
    let said = first
        .split_once(": ")
        .filter(|(name, _)| !name.contains(' '))
        .map_or(first, |(_, said)| said);
    ERROR_STARTS.iter().any(|start| first.starts_with(start) || said.starts_with(start))
        || ERROR_ENDS.iter().any(|end| first.ends_with(end))
        || first.contains(" verification failed: ")
}

/// Whether the client removed the result from the conversation: what it was is unknown.
pub fn is_evicted(output: &str) -> bool {
    let start = prefix_up_to(output.trim_start(), MAX_BYTES);
    if !start.starts_with(['[', '<', '(', '…']) {
        return false;
    }
    let line = start.to_lowercase();
    EVICTED.iter().any(|words| line.starts_with(words))
        || line.starts_with(['[', '…'])
            && ["content evicted", "content cleared", "output cleared", "result cleared"]
                .iter()
                .any(|words| line.lines().next().is_some_and(|first| first.contains(words)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r06_answers_of_fruitless_searches_are_one() {
        for output in [
            "",
            "\n",
            "(no output)",
            "No matches found",
            "No files found",
            "Command exited with code 1",
            "Exit code: 1\nOutput:\n",
            "[]",
            "(0 rows)",
            "No resources found in default namespace.",
            "{\"messages\": [], \"resultSizeEstimate\": 0}",
        ] {
            assert!(found_nothing(output), "{output:?}");
        }
        for output in ["a.rs:1: no matches found", "error", "1 result", "grep: a: No such file"] {
            assert!(!found_nothing(output), "{output:?}");
        }
    }

    #[test]
    fn r05_errors_are_known_without_a_status() {
        for output in [
            "ERROR: Please run 'az login' to setup account.",
            "psql: error: connection to server failed",
            "apply_patch verification failed: Failed to find expected lines in /w/a.py:",
            "cat: /etc/shadow: Permission denied",
            "fatal: not a git repository",
            "Traceback (most recent call last):\n  File",
        ] {
            assert!(is_error_text(output), "{output:?}");
        }
        for output in
            ["ok", "", "2 errors", "a.rs:1: error", "errors: 0", "the build failed twice today"]
        {
            assert!(!is_error_text(output), "{output:?}");
        }
    }

    #[test]
    fn r01_results_that_the_client_cleared_are_unknown() {
        for output in [
            "[Old tool result content cleared]",
            "[… content evicted …]",
            "<persisted-output>\nOutput too large (60KB). Full output saved to: /x",
            "[Tool result cleared to save context]",
        ] {
            assert!(is_evicted(output), "{output:?}");
        }
        for output in ["", "[]", "cleared", "[1] done", "The old tool result content cleared"] {
            assert!(!is_evicted(output), "{output:?}");
        }
    }
}
