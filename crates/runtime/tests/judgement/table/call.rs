//! One call of an agent, and what it got, in no client's words yet.

use serde_json::Value;

/// Seconds between two calls where a case does not say otherwise.
const GAP_S: u64 = 6;

/// A call and its result.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) action: Action,
    /// The folder of a command line, below the one that the agent works in, where the call itself names it.
    pub(crate) folder: String,
    /// Seconds since the call before.
    pub(crate) gap_s: u64,
    /// Whether the client announces it. One that it rejects itself is seen with its result only.
    pub(crate) is_announced: bool,
}

/// What is called.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// A command line, what it printed, and its exit code.
    Shell { command: String, output: String, code: i32 },
    /// A look at a file from a line on.
    Look { path: String, first: usize, text: String },
    /// A search in files; no hits is a search that finds nothing.
    Search { pattern: String, path: String, hits: String },
    /// An edit; `rejected` says why it was not accepted.
    Edit { path: String, old: String, new: String, rejected: Option<String> },
    /// A list of things to do.
    Plan { items: Vec<String> },
    /// What the agent says, or thinks; no call.
    Message { text: String, is_thought: bool },
    /// Any other tool, by its canonical name.
    Tool { name: String, input: Value, output: String, ok: bool },
}

fn call(action: Action) -> Call {
    Call { action, folder: String::new(), gap_s: GAP_S, is_announced: true }
}

/// A command line, what it printed, and its exit code.
pub(crate) fn shell(command: impl Into<String>, output: impl Into<String>, code: i32) -> Call {
    call(Action::Shell { command: command.into(), output: output.into(), code })
}

/// The same command line in a folder that the call itself names, and not the line.
pub(crate) fn in_folder(folder: impl Into<String>, call: Call) -> Call {
    Call { folder: folder.into(), ..call }
}

/// A look at a file from its first line on.
pub(crate) fn look(path: impl Into<String>, text: impl Into<String>) -> Call {
    look_from(path, 1, text)
}

/// A look at a file from a line on.
pub(crate) fn look_from(path: impl Into<String>, first: usize, text: impl Into<String>) -> Call {
    call(Action::Look { path: path.into(), first, text: text.into() })
}

/// A search in files, and what it found.
pub(crate) fn search(pattern: impl Into<String>, path: &str, hits: impl Into<String>) -> Call {
    call(Action::Search { pattern: pattern.into(), path: path.into(), hits: hits.into() })
}

/// An edit that is accepted.
pub(crate) fn edit(
    path: impl Into<String>,
    old: impl Into<String>,
    new: impl Into<String>,
) -> Call {
    call(Action::Edit { path: path.into(), old: old.into(), new: new.into(), rejected: None })
}

/// An edit that is not accepted, and why.
pub(crate) fn rejected_edit(path: &str, old: impl Into<String>, why: impl Into<String>) -> Call {
    let (path, old, rejected) = (path.to_owned(), old.into(), Some(why.into()));
    call(Action::Edit { path, new: [&old, " // mended"].concat(), old, rejected })
}

/// A list of things to do.
pub(crate) fn plan(items: &[&str]) -> Call {
    call(Action::Plan { items: items.iter().map(|item| (*item).to_owned()).collect() })
}

/// What the agent says between its calls.
pub(crate) fn say(text: impl Into<String>) -> Call {
    call(Action::Message { text: text.into(), is_thought: false })
}

/// What the agent thinks between its calls.
pub(crate) fn think(text: impl Into<String>) -> Call {
    call(Action::Message { text: text.into(), is_thought: true })
}

/// A call that the client rejects by itself, before any hook hears of it.
pub(crate) fn unannounced(call: Call) -> Call {
    Call { is_announced: false, ..call }
}

/// A tool of an MCP server: its name is `SERVER/TOOL`.
pub(crate) fn mcp(name: &str, input: Value, output: impl Into<String>, ok: bool) -> Call {
    tool(&["mcp:", name].concat(), input, output, ok)
}

/// Any other tool, by its canonical name.
pub(crate) fn tool(name: &str, input: Value, output: impl Into<String>, ok: bool) -> Call {
    call(Action::Tool { name: name.to_owned(), input, output: output.into(), ok })
}

/// The calls with so many seconds between them.
pub(crate) fn gaps(gap_s: u64, calls: Vec<Call>) -> Vec<Call> {
    calls.into_iter().map(|call| Call { gap_s, ..call }).collect()
}

/// The same call `count` times, with so many seconds before each.
pub(crate) fn every(gap_s: u64, count: usize, call: Call) -> Vec<Call> {
    vec![Call { gap_s, ..call }; count]
}

/// The calls of each lap, one lap after the other.
pub(crate) fn laps<const N: usize>(count: usize, lap: impl Fn(usize) -> [Call; N]) -> Vec<Call> {
    (0..count).flat_map(lap).collect()
}
