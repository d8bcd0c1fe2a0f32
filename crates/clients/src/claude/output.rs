//! The results of Claude Code's tools, as text.

use serde_json::{Map, Value};

use crate::exit_code;

/// Keys whose values differ between two runs of the same call.
const VOLATILE_KEYS: &[&str] = &[
    "agentId",
    "backgroundTaskId",
    "durationMs",
    "durationSeconds",
    "duration_ms",
    "outputFile",
    "taskId",
    "task_id",
    "totalDurationMs",
    "totalTokens",
    "totalToolUseCount",
    "usage",
];

/// A result as text: what a command printed, the content of a file, the texts of an MCP result;
/// anything else is compact JSON without the keys that differ between runs.
pub(super) fn result_text(tool: &str, response: &Value) -> String {
    match response {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks_text(blocks).unwrap_or_else(|| compact(response)),
        Value::Object(map) => object_text(tool, map).unwrap_or_else(|| compact(response)),
        Value::Null | Value::Bool(_) | Value::Number(_) => response.to_string(),
    }
}

/// Whether the command was interrupted.
pub(super) fn is_interrupted(response: &Value) -> bool {
    response["interrupted"] == true
}

/// Whether the command ended with exit code 0: it does not run on in the background, and the client
/// does not explain another exit code (as of a `grep` without matches).
pub(super) fn has_succeeded(response: &Value) -> bool {
    response.get("stdout").is_some()
        && response.get("backgroundTaskId").is_none()
        && response.get("returnCodeInterpretation").is_none_or(Value::is_null)
}

/// Splits the text of a failed command into its exit code (`Exit code 3`) and what it printed.
pub(super) fn split_exit_code<'a>(tool: &str, text: &'a str) -> (Option<i32>, &'a str) {
    let parse = || {
        let (first, printed) = text.split_once('\n').unwrap_or((text, ""));
        let code = exit_code::parse(first.strip_prefix("Exit code ")?)?;
        Some((Some(code), printed))
    };
    if tool == "Bash" { parse().unwrap_or((None, text)) } else { (None, text) }
}

fn object_text(tool: &str, map: &Map<String, Value>) -> Option<String> {
    let string = |key: &str| map.get(key).and_then(Value::as_str);
    match tool {
        "Bash" => Some(command_text(string("stdout")?, map)),
        "Read" => map.get("file")?.get("content")?.as_str().map(str::to_owned),
        "Edit" | "MultiEdit" => Some(format!("The file {} has been updated.", string("filePath")?)),
        "Write" => Some(format!("The file {} has been written.", string("filePath")?)),
        _ => blocks_text(map.get("content")?.as_array()?),
    }
}

fn command_text(stdout: &str, map: &Map<String, Value>) -> String {
    let stderr = map.get("stderr").and_then(Value::as_str).unwrap_or_default();
    let background = map.contains_key("backgroundTaskId").then_some("Running in the background.");
    let parts = [stdout, stderr, background.unwrap_or_default()];
    let printed: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    printed.join("\n")
}

/// The texts of content blocks; blocks of other kinds are compact JSON.
fn blocks_text(blocks: &[Value]) -> Option<String> {
    let text = |block: &Value| block.get("text").and_then(Value::as_str).map(str::to_owned);
    if !blocks.iter().any(|block| text(block).is_some()) {
        return None;
    }
    let lines = blocks.iter().map(|block| text(block).unwrap_or_else(|| compact(block)));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

fn compact(value: &Value) -> String {
    let Some(map) = value.as_object() else { return value.to_string() };
    let steady = map.iter().filter(|(key, _)| !VOLATILE_KEYS.contains(&key.as_str()));
    Value::Object(steady.map(|(key, value)| (key.clone(), value.clone())).collect()).to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_is_the_text_that_matters() {
        for (tool, response, expected) in [
            ("Bash", json!({"stdout": "a", "stderr": "b", "interrupted": false}), "a\nb"),
            ("Bash", json!({"stdout": "", "stderr": "b"}), "b"),
            ("Bash", json!({"stdout": "", "backgroundTaskId": "b7"}), "Running in the background."),
            ("Bash", json!("plain"), "plain"),
            ("Read", json!({"type": "text", "file": {"content": "one\n", "numLines": 1}}), "one\n"),
            (
                "Grep",
                json!({"numFiles": 1, "filenames": ["a"]}),
                r#"{"filenames":["a"],"numFiles":1}"#,
            ),
            ("Glob", json!({"durationMs": 4, "filenames": []}), r#"{"filenames":[]}"#),
            (
                "mcp__a__b",
                json!([{"type": "text", "text": "x"}, {"type": "text", "text": "y"}]),
                "x\ny",
            ),
            (
                "Task",
                json!({"content": [{"type": "text", "text": "done"}], "totalTokens": 5}),
                "done",
            ),
            ("Odd", json!([1, 2]), "[1,2]"),
        ] {
            assert_eq!(result_text(tool, &response), expected, "{tool} {response}");
        }
    }

    #[test]
    fn a_command_succeeded_only_if_nothing_else_is_said() {
        assert!(has_succeeded(&json!({"stdout": "", "returnCodeInterpretation": null})));
        for response in [
            json!("text"),
            json!({"stdout": "", "backgroundTaskId": "b7"}),
            json!({"stdout": "", "returnCodeInterpretation": "No matches found"}),
        ] {
            assert!(!has_succeeded(&response), "{response}");
        }
    }

    #[test]
    fn the_exit_code_stands_in_front_of_what_was_printed() {
        for (tool, text, expected) in [
            ("Bash", "Exit code 3\noops", (Some(3), "oops")),
            ("Bash", "Exit code 101", (Some(101), "")),
            ("Bash", "Exit code 3221225477\noops", (Some(-1_073_741_819), "oops")),
            ("Bash", "Exit code x\noops", (None, "Exit code x\noops")),
            ("Bash", "an Exit code 3", (None, "an Exit code 3")),
            ("Read", "Exit code 3", (None, "Exit code 3")),
        ] {
            assert_eq!(split_exit_code(tool, text), expected, "{text}");
        }
    }
}
