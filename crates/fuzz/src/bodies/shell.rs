//! Checks command lines: the parser, what it recognises, and what the guard refuses.

use fusebox_engine::event::ToolRequest;
use fusebox_engine::{EventKind, Fact, GuardClass};
use fusebox_observe::{SessionContext, to_fact};
use fusebox_shell::{self as shell, MAX_COMMANDS, SimpleCommand};
use serde_json::json;

/// A write to a protected path, and harmless commands that do not change the verdict on another one.
const WRITE: &str = "rm -rf /s/db";
const HARMLESS: &[&str] = &["true\n", "echo hi; ", "ls -l src && ", "cargo test | tail -5\n"];

/// A command line is read within bounds, and a protected path stays protected beside any other command.
pub(super) fn body(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let script = shell::parse(&text);
    assert_eq!(script, shell::parse(&text), "the same text is the same script");
    assert!(script.commands.len() <= MAX_COMMANDS);
    for command in &script.commands {
        let longest = longest_word(command);
        assert!(longest <= text.len(), "a word of {longest} bytes");
    }
    let _ =
        (shell::test_runner(&script), shell::written_paths(&script), shell::is_waiting(&script));
    assert!(!shell::matches_pattern(&script, &[]));
    let refused = is_refused(&text);
    if refused {
        for harmless in HARMLESS {
            assert!(is_refused(&format!("{harmless}{text}")), "passes after {harmless:?}");
        }
    }
    // After these the next line may be no command of its own.
    if text.contains("<<") || text.ends_with('\\') {
        return;
    }
    assert!(is_refused(&format!("{text}\n{WRITE}\n")), "hides a write after it");
    if refused && script.complete {
        assert!(is_refused(&format!("{text}\ntrue\n")), "passes before a harmless command");
    }
}

fn longest_word(command: &SimpleCommand<'_>) -> usize {
    let words = command.wrappers().iter().chain(command.words());
    let values = command.assignments.iter().map(|assignment| &assignment.value);
    let targets = command.redirects.iter().map(|redirect| &redirect.target);
    words.chain(values).chain(targets).map(|word| word.text.len()).max().unwrap_or_default()
}

/// Whether the guard refuses the command line.
fn is_refused(text: &str) -> bool {
    let protected = ["/s".to_owned(), "~/.s/t".to_owned()];
    let place = SessionContext { protected: &protected, ..SessionContext::default() };
    let request = ToolRequest {
        tool: "bash".into(),
        input: Some(json!({ "command": text })),
        ..ToolRequest::default()
    };
    let meant = to_fact(&EventKind::ToolRequest(request), &place);
    let Fact::Request(asked) = &meant else { panic!("a request is understood as {meant:?}") };
    matches!(asked.subject.guard, GuardClass::Protected(_))
}
