//! What one call of a tool by its name calls: the tool itself, and the tool of a server to which it passes arguments on.

use std::borrow::Cow;

use fusebox_engine::Tool;
use serde_json::Value;

use crate::arguments::{text, texts};
use crate::tool_change::{ToolChange, is_of_forge, names_remote_files};
use crate::tool_words::has_word;

/// Where a tool that calls tools of servers is told the server.
const SERVER_KEYS: &[&str] = &["server", "server_name", "serverName"];
/// Where it is told the tool.
const TOOL_KEYS: &[&str] = &["tool_name", "toolName"];
/// Where it is given the arguments of that tool.
const ARGUMENT_KEYS: &[&str] = &["arguments", "args"];

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
        let inner = texts(input, TOOL_KEYS).flat_map(|name| {
            let is_of_forge = match is_read {
                true => is_of_forge(name) || is_told_of_forge(input).unwrap_or(is_by_forge),
                false => is_by_forge,
            };
            let values = ARGUMENT_KEYS.iter().filter_map(|key| input.get(key));
            values.map(move |value| Self { name: name.into(), input: read(value), is_of_forge })
        });
        std::iter::once(own).chain(inner).collect()
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

/// Whether a tool of this name calls tools of servers: `use_mcp_tool`, `CallMcpTool`.
fn calls_tools(name: &str) -> bool {
    has_word(name, &["call", "exec", "execute", "invoke", "run", "use"])
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
    fn g01_tools_that_call_tools_are_known_by_their_names() {
        for name in ["use_mcp_tool", "CallMcpTool", "mcp_tool_use", "execute-tool", "run_tool"] {
            assert!(calls_tools(name), "{name}");
        }
        for name in ["write_file", "toolbox_write", "run", "use_file", "create_tool", ""] {
            assert!(!calls_tools(name), "{name}");
        }
    }
}
