//! `fusebox install`: merges, keeps, repeats, and touches nothing it does not understand.

use std::fs;
use std::os::unix::fs::PermissionsExt;
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
  command  ~/.local/state/fusebox/bin/fusebox-hook claude
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
        assert_eq!(hook["command"], json!(world.path(COPIES).join("fusebox-hook")), "{event}");
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
  command  ~/.local/state/fusebox/bin/fusebox-hook claude
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
  command  ~/.local/state/fusebox/bin/fusebox-hook claude
";
    let hooks: String = EVENTS.split(' ').map(|event| format!("  + hooks.{event}\n")).collect();
    check(&world.run("install claude --dry-run"), &format!("{head}{hooks}"));
    assert_eq!(world.names("."), ["project"]);
}

/// The folder of the programs that clients start.
const COPIES: &str = ".local/state/fusebox/bin";

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
    assert_eq!(ran.err, "");
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

/// Programs of their own for a home, in `~/my programs`.
fn own_programs(world: &mut World, names: &[&str]) {
    world.programs = world.path("my programs");
    fs::create_dir(&world.programs).unwrap();
    for name in names {
        // Not by this process: a child of another test might have the copy open, and then it cannot run.
        let made =
            Command::new("cp").arg(programs().join(name)).arg(&world.programs).status().unwrap();
        assert!(made.success());
    }
}

#[test]
fn g03_clients_start_copies_that_outlive_the_package() {
    let mut world = World::new();
    own_programs(&mut world, &["fusebox", "fusebox-hook"]);
    world.run("install claude");
    let mode =
        |inside: &str| fs::metadata(world.path(inside)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(COPIES), 0o700);
    let names = world.names(COPIES);
    assert_eq!(names, ["fusebox", "fusebox-hook", "originals", "programs.json"]);
    for program in ["fusebox", "fusebox-hook"] {
        assert_eq!(mode(&format!("{COPIES}/{program}")), 0o555);
    }
    fs::remove_dir_all(&world.programs).unwrap();
    world.programs = world.path(COPIES);
    let input = world.event("PreToolUse", crate::world::bash("c1", "fusebox reset"));
    let ran = world.finish(world.hook().stdin(Stdio::piped()), &input);
    assert!(ran.out.contains("\"deny\""), "{ran:?}");
}

#[test]
fn without_the_slim_hook_the_command_itself_is_the_hook() {
    let mut world = World::new();
    own_programs(&mut world, &["fusebox"]);
    let ran = world.run("install claude --dry-run");
    let command = "command  ~/.local/state/fusebox/bin/fusebox hook claude";
    assert!(ran.out.contains(command), "{}", ran.out);
}

/// The clients whose hooks stand in a file of settings.
const WITH_SETTINGS: [&str; 10] = [
    "claude",
    "codex",
    "gemini",
    "qwen",
    "copilot",
    "cursor",
    "windsurf",
    "kiro",
    "antigravity",
    "vscode",
];

#[test]
fn g03_a_projects_settings_name_the_program_in_everybodys_home() {
    for client in WITH_SETTINGS {
        let world = World::new();
        let ran = world.run(&format!("install {client} --scope project"));
        let is_tried = !matches!(client, "cursor" | "windsurf" | "kiro" | "antigravity" | "vscode");
        assert_eq!((ran.code, ran.err.is_empty()), (0, is_tried), "{client}");
        let caution = " were not tried with the real client: watch whether they hold.\n";
        assert!(is_tried || ran.err.ends_with(caution), "{client}: {}", ran.err);
        let again = world.run(&format!("install {client} --scope project"));
        assert!(again.out.contains("already; nothing to change"), "{client}: {again:?}");
        let (file, at) = settings_of(client);
        let file = format!(
            "project/{}",
            file.replace(".copilot", ".github")
                .replace(".codeium/", ".")
                .replace(".gemini/config", ".agents")
        );
        let text = world.read(&file);
        assert!(!text.contains(world.home.to_str().unwrap()), "{client}: {text}");
        let line = settings(&world, &file).pointer(at).unwrap().as_str().unwrap().to_owned();
        let ask = |variable: &str, folder: &str| {
            let mut shell = world.command("/bin/sh");
            shell.args(["-c", &line]).env(variable, world.path(folder)).stdin(Stdio::piped());
            let ran = world.finish(&mut shell, b"no event");
            (ran.code, ran.err.contains("event"))
        };
        assert_eq!(ask("HOME", "."), (0, true), "{client}");
        assert_eq!(ask("XDG_STATE_HOME", ".local/state"), (0, true), "{client}");
        // Who has no Fusebox is not disturbed.
        assert_eq!(ask("HOME", "somebody"), (0, false), "{client}");
        let doctor = world.run("doctor").out;
        assert!(!doctor.contains("does not exist") && !doctor.contains("upgrade"), "{doctor}");
    }
}

#[test]
fn g03_an_upgrade_brings_the_copies_up_to_date() {
    let world = World::new();
    world.run("install claude");
    let (hook, list) = (format!("{COPIES}/fusebox-hook"), format!("{COPIES}/programs.json"));
    let new = fs::read(world.path(&hook)).unwrap();
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let old = |version_before: &str| {
        let text =
            world.read(&list).replace(&version, &format!("\"version\": \"{version_before}\""));
        world.write(&list, text);
        fs::remove_file(world.path(&hook)).unwrap();
        world.write(&hook, "an older one");
    };
    old("0.0.1");
    world.run("incidents");
    assert!(fs::read(world.path(&hook)).unwrap() == new);
    assert!(!world.run("status").err.contains("NOT guarded"));
    // One of a later version stays.
    old("999.0.0");
    world.run("incidents");
    assert_eq!(world.read(&hook), "an older one");
}

