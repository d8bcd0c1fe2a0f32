//! `fusebox install --instructions` and `--mcp`: what stands beside the hooks, and goes with them.

use serde_json::{Value, json};

use crate::world::World;

/// The instructions and the list of servers of each client, in a home and in a project.
const FILES: &[(&str, &str, &str, &str, Option<&str>)] = &[
    ("claude", ".claude/CLAUDE.md", ".claude.json", "project/CLAUDE.md", Some("project/.mcp.json")),
    (
        "codex",
        ".codex/AGENTS.md",
        ".codex/config.toml",
        "project/AGENTS.md",
        Some("project/.codex/config.toml"),
    ),
    (
        "gemini",
        ".gemini/GEMINI.md",
        ".gemini/settings.json",
        "project/GEMINI.md",
        Some("project/.gemini/settings.json"),
    ),
    (
        "qwen",
        ".qwen/QWEN.md",
        ".qwen/settings.json",
        "project/QWEN.md",
        Some("project/.qwen/settings.json"),
    ),
    (
        "copilot",
        ".copilot/copilot-instructions.md",
        ".copilot/mcp-config.json",
        "project/AGENTS.md",
        Some("project/.github/mcp.json"),
    ),
    (
        "opencode",
        ".config/opencode/AGENTS.md",
        ".config/opencode/opencode.json",
        "project/AGENTS.md",
        Some("project/opencode.json"),
    ),
    (
        "cline",
        ".cline/rules/fusebox.md",
        ".cline/data/settings/cline_mcp_settings.json",
        "project/AGENTS.md",
        None,
    ),
];

#[test]
fn the_instructions_follow_the_policy_and_go_without_a_trace() {
    let world = World::new();
    world.write(".claude/CLAUDE.md", "# Mine\n");
    let ran = world.run("install claude --instructions");
    assert!(ran.out.contains("  instructions ~/.claude/CLAUDE.md (added)\n"), "{}", ran.out);
    let backup = || {
        let names = world.names(".claude");
        let backups: Vec<_> = names.iter().filter(|name| name.contains("-backup-")).collect();
        let [backup] = backups.as_slice() else { panic!("{names:?}") };
        world.read(&format!(".claude/{backup}"))
    };
    assert_eq!(backup(), "# Mine\n");
    let text = world.read(".claude/CLAUDE.md");
    for part in ["# Mine\n\n<!-- fusebox: begin", "There is no budget.", "\nGood: ", "\nBad: "] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    world.write(".config/fusebox/config.toml", "preset = \"budget\"\n");
    let ran = world.run("install claude");
    assert!(ran.out.contains("  instructions ~/.claude/CLAUDE.md (updated)\n"), "{}", ran.out);
    assert!(world.read(".claude/CLAUDE.md").contains("| tool calls | 200 | 160 |"));
    let ran = world.run("install claude");
    assert!(ran.out.contains("(unchanged)"), "{}", ran.out);
    assert_eq!(backup(), "# Mine\n", "one, of what a person wrote");
    world.person_does(&["uninstall", "claude"]);
    assert_eq!(world.read(".claude/CLAUDE.md"), "# Mine\n");
    assert_eq!(world.names(".claude"), ["CLAUDE.md"]);
}

#[test]
fn instructions_that_lost_their_end_mark_are_refused_and_nothing_is_changed() {
    let world = World::new();
    world.run("install claude --instructions");
    let text = world.read(".claude/CLAUDE.md").replace("<!-- fusebox: end -->\n", "# Mine\n");
    world.write(".claude/CLAUDE.md", &text);
    let settings = world.read(".claude/settings.json");
    let begin = "~/.claude/CLAUDE.md: line 1 begins a block of Fusebox that does not end";
    for words in ["install claude", "install claude --instructions", "install claude --strict"] {
        let ran = world.run(words);
        assert!(ran.code != 0 && ran.err.contains(begin), "{words}: {}", ran.err);
    }
    assert_ne!(world.person(&["uninstall", "claude"], "y\n").code, 0);
    assert_eq!(world.read(".claude/CLAUDE.md"), text);
    assert_eq!(world.read(".claude/settings.json"), settings);
}

#[test]
fn nothing_is_written_beside_the_hooks_unasked() {
    let world = World::new();
    world.run("install --all --yes");
    for (client, instructions, _, _, _) in FILES {
        assert!(!world.path(instructions).exists(), "{client}");
    }
    assert!(!world.path(".claude.json").exists());
    assert!(!world.read(".gemini/settings.json").contains("mcpServers"));
}

