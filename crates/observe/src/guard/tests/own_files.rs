//! Calls of servers' tools that name the circuit breaker's own files: what they do is read from their arguments as well.

use super::by_effect::check_all;
use super::hook_files;

/// They say that they write, or nothing says that they only read.
#[rustfmt::skip]
const CHANGING_CALLS: &[(&str, &str)] = &[
    // What it does is told under a key, or as one.
    ("mcp:fs/file", r#"{"action": "delete", "path": "/h/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:fs/manage", r#"{"op": "write", "file": "~/.local/state/fusebox/fusebox.db", "content": ""}"#),
    ("mcp:fs/open_file", r#"{"path": "/h/.local/state/fusebox/fusebox.db", "mode": "w"}"#),
    ("mcp:fs/open", r#"{"filename": "../.local/state/fusebox/fusebox.db", "flags": "r+"}"#),
    ("mcp:fs/get", r#"{"path": "~/.local/state/fusebox/fusebox.db", "delete": true}"#),
    ("mcp:fs/get_file", r#"{"path": "~/.local/state/fusebox/fusebox.db", "method": "DELETE"}"#),
    ("mcp:fs/read", r#"{"remove": ["/h/.local/state/fusebox/fusebox.db"]}"#),
    ("mcp:files/get", r#"{"op": "wipe", "victim": "/h/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:fs/file", r#"{"action": "delete", "path": "~/.local"}"#),
    // Where it writes.
    ("mcp:net/fetch", r#"{"url": "https://a.example/x", "output": "/h/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:pdf/read_page", r#"{"path": "a", "save_to": "~/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:img/show", r#"{"src": "a", "dest": "/h/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:report/list", r#"{"target": "/h/.local/state/fusebox/fusebox.db", "format": "csv"}"#),
    ("mcp:fs/file", r#"{"op": "copy", "from": "a", "to": "/h/.local/state/fusebox/fusebox.db"}"#),
    // Databases.
    ("mcp:sqlite/query", r#"{"db_path": "/h/.local/state/fusebox/fusebox.db", "sql": "DELETE FROM log"}"#),
    ("mcp:sqlite/execute", r#"{"database": "/h/.local/state/fusebox/fusebox.db", "statement": "drop table log"}"#),
    ("mcp:sqlite/read_query", r#"{"database": "~/.local/state/fusebox/fusebox.db", "query": "SELECT 1; UPDATE scope SET open = 0"}"#),
    ("mcp:sqlite/query", r#"{"db": "~/.local/state/fusebox/fusebox.db", "sql": "PRAGMA user_version = 9999"}"#),
    ("mcp:db/query", r#"{"url": "sqlite:////h/.local/state/fusebox/fusebox.db", "sql": "DELETE FROM log"}"#),
    ("mcp:db/connect", r#"{"dsn": "file:/h/.local/state/fusebox/fusebox.db?mode=rwc"}"#),
    ("mcp:db/query", r#"{"connection": "Data Source=/h/.local/state/fusebox/fusebox.db;Mode=ReadWriteCreate", "steps": ["delete from log"]}"#),
    ("mcp:db/query", r#"{"sql": "ATTACH '/h/.local/state/fusebox/fusebox.db' AS s; DELETE FROM s.log"}"#),
    // Command lines.
    ("mcp:sh/go", r#"{"request": {"command": "rm -f ~/.local/state/fusebox/fusebox.db"}}"#),
    ("mcp:sh/go", r#"{"program": "rm", "args": "-f /h/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:sh/go", r#"{"args": ["rm", "-f", "/h/.local/state/fusebox/fusebox.db"]}"#),
    ("mcp:sh/go", r#"{"payload": "{\"cmd\": \"rm -f ~/.local/state/fusebox/fusebox.db\"}"}"#),
    ("mcp:sh/go", r#"{"job": {"script": "import os; os.remove('/h/.local/state/fusebox/fusebox.db')"}}"#),
    // Put together, or spelled otherwise.
    ("mcp:fs/file", r#"{"root": "~/.local/state/fusebox", "path": "fusebox.db", "action": "truncate"}"#),
    ("mcp:fs/file", r#"{"base": "/h/.local", "path": "state/fusebox/fusebox.db", "action": "unlink"}"#),
    ("mcp:fs/file", r#"{"action": "delete", "path": ["/h", ".local", "state", "fusebox", "fusebox.db"]}"#),
    ("mcp:fs/file", r#"{"input": "{\"op\": \"delete\", \"path\": \"~/.local/state/fusebox/fusebox.db\"}"}"#),
    ("mcp:fs/remove", r#"{"item": "file:///h/%2elocal/state/%66usebox/fusebox.db"}"#),
    ("mcp:fs/file", r#"{"uri": "file://localhost/h/.local/state/fusebox/fusebox.db", "verb": "unlink"}"#),
    ("mcp:fs/do", r#"["delete", "/h/.local/state/fusebox/fusebox.db"]"#),
    ("mcp:sh/do", r#""rm -f /h/.local/state/fusebox/fusebox.db""#),
    // Nothing says that it only reads.
    ("mcp:fs/wipe", r#"{"path": "/h/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:db/open", r#"{"resource": "/h/.local/state/fusebox/fusebox.db"}"#),
    // More of each.
    ("mcp:fs/file", r#"{"request": {"options": {"operation": "remove"}, "items": [{"location": "/h/.local/state/fusebox/fusebox.db"}]}}"#),
    ("mcp:fs/get", r#"{"path": "~/.local/state/fusebox/fusebox.db", "overwrite": true}"#),
    ("mcp:fs/read_file", r#"{"path": "~/.local/state/fusebox/fusebox.db", "content": ""}"#),
    ("mcp:fs/file", r#"{"action": "delete", "path": "~/.claude/settings.json"}"#),
    ("mcp:fs/file", r#"{"op": "write", "path": ".fusebox.toml", "text": ""}"#),
    ("mcp:fs/get", r#"{"url": "https://a.example/x", "save_as": "/h/.config/fusebox/config.toml", "output": "~/.claude/settings.json"}"#),
    ("mcp:fs/file", r#"{"directory": "/h/.local", "folder": "state", "name": "fusebox", "op": "delete"}"#),
    ("mcp:fs/edit", r#"{"db": "~/.local/state/fusebox/fusebox.db", "to": "x"}"#),
    ("mcp:fs/write", r#"{"to": "~/.local/state/fusebox/fusebox.db", "data": ""}"#),
    ("mcp:db/query", r#"{"db": "~/.local/state/fusebox/fusebox.db", "sql": "SELECT writefile('/h/x', '')"}"#),
    ("mcp:db/query", r#"{"db": "jdbc:sqlite:/h/.local/state/fusebox/fusebox.db", "text": "Alter Table log rename to x"}"#),
    ("mcp:db/query", r#"{"db": "~/.local/state/fusebox/fusebox.db", "params": {"query": "VACUUM INTO 'x'"}}"#),
    ("mcp:db/query", r#"{"sql": "COPY a TO '/h/.local/state/fusebox/fusebox.db'"}"#),
    ("mcp:py/eval", r#"{"request": "{\"body\": 1, \"code\": \"open('/h/.local/state/fusebox/fusebox.db', 'w')\"}"}"#),
    ("mcp:sh/go", r#"{"steps": [{"run": {"cmd": "fusebox", "args": ["reset", "s1"]}}]}"#),
    ("mcp:sh/go", r#"{"a": "{\"b\": \"{\\\"command\\\": \\\"rm -rf ~/.local/state/fusebox\\\"}\"}"}"#),
    ("use_mcp_tool", r#"{"server_name": "x", "tool_name": "file", "arguments": {"action": "delete", "path": "~/.local/state/fusebox/fusebox.db"}}"#),
    ("file_manager", r#"{"action": "delete", "path": "~/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:fs/list_and_purge", r#"{"path": "~/.local/state/fusebox"}"#),
    ("mcp:fs/file", r#"{"op": "wipe", "path": "~/.local/state"}"#),
    ("mcp:fs/file", r#"{"op": "delete", "path": "/h/.local/**/fusebox.db"}"#),
    ("mcp:fs/run", r#"{"name": "write_file", "input": {"path": "~/.local/state/fusebox/fusebox.db"}}"#),
    ("mcp:lsp/workspace", r#"{"edits": [{"file": "~/.local/state/fusebox/fusebox.db", "newText": ""}]}"#),
    ("mcp:sqlite/query", r#"{"db": "~/.local/state/fusebox/fusebox.db", "query": "/* x */ DELETE FROM log"}"#),
    ("mcp:sqlite/query", r#"{"db": "~/.local/state/fusebox/fusebox.db", "query": "WITH x AS (SELECT 1) DELETE FROM log"}"#),
    ("mcp:sqlite/shell", r#"{"db": "~/.local/state/fusebox/fusebox.db", "command": ".restore x.db"}"#),
    ("mcp:sqlite/shell", r#"{"db": "~/.local/state/fusebox/fusebox.db", "command": ".read x.sql"}"#),
    ("mcp:term/go", r#"{"exec": "rm -rf ~/.local/state/fusebox"}"#),
    ("mcp:term/go", r#"{"session": 1, "stdin": "rm -rf ~/.local/state/fusebox\n"}"#),
    ("mcp:net/fetch", r#"{"url": "https://a.example", "download_path": "/h/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:fs/get", r#"{"location": "%2Fh%2F.local%2Fstate%2Ffusebox%2Ffusebox.db", "unlink": 1}"#),
    ("mcp:fs/file", r#"{"verb": "truncate", "uri": "sqlite+aiosqlite:////h/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:db/open", r#"{"uri": "file:~/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:db/open", r#"{"name": "$X/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:db/open", r#"{"name": "../.local/state/fusebox/fusebox.db"}"#),
    ("mcp:fs/do", r#"{"value": "rm -f ~/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:fs/do", r#"{"value": ["delete", "~/.local/state/fusebox/fusebox.db"]}"#),
    ("mcp:fs/do", r#"["~/.local/state/fusebox/fusebox.db"]"#),
    ("mcp:fs/do", r#""~/.local/state/fusebox/fusebox.db""#),
    // Arguments as a list of names and values, several paths in one text, and a folder that is mapped to another.
    ("mcp:fs/file", r#"{"items": [{"key": "path", "value": "~/.local/state/fusebox/fusebox.db"}, {"key": "op", "value": "delete"}]}"#),
    ("mcp:fs/file", r#"{"fields": [{"name": "location", "value": "/h/.local/state/fusebox/fusebox.db"}, {"name": "action", "value": "unlink"}]}"#),
    ("mcp:fs/batch", r#"{"delete": "a\n~/.local/state/fusebox/fusebox.db\nb"}"#),
    ("mcp:fs/remove", r#"{"files": "src/a.rs\r\n/h/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:run/docker", r#"{"image": "alpine", "volumes": ["/h/.local/state/fusebox:/s"], "cmd": ["rm", "/s/fusebox.db"]}"#),
];

/// They only read, quote a path, or are about other files.
#[rustfmt::skip]
const INNOCENT_CALLS: &[(&str, &str)] = &[
    // Databases of a project, and what only reads the store.
    ("mcp:sqlite/query", r#"{"db_path": "data/app.db", "sql": "DELETE FROM carts WHERE id = 1"}"#),
    ("mcp:sqlite/query", r#"{"db_path": "/h/p/fusebox.db", "sql": "DROP TABLE log"}"#),
    ("mcp:sqlite/read_query", r#"{"database": "sqlite:///app.db", "query": "SELECT * FROM log WHERE kind = 'delete'"}"#),
    ("mcp:db/query", r#"{"url": "sqlite:////h/p/data/app.db?mode=rwc", "sql": "insert into a values (1)"}"#),
    ("mcp:sqlite/execute", r#"{"db_path": "/h/.local/state/fusebox/fusebox.db", "sql": "SELECT count(*) FROM log"}"#),
    ("mcp:sqlite/read_query", r#"{"database": "~/.local/state/fusebox/fusebox.db", "query": "select * from log where kind = 'update'"}"#),
    ("mcp:sqlite/list_tables", r#"{"database": "~/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:sqlite/describe_table", r#"{"db": "sqlite:////h/.local/state/fusebox/fusebox.db", "table": "log"}"#),
    // Files.
    ("mcp:fs/read_file", r#"{"path": "/h/.local/state/fusebox/errors.log", "mode": "r", "encoding": "utf8"}"#),
    ("mcp:fs/read_text_file", r#"{"path": "~/.config/fusebox/config.toml", "head": 20}"#),
    ("mcp:fs/file", r#"{"action": "read", "path": "~/.local/state/fusebox/errors.log"}"#),
    ("mcp:fs/file", r#"{"op": "stat", "path": "/h/.claude/settings.json", "delete": false}"#),
    ("mcp:fs/list_directory", r#"{"path": "~/.local/state/fusebox", "sort_by": "size"}"#),
    ("mcp:fs/get_file_info", r#"{"path": "~/.local/state/fusebox/fusebox.db", "follow": true}"#),
    ("mcp:fs/search_files", r#"{"path": "/h/.local/state/fusebox", "pattern": "delete"}"#),
    ("mcp:fs/copy_file", r#"{"source": "/h/.local/state/fusebox/fusebox.db", "destination": "/tmp/copy.db"}"#),
    ("mcp:fs/file", r#"{"op": "copy", "source": "~/.local/state/fusebox/fusebox.db", "destination": "/tmp/copy.db"}"#),
    ("mcp:sh/run", r#"{"command": "ls", "args": ["-l", "/h/.local/state/fusebox"]}"#),
    ("mcp:sh/run", r#"{"request": {"command": "du -sh ~/.local/state/fusebox", "timeout": 9}}"#),
    ("mcp:fs/file", r#"{"action": "delete", "path": "/h/p/fusebox.db"}"#),
    ("mcp:fs/file", r#"{"root": "/h/p", "path": "state/fusebox/x.db", "action": "write", "content": ""}"#),
    ("mcp:fs/move", r#"{"cwd": "/h", "from": "project/a", "to": "project/b"}"#),
    // Searches and replacements.
    ("mcp:code/search", r#"{"path": "/h/p", "pattern": "fusebox"}"#),
    ("mcp:code/grep", r#"{"query": "~/.local/state/fusebox/fusebox.db", "path": "docs"}"#),
    ("mcp:code/replace_in_files", r#"{"directory": "docs", "find": "~/.local/state/fusebox", "replacement": "/var/lib/x"}"#),
    ("mcp:fs/edit_file", r#"{"path": "docs/a.md", "edits": [{"oldText": "a", "newText": "~/.local/state/fusebox/fusebox.db"}]}"#),
    ("mcp:fs/write_file", r#"{"path": "docs/a.json", "content": "{\"op\": \"delete\", \"path\": \"~/.local/state/fusebox/fusebox.db\"}"}"#),
    // Texts.
    ("mcp:notes/append", r#"{"note": "The store lies in ~/.local/state/fusebox/fusebox.db; do not delete it."}"#),
    ("mcp:notes/add", r#"{"title": "store", "text": "~/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:memory/add_observations", r#"{"observations": [{"entityName": "store", "contents": ["~/.local/state/fusebox/fusebox.db"]}]}"#),
    ("mcp:github/create_issue", r#"{"owner": "o", "repo": "r", "title": "fusebox.db grows", "body": "rm ~/.local/state/fusebox/fusebox.db helps"}"#),
    ("mcp:slack/post_message", r#"{"channel": "c", "text": "/home/me/.local/state/fusebox/fusebox.db"}"#),
    ("mcp:git/commit", r#"{"repo_path": "/h/p", "message": "Delete ~/.local/state/fusebox/fusebox.db in the test"}"#),
    ("mcp:think/sequentialthinking", r#"{"thought": "I could rm -rf ~/.local/state/fusebox, but I may not.", "nextThoughtNeeded": true}"#),
    ("mcp:tracker/update", r#"{"action": "update", "id": 4, "comment": "see ~/.local/state/fusebox/errors.log"}"#),
    ("mcp:docs/fetch", r#"{"url": "https://a.example/o/.local/state/fusebox/fusebox.db"}"#),
    // More of each.
    ("mcp:fs/read_multiple_files", r#"{"paths": ["/h/.local/state/fusebox/errors.log", "/h/.config/fusebox/config.toml"]}"#),
    ("mcp:editor/view_file", r#"{"uri": "file:///h/.local/state/fusebox/errors.log", "range": {"start": 1, "end": 20}}"#),
    ("view_file", r#"{"path": "~/.local/state/fusebox/errors.log", "description": "Check why the update failed"}"#),
    ("str_replace_editor", r#"{"command": "view", "path": "/h/.local/state/fusebox/errors.log"}"#),
    ("mcp:code/replace", r#"{"path": "src/a.rs", "old": "x", "new": "~/.local/state/fusebox"}"#),
    ("mcp:code/replace", r#"{"path": "src/a.rs", "from": "/h/.local/state/fusebox", "to": "x"}"#),
    ("mcp:fs/edit_file", r#"{"path": "/h/p/docs/a.md", "old_string": "/h/.local/state/fusebox/a", "new_string": "x"}"#),
    ("use_mcp_tool", r#"{"server_name": "fs", "tool_name": "read_file", "arguments": {"path": "~/.local/state/fusebox/errors.log"}}"#),
    ("mcp:db/query", r#"{"sql": "SELECT * FROM a", "db": "/h/p/.data/app.db", "params": ["delete", "/h/.local/share/x"]}"#),
    ("mcp:db/execute", r#"{"connection": "Data Source=/h/p/app.db;Mode=ReadWriteCreate", "sql": "DELETE FROM a"}"#),
    ("mcp:git/git_commit", r#"{"repo_path": "/h/p", "message": "{\"op\": \"delete\", \"path\": \"/h/.local/state/fusebox\"}"}"#),
    ("mcp:docker/run", r#"{"image": "x", "cwd": "/h", "remove": true, "volumes": ["/h/p:/src"]}"#),
    ("mcp:fs/delete_file", r#"{"path": "/h/p/target/fusebox-hook"}"#),
    ("mcp:jira/search", r#"{"jql": "text ~ 'fusebox.db' AND updated > -1d", "action": "search"}"#),
    ("mcp:browser/navigate", r#"{"url": "https://a.example/%2elocal/state/fusebox"}"#),
    ("mcp:todo/add", r#"{"items": ["Delete /h/.local/state/fusebox/fusebox.db by hand", "fusebox"], "action": "add"}"#),
    ("ExitPlanMode", r#"{"plan": "1. rm -rf ~/.local/state/fusebox/old\n2. update `~/.local/state/fusebox`"}"#),
    ("AskUserQuestion", r#"{"questions": [{"question": "May I delete ~/.local/state/fusebox?", "options": [{"label": "Yes", "description": "rm -rf"}]}]}"#),
    ("mcp:ctx/resolve", r#"{"path": "/h/p/src/state/fusebox/a.rs", "action": "rename"}"#),
    ("mcp:fs/search", r#"{"path": "~/.local/state/fusebox", "query": "permission denied: update failed"}"#),
    ("mcp:fs/get_file_info", r#"{"path": "~/.local/state/fusebox/fusebox.db", "include_permissions": true}"#),
    ("mcp:fs/open", r#"{"path": "~/.local/state/fusebox/errors.log", "mode": "r"}"#),
    ("mcp:sqlite/connect", r#"{"uri": "file:/h/.local/state/fusebox/fusebox.db?mode=ro"}"#),
    ("mcp:sqlite/connect", r#"{"path": "/h/.local/state/fusebox/fusebox.db", "readOnly": true}"#),
    ("mcp:term/go", r#"{"exec": "ls -l ~/.local/state/fusebox"}"#),
    ("mcp:fs/list", r#"{"pattern": "/h/.local/**/*.db", "sort": "created"}"#),
    ("mcp:sqlite/append_insight", r#"{"insight": "The store lies in ~/.local/state/fusebox"}"#),
    ("mcp:browser/navigate", r#"{"url": "file:///h/.local/state/fusebox/reports/a.html"}"#),
    ("mcp:fs/file", r#"{"operation": "open", "path": "~/.claude/settings.json"}"#),
    ("mcp:fs/read_file", r#"{"options": {"path": "/h/.local/state/fusebox/errors.log", "follow": false}}"#),
    ("mcp:git/git_add", r#"{"repo_path": "/h/p", "files": [".config/fusebox/config.toml"]}"#),
    ("mcp:db/open", r#"{"name": "/h/dotfiles/.config/fusebox/config.toml"}"#),
    // The same forms.
    ("mcp:fs/file", r#"{"items": [{"key": "path", "value": "/h/p/fusebox.db"}, {"key": "op", "value": "delete"}]}"#),
    ("mcp:fs/file", r#"{"items": [{"key": "path", "value": "~/.local/state/fusebox/errors.log"}, {"key": "op", "value": "read"}]}"#),
    ("mcp:form/fill", r#"{"fields": [{"name": "comment", "value": "~/.local/state/fusebox/fusebox.db"}, {"name": "action", "value": "save"}]}"#),
    ("mcp:fs/batch", r#"{"delete": "a\ntarget/fusebox.db\nb"}"#),
    ("mcp:notes/add", r#"{"text": "Delete\n~/.local/state/fusebox/fusebox.db\nby hand"}"#),
    ("mcp:run/docker", r#"{"image": "rust:1.90", "volumes": ["/h/p:/src", "/h/p/target:/t:ro"], "cmd": ["rm", "-r", "/t/fusebox"]}"#),
    ("mcp:web/get", r#"{"url": "https://a.example:8080/o/.local/state/fusebox/fusebox.db"}"#),
];

#[test]
fn g01_what_a_servers_tool_does_is_told_by_its_arguments_as_well() {
    check_all(&[], CHANGING_CALLS, hook_files(), true);
}

#[test]
fn g05_calls_that_read_or_quote_our_files_pass() {
    check_all(&[], INNOCENT_CALLS, hook_files(), false);
}
