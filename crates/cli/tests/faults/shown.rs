//! Text from agents, tools and clients: no control character of it reaches a terminal.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::machine::{Answer, FUSEBOX, Machine, Ran, bash, finish};

/// Moves the cursor, renames the window, rings, colours, and the same with the 8-bit forms.
const EVIL: &str =
    "a\u{1b}[2J\u{1b}]0;PWNED\u{7}\u{1b}[31mRED\u{9b}2J\u{9d}0;P\u{9c}\u{8}\u{7f}\rb";

/// The text without the colours that Fusebox itself paints.
fn unpainted(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some(at) = rest.find("\u{1b}[") {
        plain.push_str(&rest[..at]);
        let after = &rest[at + 2..];
        let end = after.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap();
        assert!(after[end..].starts_with('m') && end <= 8, "{:?}", &rest[at..]);
        rest = &after[end + 1..];
    }
    plain + rest
}

#[track_caller]
fn is_clean(what: &str, text: &str) {
    assert!(!text.contains("\u{1b}[31mRED"), "{what}: {text:?}");
    let plain = unpainted(text);
    let found = plain.chars().find(|c| c.is_control() && *c != '\n');
    assert!(found.is_none(), "{what} shows {found:?}: {plain:?}");
}

/// Every text in an answer, as the client will show it.
#[track_caller]
fn answer_is_clean(ran: &Ran) {
    fn walk(value: &Value, key: &str) {
        match value {
            Value::String(text) if key == "terminalSequence" => assert_eq!(text, "\u{7}"),
            Value::String(text) => is_clean(key, text),
            Value::Array(items) => items.iter().for_each(|item| walk(item, key)),
            Value::Object(map) => map.iter().for_each(|(key, value)| walk(value, key)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    if ran.answer() == Answer::Denied || !ran.stdout.is_empty() {
        walk(&ran.json(), "");
    }
    is_clean("stderr", &ran.stderr);
}

/// A session full of such text that is stopped.
fn lived(machine: &Machine) {
    let give = |event: &str, fields: Value| {
        let ran = finish(&mut machine.hook(), &machine.event("s1", event, fields));
        answer_is_clean(&ran);
        ran.answer()
    };
    give("SessionStart", json!({"source": EVIL, "model": EVIL}));
    give("UserPromptSubmit", json!({"prompt": EVIL}));
    for n in 0..8 {
        let command = format!("make '{EVIL}' test");
        let call = bash(&format!("c{n}"), &command);
        if give("PreToolUse", call.clone()) == Answer::Passes {
            let mut result = call;
            result["error"] = format!("Exit code 2\n{EVIL} error: no such field {EVIL}").into();
            give("PostToolUseFailure", result);
        }
    }
    for tool in [EVIL, "mcp__\u{1b}[2J__\u{7}"] {
        give("PreToolUse", json!({"tool_name": tool, "tool_input": {EVIL: EVIL}}));
    }
    let said = format!("fusebox report blocked '{EVIL}'");
    give("PreToolUse", bash("report", &said));
    give("Stop", json!({"last_assistant_message": EVIL}));
}

#[test]
fn nothing_an_agent_wrote_moves_the_cursor() {
    let machine = Machine::new();
    lived(&machine);
    machine.write("project/.fusebox.toml", format!("mode = {EVIL:?}\n"));
    let incident = machine.run("incidents --json").json()[0]["id"].as_str().unwrap().to_owned();
    for words in [
        "status",
        "status s1",
        "status --line",
        "incidents",
        "incidents --session s1",
        "debug s1 --markdown",
        "log s1",
        "prompt",
        "doctor",
        "config check",
        "config show",
        "purge --dry-run",
        "debug s1",
        "task list",
    ]
    .into_iter()
    .map(str::to_owned)
    .chain([format!("show {incident}"), format!("show {incident} --markdown")])
    {
        let mut command = machine.command(FUSEBOX);
        command.args(["--color", "always"]).args(words.split_whitespace());
        let ran = finish(&mut command, b"");
        assert!(!ran.stderr.contains("Usage:"), "{words}: {ran:?}");
        is_clean(&words, &ran.stdout);
        is_clean(&words, &ran.stderr);
    }
    for words in ["status --json", "status s1 --json", "incidents --json", "log s1 --json"] {
        let ran = machine.run(words);
        assert!(!ran.stdout.chars().any(|c| c.is_control() && c != '\n'), "{words}: {ran:?}");
    }
}

#[test]
fn a_notification_is_text() {
    let machine = Machine::new();
    lived(&machine);
    let told = machine.path("told");
    let program = machine.path("bin/notify-send");
    machine.write(
        "bin/notify-send",
        format!("#!/bin/sh\nprintf '%s\\n' \"$@\" >> {}\n", told.display()),
    );
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    machine.is_delivered();
    // The first drain found no program; once more, with one.
    machine.sql().execute_batch("UPDATE outbox SET state = 0, not_before_ms = 0").unwrap();
    let mut drain = machine.command(FUSEBOX);
    drain.env("PATH", program.parent().unwrap()).args(["effects", "drain"]);
    assert_eq!(finish(&mut drain, b"").code, Some(0));
    let told = fs::read_to_string(told).unwrap();
    assert!(told.contains("Fusebox stopped an agent"), "{told}");
    is_clean("notify-send", &told);
}

#[test]
fn what_is_read_from_the_environment_is_shown_clean() {
    let machine = Machine::new();
    for (name, words) in [
        ("FUSEBOX_MODE", "config check"),
        ("FUSEBOX_TASK", "status"),
        ("FUSEBOX_STATE_DIR", "status"),
        ("FUSEBOX_CONFIG", "config check"),
    ] {
        let mut command = machine.command(FUSEBOX);
        command.env(name, EVIL).args(["--color", "always"]).args(words.split(' '));
        let ran = finish(&mut command, b"");
        is_clean(name, &ran.stdout);
        is_clean(name, &ran.stderr);
        let mut hook = machine.hook();
        let ran = finish(hook.env(name, EVIL), &machine.call("s2", "call"));
        answer_is_clean(&ran);
    }
}
