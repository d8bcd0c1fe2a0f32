//! A home of its own for each test, and the two programs run in it.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::transcript::CommandOutput;

pub(crate) const FUSEBOX: &str = env!("CARGO_BIN_EXE_fusebox");
pub(crate) const HOOK: &str = env!("CARGO_BIN_EXE_fusebox-hook");

/// A home with a project in it.
pub(crate) struct World {
    _dir: TempDir,
    pub(crate) home: PathBuf,
    /// Variables of every command.
    variables: Vec<(&'static str, String)>,
    /// Words of the hook after the client's name.
    pub(crate) hook_words: Vec<&'static str>,
    /// The user and group of every command, if it is not this one, and the programs' folder.
    pub(crate) user: Option<u32>,
    pub(crate) programs: PathBuf,
    /// Where they are copies of its own.
    pub(crate) _copies: Option<TempDir>,
}

impl World {
    pub(crate) fn new() -> Self {
        Self::with_variables(&[])
    }

    pub(crate) fn with_variables(variables: &[(&'static str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        // The system's temporary folder may be a link.
        let home = dir.path().canonicalize().unwrap().join("home");
        fs::create_dir_all(home.join("project/.git")).unwrap();
        let variables =
            variables.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        let programs = programs().to_owned();
        let hook_words = Vec::new();
        Self { _dir: dir, home, variables, hook_words, user: None, programs, _copies: None }
    }

    /// Gives every command from now on this variable.
    pub(crate) fn set_variable(&mut self, name: &'static str, value: &str) {
        self.variables.push((name, value.to_owned()));
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.home.join(inside)
    }

    pub(crate) fn write(&self, inside: &str, text: impl AsRef<[u8]>) {
        let path = self.path(inside);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, inside: &str) -> String {
        fs::read_to_string(self.path(inside)).unwrap()
    }

    /// The names in a folder, sorted.
    pub(crate) fn names(&self, inside: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(inside)).unwrap().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn state_dir(&self) -> PathBuf {
        self.path(".local/state/fusebox")
    }

    /// The database without our code in between.
    pub(crate) fn sql(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.state_dir().join("fusebox.db")).unwrap()
    }

    /// The one number that a query of the database gives.
    pub(crate) fn number(&self, query: &str) -> i64 {
        self.sql().query_row(query, [], |row| row.get(0)).unwrap()
    }

    /// The one text that a query of the database gives.
    pub(crate) fn text(&self, query: &str) -> String {
        self.sql().query_row(query, [], |row| row.get(0)).unwrap()
    }

    /// A command with nothing in its environment but the home.
    pub(crate) fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command
            .env_clear()
            .env("HOME", &self.home)
            .env("PATH", "/nowhere")
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .current_dir(self.path("project"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(user) = self.user {
            command.uid(user).gid(user);
        }
        command
    }

    pub(crate) fn fusebox(&self) -> Command {
        self.command(self.programs.join("fusebox"))
    }

    /// Runs `fusebox` with words that hold no spaces.
    pub(crate) fn run(&self, words: &str) -> CommandOutput {
        self.pipe(words, "")
    }

    /// The same with something on standard input.
    pub(crate) fn pipe(&self, words: &str, input: &str) -> CommandOutput {
        let mut command = self.fusebox();
        self.finish(command.args(words.split_whitespace()), input.as_bytes())
    }

    /// The same with one more variable.
    pub(crate) fn with(&self, name: &str, value: &str, words: &str) -> CommandOutput {
        let mut command = self.fusebox();
        self.finish(command.env(name, value).args(words.split_whitespace()), b"")
    }

    pub(crate) fn finish(&self, command: &mut Command, input: &[u8]) -> CommandOutput {
        let output = start(command, input).wait_with_output().unwrap();
        CommandOutput::of(&self.home, output.status, &output.stdout, &output.stderr)
    }

    /// Runs `fusebox` as a person at a terminal does, who types `answer` when asked.
    pub(crate) fn person(&self, words: &[&str], answer: &str) -> CommandOutput {
        self.person_at(&self.path("project"), "/usr/bin:/bin", words, answer)
    }

    /// What a person does at a terminal, which succeeds.
    #[track_caller]
    pub(crate) fn person_does(&self, words: &[&str]) -> CommandOutput {
        let ran = self.person(words, "y\n");
        assert_eq!(ran.code, 0, "{words:?}: {}", ran.err);
        ran
    }

    /// The same in another folder and with these programs.
    pub(crate) fn person_at(
        &self,
        dir: &Path,
        path: &str,
        words: &[&str],
        answer: &str,
    ) -> CommandOutput {
        let (mut terminal, child_side) = pty_process::blocking::open().unwrap();
        let mut child = pty_process::blocking::Command::new(FUSEBOX)
            .args(words)
            .env_clear()
            .env("HOME", &self.home)
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .env("PATH", path)
            .current_dir(dir)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn(child_side)
            .unwrap();
        terminal.write_all(answer.as_bytes()).unwrap();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        child.stdout.take().unwrap().read_to_end(&mut out).unwrap();
        child.stderr.take().unwrap().read_to_end(&mut err).unwrap();
        CommandOutput::of(&self.home, child.wait().unwrap(), &out, &err)
    }

    /// Gives one event of Claude Code to the hook.
    pub(crate) fn claude(&self, event: &str, fields: Value) -> CommandOutput {
        self.finish(&mut self.hook(), &self.event(event, fields))
    }

    /// The same of a call of the shell.
    pub(crate) fn bash(&self, id: &str, command: &str) -> CommandOutput {
        self.claude("PreToolUse", bash(id, command))
    }

    /// An event of session `s1`, unless its fields name another.
    pub(crate) fn event(&self, event: &str, fields: Value) -> Vec<u8> {
        let mut whole = json!({
            "session_id": "s1",
            "transcript_path": self.path("none.jsonl"),
            "cwd": self.path("project"),
            "hook_event_name": event,
        });
        whole.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        whole.to_string().into_bytes()
    }

    pub(crate) fn hook(&self) -> Command {
        let mut command = self.command(self.programs.join("fusebox-hook"));
        command.arg("claude").args(&self.hook_words).stdin(Stdio::piped());
        command
    }

    /// The hook under a shell of its own: what started it is taken for the client.
    pub(crate) fn hook_below_shell(&self) -> Command {
        let mut command = self.command("/bin/sh");
        command.args(["-c", "\"$0\" claude; exit $?", HOOK]).stdin(Stdio::piped());
        command
    }

    /// A session that ran the same command eight times: it was told, refused, and stopped.
    pub(crate) fn tripped(&self, session: &str) {
        self.tripped_agent(session, "main");
    }

    /// The same, of one agent of the session.
    pub(crate) fn tripped_agent(&self, session: &str, agent: &str) {
        let mut events = vec![json!({"id": "p", "at_ms": AT, "type": "prompt", "by": "human",
            "text": "make it pass"})];
        for n in 0..8 {
            let (call, at) = (format!("c{n}"), AT + 1_000 * (n + 1));
            events.push(json!({"agent": agent, "id": format!("q{n}"), "at_ms": at,
                "type": "tool_request", "call": call, "tool": "bash",
                "input": {"command": "make test"}}));
            if n < 6 {
                events.push(json!({"agent": agent, "id": format!("r{n}"), "at_ms": at + 100,
                    "type": "tool_result", "call": call, "ok": false,
                    "exit_code": 2, "output": "orders.c: error: no such field"}));
            }
        }
        for event in &mut events {
            event["session"] = json!(session);
        }
        assert_eq!(self.decide(&events).last().unwrap()["state"], "open");
    }

    /// The verdicts on these canonical events, told to the store of this home.
    pub(crate) fn decide(&self, events: &[Value]) -> Vec<Value> {
        let lines: String = events.iter().map(|event| format!("{event}\n")).collect();
        let mut command = self.fusebox();
        command.args(["decide", "--store"]).arg(self.state_dir());
        let ran = self.finish(&mut command, lines.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        ran.lines()
    }

    /// The id of the latest incident.
    pub(crate) fn incident(&self) -> String {
        self.run("incidents --json").json()[0]["id"].as_str().unwrap().to_owned()
    }
}

/// Starts a program with all of its input.
pub(crate) fn start(command: &mut Command, input: &[u8]) -> Child {
    if !input.is_empty() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().unwrap();
    if let Some(mut stdin) = child.stdin.take() {
        // A program that does not want it all may be gone already.
        let _ = stdin.write_all(input);
    }
    child
}

/// The fields of a call of Bash.
pub(crate) fn bash(id: &str, command: &str) -> Value {
    json!({"tool_name": "Bash", "tool_use_id": id, "tool_input": {"command": command}})
}

/// When the sessions of these tests happen: 2026-11-22 01:06:48 UTC.
pub(crate) const AT: u64 = 1_795_309_608_000;

/// The folder of the programs under test.
pub(crate) fn programs() -> &'static Path {
    Path::new(FUSEBOX).parent().unwrap()
}
