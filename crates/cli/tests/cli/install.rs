//! `fusebox install`: merges, keeps, repeats, and touches nothing it does not understand.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::transcript::{check, has};
use crate::world::{World, programs};

const SETTINGS: &str = ".claude/settings.json";
const EVENTS: &str = "PreToolUse PostToolUse PostToolUseFailure PostToolBatch UserPromptSubmit \
    SessionStart Stop StopFailure SubagentStart SubagentStop PreCompact ConfigChange SessionEnd";

fn settings(world: &World, file: &str) -> Value {
    serde_json::from_str(&world.read(file)).unwrap()
}

#[test]
fn the_first_time_it_says_what_it_did_and_what_is_next() {
    let world = World::new();
    check(
        &world.run("install claude"),
        r#"
Claude Code is guarded from its next session on
  settings ~/.claude/settings.json
  command  BIN/fusebox-hook claude
  hooks    13 added

What is next
  Restart Claude Code: sessions that run now are not guarded.
  fusebox status       how sessions stand
  fusebox doctor       whether everything works
  To see the breaker in the status line, add to the same file:
    "statusLine": {"type": "command", "command": "BIN/fusebox status --line"}
"#,
    );
    let written = settings(&world, SETTINGS);
    for event in EVENTS.split(' ') {
        let hook = &written["hooks"][event][0]["hooks"][0];
        assert_eq!(hook["command"], json!(programs().join("fusebox-hook")), "{event}");
        assert_eq!(hook["args"], json!(["claude"]), "{event}");
    }
    assert_eq!(written["hooks"].as_object().unwrap().len(), 13);
    let mode = |inside| fs::metadata(world.path(inside)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(".claude"), mode(SETTINGS)), (0o700, 0o600));
}

#[test]
fn a_second_time_changes_nothing() {
    let world = World::new();
    world.run("install claude");
    let before = world.read(SETTINGS);
    check(
        &world.run("install claude"),
        "
Claude Code is guarded already; nothing to change
  settings ~/.claude/settings.json
  command  BIN/fusebox-hook claude
  hooks    13 unchanged
",
    );
    assert_eq!(world.read(SETTINGS), before);
    assert_eq!(world.names(".claude"), ["settings.json"]);
}

#[test]
fn what_was_there_stays_and_a_copy_is_kept() {
    let world = World::new();
    let mine = r#"{
    "model": "opus",
    "statusLine": {"type": "command", "command": "mine"},
    "hooks": {
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}]
    }
}
"#;
    world.write(SETTINGS, mine);
    let ran = world.run("install claude --json");
    let told = ran.json();
    let backup = told["backup"].as_str().unwrap().replace('~', &world.home.display().to_string());
    assert_eq!(fs::read_to_string(backup).unwrap(), mine);
    assert_eq!(told["changes"][0], json!({"event": "PreToolUse", "action": "added"}));
    has(&told, json!({"changed": true, "dry_run": false}));
    let written = settings(&world, SETTINGS);
    assert_eq!(written["model"], "opus");
    assert_eq!(written["hooks"]["PreToolUse"][0]["hooks"][0]["command"], "mine");
    assert_eq!(written["hooks"]["PreToolUse"].as_array().unwrap().len(), 2);
    assert!(world.read(SETTINGS).starts_with("{\n    \"model\": \"opus\",\n"));
}

#[test]
fn a_dry_run_writes_nothing() {
    let world = World::new();
    let head = "
Claude Code: nothing was written, this would change
  settings ~/.claude/settings.json
  command  BIN/fusebox-hook claude
";
    let hooks: String = EVENTS.split(' ').map(|event| format!("  + hooks.{event}\n")).collect();
    check(&world.run("install claude --dry-run"), &format!("{head}{hooks}"));
    assert_eq!(world.names("."), ["project"]);
}

#[test]
fn observe_and_deny_on_error_reach_the_hook() {
    let world = World::new();
    world.run("install claude --observe");
    let hook = || settings(&world, SETTINGS)["hooks"]["PreToolUse"][0]["hooks"][0].clone();
    assert_eq!(hook()["args"], json!(["claude", "--observe"]));
    assert_eq!(hook()["onFailure"], Value::Null);
    world.write(".config/fusebox/config.toml", "on_error = \"deny\"\n");
    let ran = world.run("install claude");
    assert!(ran.out.contains("hooks    13 updated"), "{}", ran.out);
    assert_eq!(hook()["args"], json!(["claude", "--on-error=deny"]));
    assert_eq!(hook()["onFailure"], "block");
}

