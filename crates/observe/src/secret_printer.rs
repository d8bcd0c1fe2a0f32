//! Which calls print a secret and nothing else: a command that says so, a look at a file that holds one.

use fusebox_engine::Tool;
use fusebox_shell::CommandLine;
use fusebox_text::{holds_secret, names_secret, prints_secret as command_prints_secret};
use serde_json::Value;

/// The arguments by which tools name a file.
const PATH_KEYS: [&str; 6] = ["file_path", "path", "filepath", "file", "filename", "uri"];
/// What the names of tools begin with that answer with what they name.
const GETTERS: [&str; 4] = ["get", "read", "fetch", "show"];

/// Whether what the call prints is a secret and nothing else.
pub(crate) fn prints_secret(
    tool: &Tool,
    line: Option<&CommandLine<'_>>,
    input: Option<&Value>,
) -> bool {
    if let Some(line) = line {
        return command_prints_secret(line.text);
    }
    let path = |key: &&str| input.and_then(|input| input.get(*key)).and_then(Value::as_str);
    PATH_KEYS.iter().filter_map(path).any(holds_secret) || gets_secret(&tool.name())
}

/// Whether the source of an output, as the client names it with the result, is a command that prints a secret or a file
/// that holds one.
pub(crate) fn is_secret_source(source: &str) -> bool {
    let is_path = !source.contains(char::is_whitespace);
    command_prints_secret(source) || is_path && holds_secret(source)
}

/// Whether a server's tool says by its name that it answers with a secret: `mcp:vault/read_secret`.
fn gets_secret(tool: &str) -> bool {
    let served = tool.strip_prefix("mcp:").and_then(|served| served.rsplit('/').next());
    served.is_some_and(|name| {
        GETTERS.iter().any(|getter| name.starts_with(getter)) && names_secret(name)
    })
}