#[test]
fn g03_a_program_that_was_replaced_is_said_loudly() {
    let world = World::new();
    world.run("install claude");
    world.run("install codex");
    assert!(!world.run("status").err.contains("NOT guarded"));
    let hook = world.path(&format!("{COPIES}/fusebox-hook"));
    let real = fs::read(&hook).unwrap();
    let replace = |content: &[u8]| {
        fs::remove_file(&hook).unwrap();
        fs::write(&hook, content).unwrap();
        fs::set_permissions(&hook, fs::Permissions::from_mode(0o555)).unwrap();
    };
    replace(b"#!/bin/sh\n");
    for words in ["status", "run -- true"] {
        let said = world.run(words).err;
        for client in ["Claude Code", "Codex CLI"] {
            let text = format!("is not the program that was installed, so {client} is NOT guarded");
            assert!(said.contains(&text), "{words}: {said}");
        }
    }
    let doctor = world.run("doctor");
    let text = "✗ ~/.local/state/fusebox/bin/fusebox-hook is not the program that was installed";
    assert!(doctor.code == 1 && doctor.out.contains(text), "{}", doctor.out);
    // The same content again is the same program.
    replace(&real);
    assert!(!world.run("status").err.contains("NOT guarded"));
    replace(b"#!/bin/sh\n");
    assert_eq!(world.run("install claude").code, 0);
    assert!(fs::read(&hook).unwrap() == real);
    fs::remove_file(world.path(&format!("{COPIES}/programs.json"))).unwrap();
    assert!(world.run("status").err.contains("is not the program that was installed"));
}

#[test]
fn the_copies_go_with_the_last_hooks() {
    let world = World::new();
    world.run("install claude");
    world.run("install codex --scope project");
    world.person_does(&["uninstall", "claude", "--yes"]);
    assert!(world.path(COPIES).exists());
    world.person_does(&["uninstall", "codex", "--scope", "project", "--yes"]);
    assert!(!world.path(COPIES).exists());
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
2> hint: known clients: claude, codex, gemini, qwen, copilot, opencode, cline, cursor, windsurf, kiro, antigravity, vscode
exit 2
",
    );
    check(
        &world.run("install generic"),
        "
2> error: `generic` has no settings to install into
2> hint: `fusebox decide` reads the events of any program
2> hint: known clients: claude, codex, gemini, qwen, copilot, opencode, cline, cursor, windsurf, kiro, antigravity, vscode
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
        "note: this file turns all hooks off (disableAllHooks: true); Fusebox sees nothing until that is changed.\n"
    );
}

/// The shell line of the hook before a call, as `install --strict` writes it.
fn strict_line(world: &World, client: &str) -> String {
    let (file, at) = settings_of(client);
    let settings = settings(world, file);
    settings.pointer(at).unwrap().as_str().unwrap().to_owned()
}

/// The settings of a client, and the command of the hook before a call in them.
fn settings_of(client: &str) -> (&'static str, &'static str) {
    match client {
        "claude" => (SETTINGS, "/hooks/PreToolUse/0/hooks/0/command"),
        "codex" => (".codex/hooks.json", "/hooks/PreToolUse/0/hooks/0/command"),
        "gemini" => (".gemini/settings.json", "/hooks/BeforeTool/0/hooks/0/command"),
        "qwen" => (".qwen/settings.json", "/hooks/PreToolUse/0/hooks/0/command"),
        "cursor" => (".cursor/hooks.json", "/hooks/preToolUse/0/command"),
        "windsurf" => (".codeium/windsurf/hooks.json", "/hooks/pre_run_command/0/command"),
        "kiro" => (".kiro/hooks/fusebox.json", "/hooks/0/action/command"),
        "antigravity" => (".gemini/config/hooks.json", "/hooks/PreToolUse/0/hooks/0/command"),
        "vscode" => (".copilot/hooks/fusebox-vscode.json", "/hooks/PreToolUse/0/command"),
        _ => (".copilot/hooks/fusebox.json", "/hooks/preToolUse/0/bash"),
    }
}

#[test]
fn g03_strict_hooks_refuse_every_call_while_their_program_is_gone() {
    for client in WITH_SETTINGS {
        let world = World::new();
        let installed = world.run(&format!("install {client} --strict"));
        assert_eq!(installed.code, 0, "{client}: {installed:?}");
        let again = world.run(&format!("install {client} --strict"));
        assert!(again.out.contains("already; nothing to change"), "{client}: {again:?}");
        let line = strict_line(&world, client);
        let give = |command: &mut Command| {
            let ran = world.finish(command.stdin(Stdio::piped()), b"no event");
            (ran.code, ran.out, ran.err)
        };
        let by_shell = || give(world.command("/bin/sh").args(["-c", &line]));
        // The shell adds nothing while the program is there.
        let hook = world.path(&format!("{COPIES}/fusebox-hook"));
        let words: &[&str] = match client {
            "copilot" => &[client, "preToolUse"],
            "antigravity" | "vscode" => &[client, "PreToolUse"],
            _ => &[client],
        };
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
