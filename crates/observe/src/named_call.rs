//! What one call of a tool by its name calls: the tool itself, and the tool of a server to which it passes arguments on.

use std::borrow::Cow;

use fusebox_engine::Tool;
use serde_json::Value;

use crate::arguments::{text, texts};
use crate::tool_change::{ToolChange, is_of_forge, names_remote_files};
use crate::tool_words::has_word;

/// Where a tool that calls tools of servers is told the server.
const SERVER_KEYS: &[&str] = &["server", "server_name", "serverName", "mcp_server", "server_id"];
/// Where any tool may be told another one.
const TOOL_KEYS: &[&str] = &["tool_name", "toolName"];
/// Where one that calls tools may be told it as well. Other tools have files and people under these keys.
const INNER_TOOL_KEYS: &[&str] =
    &["tool", "name", "tool_id", "toolId", "function", "function_name", "method", "action"];
/// Where it is given the arguments of that tool.
const ARGUMENT_KEYS: &[&str] = &["arguments", "args"];
/// Where one that calls tools may be given them as well.
const INNER_ARGUMENT_KEYS: &[&str] = &[
    "params",
    "parameters",
    "input",
    "inputs",
    "tool_input",
    "toolInput",
    "tool_args",
    "toolArgs",
    "tool_arguments",
    "payload",
    "kwargs",
    "data",
];
/// Where one that calls tools may be told a call as a whole, or several.
const CALL_KEYS: &[&str] =
    &["call", "calls", "tool_call", "tool_calls", "toolCalls", "tools", "request", "requests"];
/// More calls in one call are not read.
const MAX_CALLS: usize = 64;
/// Calls within calls further down than this are not read.
const MAX_DEPTH: u32 = 4;

/// A tool by its name, without its server, and its arguments.
#[derive(Debug)]
pub(crate) struct NamedCall<'v> {
    pub(crate) name: Cow<'v, str>,
    pub(crate) input: Cow<'v, Value>,
    /// Whether the files that it changes may be those of a repository on a server.
    is_of_forge: bool,
}

impl<'v> NamedCall<'v> {
    /// The call of this tool, and those that it may make with what it is told. Of two names that it is given, it may
    /// read either.
    pub(crate) fn all(tool: &'v Tool, input: &'v Value) -> Vec<Self> {
        let name = tool.bare_name();
        let is_by_forge = is_of_forge(&tool.name());
        // What other tools are told of servers says nothing: they do not read it.
        let is_read = calls_tools(&name);
        let own = Self { name, input: Cow::Borrowed(input), is_of_forge: is_by_forge };
        let mut calls = vec![own];
        if is_read {
            collect_inner(Cow::Borrowed(input), is_by_forge, MAX_DEPTH, &mut calls);
        } else {
            let inner = texts(input, TOOL_KEYS).flat_map(|name| {
                let values = ARGUMENT_KEYS.iter().filter_map(|key| input.get(key));
                let of = |value| Self {
                    name: name.into(),
                    input: read(value),
                    is_of_forge: is_by_forge,
                };
                values.map(of)
            });
            calls.extend(inner);
        }
        calls
    }

    /// What it does to files.
    pub(crate) fn change(&self) -> Option<ToolChange> {
        ToolChange::of(&self.name).filter(|_| !self.only_shows())
    }

    /// The files of this machine that it changes. Any server can be told the name of a repository: only that of a forge
    /// writes there.
    pub(crate) fn paths_here(&self) -> Vec<&str> {
        match self.change() {
            Some(change) if !(self.is_of_forge && names_remote_files(&self.input)) => {
                change.paths(&self.input)
            }
            _ => Vec::new(),
        }
    }

    /// Whether a text editor, which is told by an argument what it does, only shows a file.
    fn only_shows(&self) -> bool {
        const EDITORS: [&str; 3] =
            ["str_replace_based_edit_tool", "str_replace_editor", "str_replace_based_editor_tool"];
        EDITORS.contains(&self.name.as_ref()) && text(&self.input, "command") == Some("view")
    }
}

/// Adds the calls that a tool which calls tools may be told with these arguments, and those within them.
fn collect_inner<'v>(
    input: Cow<'v, Value>,
    is_by_forge: bool,
    depth: u32,
    calls: &mut Vec<NamedCall<'v>>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let found = match input {
        Cow::Borrowed(input) => inner_calls(input, is_by_forge),
        // Arguments that stood in a text.
        Cow::Owned(input) => {
            let owned = |call: NamedCall<'_>| NamedCall {
                name: Cow::Owned(call.name.into_owned()),
                input: Cow::Owned(call.input.into_owned()),
                is_of_forge: call.is_of_forge,
            };
            inner_calls(&input, is_by_forge).into_iter().map(owned).collect()
        }
    };
    for call in found {
        if calls_tools(&call.name) {
            collect_inner(call.input.clone(), call.is_of_forge, depth, calls);
        }
        calls.push(call);
    }
}

/// The calls that arguments tell, each with its own arguments, or these ones where it has none.
fn inner_calls(input: &Value, is_by_forge: bool) -> Vec<NamedCall<'_>> {
    let mut calls = Vec::new();
    let mut told = vec![(input, is_by_forge)];
    let mut left = MAX_CALLS;
    while let Some((input, is_by_forge)) = told.pop() {
        let Some(rest) = usize::checked_sub(left, 1) else { break };
        left = rest;
        if let Some(items) = input.as_array() {
            told.extend(items.iter().map(|item| (item, is_by_forge)));
            continue;
        }
        let is_told = is_told_of_forge(input);
        for name in texts(input, TOOL_KEYS).chain(texts(input, INNER_TOOL_KEYS)) {
            let is_of_forge = is_of_forge(name) || is_told.unwrap_or(is_by_forge);
            let keys = ARGUMENT_KEYS.iter().chain(INNER_ARGUMENT_KEYS);
            let mut values = keys.filter_map(|key| input.get(key)).peekable();
            if values.peek().is_none() {
                calls.push(NamedCall {
                    name: name.into(),
                    input: Cow::Borrowed(input),
                    is_of_forge,
                });
            }
            let of = |value| NamedCall { name: name.into(), input: read(value), is_of_forge };
            calls.extend(values.map(of));
        }
        let whole = CALL_KEYS.iter().chain(INNER_TOOL_KEYS).filter_map(|key| input.get(key));
        let whole = whole.filter(|value| value.is_object() || value.is_array());
        told.extend(whole.map(|value| (value, is_told.unwrap_or(is_by_forge))));
    }
    calls
}

