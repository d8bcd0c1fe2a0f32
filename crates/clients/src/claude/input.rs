//! The canonical form of the tool names and arguments of Claude Code.

use fusebox_engine::Tool;
use serde_json::{Map, Value};

use crate::records::tool_names::mcp_tool;

/// The canonical class of a tool, or its name as given.
pub(super) fn tool_class(name: &str) -> Tool {
    match name {
        "Bash" => Tool::Bash,
        "Read" | "NotebookRead" => Tool::Read,
        "Edit" | "MultiEdit" | "NotebookEdit" => Tool::Edit,
        "Write" => Tool::Write,
        "Grep" | "Glob" | "LS" | "ToolSearch" => Tool::Search,
        "WebFetch" | "WebSearch" => Tool::Web,
        "Task" | "Agent" => Tool::Task,
        other => mcp_tool(other).unwrap_or_else(|| Tool::from(other)),
    }
}

/// The arguments that identify a call: descriptions, time limits and defaults are left out, and paths
/// have one name.
pub(super) fn canonical_arguments(name: &str, input: Value) -> Value {
    let Value::Object(mut map) = input else {
        return Value::Object(Map::from_iter([("value".to_owned(), input)]));
    };
    match name {
        "Bash" => map.retain(|key, value| match key.as_str() {
            "command" => true,
            "run_in_background" | "dangerouslyDisableSandbox" => *value == Value::Bool(true),
            _ => false,
        }),
        "Task" | "Agent" => {
            map.remove("description");
        }
        "Edit" => drop_false(&mut map, "replace_all"),
        "NotebookRead" | "NotebookEdit" => {
            if let Some(path) = map.remove("notebook_path") {
                map.insert("file_path".to_owned(), path);
            }
        }
        _ => {}
    }
    Value::Object(map)
}

fn drop_false(map: &mut Map<String, Value>, key: &str) {
    if map.get(key) == Some(&Value::Bool(false)) {
        map.remove(key);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tools_have_canonical_classes() {
        for (name, class) in [
            ("Bash", "bash"),
            ("NotebookRead", "read"),
            ("MultiEdit", "edit"),
            ("Write", "write"),
            ("ToolSearch", "search"),
            ("WebFetch", "web"),
            ("Agent", "task"),
            ("mcp__jira__get_issue", "mcp:jira/get_issue"),
            ("mcp__fusebox__report_complete", "mcp:fusebox/report_complete"),
            ("mcp__a__b__c", "mcp:a/b__c"),
            ("mcp__x", "mcp__x"),
            ("mcp____x", "mcp____x"),
            ("TaskOutput", "TaskOutput"),
        ] {
            assert_eq!(tool_class(name), Tool::from(class), "{name}");
        }
    }

    #[test]
    fn only_what_makes_the_call_the_same_is_kept() {
        for (name, given, kept) in [
            (
                "Bash",
                json!({"command": "ls", "description": "list", "timeout": 5, "run_in_background": false}),
                json!({"command": "ls"}),
            ),
            (
                "Bash",
                json!({"command": "ls", "run_in_background": true}),
                json!({"command": "ls", "run_in_background": true}),
            ),
            ("Agent", json!({"description": "d", "prompt": "p"}), json!({"prompt": "p"})),
            (
                "Edit",
                json!({"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": false}),
                json!({"file_path": "a", "old_string": "x", "new_string": "y"}),
            ),
            (
                "NotebookEdit",
                json!({"notebook_path": "n.ipynb", "new_source": "1"}),
                json!({"file_path": "n.ipynb", "new_source": "1"}),
            ),
            ("TaskCreate", json!({"description": "d"}), json!({"description": "d"})),
            ("Odd", json!("text"), json!({"value": "text"})),
        ] {
            assert_eq!(canonical_arguments(name, given), kept, "{name}");
        }
    }
}
