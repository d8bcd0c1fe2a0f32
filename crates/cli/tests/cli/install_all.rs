//! `fusebox install` and `uninstall` without a name: every client on the machine at once.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::transcript::{CommandOutput, check};
use crate::world::World;

/// The settings file of each client that hooks can be installed in, in a home and in a project.
const FILES: &[(&str, &str, &str)] = &[
    ("claude", ".claude/settings.json", "project/.claude/settings.json"),
    ("codex", ".codex/hooks.json", "project/.codex/hooks.json"),
    ("gemini", ".gemini/settings.json", "project/.gemini/settings.json"),
    ("qwen", ".qwen/settings.json", "project/.qwen/settings.json"),
    ("copilot", ".copilot/hooks/fusebox.json", "project/.github/hooks/fusebox.json"),
    ("opencode", ".config/opencode/plugin/fusebox.js", "project/.opencode/plugin/fusebox.js"),
    ("cline", ".cline/hooks/PreToolUse.sh", "project/.cline/hooks/PreToolUse.sh"),
    ("cursor", ".cursor/hooks.json", "project/.cursor/hooks.json"),
    ("windsurf", ".codeium/windsurf/hooks.json", "project/.windsurf/hooks.json"),
    ("kiro", ".kiro/hooks/fusebox.json", "project/.kiro/hooks/fusebox.json"),
    ("antigravity", ".gemini/config/hooks.json", "project/.agents/hooks.json"),
    ("vscode", ".copilot/hooks/fusebox-vscode.json", "project/.github/hooks/fusebox-vscode.json"),
];

/// Whether a client and a person write to the file as well.
fn is_shared(file: &str) -> bool {
    !file.contains("fusebox") && !file.ends_with(".sh")
}

/// A home with settings of Claude Code and a program `codex`.
fn world() -> World {
    let world = World::new();
    world.write("bin/codex", "#!/bin/sh\necho codex-cli 0.169.0\n");
    fs::set_permissions(world.path("bin/codex"), fs::Permissions::from_mode(0o755)).unwrap();
    world.write(".claude/settings.json", MINE);
    world
}

/// Runs `fusebox` where the programs of that home are on the `PATH`.
fn run(world: &World, words: &str) -> CommandOutput {
    world.with("PATH", world.path("bin").to_str().unwrap(), words)
}

const MINE: &str = "{\"model\": \"opus\"}\n";

#[test]
fn it_finds_the_clients_and_says_what_it_would_do_where_nobody_can_be_asked() {
    let world = world();
    check(
        &run(&world, "install"),
        "
Agent programs on this machine
  claude  ~/.claude/settings.json  hooks: 13 to add
  codex   ~/.codex/hooks.json      hooks: 9 to add
2> error: there is no terminal to ask in; nothing was done
2> hint: to do it without being asked: fusebox install --yes
exit 1
",
    );
    assert_eq!(world.read(".claude/settings.json"), MINE);
    assert!(!world.path(".codex").exists() && !world.path(".local").exists());
}

