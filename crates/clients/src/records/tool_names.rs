//! The canonical classes of the tools of all clients, and the canonical names of their arguments.

use fusebox_engine::Tool;
use fusebox_scan::WordSet;
use serde_json::{Map, Value};

/// Tools that run a command line. Case does not matter, here and below.
static SHELLS: WordSet<18> = WordSet::new(
    "bash shell shell_command exec_command exec local_shell local_shell_call \
    execute_bash execute_command run_command run_commands run_shell_command run_terminal_cmd \
    run_in_terminal shell_exec terminal powershell pwsh",
);
static READERS: WordSet<10> = WordSet::new(
    "read read_file readfile read_files read_many_files notebookread view \
    view_file open_file cat",
);
static EDITORS: WordSet<14> = WordSet::new(
    "edit multiedit multi_edit notebookedit edit_file replace editor \
    str_replace apply_patch replace_in_file apply_diff search_replace patch insert_content",
);
static WRITERS: WordSet<5> = WordSet::new("write write_file write_to_file create_file new_file");
static SEARCHERS: WordSet<19> = WordSet::new(
    "grep glob ls toolsearch search search_files search_codebase \
    search_file_content grep_search codebase_search file_search find find_file search_dir \
    search_file list_files list_dir list_directory list_code_definition_names",
);
static WEB: WordSet<9> = WordSet::new(
    "webfetch websearch web_fetch web_search google_web_search fetch \
    fetch_web_content browse web_search_call",
);
static TASKS: WordSet<5> = WordSet::new("task agent new_task spawn_agent delegate");
/// Tools that view and edit files, by a `command` of their own.
static FILE_TOOLS: WordSet<4> =
    WordSet::new("str_replace_editor str_replace_based_edit_tool edit_tool file_editor");

/// Arguments that do not change what a call does: descriptions, and limits of time and size.
static IGNORED_ARGUMENTS: WordSet<14> = WordSet::new(
    "description explanation instruction justification timeout \
    timeout_ms timeout_seconds yield_time_ms max_output_tokens requires_approval security_risk \
    task_progress toolaction toolsummary",
);

/// The canonical class of a tool, or its name as given, and its arguments.
pub fn canonical_call(name: &str, input: Option<Value>) -> (Tool, Option<Value>) {
    let class = tool_class(name, input.as_ref());
    let input = input.map(|input| {
        if class == Tool::Bash { shell_arguments(input) } else { other_arguments(input) }
    });
    (class, input)
}

/// The canonical class of a tool, or its name as given.
fn tool_class(name: &str, input: Option<&Value>) -> Tool {
    if FILE_TOOLS.has(name.as_bytes()) {
        return file_tool_class(input);
    }
    match name.as_bytes() {
        name if SHELLS.has(name) => Tool::Bash,
        name if READERS.has(name) => Tool::Read,
        name if EDITORS.has(name) => Tool::Edit,
        name if WRITERS.has(name) => Tool::Write,
        name if SEARCHERS.has(name) => Tool::Search,
        name if WEB.has(name) => Tool::Web,
        name if TASKS.has(name) => Tool::Task,
        _ => mcp_tool(name).unwrap_or_else(|| Tool::from(name)),
    }
}

/// Whether the name is that of a client's tool.
pub(crate) fn is_known_name(name: &str) -> bool {
    !matches!(tool_class(name, None), Tool::Other(_))
}

fn file_tool_class(input: Option<&Value>) -> Tool {
    match input.and_then(|input| input.get("command")).and_then(Value::as_str) {
        Some("view") => Tool::Read,
        Some("create") => Tool::Write,
        _ => Tool::Edit,
    }
}

/// `mcp__server__tool` and `@server/tool` as `mcp:server/tool`.
pub(crate) fn mcp_tool(name: &str) -> Option<Tool> {
    let Some(name) = name.strip_prefix('@') else {
        return Some(Tool::from(name)).filter(|tool| matches!(tool, Tool::Mcp { .. }));
    };
    let (server, tool) = name.split_once('/')?;
    let (server, tool) = (server.to_owned(), tool.to_owned());
    (!server.is_empty() && !tool.is_empty()).then_some(Tool::Mcp { server, tool })
}

/// The arguments of a shell: the command line, and its folder if there is one.
fn shell_arguments(input: Value) -> Value {
    let Value::Object(map) = input else {
        return Value::Object(Map::from_iter([("command".to_owned(), command_line(&input))]));
    };
    let command = ["command", "cmd", "script"].iter().find_map(|key| map.get(*key));
    let command = command.map(command_line).or_else(|| map.get("commands").map(command_lines));
    let Some(command) = command else { return Value::Object(map) };
    let mut kept = Map::from_iter([("command".to_owned(), command)]);
    let folders = ["workdir", "cwd", "dir_path", "directory", "working_directory"];
    if let Some(Value::String(folder)) = folders.iter().find_map(|key| map.get(*key)) {
        kept.insert("cwd".to_owned(), Value::from(folder.as_str()));
    }
    for key in ["run_in_background", "is_background", "is_input", "session_id"] {
        match map.get(key) {
            None | Some(Value::Bool(false) | Value::Null) => {}
            Some(Value::String(text)) if text == "false" => {}
            Some(value) => {
                kept.insert(key.to_owned(), value.clone());
            }
        }
    }
    Value::Object(kept)
}

