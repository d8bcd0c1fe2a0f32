//! `fusebox install --scope managed`: hooks in the administrator's settings, which those of an agent cannot switch
//! off. The system's folder is one of the test's, in a mount namespace.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::transcript::CommandOutput;
use crate::world::{FUSEBOX, HOOK, World};

const CLAUDE: &str = "etc/claude-code/managed-settings.json";
const CODEX: &str = "etc/codex/hooks.json";
const PIN: &str = "etc/codex/requirements.toml";

/// Runs the words after the folder with that folder as the system's.
const IN_NAMESPACE: &str = r#"mount --bind "$0" /etc && exec "$@""#;

/// The words that run `fusebox` where `etc` of the home is the system's.
fn words(world: &World, order: &str) -> Vec<String> {
    fs::create_dir_all(world.path("etc")).unwrap();
    let etc = world.path("etc").display().to_string();
    let first = ["--map-root-user", "--mount", "/bin/sh", "-c", IN_NAMESPACE, &etc, FUSEBOX];
    first.into_iter().chain(order.split_whitespace()).map(str::to_owned).collect()
}

fn run(world: &World, order: &str) -> CommandOutput {
    let mut command: Command = world.command("/usr/bin/unshare");
    world.finish(command.env("PATH", "/usr/bin:/bin").args(words(world, order)), b"")
}

/// The same at a terminal, where a person says yes.
fn person(world: &World, order: &str) -> CommandOutput {
    let (mut terminal, child_side) = pty_process::blocking::open().unwrap();
    let mut child = pty_process::blocking::Command::new("/usr/bin/unshare")
        .args(words(world, order))
        .env_clear()
        .env("HOME", &world.home)
        .env("PATH", "/usr/bin:/bin")
        .current_dir(world.path("project"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn(child_side)
        .unwrap();
    terminal.write_all(b"y\n").unwrap();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    child.stdout.take().unwrap().read_to_end(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_end(&mut err).unwrap();
    CommandOutput::of(&world.home, child.wait().unwrap(), &out, &err)
}

fn checks(told: &Value) -> String {
    let lines = told["checks"].as_array().unwrap().iter();
    lines.map(|check| format!("{}: {}\n", check["mark"], check["text"])).collect()
}

#[test]
#[ignore = "mounts a folder, as root or in a user namespace; .ci/run runs it"]
fn g01_the_administrators_hooks_are_installed_once_and_go_byte_for_byte() {
    let world = World::new();
    let mine = "{\n  // ours\n  \"allowManagedHooksOnly\": false\n}\n";
    world.write(CLAUDE, mine);
    world.write(PIN, "allowed_approval_policies = [\"on-request\"]\n");
    for client in ["claude", "codex"] {
        let ran = run(&world, &format!("install {client} --scope managed"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(!ran.out.contains("until the hooks are trusted"), "{}", ran.out);
        let again = run(&world, &format!("install {client} --scope managed"));
        assert!(again.out.contains("is guarded already; nothing to change"), "{again:?}");
    }
    assert!(world.read(CLAUDE).contains("// ours") && world.read(CLAUDE).contains(HOOK));
    assert!(world.read(PIN).ends_with("[features]\nhooks = true\n"), "{}", world.read(PIN));
    for (file, mode) in [(CODEX, 0o644), ("etc/codex", 0o755)] {
        let found = fs::metadata(world.path(file)).unwrap().permissions().mode() & 0o777;
        assert_eq!(found, mode, "{file}");
    }
    let told = run(&world, "doctor --json").json();
    let lines = checks(&told);
    for title in ["Claude Code", "Codex CLI"] {
        let holds = "are the administrator's; an agent's settings cannot switch them off";
        let is_held = |line: &&str| line.contains(title) && line.contains(holds);
        assert!(lines.lines().any(|line| is_held(&line)), "{lines}");
    }
    let clients = told["clients"].as_array().unwrap();
    assert!(clients.iter().all(|one| one["tier"] == "managed" && one["fires"] == true), "{told}");
    for client in ["claude", "codex"] {
        let ran = person(&world, &format!("uninstall {client} --scope managed"));
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    assert_eq!(world.read(CLAUDE), mine);
    assert_eq!(world.read(PIN), "allowed_approval_policies = [\"on-request\"]\n");
    assert!(!world.path(CODEX).exists());
}

#[test]
#[ignore = "mounts a folder, as root or in a user namespace; .ci/run runs it"]
fn g01_an_agents_own_settings_do_not_switch_the_administrators_hooks_off() {
    let world = World::new();
    assert_eq!(run(&world, "install claude --scope managed").code, 0);
    assert_eq!(run(&world, "install codex --scope managed").code, 0);
    world.write(".claude/settings.json", "{\"disableAllHooks\": true}");
    world.write(".codex/config.toml", "[features]\nhooks = false\n");
    let lines = checks(&run(&world, "doctor --json").json());
    assert!(!lines.contains("nothing is guarded"), "{lines}");
    // Without the requirement, a person's settings of Codex would switch them off.
    world.write(PIN, "");
    let lines = checks(&run(&world, "doctor --json").json());
    assert!(lines.contains("requirements.toml does not keep hooks switched on"), "{lines}");
    world.write(PIN, "[features]\nhooks = false\n");
    let ran = run(&world, "install codex --scope managed");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("`features.hooks` is off; set it to true"), "{}", ran.err);
}

#[test]
#[ignore = "mounts a folder, as root or in a user namespace; .ci/run runs it"]
fn g01_the_same_hooks_in_two_places_are_found() {
    let world = World::new();
    assert_eq!(run(&world, "install claude --scope managed").code, 0);
    let ran = run(&world, "install claude");
    assert!(ran.err.contains("managed-settings.json as well; one place is enough"), "{}", ran.err);
    let told = run(&world, "doctor --json").json();
    let lines = checks(&told);
    assert!(lines.contains("the hooks of Claude Code are in several files"), "{lines}");
    let next = told["checks"].as_array().unwrap().iter().filter_map(|one| one["next"].as_str());
    let mend = "one place is enough: fusebox uninstall claude --scope user";
    assert!(next.into_iter().any(|next| next == mend), "{told}");
}

#[test]
#[ignore = "mounts a folder, as root or in a user namespace; .ci/run runs it"]
fn g01_without_rights_the_error_names_the_command() {
    let world = World::new();
    let ran = world.run("install gemini --scope managed");
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: `gemini` has no administrator's settings"), "{}", ran.err);
    // A folder that nobody can write in stands for the missing rights.
    let mut command: Command = world.command("/usr/bin/unshare");
    fs::create_dir_all(world.path("etc")).unwrap();
    let script = r#"mount --bind "$0" /etc && mount -o remount,bind,ro /etc && exec "$@""#;
    command.args(["--map-root-user", "--mount", "/bin/sh", "-c", script]);
    command.arg(world.path("etc")).arg(FUSEBOX).args(["install", "claude", "--scope", "managed"]);
    let ran = world.finish(command.env("PATH", "/usr/bin:/bin"), b"");
    assert_eq!(ran.code, 1, "{ran:?}");
    let hint = "needs the administrator's rights: sudo fusebox install claude --scope managed";
    assert!(ran.err.contains("cannot be written") && ran.err.contains(hint), "{}", ran.err);
    assert!(!world.path("etc/claude-code").exists());
}