#[test]
fn a_project_has_its_own_settings_at_its_root() {
    let world = World::new();
    world.write("project/src/lib.rs", "");
    let mut command = world.fusebox();
    command
        .args(["install", "claude", "--scope", "project"])
        .current_dir(world.path("project/src"));
    let ran = world.finish(&mut command, b"");
    assert!(ran.out.contains("settings ~/project/.claude/settings.json"), "{}", ran.out);
    assert_eq!(
        ran.err,
        "note: the path of the program is this machine's; do not commit the file for others.\n"
    );
    let ran = world.run("install claude");
    assert_eq!(
        ran.err,
        "note: the hooks are in ~/project/.claude/settings.json as well; one place is enough.\n"
    );
}

#[test]
fn the_folder_can_be_moved_by_the_clients_own_variable() {
    let world = World::new();
    world.with("CLAUDE_CONFIG_DIR", "../elsewhere", "install claude");
    assert_eq!(world.names("elsewhere"), ["settings.json"]);
}

#[test]
fn a_path_that_package_managers_keep_is_preferred() {
    let world = World::new();
    fs::create_dir(world.path("bin")).unwrap();
    symlink(programs().join("fusebox-hook"), world.path("bin/fusebox-hook")).unwrap();
    let path = format!("relative:{}", world.path("bin").display());
    let ran = world.with("PATH", &path, "install claude --dry-run");
    assert!(ran.out.contains("command  ~/bin/fusebox-hook claude"), "{}", ran.out);
}

#[test]
fn without_the_slim_hook_the_command_itself_is_the_hook() {
    let world = World::new();
    fs::create_dir(world.path("bin")).unwrap();
    // Not by this process: a child of another test might have the copy open, and then it cannot run.
    let made = Command::new("cp").arg(programs().join("fusebox")).arg(world.path("bin")).status();
    assert!(made.unwrap().success());
    let mut command = world.command(world.path("bin/fusebox").to_str().unwrap());
    let ran = world.finish(command.args(["install", "claude", "--dry-run"]), b"");
    assert!(ran.out.contains("command  ~/bin/fusebox hook claude"), "{}", ran.out);
}

#[test]
fn settings_that_cannot_be_understood_are_left_alone() {
    let world = World::new();
    for (text, why) in [
        (
            "{\n  \"model\": \"opus\",\n}\n",
            "the settings are not JSON: Trailing commas are not allowed at line 2 column 18; mend the file, then try \
             again",
        ),
        (
            "{\"hooks\": []}",
            "`hooks` in the settings is a list, not an object; mend the file, then try again",
        ),
    ] {
        world.write(SETTINGS, text);
        let expected = format!(
            "2> error: ~/.claude/settings.json: {why}\n2> hint: the file was not touched\nexit 1"
        );
        check(&world.run("install claude"), &expected);
        assert_eq!(world.read(SETTINGS), text);
        assert_eq!(world.names(".claude"), ["settings.json"]);
    }
}

#[test]
fn a_read_only_file_is_left_alone() {
    let world = World::new();
    world.write(SETTINGS, "{}\n");
    fs::set_permissions(world.path(SETTINGS), fs::Permissions::from_mode(0o400)).unwrap();
    check(
        &world.run("install claude"),
        "
2> error: ~/.claude/settings.json is read-only
2> hint: make it writable, or change it where it is generated
exit 1
",
    );
    assert_eq!(world.names(".claude"), ["settings.json"]);
}

#[test]
fn a_policy_with_a_mistake_is_named_first() {
    let world = World::new();
    world.write(".config/fusebox/config.toml", "on_eror = \"deny\"\n");
    check(
        &world.run("install claude"),
        "
2> error: ~/.config/fusebox/config.toml:1:1: on_eror is not a setting; did you mean on_error?
exit 2
",
    );
    assert_eq!(world.names("."), [".config", "project"]);
}

#[test]
fn unknown_clients_are_answered_with_the_known_ones() {
    let world = World::new();
    check(
        &world.run("install emacs"),
        "
2> error: there is no client `emacs`
2> hint: known clients: claude, codex, gemini, qwen, copilot
exit 2
",
    );
    check(
        &world.run("install generic"),
        "
2> error: `generic` has no settings to install into
2> hint: `fusebox decide` reads the events of any program
2> hint: known clients: claude, codex, gemini, qwen, copilot
exit 2
",
    );
}