/// A command line: `["bash","-lc","ls"]` is `ls`, other lists are joined.
fn command_line(command: &Value) -> Value {
    let Value::Array(words) = command else {
        return if command.is_string() { command.clone() } else { command.to_string().into() };
    };
    let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    match words[..] {
        [_, "-c" | "-lc" | "-Command" | "/c", script] => script.into(),
        _ => words.join(" ").into(),
    }
}

/// Several command lines, one below the other; one of them can be an object of a program and its arguments.
fn command_lines(commands: &Value) -> Value {
    let Value::Array(commands) = commands else { return command_line(commands) };
    let line = |command: &Value| match (command.as_str(), command["command"].as_str()) {
        (Some(line), _) => line.to_owned(),
        (None, Some(program)) => {
            let args = command["args"].as_array().into_iter().flatten().filter_map(Value::as_str);
            std::iter::once(program).chain(args).collect::<Vec<_>>().join(" ")
        }
        (None, None) => command.to_string(),
    };
    commands.iter().map(line).collect::<Vec<_>>().join("\n").into()
}

fn other_arguments(input: Value) -> Value {
    let Value::Object(mut map) = input else {
        return Value::Object(Map::from_iter([("value".to_owned(), input)]));
    };
    map.retain(|key, value| {
        let is_ignored = IGNORED_ARGUMENTS.has(key.as_bytes());
        let is_default = key == "replace_all" && *value == Value::Bool(false);
        !is_ignored && !is_default
    });
    if !map.contains_key("file_path") {
        for other in ["notebook_path", "target_file", "filePath", "absolute_path"] {
            if let Some(path) = map.remove(other) {
                map.insert("file_path".to_owned(), path);
                break;
            }
        }
    }
    Value::Object(map)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tools_have_canonical_classes() {
        for (name, expected) in [
            ("Bash", "bash"),
            ("shell_command", "bash"),
            ("run_shell_command", "bash"),
            ("NotebookRead", "read"),
            ("MultiEdit", "edit"),
            ("replace", "edit"),
            ("apply_patch", "edit"),
            ("Write", "write"),
            ("write_file", "write"),
            ("Grep", "search"),
            ("ToolSearch", "search"),
            ("WebFetch", "web"),
            ("google_web_search", "web"),
            ("Agent", "task"),
            ("mcp__jira__get_issue", "mcp:jira/get_issue"),
            ("mcp__a__b__c", "mcp:a/b__c"),
            ("@jira/get_issue", "mcp:jira/get_issue"),
            ("@jira", "@jira"),
            ("mcp__x", "mcp__x"),
            ("mcp____x", "mcp____x"),
            ("TaskOutput", "TaskOutput"),
            ("update_plan", "update_plan"),
        ] {
            assert_eq!(canonical_call(name, None), (Tool::from(expected), None), "{name}");
        }
        for (sub, expected) in [("view", "read"), ("create", "write"), ("insert", "edit")] {
            let input = Some(json!({"command": sub, "path": "a"}));
            assert_eq!(canonical_call("str_replace_editor", input).0, Tool::from(expected));
        }
    }

    #[test]
    fn a_command_line_stands_under_one_name() {
        for (given, expected) in [
            (json!({"cmd": "ls", "yield_time_ms": 5}), json!({"command": "ls"})),
            (
                json!({"command": ["bash", "-lc", "ls | wc"], "workdir": "/w", "timeout_ms": 9}),
                json!({"command": "ls | wc", "cwd": "/w"}),
            ),
            (json!({"command": ["ls", "-l"]}), json!({"command": "ls -l"})),
            (json!({"commands": ["true", "rm -f x"]}), json!({"command": "true\nrm -f x"})),
            (
                json!({"commands": [{"command": "git", "args": ["status", "-s"]}, {}]}),
                json!({"command": "git status -s\n{}"}),
            ),
            (
                json!({"command": "ls", "run_in_background": false, "description": "d"}),
                json!({"command": "ls"}),
            ),
            (json!("ls"), json!({"command": "ls"})),
            (json!({"odd": 1}), json!({"odd": 1})),
        ] {
            assert_eq!(canonical_call("bash", Some(given)).1, Some(expected));
        }
    }

    #[test]
    fn words_for_people_are_no_part_of_a_call() {
        let given = json!({"instruction": "please", "notebook_path": "n", "replace_all": false});
        assert_eq!(canonical_call("Edit", Some(given)).1, Some(json!({"file_path": "n"})));
        assert_eq!(canonical_call("Odd", Some(json!([1]))).1, Some(json!({"value": [1]})));
    }
}
