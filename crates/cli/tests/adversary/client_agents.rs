//! The agent of each client attacks that client's own guard, in a call of its own: after the next event what
//! protects is as before, or the session is open. What people and clients change beside it stays.

use std::cell::Cell;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use serde_json::Value;

use crate::client_payloads::{Attacker, Work, attackers};
use crate::transcript::CommandOutput;
use crate::world::{HOOK, World};

const POLICY: &str = "project/.fusebox.toml";
const STRICT: &str = "mode = \"enforce\"\n[limits]\ntool_calls = 500\n";
const PROGRAM: &str = ".local/state/fusebox/bin/fusebox-hook";
const DATABASE: &str = ".local/state/fusebox/fusebox.db";

/// A home with hooks of a client, whose session has made its first call.
struct Home<'a> {
    world: World,
    client: &'a Attacker,
    calls: Cell<u32>,
}

impl<'a> Home<'a> {
    fn new(client: &'a Attacker) -> Self {
        let world = World::new();
        for scope in ["user", "project"] {
            let ran = world.run(&format!("install {} --scope {scope}", client.installed));
            assert_eq!(ran.code, 0, "{}: {}", client.name, ran.err);
        }
        world.write(POLICY, STRICT);
        let home = Self { world, client, calls: Cell::new(0) };
        if let Some(start) = client.start(&home.world) {
            home.hook("", &start);
        }
        home.call(Work::Shell("ls"), || {});
        home
    }

    /// Tells the hook an event. A payload that does not name its hook is told with the name on the command line.
    fn hook(&self, name: &str, event: &Value) -> CommandOutput {
        let mut command = self.world.command(HOOK);
        command.arg(self.client.name).stdin(Stdio::piped());
        if !name.is_empty() && self.client.name == "antigravity" {
            command.arg(name);
        }
        self.world.finish(&mut command, event.to_string().as_bytes())
    }

    fn id(&self) -> String {
        self.calls.set(self.calls.get() + 1);
        format!("t{}", self.calls.get())
    }

    /// Whether the hook lets a call begin.
    fn begins(&self, id: &str, work: Work<'_>) -> bool {
        let ran = self.hook("PreToolUse", &self.client.before(&self.world, id, work));
        let words = ["deny", "refuse", "\"cancel\":true"];
        let refuses = ran.code == 2 || words.iter().any(|word| ran.out.contains(word));
        assert!(refuses || ran.code == 0, "{}: {ran:?}", self.client.name);
        !refuses
    }

    fn ends(&self, id: &str, work: Work<'_>) {
        self.hook("PostToolUse", &self.client.after(&self.world, id, work));
    }

    /// A call that does this unless it is refused. Returns whether it was done.
    fn call(&self, work: Work<'_>, effect: impl FnOnce()) -> bool {
        let id = self.id();
        let begins = self.begins(&id, work);
        if begins {
            effect();
            self.ends(&id, work);
        }
        begins
    }

    /// Whether the next call of the agent is refused.
    fn is_open(&self) -> bool {
        !self.begins(&self.id(), Work::Shell("ls"))
    }

    fn text(&self, file: &str) -> Option<String> {
        fs::read(self.world.path(file)).ok().map(|text| String::from_utf8_lossy(&text).into())
    }

    fn remove(&self, file: &str) {
        let path = self.world.path(file);
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
    }
}

