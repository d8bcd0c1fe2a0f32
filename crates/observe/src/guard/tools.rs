//! Calls that are no command lines: edits, patches, tools of servers.

use fusebox_engine::Tool;
use fusebox_shell::guard::{ProtectedPaths, patches, refusal};
use fusebox_shell::parse;
use serde_json::Value;

use fusebox_text::redacted_line;

/// Where an edit names its file.
const PATHS: &[&str] = &["file_path", "path", "notebook_path", "filePath"];
/// Where a server's tool may name a file that it changes.
const TARGETS: &[&str] = &[
    "file_path",
    "path",
    "notebook_path",
    "filePath",
    "file",
    "filename",
    "uri",
    "target",
    "source",
    "destination",
    "old_path",
    "new_path",
    "output",
];
/// Where a tool may be given a command line.
const LINES: &[&str] = &["command", "cmd", "script", "code"];
/// Parts of the names of tools that change files.
pub(crate) const CHANGING: &[&str] = &[
    "write", "edit", "create", "move", "delete", "remove", "rename", "replace", "insert", "append",
    "patch", "update", "save", "copy",
];

/// Why the call may not pass.
pub(super) fn forbidden(
    tool: &Tool,
    input: &Value,
    protected: &ProtectedPaths<'_>,
) -> Option<String> {
    match tool {
        Tool::Read | Tool::Search | Tool::Web | Tool::Task => None,
        Tool::Edit | Tool::Write => texts(input, PATHS).find_map(|path| owned(path, protected)),
        Tool::ApplyPatch => {
            let patch = texts(input, &["input", "patch", "diff", "command", "value"]);
            let mut patch = patch.filter(|patch| patches(protected, patch));
            patch.next().map(|_| "This patch changes the circuit breaker's files.".to_owned())
        }
        Tool::Bash | Tool::Mcp { .. } | Tool::Other(_) => {
            let name = tool.name();
            let changes = CHANGING.iter().any(|verb| name.contains(verb));
            let path = texts(input, TARGETS).filter(|_| changes);
            path.filter_map(|path| owned(path, protected))
                .next()
                .or_else(|| texts(input, LINES).find_map(|line| line_refusal(line, protected)))
        }
    }
}

fn texts<'v>(input: &'v Value, keys: &'static [&'static str]) -> impl Iterator<Item = &'v str> {
    keys.iter().filter_map(|key| input.get(*key).and_then(Value::as_str))
}

fn owned(path: &str, protected: &ProtectedPaths<'_>) -> Option<String> {
    let path = path.strip_prefix("file://").unwrap_or(path);
    protected
        .has(&protected.placed(path))
        .then(|| format!("`{}` belongs to the circuit breaker.", redacted_line(path, 120)))
}

/// Why a command line in a tool's arguments may not pass.
fn line_refusal(line: &str, protected: &ProtectedPaths<'_>) -> Option<String> {
    refusal(&parse(line), protected).map(|why| why.to_string())
}
