//! `fusebox uninstall`: exactly our hooks go, and only a person sends them away.

use serde_json::json;

use crate::transcript::{NO_TERMINAL, check};
use crate::world::World;

const SETTINGS: &str = ".claude/settings.json";

#[test]
fn everything_else_is_as_it_was() {
    for mine in ["{\n  \"model\": \"opus\"\n}\n", "{\"hooks\":{\"Stop\":[{\"hooks\":[]}]}}", "{}\n"]
    {
        let world = World::new();
        world.write(SETTINGS, mine);
        world.run("install claude");
        let ran = world.person(&["uninstall", "claude"], "y\n");
        assert!(ran.out.starts_with("Claude Code is no longer guarded\n"), "{}", ran.err);
        assert!(ran.out.contains("hooks    13 removed"), "{}", ran.out);
        assert_eq!(world.read(SETTINGS), mine);
    }
}

#[test]
fn a_file_that_we_made_goes() {
    let world = World::new();
    world.run("install claude");
    world.run("install claude --observe");
    world.person(&["uninstall", "claude", "--yes"], "");
    let left = world.names(".claude");
    assert!(left.iter().all(|name| name.contains(".fusebox-backup-")), "{left:?}");
}

#[test]
fn without_a_terminal_it_is_refused() {
    let world = World::new();
    world.run("install claude");
    let before = world.read(SETTINGS);
    check(&world.run("uninstall claude --yes"), NO_TERMINAL);
    assert_eq!(world.read(SETTINGS), before);
}

#[test]
fn a_person_who_says_no_is_heard() {
    let world = World::new();
    world.run("install claude");
    let before = world.read(SETTINGS);
    check(&world.person(&["uninstall", "claude"], "n\n"), "2> error: nothing was done\nexit 1");
    assert_eq!(world.read(SETTINGS), before);
}

#[test]
fn what_would_change_is_shown_to_anyone() {
    let world = World::new();
    world.run("install claude");
    let ran = world.run("uninstall claude --dry-run");
    assert!(ran.out.contains("  - hooks.PreToolUse\n"), "{}", ran.out);
    let told = world.run("uninstall claude --dry-run --json").json();
    assert_eq!(told["changes"].as_array().unwrap().len(), 13);
    assert_eq!(told["changes"][0], json!({"event": "PreToolUse", "action": "removed"}));
    check(
        &world.run("uninstall claude --scope project"),
        "
Claude Code has no hooks of Fusebox; nothing to change
  settings ~/project/.claude/settings.json
  hooks    none
",
    );
}
