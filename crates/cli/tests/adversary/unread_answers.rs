//! An answer that nobody can read: the exit code refuses the call then.

use std::fs;

use serde_json::json;

use crate::tampering::Guarded;
use crate::world::{HOOK, bash};

/// The exit code of the hook at this event, with its standard output somewhere else.
fn code_of(home: &Guarded, event: &str, id: &str, output: &str) -> String {
    let input = home.world.home.with_file_name("unread");
    let fields = match event {
        "PreToolUse" => bash(id, "ls"),
        _ => json!({"stop_hook_active": false}),
    };
    fs::write(&input, home.world.event(event, fields)).unwrap();
    home.client_runs(&format!(
        "env -i HOME={} PATH=/nowhere CLAUDE_PID=$$ {} claude < {} {output} 2> /dev/null",
        home.world.home.display(),
        HOOK,
        input.display(),
    ))
}

#[test]
fn g06_an_open_breaker_refuses_by_its_exit_code_where_nobody_reads_its_answer() {
    let mut home = Guarded::new();
    for output in [">&-", "> /dev/full", "> /dev/null"] {
        assert_eq!(code_of(&home, "PreToolUse", "before", output), "0", "closed {output}");
    }
    home.call("echo 'rm -f ~/.claude/settings.json' > x; sh x");
    home.assert_tripped();
    for output in [">&-", "> /dev/full", "> /dev/null"] {
        assert_eq!(code_of(&home, "PreToolUse", "after", output), "2", "{output}");
        assert_eq!(code_of(&home, "Stop", "", output), "0", "{output}");
    }
    let read = format!("> {}", home.world.home.with_file_name("read").display());
    assert_eq!(code_of(&home, "PreToolUse", "after", &read), "0");
}
