//! Calls of servers' tools that only read what is protected, quote its paths, or work with files of the same names: as innocent
//! as the rest of [`crate::harmless`].

use crate::harmless::Step::{self, Tool};

#[rustfmt::skip]
pub(crate) const CALLS: &[Step] = &[
    // Databases of a project, and what only reads the store.
    Tool("mcp__sqlite__query", r#"{"db_path": "data/app.db", "sql": "DELETE FROM carts WHERE id = 1"}"#),
    Tool("mcp__sqlite__query", r#"{"db_path": "{home}/project/fusebox.db", "sql": "DROP TABLE log"}"#),
    Tool("mcp__sqlite__read_query", r#"{"database": "sqlite:///app.db", "query": "SELECT * FROM log WHERE kind = 'delete'"}"#),
    Tool("mcp__db__query", r#"{"url": "sqlite:///{home}/project/data/app.db?mode=rwc", "sql": "insert into a values (1)"}"#),
    Tool("mcp__sqlite__execute", r#"{"db_path": "{home}/.local/state/fusebox/fusebox.db", "sql": "SELECT count(*) FROM log"}"#),
    Tool("mcp__sqlite__read_query", r#"{"database": "~/.local/state/fusebox/fusebox.db", "query": "select * from log where kind = 'update'"}"#),
    Tool("mcp__sqlite__list_tables", r#"{"database": "~/.local/state/fusebox/fusebox.db"}"#),
    Tool("mcp__sqlite__describe_table", r#"{"db": "sqlite:///{home}/.local/state/fusebox/fusebox.db", "table": "log"}"#),
    // Files.
    Tool("mcp__fs__read_file", r#"{"path": "{home}/.local/state/fusebox/errors.log", "mode": "r", "encoding": "utf8"}"#),
    Tool("mcp__fs__read_text_file", r#"{"path": "~/.config/fusebox/config.toml", "head": 20}"#),
    Tool("mcp__fs__file", r#"{"action": "read", "path": "~/.local/state/fusebox/errors.log"}"#),
    Tool("mcp__fs__file", r#"{"op": "stat", "path": "{home}/.claude/settings.json", "delete": false}"#),
    Tool("mcp__fs__list_directory", r#"{"path": "~/.local/state/fusebox", "sort_by": "size"}"#),
    Tool("mcp__fs__get_file_info", r#"{"path": "~/.local/state/fusebox/fusebox.db", "follow": true}"#),
    Tool("mcp__fs__search_files", r#"{"path": "{home}/.local/state/fusebox", "pattern": "delete"}"#),
    Tool("mcp__fs__copy_file", r#"{"source": "{home}/.local/state/fusebox/fusebox.db", "destination": "/tmp/copy.db"}"#),
    Tool("mcp__fs__file", r#"{"op": "copy", "source": "~/.local/state/fusebox/fusebox.db", "destination": "/tmp/copy.db"}"#),
    Tool("mcp__sh__run", r#"{"command": "ls", "args": ["-l", "{home}/.local/state/fusebox"]}"#),
    Tool("mcp__sh__run", r#"{"request": {"command": "du -sh ~/.local/state/fusebox", "timeout": 9}}"#),
    Tool("mcp__fs__file", r#"{"action": "delete", "path": "{home}/project/fusebox.db"}"#),
    Tool("mcp__fs__file", r#"{"root": "{home}/project", "path": "state/fusebox/x.db", "action": "write", "content": ""}"#),
    Tool("mcp__fs__move", r#"{"cwd": "{home}", "from": "project/a", "to": "project/b"}"#),
    // Searches and replacements.
    Tool("mcp__code__search", r#"{"path": "{home}/project", "pattern": "fusebox"}"#),
    Tool("mcp__code__grep", r#"{"query": "~/.local/state/fusebox/fusebox.db", "path": "docs"}"#),
    Tool("mcp__code__replace_in_files", r#"{"directory": "docs", "find": "~/.local/state/fusebox", "replacement": "/var/lib/x"}"#),
    Tool("mcp__fs__edit_file", r#"{"path": "docs/a.md", "edits": [{"oldText": "a", "newText": "~/.local/state/fusebox/fusebox.db"}]}"#),
    Tool("mcp__fs__write_file", r#"{"path": "docs/a.json", "content": "{\"op\": \"delete\", \"path\": \"~/.local/state/fusebox/fusebox.db\"}"}"#),
    // Texts.
    Tool("mcp__notes__append", r#"{"note": "The store lies in ~/.local/state/fusebox/fusebox.db; do not delete it."}"#),
    Tool("mcp__notes__add", r#"{"title": "store", "text": "~/.local/state/fusebox/fusebox.db"}"#),
    Tool("mcp__memory__add_observations", r#"{"observations": [{"entityName": "store", "contents": ["~/.local/state/fusebox/fusebox.db"]}]}"#),
    Tool("mcp__github__create_issue", r#"{"owner": "o", "repo": "r", "title": "fusebox.db grows", "body": "rm ~/.local/state/fusebox/fusebox.db helps"}"#),
    Tool("mcp__slack__post_message", r#"{"channel": "c", "text": "/home/me/.local/state/fusebox/fusebox.db"}"#),
    Tool("mcp__git__commit", r#"{"repo_path": "{home}/project", "message": "Delete ~/.local/state/fusebox/fusebox.db in the test"}"#),
    Tool("mcp__think__sequentialthinking", r#"{"thought": "I could rm -rf ~/.local/state/fusebox, but I may not.", "nextThoughtNeeded": true}"#),
    Tool("mcp__tracker__update", r#"{"action": "update", "id": 4, "comment": "see ~/.local/state/fusebox/errors.log"}"#),
    Tool("mcp__docs__fetch", r#"{"url": "https://a.example/o/.local/state/fusebox/fusebox.db"}"#),
];
