//! What a tool of Claude Code answered, as text.

use serde_json::{Map, Value};

/// Keys whose values differ from one run of the same call to the next.
const VOLATILE: &[&str] = &[
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

/// The answer as text: what a command printed, a file's content, the texts of an MCP answer;
/// anything else is compact JSON without what differs from run to run.
pub(super) fn text(tool: &str, response: &Value) -> String {
    match response {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks_text(blocks).unwrap_or_else(|| compact(response)),
        Value::Object(map) => object_text(tool, map).unwrap_or_else(|| compact(response)),
        Value::Null | Value::Bool(_) | Value::Number(_) => response.to_string(),
    }
}

/// Whether the command was ended before it was done.
pub(super) fn is_broken_off(response: &Value) -> bool {
    response.get("interrupted") == Some(&Value::Bool(true))
}

/// Whether the command ended with 0: it does not go on in the background, and the client had no
/// other exit code to explain away (as for a `grep` that found nothing).
pub(super) fn has_succeeded(response: &Value) -> bool {
    response.get("stdout").is_some()
        && response.get("backgroundTaskId").is_none()
        && response.get("returnCodeInterpretation").is_none_or(Value::is_null)
}

/// Takes the exit code from the front of a failed command's text: `Exit code 3`, then what it
/// printed.
pub(super) fn exit<'a>(tool: &str, text: &'a str) -> (Option<i32>, &'a str) {
    let parse = || {
        let (first, printed) = text.split_once('\n').unwrap_or((text, ""));
        let code = first.strip_prefix("Exit code ")?.trim().parse().ok()?;
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
    let steady = map.iter().filter(|(key, _)| !VOLATILE.contains(&key.as_str()));
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
            assert_eq!(text(tool, &response), expected, "{tool} {response}");
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
            ("Bash", "Exit code x\noops", (None, "Exit code x\noops")),
            ("Bash", "an Exit code 3", (None, "an Exit code 3")),
            ("Read", "Exit code 3", (None, "Exit code 3")),
        ] {
            assert_eq!(exit(tool, text), expected, "{text}");
        }
    }
}
