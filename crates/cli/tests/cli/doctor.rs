//! `fusebox doctor`: what it finds, and what it says to do.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::world::World;

/// The marks and texts, with `mark` in front.
fn checks(world: &World) -> (Vec<String>, i32) {
    let ran = world.run("doctor --json");
    let told = ran.json();
    let of = |check: &Value, key: &str| check[key].as_str().unwrap_or_default().to_owned();
    let checks = told["checks"].as_array().unwrap().iter();
    let lines = checks.map(|check| {
        format!("{}: {} > {}", of(check, "mark"), of(check, "text"), of(check, "next"))
    });
    assert_eq!(told["ok"], ran.code == 0);
    (lines.collect(), ran.code)
}

#[track_caller]
fn finds(world: &World, expected: &str, code: i32) {
    let (lines, found) = checks(world);
    assert!(lines.iter().any(|line| line.starts_with(expected)), "{expected}\n{lines:#?}");
    assert_eq!(found, code, "{lines:#?}");
}

#[test]
fn a_machine_that_is_set_up_is_well() {
    let world = World::new();
    world.run("install claude");
    world.claude("SessionStart", serde_json::json!({"source": "startup"}));
    let ran = world.run("doctor");
    assert_eq!(ran.code, 0);
    for line in [
        "Programs",
        "  ✓ fusebox-hook is beside it, of the same version",
        "Policy",
        "  ✓ preset default, no file",
        "Hooks",
        "  ✓ Claude Code: 13 hooks in ~/.claude/settings.json",
        "Clients",
        "  ✓ Claude Code: the hook in ~/.claude/settings.json answers",
        "State",
        "  ✓ readable and writable for you alone",
        "Sessions",
        "  ✓ 1 session, none is open",
        "  ✓ every notification, report and checkpoint was made",
        "  ✓ Fusebox itself has not failed in the last 7 days",
    ] {
        assert!(ran.out.lines().any(|found| found == line), "{line}\n{}", ran.out);
    }
    assert!(ran.out.contains("  ✓ the hook answered a test call in "), "{}", ran.out);
    assert!(ran.out.contains("  ✓ database sound, schema 10, "), "{}", ran.out);
    assert!(!ran.out.contains("  ! ") && !ran.out.contains("  ✗ "), "{}", ran.out);
}

#[test]
fn nothing_is_made_where_nothing_is() {
    let world = World::new();
    finds(&world, "warning: no client has hooks of Fusebox > fusebox install", 0);
    finds(&world, "good: ~/.local/state/fusebox has no database yet", 0);
    assert_eq!(world.names("."), ["project"]);
}

#[test]
fn hooks_that_cannot_work_are_found() {
    let world = World::new();
    let settings = ".claude/settings.json";
    world.run("install claude");
    let whole = world.read(settings);
    let next = "fusebox install claude --scope user";
    world.write(settings, whole.replace("\"Stop\"", "\"Notification\""));
    finds(&world, &format!("bad: ~/.claude/settings.json misses Stop > {next}"), 1);
    world.write(settings, whole.replacen('{', "{\"disableAllHooks\": true,", 1));
    finds(&world, "bad: ~/.claude/settings.json turns all hooks off (disableAllHooks: true)", 1);
    world.write(settings, whole.replacen('{', "{\"model\": 5,", 1));
    let dropped = "turns all hooks off (Claude Code reads none of it while `model` is not a text)";
    finds(&world, &format!("bad: ~/.claude/settings.json {dropped}"), 1);
    world.write(settings, whole.replace("\"Stop\": [", "\"Stop\": [{},"));
    finds(
        &world,
        "bad: Claude Code runs no hook of Stop: a group there in ~/.claude/settings.json",
        1,
    );
    let program = whole.split('"').find(|part| part.ends_with("/fusebox-hook")).unwrap();
    world.write(settings, whole.replace(program, "/gone/fusebox-hook"));
    finds(&world, "bad: /gone/fusebox-hook does not exist", 1);
    world.write("bin/fusebox-hook", "");
    let copy = world.path("bin/fusebox-hook").display().to_string();
    world.write(settings, whole.replace(program, &copy));
    finds(&world, "bad: ~/bin/fusebox-hook cannot be run", 1);
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).unwrap();
    finds(&world, "warning: ~/bin/fusebox-hook is not in the folder of Fusebox", 1);
    let unread = "bad: ~/bin/fusebox-hook has no `fusebox` beside it: it reads no file of a policy";
    finds(&world, unread, 1);
    world.write("bin/fusebox", "");
    assert!(!checks(&world).0.iter().any(|line| line.starts_with(unread)));
    world.write(settings, &whole);
    let local = "project/.claude/settings.local.json";
    world.write(local, "{\"disableAllHooks\": true}");
    finds(&world, "bad: ~/project/.claude/settings.local.json turns all hooks off", 1);
    world.write(local, &whole);
    finds(&world, "warning: the hooks of Claude Code are in several files", 0);
    fs::remove_file(world.path(local)).unwrap();
    world.write(settings, "{");
    finds(&world, "bad: ~/.claude/settings.json: the settings are not JSON", 1);
    world.write(settings, &whole);
    world.run("install claude --scope project");
    finds(&world, "warning: the hooks of Claude Code are in several files", 0);
}

