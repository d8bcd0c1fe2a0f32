//! A home of its own for each test, and the two programs run in it.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::transcript::Ran;

const FUSEBOX: &str = env!("CARGO_BIN_EXE_fusebox");
const HOOK: &str = env!("CARGO_BIN_EXE_fusebox-hook");

/// A home with a project in it.
pub(crate) struct World {
    _dir: TempDir,
    pub(crate) home: PathBuf,
}

impl World {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        // The system's temporary folder may be a link.
        let home = dir.path().canonicalize().unwrap().join("home");
        fs::create_dir_all(home.join("project/.git")).unwrap();
        Self { _dir: dir, home }
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.home.join(inside)
    }

    pub(crate) fn write(&self, inside: &str, text: &str) {
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

    /// A command with nothing in its environment but the home.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("HOME", &self.home)
            .env("PATH", "/nowhere")
            .current_dir(self.path("project"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn fusebox(&self) -> Command {
        self.command(FUSEBOX)
    }

    /// Runs `fusebox` with words that hold no spaces.
    pub(crate) fn run(&self, words: &str) -> Ran {
        let mut command = self.fusebox();
        self.finish(command.args(words.split_whitespace()), b"")
    }

    /// The same with something on standard input.
    pub(crate) fn pipe(&self, words: &str, input: &str) -> Ran {
        let mut command = self.fusebox();
        self.finish(command.args(words.split_whitespace()), input.as_bytes())
    }

    /// The same with one more variable.
    pub(crate) fn with(&self, name: &str, value: &str, words: &str) -> Ran {
        let mut command = self.fusebox();
        self.finish(command.env(name, value).args(words.split_whitespace()), b"")
    }

    pub(crate) fn finish(&self, command: &mut Command, input: &[u8]) -> Ran {
        if !input.is_empty() {
            command.stdin(Stdio::piped());
        }
        let mut child = command.spawn().unwrap();
        if let Some(mut stdin) = child.stdin.take() {
            // A program that does not want it all may be gone already.
            let _ = stdin.write_all(input);
        }
        let output = child.wait_with_output().unwrap();
        Ran::of(&self.home, output.status, &output.stdout, &output.stderr)
    }

    /// Runs `fusebox` as a person at a terminal does, who types `answer` when asked.
    pub(crate) fn person(&self, words: &[&str], answer: &str) -> Ran {
        self.person_at(&self.path("project"), "/usr/bin:/bin", words, answer)
    }

    /// The same in another folder and with these programs.
    pub(crate) fn person_at(&self, dir: &Path, path: &str, words: &[&str], answer: &str) -> Ran {
        let (mut terminal, child_side) = pty_process::blocking::open().unwrap();
        let mut child = pty_process::blocking::Command::new(FUSEBOX)
            .args(words)
            .env_clear()
            .env("HOME", &self.home)
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
        Ran::of(&self.home, child.wait().unwrap(), &out, &err)
    }

    /// Gives one event of Claude Code to the hook.
    pub(crate) fn claude(&self, event: &str, fields: Value) -> Ran {
        let mut command = self.command(HOOK);
        self.finish(command.arg("claude"), &self.event(event, fields))
    }

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

    pub(crate) fn hook_command(&self) -> Command {
        let mut command = self.command(HOOK);
        command.arg("claude").stdin(Stdio::piped());
        command
    }

    /// A session that ran the same command eight times: it was told, refused, and stopped.
    pub(crate) fn tripped(&self, session: &str) {
        self.tripped_agent(session, "main");
    }

    /// The same, of one agent of the session.
    pub(crate) fn tripped_agent(&self, session: &str, agent: &str) {
        let mut lines = String::new();
        let mut line = |event: Value| lines.push_str(&format!("{event}\n"));
        line(json!({"session": session, "id": "p", "at_ms": AT, "type": "prompt", "by": "human",
            "text": "make it pass"}));
        for n in 0..8 {
            let at = AT + 1_000 * (n + 1);
            line(json!({"session": session, "agent": agent, "id": format!("q{n}"), "at_ms": at,
                "type": "tool_request", "call": format!("c{n}"), "tool": "bash",
                "input": {"command": "make test"}}));
            if n < 6 {
                line(
                    json!({"session": session, "agent": agent, "id": format!("r{n}"), "at_ms": at + 100,
                    "type": "tool_result", "call": format!("c{n}"), "ok": false,
                    "exit_code": 2, "output": "orders.c: error: no such field"}),
                );
            }
        }
        let store = self.state_dir();
        let mut command = self.fusebox();
        let ran = self.finish(command.arg("decide").arg("--store").arg(store), lines.as_bytes());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let last = ran.stdout.lines().last().unwrap();
        assert!(last.contains(r#""state":"open""#), "{last}");
    }

    /// The id of the latest incident.
    pub(crate) fn incident(&self) -> String {
        let ran = self.run("incidents --json");
        ran.json()[0]["id"].as_str().unwrap().to_owned()
    }
}

/// When the sessions of these tests happen: 2026-11-22 01:06:48 UTC.
pub(crate) const AT: u64 = 1_795_309_608_000;

/// The folder of the programs under test.
pub(crate) fn programs() -> &'static Path {
    Path::new(FUSEBOX).parent().unwrap()
}