#[test]
fn every_client_gets_its_instructions_and_its_server_and_gives_them_back() {
    for scope in ["user", "project"] {
        let world = World::new();
        world.write(".claude.json", "{\"numStartups\": 3}\n");
        world.write(".codex/config.toml", "model = \"m\"\n");
        world.write("project/AGENTS.md", "ours");
        let ran = world.run(&format!("install --all --yes --instructions --mcp --scope {scope}"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let home = world.home.display().to_string();
        for (client, own, own_servers, shared, shared_servers) in FILES {
            let (instructions, servers) = match scope {
                "user" => (own, Some(own_servers)),
                _ => (shared, shared_servers.as_ref()),
            };
            assert!(world.read(instructions).contains("Ask the human"), "{client}");
            let Some(servers) = servers else { continue };
            let text = world.read(servers);
            let is_here = text.contains(&format!("{home}/.local/state/fusebox/bin/fusebox\""));
            assert_eq!(is_here, scope == "user", "{client}: {text}");
            assert!(scope == "user" || !text.contains(&home), "{client}: {text}");
        }
        let again = world.run(&format!("install --all --yes --scope {scope}"));
        assert!(again.out.contains("\nNothing to change.\n"), "{}", again.out);
        world.person_does(&["uninstall", "--scope", scope]);
        assert_eq!(world.read(".claude.json"), "{\"numStartups\": 3}\n");
        assert_eq!(world.read(".codex/config.toml"), "model = \"m\"\n");
        assert_eq!(world.read("project/AGENTS.md"), "ours");
        for (client, own, _, shared, _) in FILES.iter().filter(|row| row.3 != "project/AGENTS.md") {
            assert!(!world.path(own).exists() && !world.path(shared).exists(), "{client}");
        }
        let was_there = [".claude.json", ".codex/config.toml"];
        let servers = FILES.iter().flat_map(|row| [Some(row.2), row.4]).flatten();
        for file in servers.filter(|file| !was_there.contains(file)) {
            assert!(!world.path(file).exists(), "{file}: {}", world.read(file));
        }
    }
}

#[test]
fn instructions_that_a_client_reads_in_no_file_of_a_person_are_said_to_be_missing() {
    let world = World::new();
    let ran = world.run("install cursor --instructions --mcp");
    let note =
        "--instructions wrote nothing for Cursor: it reads no instructions there (--scope user).";
    assert!(ran.err.contains(note), "{}", ran.err);
    assert!(!world.path(".cursor/AGENTS.md").exists());
    assert!(world.read(".cursor/mcp.json").contains("/.local/state/fusebox/bin/fusebox\""));
    let ran = world.run("install cursor --instructions --mcp --scope project");
    assert!(!ran.err.contains("wrote nothing"), "{}", ran.err);
    assert!(world.read("project/AGENTS.md").contains("Ask the human"));
    assert!(world.read("project/.cursor/mcp.json").contains("\"mcpServers\""));
    world.person_does(&["uninstall"]);
    world.person_does(&["uninstall", "--scope", "project"]);
    for file in [".cursor/mcp.json", "project/AGENTS.md", "project/.cursor/mcp.json"] {
        assert!(!world.path(file).exists(), "{file}");
    }
}

#[test]
fn a_file_that_several_clients_read_is_named_once() {
    let world = World::new();
    let shared =
        |text: &str, what: &str| text.matches(&format!("project/AGENTS.md ({what})")).count();
    let ran = world.run("install --all --yes --instructions --scope project");
    assert_eq!(shared(&ran.out, "to add"), 1, "{}", ran.out);
    assert_eq!(shared(&ran.out, "added"), 1, "{}", ran.out);
    let ran = world.person_does(&["uninstall", "--scope", "project"]);
    assert_eq!(shared(&ran.out, "taken out"), 1, "{}", ran.out);
    assert!(!world.path("project/AGENTS.md").exists());
}

#[test]
fn the_server_of_a_client_is_started_as_its_settings_say() {
    let world = World::new();
    world.run("install claude --mcp --scope project");
    let settings: Value = serde_json::from_str(&world.read("project/.mcp.json")).unwrap();
    let server = &settings["mcpServers"]["fusebox"];
    assert_eq!(server["type"], "stdio");
    let args = server["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap());
    let mut command = world.command("/bin/sh");
    assert_eq!(server["command"], "sh");
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    let ran = world.finish(command.args(args), format!("{ping}\n").as_bytes());
    assert_eq!(ran.json(), json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
}
