//! Changes of a client's settings that no reading of a command foresees: what they took away is put back
//! and the session is stopped. Changes that a person makes stay.

use std::cell::RefCell;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::sandbox::search_path;
use crate::world::{HOOK, World, bash, programs};

const USER: &str = ".claude/settings.json";
const PROJECT: &str = "project/.claude/settings.json";
const LOCAL: &str = "project/.claude/settings.local.json";
const DISABLED: &str = "{\"disableAllHooks\": true}";

/// A home with installed hooks and a session that runs.
pub(crate) struct Guarded {
    pub(crate) world: World,
    /// Stands for the client, which starts the hooks: this process is a person's terminal. It runs the
    /// lines that it reads, and tells the code of each.
    client: Child,
    codes: RefCell<BufReader<ChildStdout>>,
    calls: u32,
}

impl Drop for Guarded {
    fn drop(&mut self) {
        let _ = self.client.kill();
        let _ = self.client.wait();
    }
}

impl Guarded {
    pub(crate) fn new() -> Self {
        Self::with_hook_words(&[])
    }

    fn with_hook_words(words: &[&'static str]) -> Self {
        let mut client = Command::new("bash")
            .args(["-c", "while read -r line; do eval \"$line\"; echo $?; done"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let codes = RefCell::new(BufReader::new(client.stdout.take().unwrap()));
        let mut world = World::with_variables(&[("CLAUDE_PID", &client.id().to_string())]);
        world.hook_words.extend(words);
        world.write(USER, "{\"theme\": \"dark\"}\n");
        assert_eq!(world.run("install claude").code, 0);
        let guarded = Self { world, client, codes, calls: 0 };
        guarded.tell("SessionStart", json!({"source": "startup"}));
        guarded
    }

    pub(crate) fn tell(&self, event: &str, fields: Value) -> String {
        let beside = |name| self.world.home.with_file_name(name);
        let (input, answer, said) = (beside("event"), beside("answer"), beside("said"));
        fs::write(&input, self.world.event(event, fields)).unwrap();
        let line = format!(
            "env -i HOME={} PATH=/nowhere CLAUDE_PID=$$ {} claude {} < {} > {} 2> {}\n",
            self.world.home.display(),
            HOOK,
            self.world.hook_words.join(" "),
            input.display(),
            answer.display(),
            said.display(),
        );
        let code = self.client_runs(&line);
        assert_eq!(code, "0", "{event}: {}", fs::read_to_string(said).unwrap());
        fs::read_to_string(answer).unwrap()
    }

    /// Has the client run a line, which prints nothing. Returns its code.
    pub(crate) fn client_runs(&self, line: &str) -> String {
        let mut stdin = self.client.stdin.as_ref().unwrap();
        stdin.write_all(line.trim_end().as_bytes()).unwrap();
        stdin.write_all(b"\n").unwrap();
        let mut code = String::new();
        self.codes.borrow_mut().read_line(&mut code).unwrap();
        code.trim_end().to_owned()
    }

    /// Runs a command line as the client would: asks the hook, runs it, and tells its end. Returns the
    /// answers; a refused command is not run.
    pub(crate) fn call(&mut self, line: &str) -> [String; 2] {
        self.calls += 1;
        let id = format!("c{}", self.calls);
        let before = self.tell("PreToolUse", bash(&id, line));
        if before.contains("\"deny\"") {
            return [before, String::new()];
        }
        self.shell(line).wait().unwrap();
        [before, self.ends(&id, line)]
    }

    pub(crate) fn ends(&self, id: &str, line: &str) -> String {
        let mut fields = bash(id, line);
        fields["tool_response"] = json!({"stdout": "", "stderr": "", "interrupted": false});
        self.tell("PostToolUse", fields)
    }

    /// Starts a command line with the mark of an agent's command.
    pub(crate) fn shell(&self, line: &str) -> Child {
        let mut shell = self.world.command("bash");
        shell
            .args(["-c", line])
            .env("PATH", format!("{}:{}", programs().display(), search_path()))
            .env("CLAUDECODE", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        shell.spawn().unwrap()
    }

    /// What a command line prints, outside of the agent.
    pub(crate) fn shell_output(&self, line: &str) -> String {
        let mut shell = self.world.command("bash");
        shell.args(["-c", line]).env("PATH", search_path());
        String::from_utf8(shell.output().unwrap().stdout).unwrap()
    }

    pub(crate) fn state(&self) -> Value {
        self.world.run("status s1 --json").json()
    }

    #[track_caller]
    pub(crate) fn assert_tripped(&self) {
        let incidents = self.world.run("incidents --json").json();
        assert_eq!(
            (&self.state()["state"], &incidents[0]["rule"]),
            (&json!("open"), &json!("guard.tampered"))
        );
    }

    #[track_caller]
    pub(crate) fn assert_closed(&self) {
        assert_eq!(self.state()["state"], "closed");
    }
}

#[test]
fn g01_what_a_call_takes_away_is_put_back_and_the_session_stops() {
    for (line, file) in [
        ("printf '%s' 'rm -f ~/.cl*de/set*.json' > x.sh; sh x.sh", USER),
        ("mkdir d; echo '{\"disableAllHooks\":true}' > d/settings.local.json; mv d .claude", LOCAL),
        (
            "d=.cla; mkdir e; echo '{\"disableAllHooks\":true}' > e/settings.json; cp -r e ${d}ude",
            PROJECT,
        ),
    ] {
        let mut home = Guarded::new();
        let before = fs::read(home.world.path(file)).ok();
        let [asked, ended] = home.call(line);
        assert_eq!(asked, "", "{line}");
        assert!(
            ended.contains("guard") || ended.contains("circuit breaker tripped"),
            "{line}: {ended}"
        );
        assert_eq!(fs::read(home.world.path(file)).ok(), before, "{line}");
        home.assert_tripped();
        assert!(home.call("ls")[0].contains("\"deny\""), "{line}");
    }
}

#[test]
fn g01_the_loss_of_the_settings_is_named_once_in_each_answer() {
    let mut home = Guarded::new();
    let [_, ended] = home.call("printf '%s' 'rm -f ~/.cl*de/set*.json' > x.sh; sh x.sh");
    let named = |answer: &str, field: &str| {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let told = answer["hookSpecificOutput"][field].as_str().unwrap().to_owned();
        assert_eq!(told.matches("/.claude/settings.json").count(), 1, "{told}");
    };
    named(&ended, "additionalContext");
    named(&home.call("ls")[0], "permissionDecisionReason");
}

/// Hooks of a client are installed, and a file is there; then a call of Claude Code's agent writes
/// another one. It does not last where something is `lost`.
#[track_caller]
pub(crate) fn check_other_client(
    client: &str,
    file: &str,
    before: &str,
    after: &str,
    lost: Option<&str>,
) {
    let mut home = Guarded::new();
    assert_eq!(home.world.run(&format!("install {client}")).code, 0);
    if !before.is_empty() {
        home.world.write(file, before);
    }
    home.call("ls");
    let before = fs::read_to_string(home.world.path(file)).ok();
    fs::write(home.world.path("new"), after).unwrap();
    home.call(&format!("echo 'mkdir -p ~/{file}; rmdir ~/{file}; cp ~/new ~/{file}' > x; sh x"));
    let Some(lost) = lost else {
        home.assert_closed();
        return assert_eq!(home.world.read(file), after, "{file}");
    };
    assert_eq!(fs::read_to_string(home.world.path(file)).ok(), before, "{file}");
    home.assert_tripped();
    let shown = home.world.run("show").out;
    assert!(shown.contains(lost), "{file}: {shown}");
}

#[test]
fn g01_the_hooks_of_another_client_are_put_back_as_well() {
    let (gone, off) = ("lost or changed the hooks of Fusebox", "which can switch hooks off");
    check_other_client("codex", ".codex/hooks.json", "", "{}", Some(gone));
    check_other_client("gemini", ".gemini/settings.json", "", "{}", Some(gone));
    check_other_client("copilot", ".copilot/hooks/fusebox.json", "", "{}", Some(gone));
    check_other_client("cursor", ".cursor/hooks.json", "", "{}", Some(gone));
    check_other_client("windsurf", ".codeium/windsurf/hooks.json", "", "{}", Some(gone));
    check_other_client("kiro", ".kiro/hooks/fusebox.json", "", "{}", Some(gone));
    check_other_client("antigravity", ".gemini/config/hooks.json", "", "{}", Some(gone));
    check_other_client("vscode", ".copilot/hooks/fusebox-vscode.json", "", "{}", Some(gone));
    let no_hooks = "[features]\nhooks = false\n";
    check_other_client("codex", ".codex/config.toml", "model = \"m\"\n", no_hooks, Some(off));
    check_other_client("codex", "project/.codex/config.toml", "", no_hooks, Some(off));
    let trust = "[hooks.state.\"/h/hooks.json:pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:1\"\n";
    check_other_client(
        "codex",
        ".codex/config.toml",
        trust,
        "",
        Some("lost the trust in the hook"),
    );
    let no_hooks = "{\"hooksConfig\": {\"enabled\": false}}";
    check_other_client("gemini", "project/.gemini/settings.json", "", no_hooks, Some(off));
    for client in ["gemini", "qwen"] {
        let file = format!("project/.{client}/settings.json");
        let sandbox = "{\"tools\": {\"sandbox\": \"docker\"}}";
        check_other_client(client, &file, "", sandbox, Some(off));
        check_other_client(client, &file, "", "{\"tools\": {\"sandbox\": false}}", None);
    }
    let untrusted = "{\"/w\": \"DO_NOT_TRUST\"}";
    check_other_client("gemini", ".gemini/trustedFolders.json", "", untrusted, Some(off));
    check_other_client("qwen", "project/.qwen/settings.json", "", DISABLED, Some(off));
    check_other_client("copilot", ".copilot/settings.json", "", DISABLED, Some(off));
    check_other_client("copilot", "project/.github/copilot/settings.json", "", DISABLED, Some(off));
}

/// What the hook answers to an event of Gemini CLI, whose calls have no ids.
fn gemini(world: &World, event: &str, line: &str) -> String {
    let mut fields = json!({"session_id": "g1", "timestamp": "2026-11-26T15:38:00.000Z",
        "hook_event_name": event, "cwd": world.path("project"), "transcript_path": "/tmp/none.json"});
    if event == "SessionStart" {
        fields["source"] = json!("startup");
    } else {
        fields["tool_name"] = json!("run_shell_command");
        fields["tool_input"] = json!({"command": line});
    }
    if event == "AfterTool" {
        fields["tool_response"] =
            json!({"llmContent": "Output: ok\nExit Code: 0", "returnDisplay": "ok"});
    }
    let mut hook = world.command(HOOK);
    hook.arg("gemini").stdin(Stdio::piped());
    world.finish(&mut hook, fields.to_string().as_bytes()).out
}

#[test]
fn g01_the_agent_of_a_client_whose_calls_have_no_ids_is_held_for_its_change() {
    let world = World::new();
    let file = world.path(".gemini/settings.json");
    assert_eq!(world.run("install gemini").code, 0);
    for event in ["SessionStart", "BeforeTool", "AfterTool"] {
        gemini(&world, event, "ls");
    }
    // Between two calls it is a person's change.
    let installed = fs::read_to_string(&file).unwrap();
    world.write(".gemini/settings.json", installed.replacen('{', "{\"theme\": \"dark\",", 1));
    gemini(&world, "BeforeTool", "python3 x.py");
    assert_eq!(world.run("incidents --json").json(), json!([]));
    let before = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    gemini(&world, "AfterTool", "python3 x.py");
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    assert_eq!(world.run("incidents --json").json()[0]["rule"], "guard.tampered");
}

#[test]
fn g02_the_rest_of_another_clients_settings_stays() {
    let model = "model = \"o\"\n[features]\nhooks = true\n";
    check_other_client("codex", ".codex/config.toml", "", model, None);
    let theme = "{\"theme\": \"dark\", \"hooksConfig\": {\"notifications\": false}}";
    check_other_client("gemini", "project/.gemini/settings.json", "", theme, None);
    check_other_client("copilot", ".copilot/settings.json", "", "{\"model\": \"m\"}", None);
}

#[test]
fn g05_a_client_without_hooks_of_ours_is_left_alone() {
    let (gemini, qwen) = (".gemini/settings.json", "project/.qwen/settings.json");
    let mut home = Guarded::new();
    home.world.write(gemini, "{\"theme\": \"dark\", \"apiKey\": \"kept nowhere\"}");
    home.call("ls");
    home.call("echo 'rm ~/.gemini/settings.json' > x; sh x");
    home.call(&format!("mkdir .qwen; echo '{DISABLED}' > .qwen/settings.json"));
    home.call("ls");
    home.assert_closed();
    assert!(!home.world.path(gemini).exists());
    assert_eq!(home.world.read(qwen).trim_end(), DISABLED);
    let kept =
        home.world.text("SELECT group_concat(key) FROM document WHERE kind = 'accepted_file'");
    assert!(!kept.contains(".gemini") && !kept.contains(".qwen"), "{kept}");
}

#[test]
fn g01_the_incident_names_the_call_and_the_difference() {
    let mut home = Guarded::new();
    home.call("echo 'rm -f ~/.claude/settings.json' > x; sh x");
    home.assert_tripped();
    let shown = home.world.run("show").out;
    assert!(shown.contains("sh x"), "{shown}");
    assert!(shown.contains("settings.json` lost or changed the hooks of Fusebox"), "{shown}");
    assert!(shown.contains("fusebox guard accept"), "{shown}");
}

#[test]
fn g01_what_was_displaced_is_kept() {
    let mut home = Guarded::new();
    home.call("echo \"echo mine > ~/.claude/settings.json\" > x; sh x");
    let displaced = home.world.names(".local/state/fusebox/displaced");
    assert_eq!(displaced.len(), 1, "{displaced:?}");
    let kept = home.world.read(&format!(".local/state/fusebox/displaced/{}", displaced[0]));
    assert_eq!(kept, "mine\n");
}

#[test]
fn g01_a_background_command_of_the_agent_is_the_agents() {
    let mut home = Guarded::new();
    let before = home.world.read(USER);
    let mut job = home.shell("sleep 60");
    home.call("true");
    home.assert_closed();
    home.world.write(USER, "{}");
    home.tell("PreToolUse", bash("next", "ls"));
    job.kill().unwrap();
    job.wait().unwrap();
    assert_eq!(home.world.read(USER), before);
    home.assert_tripped();
}

#[test]
fn g01_a_call_of_a_parallel_session_is_seen_by_every_session() {
    let home = Guarded::new();
    let before = home.world.read(USER);
    let mut other = Command::new("sleep").arg("60").spawn().unwrap();
    let as_other = |event: &str, mut fields: Value| {
        fields["session_id"] = json!("s2");
        let input = home.world.event(event, fields);
        let ran =
            home.world.finish(home.world.hook().env("CLAUDE_PID", other.id().to_string()), &input);
        assert_eq!(ran.code, 0, "{}", ran.err);
    };
    as_other("SessionStart", json!({"source": "startup"}));
    as_other("PreToolUse", bash("o1", "make"));
    home.world.write(USER, "{}");
    home.tell("PreToolUse", bash("c1", "ls"));
    assert_eq!(home.world.read(USER), before);
    home.assert_closed();
    assert_eq!(home.world.run("status s2 --json").json()["state"], "open");
    other.kill().unwrap();
    other.wait().unwrap();
}

#[test]
fn g02_a_change_between_two_calls_is_a_persons() {
    let mut home = Guarded::new();
    home.call("ls");
    home.world.write(USER, "{}");
    home.call("ls");
    assert_eq!(home.world.read(USER), "{}");
    home.assert_closed();
    // It is what a later call may not change, and what it may leave as it is.
    home.world.write(LOCAL, DISABLED);
    home.call("ls");
    home.call("echo 'touch ~/.claude/settings.json; rm .claude/*.local.json' > x; sh x");
    home.assert_closed();
    assert!(!home.world.path(LOCAL).exists());
}

#[test]
fn g02_what_a_call_changes_beside_the_protection_stays() {
    let mut home = Guarded::new();
    let mut granted: Value = serde_json::from_str(&home.world.read(USER)).unwrap();
    granted["permissions"] = json!({"allow": ["Bash(cargo test:*)"]});
    home.tell("PreToolUse", bash("c0", "cargo test"));
    home.world.write(USER, granted.to_string());
    home.world.write(LOCAL, "{\"permissions\": {\"allow\": [\"Bash(ls)\"]}}");
    home.ends("c0", "cargo test");
    assert_eq!(home.world.read(USER), granted.to_string());
    home.assert_closed();
    // What is put back later has it, too.
    home.call("echo 'rm ~/.claude/settings.json' > x; sh x");
    assert_eq!(home.world.read(USER), granted.to_string());
    home.assert_tripped();
}

#[test]
fn g02_a_person_may_install_and_uninstall_while_a_call_runs() {
    let home = Guarded::new();
    home.tell("PreToolUse", bash("c0", "make"));
    assert_eq!(home.world.run("install claude --observe").code, 0);
    home.ends("c0", "make");
    home.assert_closed();
    assert!(home.world.read(USER).contains("--observe"));
    home.tell("PreToolUse", bash("c1", "make"));
    home.world.person_does(&["uninstall", "claude", "--yes"]);
    home.ends("c1", "make");
    home.assert_closed();
    assert!(!home.world.read(USER).contains("fusebox"));
}

#[test]
fn g02_a_person_accepts_a_change_that_was_taken_for_the_agents() {
    let home = Guarded::new();
    home.tell("PreToolUse", bash("c0", "make"));
    home.world.write(USER, "{}");
    home.world.person_does(&["guard", "accept", "--yes"]);
    home.ends("c0", "make");
    home.assert_closed();
    assert_eq!(home.world.read(USER), "{}");
}

#[test]
fn g01_in_observe_mode_nothing_is_put_back() {
    let mut home = Guarded::with_hook_words(&["--observe"]);
    home.call("echo 'rm ~/.claude/settings.json' > x; sh x");
    assert!(!home.world.path(USER).exists());
    home.assert_closed();
    assert_eq!(home.world.run("incidents --json").json()[0]["rule"], "guard.tampered");
}

#[test]
fn g01_a_background_command_that_has_ended_is_the_agents_until_a_person_speaks() {
    let mut home = Guarded::new();
    let before = home.world.read(USER);
    home.call("true & wait");
    home.world.write(USER, "{}");
    home.call("ls");
    assert_eq!(home.world.read(USER), before);
    home.assert_tripped();

    let mut home = Guarded::new();
    home.call("true & wait");
    home.tell("UserPromptSubmit", json!({"prompt": "go on"}));
    home.world.write(USER, "{}");
    home.call("ls");
    assert_eq!(home.world.read(USER), "{}");
    home.assert_closed();
}

#[test]
fn g03_a_program_that_is_gone_is_said_loudly() {
    let home = Guarded::new();
    assert_eq!(home.world.run("status").err, "");
    let copies = home.world.state_dir().join("bin");
    let hooks = home.world.read(USER).replace(copies.to_str().unwrap(), "/nowhere");
    home.world.write(USER, hooks);
    for words in ["status", "status s1", "run -- true"] {
        let ran = home.world.run(words);
        let text = "/nowhere/fusebox-hook is gone or cannot be run, so Claude Code is NOT guarded";
        assert!(ran.err.contains(text), "{words}: {}", ran.err);
        assert!(ran.err.contains("fusebox install claude --scope user"), "{words}: {}", ran.err);
    }
}

#[test]
fn g01_the_clients_notice_of_changed_settings_is_blocked() {
    let home = Guarded::new();
    let notice = || json!({"source": "local_settings", "file_path": home.world.path(LOCAL)});
    assert_eq!(home.tell("ConfigChange", notice()), "");
    home.world.write(LOCAL, "{\"permissions\": {}}");
    assert_eq!(home.tell("ConfigChange", notice()), "");
    // By the agent: it does not last.
    home.tell("PreToolUse", bash("c0", "make"));
    home.world.write(LOCAL, DISABLED);
    let reply = home.tell("ConfigChange", notice());
    assert!(reply.contains("\"decision\":\"block\"") && reply.contains("tripped"), "{reply}");
    assert_eq!(home.world.read(LOCAL), "{\"permissions\": {}}");
    home.assert_tripped();
    // That it was put back is a change that nobody blocks.
    assert_eq!(home.tell("ConfigChange", notice()), "");
}

#[test]
fn g02_a_persons_change_holds_for_later_sessions_only() {
    let home = Guarded::new();
    home.world.write(LOCAL, DISABLED);
    let notice = json!({"source": "local_settings", "file_path": home.world.path(LOCAL)});
    let reply = home.tell("ConfigChange", notice.clone());
    assert!(reply.contains("\"decision\":\"block\"") && !reply.contains("tripped"), "{reply}");
    assert_eq!(home.world.read(LOCAL), DISABLED);
    home.assert_closed();
}
