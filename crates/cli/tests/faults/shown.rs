//! Text from agents, tools and clients: no control character of it reaches a terminal.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::session::Answer;
use crate::transcript::CommandOutput;
use crate::world::{FUSEBOX, World, bash};

/// Moves the cursor, renames the window, rings, colours, and the same with the 8-bit forms.
const EVIL: &str =
    "a\u{1b}[2J\u{1b}]0;PWNED\u{7}\u{1b}[31mRED\u{9b}2J\u{9d}0;P\u{9c}\u{8}\u{7f}\rb";

/// The text without the colours that Fusebox itself paints.
fn without_colours(text: &str) -> String {
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
    let plain = without_colours(text);
    let found = plain.chars().find(|c| c.is_control() && *c != '\n');
    assert!(found.is_none(), "{what} shows {found:?}: {plain:?}");
}

/// Every text in an answer, as the client will show it.
#[track_caller]
fn answer_is_clean(ran: &CommandOutput) {
    fn walk(value: &Value, key: &str) {
        match value {
            Value::String(text) if key == "terminalSequence" => assert_eq!(text, "\u{7}"),
            Value::String(text) => is_clean(key, text),
            Value::Array(items) => items.iter().for_each(|item| walk(item, key)),
            Value::Object(map) => map.iter().for_each(|(key, value)| walk(value, key)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    if ran.answer() == Answer::Denied || !ran.out.is_empty() {
        walk(&ran.json(), "");
    }
    is_clean("stderr", &ran.err);
}

/// A session full of such text that is stopped.
fn play_session(world: &World) {
    let give = |event: &str, fields: Value| {
        let ran = world.tell("s1", event, fields);
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
    let world = World::with_programs();
    play_session(&world);
    world.write("project/.fusebox.toml", format!("mode = {EVIL:?}\n"));
    let incident = world.incident();
    let commands = format!(
        "status, status s1, status --line, incidents, incidents --session s1, debug s1 --markdown, \
         log s1, prompt, doctor, config check, config show, purge --dry-run, debug s1, task list, \
         show {incident}, show {incident} --markdown"
    );
    for words in commands.split(", ") {
        let mut command = world.command(FUSEBOX);
        command.args(["--color", "always"]).args(words.split_whitespace());
        let ran = world.finish(&mut command, b"");
        assert!(!ran.err.contains("Usage:"), "{words}: {ran:?}");
        is_clean(words, &ran.out);
        is_clean(words, &ran.err);
    }
    for words in ["status --json", "status s1 --json", "incidents --json", "log s1 --json"] {
        let ran = world.run(words);
        assert!(!ran.out.chars().any(|c| c.is_control() && c != '\n'), "{words}: {ran:?}");
    }
}

#[test]
fn a_notification_is_text() {
    let world = World::with_programs();
    play_session(&world);
    let told = world.path("told");
    let program = world.path("bin/notify-send");
    world.write(
        "bin/notify-send",
        format!("#!/bin/sh\nprintf '%s\\n' \"$@\" >> {}\n", told.display()),
    );
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    world.wait_for_delivery();
    // The first drain found no program; once more, with one.
    world.sql().execute_batch("UPDATE outbox SET state = 0, not_before_ms = 0").unwrap();
    let mut drain = world.command(FUSEBOX);
    drain.env("PATH", program.parent().unwrap()).args(["effects", "drain"]);
    assert_eq!(world.finish(&mut drain, b"").code, 0);
    let told = fs::read_to_string(told).unwrap();
    assert!(told.contains("Fusebox stopped claude in project\n"), "{told}");
    is_clean("notify-send", &told);
}

#[test]
fn what_is_read_from_the_environment_is_shown_clean() {
    let world = World::with_programs();
    for (name, words) in [
        ("FUSEBOX_MODE", "config check"),
        ("FUSEBOX_TASK", "status"),
        ("FUSEBOX_STATE_DIR", "status"),
        ("FUSEBOX_CONFIG", "config check"),
    ] {
        let mut command = world.command(FUSEBOX);
        command.env(name, EVIL).args(["--color", "always"]).args(words.split(' '));
        let ran = world.finish(&mut command, b"");
        is_clean(name, &ran.out);
        is_clean(name, &ran.err);
        let mut hook = world.hook();
        let ran = world.finish(hook.env(name, EVIL), &world.call("s2", "call"));
        answer_is_clean(&ran);
    }
}