#[test]
fn on_error_is_compared_with_the_hooks() {
    let world = World::new();
    world.run("install claude");
    let policy = ".config/fusebox/config.toml";
    world.write(policy, "on_error = \"deny\"\n");
    let next = "fusebox install claude --scope user";
    let expected = "warning: on_error = \"deny\" is not in the hooks yet: a call passes when the hook \
                    is killed or cannot read the policy";
    finds(&world, &format!("{expected} > {next}"), 0);
    world.run("install claude");
    let (lines, _) = checks(&world);
    assert!(!lines.iter().any(|line| line.contains("on_error")), "{lines:#?}");
    world.write(policy, "on_error = \"allow\"\n");
    let expected = "warning: the hooks deny when Fusebox fails, whatever on_error says here";
    finds(&world, &format!("{expected} > {next}"), 0);
}

#[test]
fn a_policy_with_a_mistake_is_found() {
    let world = World::new();
    world.write("project/.fusebox.toml", "on_error = \"deny\"\n");
    world.run("install claude");
    finds(&world, "warning: on_error = \"deny\" is not in the hooks yet", 0);
    world.write("project/.fusebox.toml", "mode = \"observe\"\n");
    finds(&world, "warning: mode = \"observe\": nothing is refused", 0);
    world.write("project/.fusebox.toml", "mode = \"obsrve\"\n");
    finds(&world, "bad: ~/project/.fusebox.toml:1:8: mode must be", 1);
}

#[test]
fn what_waits_for_a_person_is_listed() {
    let world = World::new();
    world.tripped("s1");
    let next = format!("> fusebox show {}", world.incident());
    let (lines, code) = checks(&world);
    let open = lines.iter().find(|line| line.starts_with("warning: s1 is open: `make test`"));
    assert!(open.is_some_and(|line| line.ends_with(&next)), "{lines:#?}");
    assert_eq!(code, 0);
    world.run("effects drain");
    finds(&world, "warning: a notification was not made: no notify-send", 0);
    let mut command = world.hook();
    world.finish(&mut command, b"nonsense");
    finds(&world, "warning: 1 failure in 7 days > all of it: ~/.local/state/fusebox/errors.log", 0);
}

#[test]
fn a_state_that_others_can_read_or_nobody_is_found() {
    let world = World::new();
    world.tripped("s1");
    let dir = world.state_dir();
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o755)).unwrap();
    finds(&world, "warning: open to other users: ~/.local/state/fusebox >", 0);
    fs::write(dir.join("fusebox.db"), "this is no database, whatever its name says".repeat(200))
        .unwrap();
    let _ = fs::remove_file(dir.join("fusebox.db-wal"));
    finds(&world, "warning: unreadable, and kept: ~/.local/state/fusebox/fusebox.db.corrupt-", 0);
    finds(&world, "warning: s1 was open when the database was lost", 0);
}

#[test]
fn a_role_without_settings_is_said_once_where_a_session_begins_with_it() {
    let world = World::new();
    world.write("project/.fusebox.toml", "[roles.pm.limits]\ntool_calls = 5\n");
    let send = |role: &str, event: &str, fields: Value| {
        let mut hook = world.hook_below_shell();
        hook.env("FUSEBOX_ROLE", role);
        world.finish(&mut hook, &world.event(event, fields))
    };
    let said = || world.run("doctor").out.matches("has no settings").count();
    send("pm", "SessionStart", json!({"source": "startup", "session_id": "known"}));
    assert_eq!(said(), 0);
    send("pm-typo", "SessionStart", json!({"source": "startup"}));
    let input = json!({"command": "ls"});
    let call = json!({"tool_name": "Bash", "tool_input": input, "tool_use_id": "c1"});
    send("pm-typo", "PreToolUse", call);
    assert_eq!(said(), 1);
    // A session that is compacted or resumed begins again, and is the same.
    for source in ["compact", "resume"] {
        send("pm-typo", "SessionStart", json!({"source": source}));
    }
    let log = fs::read_to_string(world.path(".local/state/fusebox/errors.log")).unwrap();
    assert_eq!(log.matches("has no settings").count(), 1, "{log}");
    let role = |session: &str| {
        let status = world.run(&format!("status {session}")).out;
        let line = status.lines().find_map(|line| line.trim_start().strip_prefix("role "));
        line.unwrap_or_default().trim().to_owned()
    };
    let unknown = "pm-typo (no preset and no file has settings for it: the defaults hold)";
    assert_eq!((role("s1"), role("known")), (unknown.to_owned(), "pm".to_owned()));
    finds(
        &world,
        "warning: a failure AGO: role `pm-typo` has no settings in the presets and files that hold",
        0,
    );
}

#[test]
fn g03_a_client_that_lets_calls_of_broken_hooks_pass_is_named_with_its_version() {
    let world = World::new();
    let says = |version: &str| {
        world.write("bin/claude", format!("#!/bin/sh\necho '{version} (Claude Code)'\n"));
        let program = world.path("bin/claude");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        world.with("PATH", world.path("bin").to_str().unwrap(), "doctor").out
    };
    let warning = "Claude Code 2.1.197 lets a call pass whose hook crashes or takes too long; 2.1.295 and later";
    world.run("install claude");
    assert!(!says("2.1.197").contains("; 2.1.295 and later"));
    world.run("install claude --strict");
    assert!(says("2.1.197").contains(warning));
    for version in ["2.1.295", "2.1.330", "2.2.0", "unknown"] {
        assert!(!says(version).contains("; 2.1.295 and later"), "{version}");
    }
}

#[test]
fn an_open_subagent_is_named_and_its_database_is_not_called_lost() {
    let world = World::new();
    world.tripped_agent("s1", "a7");
    let told = world.run("doctor").out;
    let expected = format!(
        "! subagent a7 of s1 is open: `make test` has given the same result 6 times in a row, and \
         nothing was changed in between.\n    → fusebox show {}",
        world.incident()
    );
    assert!(told.contains(&expected), "{told}");
    assert!(!told.contains("was lost"), "{told}");
}