#[test]
fn hooks_that_are_turned_off_are_pointed_out() {
    let world = World::new();
    world.write(SETTINGS, "{\"disableAllHooks\": true}");
    assert_eq!(
        world.run("install claude").err,
        "note: this file turns all hooks off; Fusebox sees nothing until that is changed.\n"
    );
}

/// The shell line of the hook before a call, as `install --strict` writes it.
fn strict_line(world: &World, client: &str) -> String {
    let (file, at) = match client {
        "claude" => (SETTINGS, "/hooks/PreToolUse/0/hooks/0/command"),
        "codex" => (".codex/hooks.json", "/hooks/PreToolUse/0/hooks/0/command"),
        "gemini" => (".gemini/settings.json", "/hooks/BeforeTool/0/hooks/0/command"),
        "qwen" => (".qwen/settings.json", "/hooks/PreToolUse/0/hooks/0/command"),
        _ => (".copilot/hooks/fusebox.json", "/hooks/preToolUse/0/bash"),
    };
    let settings = settings(world, file);
    settings.pointer(at).unwrap().as_str().unwrap().to_owned()
}

#[test]
fn g03_strict_hooks_refuse_every_call_while_their_program_is_gone() {
    for client in ["claude", "codex", "gemini", "qwen", "copilot"] {
        let mut world = World::new();
        world.programs = world.path("my programs");
        fs::create_dir(&world.programs).unwrap();
        for program in ["fusebox", "fusebox-hook"] {
            fs::copy(programs().join(program), world.programs.join(program)).unwrap();
        }
        let installed = world.run(&format!("install {client} --strict"));
        assert_eq!(installed.code, 0, "{client}: {installed:?}");
        let again = world.run(&format!("install {client} --strict"));
        assert!(again.out.contains("is guarded already; nothing to change"), "{client}: {again:?}");
        let line = strict_line(&world, client);
        let give = |command: &mut Command| {
            let ran = world.finish(command.stdin(Stdio::piped()), b"no event");
            (ran.code, ran.out, ran.err)
        };
        let by_shell = || give(world.command("/bin/sh").args(["-c", &line]));
        // The shell adds nothing while the program is there.
        let hook = world.programs.join("fusebox-hook");
        let words: &[&str] = if client == "copilot" { &[client, "preToolUse"] } else { &[client] };
        assert_eq!(by_shell(), give(world.command(&hook).args(words)), "{client}");
        fs::remove_file(&hook).unwrap();
        let (code, out, err) = by_shell();
        let mend = format!("fusebox install {client} --scope user --strict");
        let sentence = format!(
            "The hook program of Fusebox is gone, so that nothing guards this agent and every call is \
             refused. A person has to install Fusebox and run: {mend}"
        );
        assert_eq!((code, err.trim_end()), (2, sentence.as_str()), "{client}");
        if client == "copilot" {
            let reply: Value = serde_json::from_str(&out).unwrap();
            let denial =
                json!({"permissionDecision": "deny", "permissionDecisionReason": sentence});
            assert_eq!(reply, denial);
        } else {
            assert_eq!(out, "", "{client}");
        }
        assert!(world.run("status").err.contains(&format!("To mend it: {mend}")), "{client}");
    }
}

#[test]
fn strict_hooks_are_taken_back_by_name_only() {
    let world = World::new();
    world.run("install claude --strict");
    let hook = |event: &str| settings(&world, SETTINGS)["hooks"][event][0]["hooks"][0].clone();
    assert_eq!(hook("PreToolUse")["onFailure"], "block");
    assert_eq!(
        (&hook("PreToolUse")["args"], &hook("Stop")["args"]),
        (&Value::Null, &json!(["claude"]))
    );
    assert!(world.run("doctor").out.contains("Claude Code: 13 hooks in"));
    let ran = world.run("install claude");
    assert!(ran.err.contains("calls are not refused any more"), "{ran:?}");
    assert_eq!(hook("PreToolUse")["args"], json!(["claude"]));
    world.run("install codex --strict");
    let doctor = world.run("doctor").out;
    assert!(doctor.contains("Codex CLI lets a call pass whose hook takes too long"), "{doctor}");
    let removed = world.person_does(&["uninstall", "codex", "--yes"]);
    assert_eq!((removed.code, world.names(".codex")), (0, Vec::<String>::new()), "{removed:?}");
}
