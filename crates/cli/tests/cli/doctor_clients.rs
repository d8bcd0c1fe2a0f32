//! `fusebox doctor` for each client on the machine.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::world::World;

const CLIENTS: [&str; 12] = [
    "claude", "codex", "gemini", "qwen", "copilot", "opencode", "cline", "cursor", "windsurf",
    "kiro", "agy", "code",
];

/// A home in which every client is a program that says its version.
fn world(version: &str) -> World {
    let world = World::new();
    for name in CLIENTS {
        let program = format!("bin/{name}");
        world.write(&program, format!("#!/bin/sh\necho {version}\n"));
        fs::set_permissions(world.path(&program), fs::Permissions::from_mode(0o755)).unwrap();
    }
    world
}

fn doctor(world: &World) -> (Value, String) {
    let path = format!("{}:/usr/bin:/bin", world.path("bin").display());
    let told = world.with("PATH", &path, "doctor --json").json();
    let lines = told["checks"].as_array().unwrap().iter().map(|check| {
        let text = |key: &str| check[key].as_str().unwrap_or_default().to_owned();
        format!("{}: {} > {}\n", text("mark"), text("text"), text("next"))
    });
    let lines = lines.collect();
    (told, lines)
}

#[track_caller]
fn says(lines: &str, expected: &str) {
    assert!(lines.contains(expected), "{expected}\n{lines}");
}

#[test]
fn a_client_that_nobody_guards_is_named() {
    let world = world("0.61.0");
    world.run("install claude");
    let (told, lines) = doctor(&world);
    says(
        &lines,
        "warning: Gemini CLI is on this machine, and nothing guards it > fusebox install gemini",
    );
    assert!(!lines.contains("Claude Code is on this machine"), "{lines}");
    let gemini = &told["clients"][2];
    assert_eq!((&gemini["client"], &gemini["hooks"]), (&json!("gemini"), &json!(0)));
    assert_eq!(gemini["program"], "~/bin/gemini");
    assert_eq!(gemini["fires"], Value::Null);
}

