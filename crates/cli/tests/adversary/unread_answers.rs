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

#[test]
fn g06_a_nudge_that_nobody_reads_refuses_nothing_and_a_refusal_does() {
    let answers = answers_near_a_limit(|home, id| home.tell("PreToolUse", bash(id, "ls")));
    let refused = answers.iter().position(|answer| answer.contains("\"deny\"")).unwrap();
    assert!(answers[..refused].iter().any(|answer| !answer.is_empty()), "{answers:?}");
    for output in [">&-", "> /dev/null"] {
        let codes = answers_near_a_limit(|home, id| code_of(home, "PreToolUse", id, output));
        let expected: Vec<&str> =
            (0..codes.len()).map(|number| if number < refused { "0" } else { "2" }).collect();
        assert_eq!(codes, expected, "{output}");
    }
}

/// What is answered before calls of which the fifth is warned of a limit and the sixth refused.
fn answers_near_a_limit(answer: impl Fn(&Guarded, &str) -> String) -> Vec<String> {
    let home = Guarded::new();
    let policy = home.world.home.join("project/.fusebox.toml");
    fs::write(policy, "[limits]\ntool_calls = 5\n").unwrap();
    let calls = (0..6).map(|number| {
        let id = format!("c{number}");
        let answered = answer(&home, &id);
        home.ends(&id, "ls");
        answered
    });
    calls.collect()
}