#[test]
fn with_yes_every_client_is_guarded_and_a_second_time_changes_nothing() {
    let world = world();
    let ran = run(&world, "install --yes");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for part in [
        "settings.json  hooks: 13 to add\n",
        "Claude Code is guarded from its next session on\n  hooks    13 added\n",
        "Codex CLI has the hooks of Fusebox\n  hooks    9 added\n",
        "Codex CLI is not guarded until the hooks are trusted: start `codex`",
        "To see the breaker in the status line, add to ~/.claude/settings.json:\n",
    ] {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
    assert!(!ran.out.contains("Codex CLI is guarded"), "{}", ran.out);
    let before = [world.read(".claude/settings.json"), world.read(".codex/hooks.json")];
    assert!(before.iter().all(|text| text.contains("fusebox-hook")));
    check(
        &run(&world, "install"),
        "
Agent programs on this machine
  claude  ~/.claude/settings.json  hooks: 13 unchanged
  codex   ~/.codex/hooks.json      hooks: 9 unchanged

Nothing to change.
  Codex CLI is not guarded until the hooks are trusted: start `codex`, open `/hooks` and trust them; `codex exec` skips untrusted hooks in silence.
",
    );
    assert_eq!(before, [world.read(".claude/settings.json"), world.read(".codex/hooks.json")]);
    assert!(!world.path(".gemini").exists());
}

#[test]
fn a_person_is_asked_once_and_a_no_is_heard() {
    let world = World::new();
    world.write(".claude/settings.json", MINE);
    world.write(".qwen/settings.json", "{}\n");
    let ran = world.person(&["install"], "n\n");
    assert_eq!((ran.code, ran.err.as_str()), (1, "error: nothing was done\n"));
    assert_eq!(world.read(".claude/settings.json"), MINE);
    let ran = world.person(&["install"], "y\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(world.read(".qwen/settings.json").contains("fusebox-hook"));
}

#[test]
fn nothing_is_told_as_done_before_it_is() {
    let world = world();
    world.write("project/AGENTS.md", "# Mine\n");
    for words in ["install", "install --dry-run", "install --instructions --dry-run"] {
        let ran = run(&world, words);
        for word in ["added", "updated", "mended"] {
            assert!(!ran.out.contains(word), "{words}: {}", ran.out);
        }
    }
    let ran = run(&world, "install claude --instructions --dry-run");
    assert!(ran.out.contains("  instructions ~/.claude/CLAUDE.md (to add)\n"), "{}", ran.out);
    run(&world, "install --yes");
    let ran = run(&world, "uninstall --dry-run");
    assert!(
        ran.out.contains("hooks: 13 to take out") && !ran.out.contains("removed"),
        "{}",
        ran.out
    );
}

#[test]
fn a_client_is_found_by_every_folder_that_it_makes() {
    for (folder, expected) in [
        (".config/Code/User", vec!["vscode"]),
        (".config/Code - Insiders/User", vec!["vscode"]),
        ("Library/Application Support/Code", vec!["vscode"]),
        (".config/CodeLens", vec![]),
        // Its folder of hooks is that of Copilot CLI, and a sign of that one alone.
        (".copilot/hooks", vec!["copilot"]),
        (".gemini", vec!["gemini"]),
        (".gemini/tmp", vec!["gemini"]),
        (".gemini/config", vec!["antigravity"]),
    ] {
        let world = World::new();
        fs::create_dir_all(world.path(folder)).unwrap();
        let ran = run(&world, "install --dry-run --json");
        let found: Vec<String> = match ran.code {
            0 => ran.json()["clients"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["client"].as_str().unwrap().to_owned())
                .collect(),
            _ => Vec::new(),
        };
        assert_eq!(found, expected, "{folder}: {}", ran.err);
    }
}

#[test]
fn a_machine_without_a_client_is_told_so() {
    let ran = World::new().run("install --yes");
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with("error: no agent program was found on this machine\n"));
}

#[test]
fn settings_that_cannot_be_read_keep_no_other_client_from_being_guarded() {
    let world = world();
    world.write(".claude/settings.json", "{broken");
    let ran = run(&world, "install --yes");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("Claude Code is left as it is"), "{}", ran.err);
    assert!(ran.err.contains("error: one client is not guarded"), "{}", ran.err);
    assert!(world.read(".codex/hooks.json").contains("fusebox-hook"));
    let told = run(&world, "install --yes --json").json();
    assert_eq!(told["clients"][0]["client"], "codex");
    assert_eq!(told["problems"][0]["client"], "claude");
}

#[test]
fn a_project_file_names_no_path_of_this_machine() {
    let world = World::new();
    let ran = world.run("install --all --scope project --yes");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let home = world.home.display().to_string();
    for (client, _, file) in FILES {
        let text = world.read(file);
        assert!(text.contains("fusebox-hook"), "{client}: {text}");
        assert!(!text.contains(&home), "{client}: {text}");
    }
    let again = world.run("install --all --scope project --json --dry-run").json();
    assert!(again["clients"].as_array().unwrap().iter().all(|one| one["changed"] == json!(false)));
}

#[test]
fn uninstall_without_a_name_gives_back_every_byte() {
    let odd = ["", "{ }", "{\r\n\t\"a\": [1,\r\n 2]\r\n}", "\u{feff}{\"hooks\":{}}\n", MINE];
    for mine in odd {
        let world = World::new();
        for (_, file, _) in FILES.iter().filter(|(_, file, _)| is_shared(file)) {
            world.write(file, mine);
        }
        world.write(".copilot/settings.json", "{}");
        world.write(".config/opencode/opencode.json", "{}");
        world.write(".cline/data/x", "");
        let ran = world.run("install --yes");
        assert_eq!(ran.code, 0, "{mine:?}: {}", ran.err);
        let ran = world.run("uninstall --dry-run");
        assert!(ran.out.contains("~/.copilot/hooks/fusebox.json"), "{}", ran.out);
        let ran = world.run("uninstall --yes");
        assert!(ran.err.starts_with("error: there is no terminal"), "{}", ran.err);
        let ran = world.person(&["uninstall", "--yes"], "");
        assert_eq!(ran.code, 0, "{}", ran.err);
        for (client, file, _) in FILES.iter().filter(|(_, file, _)| is_shared(file)) {
            assert_eq!(world.read(file), mine, "{client}");
        }
        assert!(!world.path(".copilot/hooks/fusebox.json").exists());
        assert!(!world.path(".config/opencode/plugin/fusebox.js").exists());
        assert!(!world.path(".cline/hooks").exists());
        let ran = world.run("uninstall");
        assert_eq!(ran.out, "No client has hooks of Fusebox; nothing to change.\n");
    }
}
