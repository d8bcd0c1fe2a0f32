//! Edits through the client's own tools, and the like of other clients and servers.

use crate::row::End::Refused;
use crate::row::Row;
use crate::row::Step::{Tool, Write};
use crate::sandbox::try_all;

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    ("e01", &[Tool("Edit", r#"{"file_path":"{home}/.claude/settings.json","old_string":"hooks","new_string":"x"}"#)], Refused),
    ("e02", &[Tool("Edit", r#"{"file_path":"{home}/project/.claude/settings.json","old_string":"a","new_string":"b"}"#)], Refused),
    ("e03", &[Write("{home}/project/.claude/settings.local.json", "{\"disableAllHooks\":true}")], Refused),
    ("e04", &[Write(".claude/settings.local.json", "{\"disableAllHooks\":true}")], Refused),
    ("e05", &[Tool("MultiEdit", r#"{"file_path":"{home}/project/.fusebox.toml","edits":[{"old_string":"enforce","new_string":"observe"}]}"#)], Refused),
    ("e06", &[Tool("NotebookEdit", r#"{"notebook_path":"{home}/.config/fusebox/config.toml","new_source":"mode='observe'"}"#)], Refused),
    ("e07", &[Write("{home}/.local/state/fusebox/fusebox.db", "")], Refused),
    ("e08", &[Write("{home}/.local/state/fusebox/open.json", "{}")], Refused),
    ("e09", &[Write("{home}/x/../.claude/./settings.json", "{}")], Refused),
    ("e10", &[Write("{home}//.claude//settings.json", "{}")], Refused),
    ("e11", &[Write("~/.claude/settings.json", "{}")], Refused),
    ("e12", &[Write("/proc/self/root{home}/.config/fusebox/config.toml", "")], Refused),
    ("e13", &[Write("{home}/.claude/projects/p/s1.jsonl", "")], Refused),
    ("e14", &[Tool("apply_patch", r#"{"input":"*** Begin Patch\n*** Update File: .fusebox.toml\n@@\n-mode\n*** End Patch"}"#)], Refused),
    ("e15", &[Tool("apply_patch", r#"{"input":"*** Begin Patch\n*** Update File: a\n*** Move to: .claude/settings.json\n*** End Patch"}"#)], Refused),
    ("e16", &[Tool("mcp__filesystem__write_file", r#"{"path":"{home}/.claude/settings.json","content":"{}"}"#)], Refused),
    ("e17", &[Tool("mcp__filesystem__move_file", r#"{"source":"{home}/.fusebox.toml","destination":"x"}"#)], Refused),
    ("e18", &[Tool("mcp__shell__run", r#"{"command":"rm ~/.claude/settings.json"}"#)], Refused),
    ("e19", &[Tool("mcp__fusebox__run", r#"{"command":"fusebox reset s1 --yes"}"#)], Refused),
];

#[test]
fn edits() {
    try_all(ROWS);
}
