//! What one call of a tool by its name calls: the tool itself, and the tool of a server to which it passes arguments on.

use std::borrow::Cow;
use std::ops::Deref;
use std::rc::Rc;

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
/// More calls in one call, those within them included, are not read.
const MAX_CALLS: usize = 64;
/// Calls within calls further down than this are not read.
const MAX_DEPTH: u32 = 4;

/// Arguments of a call, which may have stood in a text. All names that they may be for share what was read of it.
#[derive(Debug, Clone)]
pub(crate) enum CallInput<'v> {
    Told(&'v Value),
    Read(Rc<Value>),
}

impl Deref for CallInput<'_> {
    type Target = Value;

    fn deref(&self) -> &Value {
        match self {
            Self::Told(value) => value,
            Self::Read(value) => value,
        }
    }
}

impl<'v> CallInput<'v> {
    fn of(arguments: &'v Value) -> Self {
        let read = |text: &str| serde_json::from_str(text).ok();
        let read = arguments.as_str().and_then(read);
        read.map_or(Self::Told(arguments), |value| Self::Read(Rc::new(value)))
    }

    /// The same, apart from where it was told.
    fn into_owned(self) -> CallInput<'static> {
        CallInput::Read(match self {
            Self::Told(value) => Rc::new(value.clone()),
            Self::Read(value) => value,
        })
    }
}

/// A tool by its name, without its server, and its arguments.
#[derive(Debug)]
pub(crate) struct NamedCall<'v> {
    pub(crate) name: Cow<'v, str>,
    pub(crate) input: CallInput<'v>,
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
        let own = Self { name, input: CallInput::Told(input), is_of_forge: is_by_forge };
        let mut calls = vec![own];
        if is_read {
            let mut left = MAX_CALLS;
            collect_inner(CallInput::Told(input), is_by_forge, MAX_DEPTH, &mut left, &mut calls);
        } else {
            let values = ARGUMENT_KEYS.iter().filter_map(|key| input.get(key)).map(CallInput::of);
            let inner = values.flat_map(|value| {
                texts(input, TOOL_KEYS).map(move |name| Self {
                    name: name.into(),
                    input: value.clone(),
                    is_of_forge: is_by_forge,
                })
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
            Some(change) if !self.is_remote() => change.paths(&self.input),
            _ => Vec::new(),
        }
    }

    /// Whether the files that its arguments name are those of a repository on a server.
    pub(crate) fn is_remote(&self) -> bool {
        self.is_of_forge && names_remote_files(&self.input)
    }

    /// Whether it is for calls of other tools, which are read for themselves.
    pub(crate) fn calls_tools(&self) -> bool {
        calls_tools(&self.name)
    }

    /// Whether a text editor, which is told by an argument what it does, only shows a file.
    pub(crate) fn only_shows(&self) -> bool {
        const EDITORS: [&str; 3] =
            ["str_replace_based_edit_tool", "str_replace_editor", "str_replace_based_editor_tool"];
        EDITORS.contains(&self.name.as_ref()) && text(&self.input, "command") == Some("view")
    }
}

/// Arguments that are told, and the tools that they may be for; each with whether it is one of a forge.
struct InnerCall<'v> {
    names: Vec<(Cow<'v, str>, bool)>,
    input: CallInput<'v>,
    /// Whether the arguments are told apart from the name, and not beside it.
    has_arguments: bool,
}

/// Adds the calls that a tool which calls tools may be told with these arguments, and those within them: no more than `left`.
fn collect_inner<'v>(
    input: CallInput<'v>,
    is_by_forge: bool,
    depth: u32,
    left: &mut usize,
    calls: &mut Vec<NamedCall<'v>>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let found = match input {
        CallInput::Told(input) => inner_calls(input, is_by_forge, left),
        CallInput::Read(input) => {
            let owned = |call: InnerCall<'_>| InnerCall {
                names: call
                    .names
                    .into_iter()
                    .map(|(name, by)| (name.into_owned().into(), by))
                    .collect(),
                input: call.input.into_owned(),
                ..call
            };
            inner_calls(&input, is_by_forge, left).into_iter().map(owned).collect()
        }
    };
    for call in found {
        // What several of its names would read in it is read once.
        let mut callers = call.names.iter().filter(|(name, _)| calls_tools(name)).peekable();
        if call.has_arguments && callers.peek().is_some() {
            let is_by_forge = callers.all(|(_, is_of_forge)| *is_of_forge);
            collect_inner(call.input.clone(), is_by_forge, depth, left, calls);
        }
        let input = call.input;
        let named = call.names.into_iter();
        calls.extend(named.map(|(name, is_of_forge)| NamedCall {
            name,
            input: input.clone(),
            is_of_forge,
        }));
    }
}

/// The calls that arguments tell, no more than `left`, each with its own arguments, or these ones where it has none.
fn inner_calls<'v>(input: &'v Value, is_by_forge: bool, left: &mut usize) -> Vec<InnerCall<'v>> {
    let mut calls = Vec::new();
    let mut told = vec![(input, is_by_forge)];
    while let Some((input, is_by_forge)) = told.pop().filter(|_| *left > 0) {
        if let Some(items) = input.as_array() {
            told.extend(items.iter().map(|item| (item, is_by_forge)));
            continue;
        }
        let is_told = is_told_of_forge(input);
        let mut names: Vec<(Cow<'_, str>, bool)> = Vec::new();
        for name in texts(input, TOOL_KEYS).chain(texts(input, INNER_TOOL_KEYS)) {
            if names.iter().all(|(known, _)| known != name) {
                let is_of_forge = is_of_forge(name) || is_told.unwrap_or(is_by_forge);
                names.push((name.into(), is_of_forge));
            }
        }
        let keys = ARGUMENT_KEYS.iter().chain(INNER_ARGUMENT_KEYS);
        let mut values = keys.filter_map(|key| input.get(key)).peekable();
        let has_arguments = values.peek().is_some();
        let own = Some(CallInput::Told(input)).filter(|_| !has_arguments);
        for input in values.map(CallInput::of).chain(own) {
            names.truncate(*left);
            if names.is_empty() {
                break;
            }
            *left -= names.len();
            calls.push(InnerCall { names: names.clone(), input, has_arguments });
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
    fn g01_calls_within_calls_are_counted_together() {
        let count = |input: &Value| NamedCall::all(&"call_tool".into(), input).len();
        let named = |arguments: Value, name: &dyn Fn(usize) -> String| {
            let keys = TOOL_KEYS.iter().chain(INNER_TOOL_KEYS).enumerate();
            let names = keys.map(|(number, key)| ((*key).to_owned(), name(number).into()));
            let mut input: serde_json::Map<String, Value> = names.collect();
            input.insert("args".to_owned(), arguments);
            Value::from(input)
        };
        let text = || json!(json!({"name": "write_file", "path": "a"}).to_string());
        let nested =
            |name: &dyn Fn(usize) -> String| (0..4).fold(text(), |inner, _| named(inner, name));
        // The outermost call, one a level, and none below the fourth.
        assert_eq!(count(&nested(&|_| "call_tool".to_owned())), 5);
        assert_eq!(count(&nested(&|number| format!("call_tool_{number}"))), 41);
        let many = json!({"calls": vec![json!({"tool": "read_file", "path": "a"}); 1_000]});
        assert_eq!(count(&many), 1 + MAX_CALLS);
        let each = json!({"calls": vec![nested(&|_| "call_tool".to_owned()); 100]});
        assert_eq!(count(&each), 1 + MAX_CALLS);
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
