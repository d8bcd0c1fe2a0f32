//! The families a sixth time: coding agents in their own tools' words, moves of data, experiments that fail alike,
//! spirals that are no plain repetition, and the principle with other tools.

mod coding;
mod experiments;
mod moves;
mod other_words;
mod seeming;
mod spirals;

use serde_json::json;

use super::call::{Call, tool};
use super::case::Case;
use super::more_tools::{count, each, in_turn};

/// Cases that are judged otherwise than written, in at least one of their tellings.
pub(super) const KNOWN_WRONG: [&str; 2] =
    ["a replacement that fits nothing", "edits of which the file shows none"];

/// The families, with their cases.
pub(super) fn families() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        ("coding", coding::cases()),
        ("moves", moves::cases()),
        ("experiments", experiments::cases()),
        ("spirals", spirals::cases()),
        ("other words", other_words::cases()),
        ("seeming", seeming::cases()),
    ]
}

/// Names of files and packages, two dozen.
pub(super) const PARTS: [&str; 24] = [
    "accounts",
    "addresses",
    "baskets",
    "billing",
    "brands",
    "channels",
    "coupons",
    "credits",
    "devices",
    "discounts",
    "exports",
    "filters",
    "gifts",
    "images",
    "labels",
    "markets",
    "menus",
    "offers",
    "orders",
    "refunds",
    "regions",
    "sellers",
    "stocks",
    "taxes",
];

/// A command in OpenHands: the status stands below what it printed.
fn open_hands(command: &str, output: &str, code: i32) -> Call {
    let text = format!(
        "{output}\n[The command completed with exit code {code}.]\n[Current working directory: /workspace/shop]\n[Python interpreter: /usr/bin/python3]"
    );
    tool("execute_bash", json!({"command": command, "is_input": "false"}), text, code == 0)
}

/// A command in Gemini CLI: a form with its status and the number of its process group.
fn gemini(command: &str, output: &str, code: i32, group: usize) -> Call {
    let text = format!(
        "Command: {command}\nDirectory: (root)\nStdout: {output}\nStderr: (empty)\nError: (none)\nExit Code: {code}\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: {group}"
    );
    tool("run_shell_command", json!({"command": command}), text, code == 0)
}

/// A command in Cline: no status at all.
fn cline(command: &str, output: &str) -> Call {
    let input = json!({"command": command, "requires_approval": false});
    tool("execute_command", input, format!("Command executed.\nOutput:\n{output}"), true)
}

/// A part of a file in SWE-agent.
fn view(path: &str, first: usize, last: usize, line: impl Fn(usize) -> String) -> Call {
    let text = (first..=last).map(|n| format!("{n:6}\t{}", line(n))).collect::<Vec<_>>().join("\n");
    tool(
        "str_replace_editor",
        json!({"command": "view", "path": format!("/testbed/{path}"), "view_range": [first, last]}),
        format!("Here's the result of running `cat -n` on /testbed/{path}:\n{text}\n"),
        true,
    )
}

/// An accepted edit in SWE-agent.
fn replace(path: &str, old: &str, new: &str) -> Call {
    tool(
        "str_replace_editor",
        json!({"command": "str_replace", "path": format!("/testbed/{path}"), "old_str": old, "new_str": new}),
        format!(
            "The file /testbed/{path} has been edited. Here's the result of running `cat -n` on a snippet of /testbed/{path}:\n    12\t{new}\nReview the changes and make sure they are as expected. Edit the file again if necessary."
        ),
        true,
    )
}

/// A new file in SWE-agent and OpenHands.
fn create(path: &str, text: &str) -> Call {
    tool(
        "str_replace_editor",
        json!({"command": "create", "path": format!("/workspace/shop/{path}"), "file_text": text}),
        format!("File created successfully at: /workspace/shop/{path}"),
        true,
    )
}
