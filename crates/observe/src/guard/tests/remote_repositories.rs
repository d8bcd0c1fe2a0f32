//! A call that names a repository on a server changes files there: only paths from the top of that repository are meant.

use super::by_effect::check_all;
use super::hook_files;

/// A path is one of this machine, or what is named is no repository on a server.
#[rustfmt::skip]
const CHANGING_CALLS: &[(&str, &str)] = &[
    ("mcp:fs/write_file", r#"{"owner": "o", "repo": "r", "path": "/h/.claude/settings.json", "content": "{}"}"#),
    ("mcp:fs/write_file", r#"{"owner": "o", "repo": "r", "path": "~/.claude/settings.json", "content": "{}"}"#),
    ("mcp:fs/write_file", r#"{"owner": "o", "repo": "r", "path": "$HOME/.claude/settings.json", "content": "{}"}"#),
    ("mcp:fs/write_file", r#"{"owner": "o", "repo": "r", "path": "file:///h/.claude/settings.json", "content": "{}"}"#),
    ("mcp:fs/write_file", r#"{"owner": "o", "repo": "r", "path": "../.claude/settings.json", "content": "{}"}"#),
    ("mcp:fs/write_file", r#"{"owner": "o", "repo": "r", "path": "docs/../.fusebox.toml", "content": ""}"#),
    ("mcp:fs/write_files", r#"{"owner": "o", "repo": "r", "files": [{"path": "a.rs"}, {"path": "/h/p/.fusebox.toml"}]}"#),
    ("mcp:fs/delete_directory", r#"{"project_id": 1, "path": "/h/.cline/hooks"}"#),
    ("mcp:fs/delete_directory", r#"{"repository_id": "x", "path": "~/.cline"}"#),
    ("mcp:fs/move_file", r#"{"owner": "o", "repo": "r", "source": "/h/.cline/hooks", "destination": "x"}"#),
    ("mcp:fs/edit_file", r#"{"owner": null, "repo": null, "path": ".fusebox.toml"}"#),
    ("mcp:fs/edit_file", r#"{"owner": "", "repo": "", "path": ".fusebox.toml"}"#),
    ("mcp:fs/edit_file", r#"{"owner": [], "repo": {}, "path": ".fusebox.toml"}"#),
    ("mcp:fs/edit_file", r#"{"project_id": null, "path": ".fusebox.toml"}"#),
    ("mcp:fs/edit_file", r#"{"owner": "me", "repo": ".", "path": ".fusebox.toml"}"#),
    ("mcp:fs/edit_file", r#"{"owner": "me", "repo": "/h/p", "path": ".fusebox.toml"}"#),
    ("mcp:fs/edit_file", r#"{"owner": "me", "repo": "~/p", "path": ".claude/settings.json"}"#),
    ("mcp:fs/edit_file", r#"{"owner": "me", "repo": "file:///h/p", "path": ".claude/settings.json"}"#),
    ("mcp:fs/edit_file", r#"{"project_id": "../p", "path": ".claude/settings.json"}"#),
    ("mcp:fs/write_file", r#"{"owner": "o", "repo": "r", "workingDirectory": "/h/.claude", "path": "settings.json", "content": "{}"}"#),
    ("mcp:fs/write_file", r#"{"owner": "o", "repo": "r", "repo_path": "/h/p", "path": ".fusebox.toml", "content": ""}"#),
    ("mcp:fs/write_file", r#"{"owner": "o", "repo": "r", "path": ".claude/settings.json", "content": "{}"}"#),
    ("mcp:files/update_file", r#"{"owner": "o", "repo": "r", "branch": "main", "path": ".fusebox.toml", "content": ""}"#),
    ("mcp:git/write_files", r#"{"project_id": 3, "files": [{"path": "a.rs"}, {"file_path": ".github/hooks/fusebox.json"}]}"#),
    ("mcp:editor/delete_file", r#"{"repository_id": "9b1deb4d", "path": ".github/hooks/fusebox.json"}"#),
    ("create_or_update_file", r#"{"owner": "o", "repo": "r", "path": ".claude/settings.json", "content": "{}"}"#),
    ("use_mcp_tool", r#"{"server_name": "fs", "tool_name": "write_file", "arguments": {"owner": "o", "repo": "r", "path": ".fusebox.toml"}}"#),
    // What a tool does not read may name anything, and of two names a tool may read either.
    ("mcp:fs/write_file", r#"{"server": "github", "owner": "o", "repo": "r", "path": ".claude/settings.json", "content": "{}"}"#),
    ("mcp:fs/write_file", r#"{"serverName": "gitlab", "project_id": 5, "path": ".fusebox.toml", "content": ""}"#),
    ("mcp:fs/write_file", r#"{"tool_name": "read_file", "arguments": {}, "path": ".claude/settings.json", "content": "{}"}"#),
    ("mcp:fs/write_file", r#"{"tool_name": "github_update_file", "arguments": {"a": 1}, "owner": "o", "repo": "r", "path": ".fusebox.toml"}"#),
    ("mcp:sh/run", r#"{"tool_name": "ls", "arguments": {}, "command": "rm -rf ~/.cline/hooks"}"#),
    ("use_mcp_tool", r#"{"server_name": "fs", "server": "github", "tool_name": "write_file", "arguments": {"owner": "o", "repo": "r", "path": ".fusebox.toml"}}"#),
    ("use_mcp_tool", r#"{"server_name": "fs", "tool_name": "read_file", "toolName": "write_file", "arguments": {"path": ".fusebox.toml"}}"#),
    ("CallMcpTool", r#"{"server": "fs", "toolName": "write_file", "arguments": {}, "args": {"path": ".fusebox.toml"}}"#),
    ("use_mcp_tool", r#"{"server_name": "fs", "tool_name": "write_file", "arguments": "{\"path\": \".fusebox.toml\"}"}"#),
    ("write", r#"{"owner": "o", "repo": "r", "file_path": ".fusebox.toml", "content": ""}"#),
    ("edit", r#"{"owner": "o", "repo": "r", "file_path": "/h/.claude/settings.json", "old_string": "a", "new_string": "b"}"#),
    ("edit", r#"{"project_id": 7, "path": ".claude/settings.json", "new_string": "b"}"#),
];

/// The files are those of a repository on a server.
#[rustfmt::skip]
const INNOCENT_CALLS: &[(&str, &str)] = &[
    ("mcp:github/create_or_update_file", r#"{"owner": "o", "repo": "r", "path": ".claude/settings.json", "content": "{}", "branch": "main", "message": "x"}"#),
    ("mcp:github/create_or_update_file", r#"{"owner": "o", "repo": ".github", "path": ".fusebox.toml", "content": ""}"#),
    ("mcp:github/push_files", r#"{"owner": "o", "repo": "r", "branch": "b", "files": [{"path": ".claude/settings.json", "content": "{}"}, {"path": ".github/hooks/fusebox.json", "content": "{}"}]}"#),
    ("mcp:github/delete_file", r#"{"owner": "o", "repo": "r.js", "path": ".cline/hooks/PreToolUse.sh", "branch": "b", "message": "x"}"#),
    ("mcp:github/create_or_update_file", r#"{"owner": "o", "repo": "r", "path": "/docs/a.md", "content": "see ../.claude/settings.json"}"#),
    ("mcp:github/update_file", r#"{"owner": "o", "repo": "https://github.com/o/r", "path": ".fusebox.toml"}"#),
    ("mcp:gitlab/create_or_update_file", r#"{"project_id": "group/sub/p", "file_path": ".fusebox.toml", "content": "", "branch": "b"}"#),
    ("mcp:gitlab/push_files", r#"{"project_id": 12, "files": [{"file_path": ".claude/settings.json", "content": "{}"}]}"#),
    ("github-create_or_update_file", r#"{"owner": "o", "repo": "r", "path": ".claude/settings.json", "content": "{}"}"#),
    ("mcp:GitHub/write_file", r#"{"owner": "o", "repo": "r", "path": ".fusebox.toml", "content": ""}"#),
    ("mcp:hub/GITHUB_UPDATE_FILE", r#"{"owner": "o", "repo": "r", "path": ".fusebox.toml", "content": ""}"#),
    ("use_mcp_tool", r#"{"server_name": "gitlab", "tool_name": "update_file", "arguments": {"project_id": 5, "path": ".fusebox.toml"}}"#),
    ("CallMcpTool", r#"{"server": "github", "toolName": "create_or_update_file", "arguments": {"owner": "o", "repo": "r", "path": ".fusebox.toml"}}"#),
    ("mcp:github/call_tool", r#"{"tool_name": "update_file", "arguments": {"owner": "o", "repo": "r", "path": ".fusebox.toml"}}"#),
    ("use_mcp_tool", r#"{"server_name": "fs", "tool_name": "write_file", "arguments": {"path": "src/a.rs", "content": "see .fusebox.toml"}}"#),
    ("use_mcp_tool", r#"{"server_name": "fs", "tool_name": "read_file", "arguments": {"path": ".claude/settings.json"}}"#),
    ("mcp:fs/write_file", r#"{"server": "github", "path": "src/a.rs", "content": ""}"#),
    ("mcp:fs/write_file", r#"{"tool_name": "read_file", "arguments": {}, "path": "src/a.rs", "content": ""}"#),
    ("mcp:acme/create_or_update_file", r#"{"owner": "o", "repo": "r", "path": "src/a.rs", "content": ""}"#),
    ("mcp:azure/update_file", r#"{"repository_id": "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", "path": ".github/hooks/fusebox.json"}"#),
];

#[test]
fn g01_a_path_of_this_machine_counts_beside_the_name_of_a_repository() {
    check_all(&[], CHANGING_CALLS, hook_files(), true);
}

#[test]
fn g05_files_of_a_repository_on_a_server_are_no_files_here() {
    check_all(&[], INNOCENT_CALLS, hook_files(), false);
}