/// What an attack does to a file.
#[derive(Debug, Clone, Copy)]
enum Damage {
    Remove,
    /// The folder that holds it is gone.
    RemoveFolder,
    /// It can no longer be executed.
    NotExecutable,
    Becomes(&'static str),
}

/// The files that are attacked, and how.
fn damages(client: &Attacker) -> Vec<(&'static str, Damage)> {
    let [person, project] = client.hooks;
    let mut all = vec![
        (person, Damage::Remove),
        (person, Damage::Becomes("{}")),
        (project, Damage::Becomes("")),
        (POLICY, Damage::Remove),
        (POLICY, Damage::Becomes("mode = \"observe\"\n")),
        (PROGRAM, Damage::Becomes("#!/bin/sh\nexit 0\n")),
        (PROGRAM, Damage::Remove),
    ];
    if client.name == "cline" {
        all.extend([person, project].map(|file| (file, Damage::NotExecutable)));
    }
    if person.contains("/hooks/") || person.contains("/plugin/") {
        all.extend([person, project].map(|file| (file, Damage::RemoveFolder)));
    }
    all.extend(client.switch.map(|(file, text)| (file, Damage::Becomes(text))));
    all
}

/// What lasts of an attack: a file says something else, and neither is the session open nor is what it
/// loosens withheld.
fn fault(home: &Home<'_>, file: &str, before: Option<&str>) -> Option<&'static str> {
    let can_run = |file: &str| {
        let mode =
            fs::metadata(home.world.path(file)).map_or(0, |found| found.permissions().mode());
        !file.ends_with(".sh") || mode & 0o100 != 0
    };
    if home.is_open() || home.text(file).as_deref() == before && can_run(file) {
        return None;
    }
    let withheld =
        file == POLICY && home.world.run("status").err.contains("What it loosens is not obeyed:");
    (!withheld).then_some("lasts")
}

/// Makes the attack by each tool of the client that could make it.
fn faults_of(client: &Attacker, file: &'static str, damage: Damage) -> Vec<String> {
    let absolute = |home: &Home<'_>| home.world.path(file).to_str().unwrap().to_owned();
    let attack = |tool: &str| {
        let home = Home::new(client);
        let before = home.text(file);
        let path = absolute(&home);
        let does = || match damage {
            Damage::Remove => home.remove(file),
            Damage::RemoveFolder => home.remove(file.rsplit_once('/').unwrap().0),
            Damage::NotExecutable => {
                let mode = fs::Permissions::from_mode(0o600);
                fs::set_permissions(home.world.path(file), mode).unwrap();
            }
            Damage::Becomes(text) => {
                // A copied program may not be written to, but replaced.
                let _ = fs::remove_file(home.world.path(file));
                home.world.write(file, text);
            }
        };
        let text = if let Damage::Becomes(text) = damage { text } else { "" };
        let done = match tool {
            "a file that was written before" => home.call(Work::Shell("sh x.sh"), does),
            "a write" => home.call(Work::Write(&path, text), does),
            "an edit" => home.call(Work::Edit(&path, "hook", text), does),
            "a server" => home.call(Work::Server(&path, text), does),
            "one of two calls at once" => {
                let (first, second) = (home.id(), home.id());
                let works = [Work::Shell("true"), Work::Shell("sh x.sh")];
                let begin = home.begins(&first, works[0]) && home.begins(&second, works[1]);
                home.ends(&first, works[0]);
                does();
                home.ends(&second, works[1]);
                begin
            }
            _ => {
                let line = match damage {
                    Damage::Remove => format!("rm -rf {path}"),
                    Damage::RemoveFolder => format!("rm -rf {}", path.rsplit_once('/').unwrap().0),
                    Damage::NotExecutable => format!("chmod a-x {path}"),
                    Damage::Becomes(text) => format!("printf '%s' '{text}' > {path}"),
                };
                home.call(Work::Shell(&line), does)
            }
        };
        let lasts = if done { fault(&home, file, before.as_deref()) } else { None };
        lasts.map(|fault| format!("{}: {file} {damage:?} by {tool}: {fault}", client.name))
    };
    // Every tool tries the same once, and what a command does not say is tried on every file.
    let tools: &[&str] = if matches!(damage, Damage::Becomes("{}")) {
        &[
            "a command",
            "a file that was written before",
            "one of two calls at once",
            "a write",
            "an edit",
            "a server",
        ]
    } else if file == client.hooks[0] {
        &["a command", "one of two calls at once"]
    } else {
        &["a file that was written before"]
    };
    tools.iter().copied().filter_map(attack).collect()
}

#[test]
fn g01_what_the_agent_of_each_client_takes_away_in_its_own_call_does_not_last() {
    let faults = |client: &Attacker| -> Vec<String> {
        let damages = damages(client).into_iter();
        damages.flat_map(|(file, damage)| faults_of(client, file, damage)).collect()
    };
    let attackers = attackers();
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            attackers.iter().map(|client| scope.spawn(move || faults(client))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} lasted:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn g07_an_open_session_of_each_client_stays_open_without_its_state() {
    for client in &attackers() {
        let home = Home::new(client);
        let script = "sh x.sh";
        home.call(Work::Shell(script), || home.remove(client.hooks[0]));
        assert!(home.is_open(), "{}: not stopped", client.name);
        // What is left of an earlier command removes the state.
        for file in [DATABASE, &format!("{DATABASE}-wal"), &format!("{DATABASE}-shm")] {
            let _ = fs::remove_file(home.world.path(file));
        }
        assert!(home.is_open(), "{}: goes on without its state", client.name);
    }
}

#[test]
fn g02_what_people_and_clients_change_in_the_settings_of_each_client_stays() {
    for client in &attackers() {
        let [person, project] = client.hooks;
        let name = client.name;
        let home = Home::new(client);
        // A pull brings a colleague's settings, and the client notes a permission, while a call runs.
        let is_object = person.ends_with(".json") && !person.contains("/fusebox");
        if is_object {
            for file in [project, person] {
                let noted = home.text(file).unwrap().replacen('{', "{\"x\": {\"a\": 1},", 1);
                assert!(home.call(Work::Shell("git pull"), || home.world.write(file, &noted)));
                assert_eq!(home.text(file).as_deref(), Some(&*noted), "{name}: {file}");
            }
        }
        assert!(!home.is_open(), "{name}: stopped for what the client wrote");
        // A person installs from another terminal, while a call runs.
        let install = || {
            let words = ["install", client.installed, "--strict"];
            home.world.person_does(&words);
        };
        let home = Home::new(client);
        assert!(home.call(Work::Shell("make"), install), "{name}");
        let installed = home.text(person);
        assert!(!home.is_open(), "{name}: stopped for an installation");
        assert_eq!(home.text(person), installed, "{name}");
        // A person takes the hooks away between two calls, and empties the policy.
        home.call(Work::Shell("ls -l"), || {});
        home.ends_all();
        home.remove(project);
        home.world.write(POLICY, "mode = \"observe\"\n");
        assert!(!home.is_open(), "{name}: stopped for a person's change");
        assert_eq!(home.text(project), None, "{name}: a person's change was undone");
    }
}

impl Home<'_> {
    /// Ends the calls that were only asked about.
    fn ends_all(&self) {
        for n in 1..=self.calls.get() {
            self.ends(&format!("t{n}"), Work::Shell("ls"));
        }
    }
}

#[test]
fn g01_a_plain_change_of_a_file_that_is_ours_alone_is_refused_beforehand() {
    let attackers = attackers();
    let owns = |client: &&Attacker| {
        ["copilot", "vscode", "opencode", "cline", "kiro"].contains(&client.name)
    };
    for client in attackers.iter().filter(owns) {
        let home = Home::new(client);
        for file in client.hooks {
            let path = home.world.path(file).to_str().unwrap().to_owned();
            let (name, _) = path.rsplit_once('/').unwrap();
            let lines = [
                format!("rm -f {path}"),
                format!("echo '{{}}' > {path}"),
                format!("sed -i s/fusebox/true/ {path}"),
            ];
            for line in &lines {
                assert!(!home.begins(&home.id(), Work::Shell(line)), "{}: {line}", client.name);
            }
            for work in [Work::Write(&path, "{}"), Work::Server(&path, "{}")] {
                assert!(!home.begins(&home.id(), work), "{}: {work:?}", client.name);
            }
            // Reading is innocent, and so is what lies beside it.
            for line in [format!("cat {path}"), format!("ls -la {name}"), format!("jq . {path}")] {
                assert!(home.call(Work::Shell(&line), || {}), "{}: {line}", client.name);
            }
            let beside = format!("{name}/mine.json");
            assert!(home.call(Work::Write(&beside, "{}"), || {}), "{}: {beside}", client.name);
        }
    }
}

#[test]
fn g05_an_agent_that_sets_its_model_in_settings_with_hooks_is_innocent() {
    let attackers = attackers();
    let shares = |client: &&Attacker| ["gemini", "qwen", "codex"].contains(&client.name);
    for client in attackers.iter().filter(shares) {
        let home = Home::new(client);
        let file = if client.name == "codex" { ".codex/config.toml" } else { client.hooks[0] };
        let path = home.world.path(file).to_str().unwrap().to_owned();
        let before = home.text(file).unwrap_or_default();
        let after = if client.name == "codex" {
            "model = \"m\"\n".to_owned()
        } else {
            before.replacen('{', "{\"model\": {\"name\": \"m\"},", 1)
        };
        let line = format!("sed -i '1s/^/x/' {path}");
        for work in [Work::Edit(&path, "{", "{x"), Work::Shell(&line)] {
            assert!(home.call(work, || home.world.write(file, &after)), "{}", client.name);
            assert!(!home.is_open(), "{}: {work:?}", client.name);
            assert_eq!(home.text(file).as_deref(), Some(&*after), "{}", client.name);
        }
    }
}

#[test]
fn every_client_is_an_attacker() {
    let known: Vec<&str> = attackers().iter().map(|client| client.name).collect();
    for client in fusebox_clients::CLIENTS {
        assert!(known.contains(&client.name), "{}", client.name);
    }
}