#[test]
fn the_hook_of_every_client_answers_as_the_client_starts_it() {
    let world = world("0.61.0");
    for scope in ["user", "project"] {
        let ran = world.run(&format!("install --all --yes --scope {scope}"));
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    let (told, lines) = doctor(&world);
    for one in told["clients"].as_array().unwrap() {
        assert_eq!(one["fires"], true, "{one}\n{lines}");
        assert_eq!(one["files"].as_array().unwrap().len(), 2, "{one}");
    }
    assert_eq!(told["clients"].as_array().unwrap().len(), CLIENTS.len());
    for one in told["clients"].as_array().unwrap() {
        for limit in one["limits"].as_array().unwrap() {
            says(&lines, limit.as_str().unwrap());
        }
    }
    for title in [
        "Claude Code",
        "Codex CLI",
        "Gemini CLI",
        "Qwen Code",
        "GitHub Copilot CLI",
        "opencode",
        "Cline CLI",
        "Cursor",
        "Windsurf",
        "Kiro",
        "Antigravity CLI",
        "VS Code",
    ] {
        says(&lines, &format!("warning: the hooks of {title} are in several files"));
    }
    for (reader, file) in [
        ("GitHub Copilot CLI", "~/project/.claude/settings.json"),
        ("VS Code", "~/.claude/settings.json"),
    ] {
        says(&lines, &format!("warning: {reader} runs the hooks in {file} as well as its own"));
    }
}

#[test]
fn the_extension_of_gemini_is_found_alone_beside_hooks_and_switched_off() {
    let world = world("0.61.0");
    let twice = "Gemini CLI: the extension of Fusebox has the same hooks as ";
    let unguarded = "Gemini CLI is on this machine, and nothing guards it";
    world.write(".gemini/extensions/fusebox/gemini-extension.json", "{\"name\": \"fusebox\"}\n");
    let (_, lines) = doctor(&world);
    says(&lines, "good: Gemini CLI: the extension of Fusebox has the hooks > \n");
    assert!(!lines.contains(twice) && !lines.contains(unguarded), "{lines}");
    let ran = world.run("install gemini");
    says(&ran.err, "gemini extensions uninstall fusebox");
    let (_, lines) = doctor(&world);
    let next = "so that every call counts twice > one of them is enough: gemini extensions uninstall fusebox";
    says(&lines, &format!("warning: {twice}~/.gemini/settings.json, {next}"));
    let switches = ".gemini/extensions/extension-enablement.json";
    world.write(switches, "{\"fusebox\": {\"overrides\": [\"!/home/*\"]}}");
    let (_, lines) = doctor(&world);
    assert!(!lines.contains(twice), "{lines}");
    world.person_does(&["uninstall", "gemini"]);
    let (_, lines) = doctor(&world);
    says(&lines, &format!("warning: {unguarded} > fusebox install gemini"));
}

/// A client, a file that names a package of Fusebox for it and its text, the text without the package, what `doctor`
/// says of both together, and whether the package guards alone.
const PACKAGES: [(&str, &str, &str, &str, &str, bool); 7] = [
    (
        "codex",
        ".codex/config.toml",
        "[plugins.\"fusebox@fusebox\"]\nenabled = true\n",
        "[plugins.\"fusebox@fusebox\"]\nenabled = false\n",
        "Codex CLI: the plugin of Fusebox in ~/.codex/config.toml has the same hooks as ~/.codex/hooks.json, \
         so that every call counts twice > one of them is enough: codex plugin remove fusebox@fusebox",
        true,
    ),
    (
        "codex",
        ".codex/config.toml",
        "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"/f/fusebox-hook codex\"\n",
        "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"lint codex\"\n",
        "Codex CLI: the table `hooks` in ~/.codex/config.toml has the same hooks as ~/.codex/hooks.json, \
         so that every call counts twice > one of them is enough: take the hooks of Fusebox out of the table",
        true,
    ),
    (
        "opencode",
        ".config/opencode/opencode.jsonc",
        "{\"plugin\": [\"other\", \"/src/contrib/opencode/fusebox\"]}",
        "{\"plugin\": [\"other\"]}",
        "opencode: the package of Fusebox in ~/.config/opencode/opencode.jsonc has the same hooks as \
         ~/.config/opencode/plugin/fusebox.js, so that every call counts twice > one of them is enough: \
         take it out of the list of plugins",
        true,
    ),
    (
        "opencode",
        "project/opencode.json",
        "{\"plugins\": [{\"package\": \"fusebox-opencode@0.1.0\"}]}",
        "{\"plugins\": []}",
        "opencode: the package of Fusebox in ~/project/opencode.json has the same hooks as ",
        true,
    ),
    (
        "copilot",
        ".copilot/settings.json",
        "{\"enabledPlugins\": {\"fusebox@fusebox\": true}}",
        "{\"enabledPlugins\": {\"fusebox@fusebox\": false}}",
        "GitHub Copilot CLI: the plugin of Fusebox for Claude Code in ~/.copilot/settings.json has the same hooks as \
         ~/.copilot/hooks/fusebox.json, so that every call counts twice > one of them is enough: \
         copilot plugin uninstall fusebox@fusebox",
        false,
    ),
    (
        "claude",
        ".claude/settings.json",
        "{\"enabledPlugins\": {\"fusebox@fusebox\": true}}",
        "{\"enabledPlugins\": {\"fusebox@fusebox\": false}}",
        "Claude Code: the plugin of Fusebox has the same hooks as ~/.claude/settings.json, so that every call counts twice \
         > one of them is enough: claude plugin uninstall fusebox@fusebox",
        true,
    ),
    (
        "qwen",
        ".qwen/extensions/fusebox/.claude-plugin/plugin.json",
        "{}",
        "",
        "Qwen Code: the extension of Fusebox for Claude Code has the same hooks as ~/.qwen/settings.json, \
         so that every call counts twice > one of them is enough: qwen extensions uninstall fusebox",
        false,
    ),
];

#[test]
fn every_package_beside_installed_hooks_is_found_and_gone_after_its_mending() {
    for (client, file, named, mended, expected, guards) in PACKAGES {
        let world = world("0.169.0");
        let unguarded = format!("nothing guards it > fusebox install {client}");
        says(&doctor(&world).1, &unguarded);
        world.write(file, named);
        let (_, lines) = doctor(&world);
        assert_eq!(!lines.contains(&unguarded), guards, "{client} {file}\n{lines}");
        assert!(!lines.contains("counts twice"), "{client} {file}\n{lines}");
        let ran = world.run(&format!("install {client}"));
        says(&ran.err, "so that every call counts twice; one of them is enough: ");
        says(&doctor(&world).1, &format!("warning: {expected}"));
        if mended.is_empty() {
            fs::remove_dir_all(world.path(file).parent().unwrap().parent().unwrap()).unwrap();
        } else {
            let text = world.read(file);
            world.write(
                file,
                text.replace(named.trim_matches(['{', '}']), mended.trim_matches(['{', '}'])),
            );
        }
        let (_, lines) = doctor(&world);
        assert!(!lines.contains("counts twice"), "{client} {file}\n{lines}");
        assert!(!lines.contains(&unguarded), "{client} {file}\n{lines}");
    }
}

#[test]
fn a_plugin_that_waits_for_trust_and_a_client_that_may_read_the_hooks_of_another_are_told() {
    let world = world("0.169.0");
    world.write(".codex/config.toml", "[plugins.\"fusebox@fusebox\"]\nenabled = true\n");
    let (_, lines) = doctor(&world);
    says(&lines, "good: Codex CLI: the plugin of Fusebox has the hooks");
    says(&lines, "note: Codex CLI is not guarded until its hooks are trusted: start `codex`");
    world.run("install cursor");
    let twice = "Cursor runs the hooks in ~/.claude/settings.json as well as its own";
    assert!(!doctor(&world).1.contains(twice));
    world.run("install claude");
    let (_, lines) = doctor(&world);
    says(
        &lines,
        &format!("note: if hooks of third parties are switched on in its settings, {twice}"),
    );
}

#[test]
fn a_hook_that_does_not_answer_is_found() {
    let world = world("0.61.0");
    world.run("install gemini");
    let (_, lines) = doctor(&world);
    says(&lines, "good: Gemini CLI: the hook in ~/.gemini/settings.json answers");
    let settings = world.read(".gemini/settings.json");
    world.write("bin/fusebox-hook", "#!/bin/sh\n");
    fs::set_permissions(world.path("bin/fusebox-hook"), fs::Permissions::from_mode(0o755)).unwrap();
    let copy = world.path(".local/state/fusebox/bin/fusebox-hook").display().to_string();
    let other = world.path("bin/fusebox-hook").display().to_string();
    world.write(".gemini/settings.json", settings.replace(&copy, &other));
    let (told, lines) = doctor(&world);
    assert_eq!((&told["ok"], &told["clients"][2]["fires"]), (&json!(false), &json!(false)));
    says(&lines, "bad: Gemini CLI: the hook in ~/.gemini/settings.json does not answer: ");
}

#[test]
fn codex_is_not_guarded_until_a_person_trusts_its_hooks() {
    let world = world("codex-cli 0.169.0");
    let installs = |headline: &str, is_told: bool| {
        let out = world.run("install codex").out;
        assert!(out.starts_with(&format!("{headline}\n")), "{out}");
        assert_eq!(out.contains("is not guarded until the hooks are trusted"), is_told, "{out}");
    };
    installs("Codex CLI has the hooks of Fusebox", true);
    installs("Codex CLI has the hooks of Fusebox already; nothing to change", true);
    let (told, lines) = doctor(&world);
    says(&lines, "bad: Codex CLI is not guarded: nobody trusted the hooks PreToolUse, ");
    assert_eq!((&told["ok"], &told["clients"][0]["trusted"]), (&json!(false), &Value::Null));
    assert_eq!(told["clients"][1]["trusted"], false);
    let hooks: Value = serde_json::from_str(&world.read(".codex/hooks.json")).unwrap();
    let mut trust = String::new();
    for event in hooks["hooks"].as_object().unwrap().keys() {
        let name: String = event
            .chars()
            .enumerate()
            .map(|(n, c)| match c.is_uppercase() && n > 0 {
                true => format!("_{}", c.to_ascii_lowercase()),
                false => c.to_ascii_lowercase().to_string(),
            })
            .collect();
        let file = world.path(".codex/hooks.json").display().to_string();
        trust.push_str(&format!("[hooks.state.\"{file}:{name}:0:0\"]\ntrusted_hash = \"x\"\n"));
    }
    world.write(".codex/config.toml", &trust);
    let (told, lines) = doctor(&world);
    says(&lines, "good: Codex CLI: its hooks are trusted");
    installs("Codex CLI is guarded already; nothing to change", false);
    assert_eq!(told["clients"][1]["trusted"], true);
    assert_eq!(told["clients"][1]["version"], "0.169.0");
}

#[test]
fn a_version_that_was_not_tried_is_named() {
    let newer = world("9.9.9");
    newer.run("install qwen");
    let (_, lines) = doctor(&newer);
    says(&lines, "note: Qwen Code 9.9.9 is newer than 0.24.4, the last that was tried");
    says(&lines, "note: Qwen Code cannot be held to everything: no hook ends a turn");
    says(&lines, "note: Qwen Code: it stops at 5 identical calls by itself");
    let older = world("0.1.0");
    older.run("install qwen");
    let (_, lines) = doctor(&older);
    says(&lines, "warning: Qwen Code 0.1.0 is older than 0.24.4, the first that was tried");
}

#[test]
fn version_2_of_opencode_is_told_as_not_tried_wherever_it_is_shown() {
    let caution = "opencode 2.0.20: its hooks were written from the documents of 2.0.0 to 2.0.20 and not tried with the real client";
    for (version, is_cautioned) in [("1.18.33", false), ("2.0.20", true), ("2.3.0", true)] {
        let world = world(version);
        let path = format!("{}:/usr/bin:/bin", world.path("bin").display());
        let caution = caution.replacen("2.0.20", version, 1);
        for words in ["install opencode", "install opencode --dry-run", "install --all --yes"] {
            let ran = world.with("PATH", &path, words);
            assert_eq!(ran.err.contains(&caution), is_cautioned, "{version} {words}: {}", ran.err);
        }
        let (told, lines) = doctor(&world);
        assert_eq!(lines.contains(&format!("warning: {caution}")), is_cautioned, "{lines}");
        assert_eq!(told["clients"][5]["documented"], json!(["2.0.0", "2.0.20"]));
        assert_eq!(told["clients"][5]["fires"], true, "{lines}");
    }
}

/// How version managers and package managers put a client on the `PATH`, and the version that is found.
const WRAPPERS: [(&str, Option<&str>); 8] = [
    ("#!/bin/sh\nexec \"$HOME/real/claude\" \"$@\"\n", Some("2.1.330")),
    ("#!/usr/bin/env bash\nexec asdf exec \"claude\" \"$@\"\n", Some("2.1.330")),
    (
        "#!/bin/sh\necho 'Now using node v22.1.0 (npm v10.2.4)'\nexec ~/real/claude \"$@\"\n",
        Some("2.1.330"),
    ),
    ("#!/bin/bash\nclaude() { command ~/real/claude \"$@\"; }\nclaude \"$@\"\n", Some("2.1.330")),
    // Corepack asks before it loads something.
    (
        "#!/bin/sh\necho '! Corepack is about to download claude' >&2\nread -r answer || exit 1\n",
        None,
    ),
    ("#!/bin/sh\necho 'No version is set for command claude' >&2\nexit 126\n", None),
    ("#!/nowhere/node\n", None),
    ("exec ~/real/claude \"$@\"\n", None),
];

#[test]
fn a_client_behind_a_wrapper_script_is_found_with_its_version() {
    let world = world("1.0.0");
    world.run("install claude");
    for (file, text) in [
        ("real/claude", "#!/bin/sh\necho '2.1.330 (Claude Code)'\n"),
        ("bin/asdf", "#!/bin/sh\nshift 2\nexec ~/real/claude \"$@\"\n"),
    ] {
        world.write(file, text);
        fs::set_permissions(world.path(file), fs::Permissions::from_mode(0o755)).unwrap();
    }
    for (script, version) in WRAPPERS {
        world.write("bin/claude", script);
        let (told, lines) = doctor(&world);
        let claude = &told["clients"][0];
        assert_eq!(claude["client"], "claude", "{script}");
        assert_eq!(claude["program"], "~/bin/claude", "{script}");
        // A text without its interpreter is run by some systems and refused by others.
        if script.starts_with("#!") {
            assert_eq!(claude["version"].as_str(), version, "{script}\n{lines}");
        }
        assert_eq!(claude["fires"], true, "{script}\n{lines}");
    }
}