/// Whether a tool of this name calls tools of servers: `use_mcp_tool`, `CallMcpTool`.
fn calls_tools(name: &str) -> bool {
    const WHOLE: [&str; 7] = ["mcp", "call", "execute", "invoke", "dispatch", "tool", "tools"];
    WHOLE.iter().any(|whole| name.eq_ignore_ascii_case(whole))
        || has_word(name, &["call", "exec", "execute", "invoke", "run", "use", "batch"])
            && has_word(name, &["mcp", "tool", "tools"])
}

/// Whether each server that the arguments name is one of a forge; `None` where they name none.
fn is_told_of_forge(input: &Value) -> Option<bool> {
    let mut servers = texts(input, SERVER_KEYS).peekable();
    servers.peek()?;
    Some(servers.all(is_of_forge))
}

/// Arguments, which may stand in a text.
fn read(arguments: &Value) -> Cow<'_, Value> {
    let read = |text: &str| serde_json::from_str(text).ok();
    arguments.as_str().and_then(read).map_or(Cow::Borrowed(arguments), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(tool: &str, input: &Value, expected: &[&str]) {
        let tool = tool.into();
        let calls = NamedCall::all(&tool, input);
        let found: Vec<&str> = calls.iter().flat_map(NamedCall::paths_here).collect();
        assert_eq!(found, expected, "{tool} {input}");
    }

    #[test]
    fn g01_beside_the_name_of_a_repository_a_path_of_this_machine_makes_all_local() {
        let files = |files: &[&str]| json!({"owner": "a", "repo": "b", "files": files});
        check("mcp:github/update_files", &files(&["src/a.rs", "b.rs"]), &[]);
        let both = files(&["src/a.rs", "/src/b.rs"]);
        check("mcp:github/update_files", &both, &["/src/b.rs", "src/a.rs"]);
        check("mcp:fs/write_files", &files(&["src/a.rs"]), &["src/a.rs"]);
    }

    #[test]
    fn g05_a_text_editor_that_shows_a_file_changes_nothing() {
        for (name, command, is_change) in [
            ("str_replace_based_edit_tool", "view", false),
            ("str_replace_editor", "view", false),
            ("str_replace_based_edit_tool", "create", true),
            ("str_replace_editor", "str_replace", true),
            ("write_file", "view", true),
        ] {
            let path = "/h/.claude/settings.json";
            let expected: &[&str] = if is_change { &[path] } else { &[] };
            check(name, &json!({"command": command, "path": path}), expected);
        }
    }

    #[test]
    fn g01_an_inner_call_is_read_under_every_usual_key() {
        let path = "/h/.claude/settings.json";
        let write = json!({"path": path, "content": "{}"});
        for (tool, input) in [
            ("call_tool", json!({"tool": "write_file", "params": write})),
            ("mcp:gateway/call_tool", json!({"name": "write_file", "input": write})),
            ("mcp", json!({"tool": "write_file", "args": write})),
            (
                "execute",
                json!({"server": "fs", "tool": "write_file", "parameters": write.to_string()}),
            ),
            ("run_tool", json!({"tool": "write_file", "path": path})),
            (
                "invoke_tool",
                json!({"function": {"name": "write_file", "arguments": write.to_string()}}),
            ),
            (
                "batch_tools",
                json!({"calls": [{"tool": "read_file"}, {"tool": "write_file", "input": write}]}),
            ),
            (
                "call_tool",
                json!({"tool": "call_tool", "input": {"name": "write_file", "params": write}}),
            ),
            (
                "call_tool",
                json!({"tool": "call_tool", "input": json!({"name": "write_file", "params": write}).to_string()}),
            ),
        ] {
            check(tool, &input, &[path]);
        }
    }

    #[test]
    fn g05_what_no_inner_call_writes_is_free() {
        let path = "/h/.claude/settings.json";
        for (tool, input) in [
            ("call_tool", json!({"tool": "read_file", "params": {"path": path}})),
            ("mcp:crm/add", json!({"name": "write_file", "input": {"path": path}})),
            (
                "mcp:github/call_tool",
                json!({"tool": "create_or_update_file", "params": {"owner": "o", "repo": "r", "path": ".claude/settings.json"}}),
            ),
            (
                "execute",
                json!({"server": "github", "tool": "create_or_update_file", "input": {"owner": "o", "repo": "r", "path": ".fusebox.toml"}}),
            ),
        ] {
            check(tool, &input, &[]);
        }
    }

    #[test]
    fn g01_tools_that_call_tools_are_known_by_their_names() {
        for name in [
            "use_mcp_tool",
            "CallMcpTool",
            "mcp",
            "Execute",
            "mcp_tool_use",
            "execute-tool",
            "run_tool",
        ] {
            assert!(calls_tools(name), "{name}");
        }
        for name in
            ["write_file", "toolbox_write", "run", "callback", "use_file", "create_tool", ""]
        {
            assert!(!calls_tools(name), "{name}");
        }
    }
}
