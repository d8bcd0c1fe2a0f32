//! A machine of its own for each test: a home, a project, the two programs, and what they did.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) const FUSEBOX: &str = env!("CARGO_BIN_EXE_fusebox");
pub(crate) const HOOK: &str = env!("CARGO_BIN_EXE_fusebox-hook");

/// The state folder in a home.
pub(crate) const STATE: &str = ".local/state/fusebox";

/// Nobody: root may do everything, so the rows about permissions run as this user.
const NOBODY: u32 = 65_534;

/// A home with a project in it.
pub(crate) struct Machine {
    _dir: TempDir,
    pub(crate) home: PathBuf,
    /// Words of the hook after the client's name.
    pub(crate) words: Vec<&'static str>,
    nobody: bool,
}

/// How a program ended. `code` is `None` after a signal.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// What the client does with the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Passes,
    Denied,
}

impl Ran {
    fn of(output: &Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout.clone()).unwrap(),
            stderr: String::from_utf8(output.stderr.clone()).unwrap(),
        }
    }

    /// What Claude Code does after this answer; the hook has to have ended as planned.
    #[track_caller]
    pub(crate) fn answer(&self) -> Answer {
        assert_eq!(self.code, Some(0), "{self:?}");
        if self.stdout.is_empty() {
            return Answer::Passes;
        }
        let told: Value = serde_json::from_str(&self.stdout).unwrap();
        match told["hookSpecificOutput"]["permissionDecision"].as_str() {
            Some("deny") => Answer::Denied,
            Some(other) => panic!("{other}: {self:?}"),
            None => Answer::Passes,
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Machine {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        // The system's temporary folder may be a link.
        let home = dir.path().canonicalize().unwrap().join("home");
        fs::create_dir_all(home.join("project/.git")).unwrap();
        Self { _dir: dir, home, words: Vec::new(), nobody: false }
    }

    /// The same, for a user to whom permissions apply.
    pub(crate) fn of_a_mortal() -> Self {
        let mut machine = Self::new();
        machine.nobody = is_root();
        if machine.nobody {
            let above = machine.home.parent().unwrap();
            fs::set_permissions(above, fs::Permissions::from_mode(0o755)).unwrap();
            for path in [above, &machine.home, &machine.path("project")] {
                chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
            }
        }
        machine
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.home.join(inside)
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.path(STATE)
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.state().join("fusebox.db")
    }

    pub(crate) fn write(&self, inside: &str, text: impl AsRef<[u8]>) {
        let path = self.path(inside);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The log of failures, without the times.
    pub(crate) fn errors(&self) -> Vec<String> {
        let text = fs::read_to_string(self.state().join("errors.log")).unwrap_or_default();
        text.lines().map(|line| line.split_once(' ').unwrap().1.to_owned()).collect()
    }

    /// A command with nothing in its environment but the home.
    pub(crate) fn command(&self, program: &str) -> Command {
        let program = if self.nobody { reachable(program) } else { PathBuf::from(program) };
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("HOME", &self.home)
            .env("PATH", "/usr/bin:/bin")
            .current_dir(self.path("project"));
        if self.nobody {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    pub(crate) fn hook(&self) -> Command {
        let mut command = self.command(HOOK);
        command.arg("claude").args(&self.words);
        command
    }

    /// Runs `fusebox` with words that hold no spaces.
    pub(crate) fn run(&self, words: &str) -> Ran {
        finish(self.command(FUSEBOX).args(words.split_whitespace()), b"")
    }

    /// Runs `fusebox` as a person at a terminal does.
    pub(crate) fn person(&self, words: &[&str]) -> Ran {
        let (_terminal, child_side) = pty_process::blocking::open().unwrap();
        let child = pty_process::blocking::Command::new(FUSEBOX)
            .args(words)
            .env_clear()
            .env("HOME", &self.home)
            .current_dir(self.path("project"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn(child_side)
            .unwrap();
        Ran::of(&child.wait_with_output().unwrap())
    }

    /// Gives one event of Claude Code to the hook.
    pub(crate) fn claude(&self, event: &str, fields: Value) -> Ran {
        finish(&mut self.hook(), &self.event("s2", event, fields))
    }

    pub(crate) fn event(&self, session: &str, event: &str, fields: Value) -> Vec<u8> {
        let mut whole = json!({
            "session_id": session,
            "transcript_path": self.path("none.jsonl"),
            "cwd": self.path("project"),
            "hook_event_name": event,
        });
        whole.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        whole.to_string().into_bytes()
    }

    /// The event before a call.
    pub(crate) fn call(&self, session: &str, id: &str) -> Vec<u8> {
        self.event(session, "PreToolUse", bash(id, &format!("echo {id}")))
    }

    /// Lets the hook answer a call.
    pub(crate) fn ask(&self, session: &str, id: &str) -> Ran {
        finish(&mut self.hook(), &self.call(session, id))
    }

    /// Session `s1` is open: it ran the same failing command until it was stopped.
    pub(crate) fn tripped(&self) {
        for n in 0..8 {
            let id = format!("c{n}");
            let ran =
                finish(&mut self.hook(), &self.event("s1", "PreToolUse", bash(&id, "make test")));
            if ran.answer() == Answer::Passes {
                let mut result = bash(&id, "make test");
                result["error"] = "Exit code 2\norders.c: error: no such field".into();
                let ran = finish(&mut self.hook(), &self.event("s1", "PostToolUseFailure", result));
                ran.answer();
            }
        }
        assert_eq!(self.ask("s1", "after").answer(), Answer::Denied);
        self.is_delivered();
        assert!(fs::read_to_string(self.state().join("open.json")).unwrap().contains("\"s1\""));
    }

    /// Waits for the delivery that a trip has started, so that nothing else is at work here.
    pub(crate) fn is_delivered(&self) {
        let waiting = || -> i64 {
            let query = "SELECT count(*) FROM outbox WHERE state = 0";
            self.sql().query_row(query, [], |row| row.get(0)).unwrap()
        };
        until("the delivery", || waiting() == 0);
        self.is_left_alone();
    }

    /// Waits until no process works here: one that ends removes what lies in the state folder by
    /// name, also when it was replaced, and one that begins makes what is missing.
    pub(crate) fn is_left_alone(&self) {
        until("an end of all work", || !is_worked_in(&self.home));
    }

    /// The database without our code in between.
    pub(crate) fn sql(&self) -> Connection {
        Connection::open(self.database()).unwrap()
    }

    /// The database is one, and whole.
    #[track_caller]
    pub(crate) fn is_sound(&self) {
        let told: String =
            self.sql().query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(told, "ok");
    }

    /// The ids of the log of a session, in the order of their numbers, which have no gap.
    #[track_caller]
    pub(crate) fn logged(&self, session: &str) -> Vec<String> {
        let sql = self.sql();
        let mut rows = sql.prepare("SELECT n, id FROM log WHERE session = ?1 ORDER BY n").unwrap();
        let rows = rows.query_map([session], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)));
        let rows: Vec<(i64, String)> = rows.unwrap().map(Result::unwrap).collect();
        let numbers: Vec<i64> = rows.iter().map(|row| row.0).collect();
        assert_eq!(numbers, (0..rows.len().try_into().unwrap()).collect::<Vec<i64>>());
        rows.into_iter().map(|row| row.1).collect()
    }
}

/// The fields of a call of Bash.
pub(crate) fn bash(id: &str, command: &str) -> Value {
    json!({"tool_name": "Bash", "tool_use_id": id, "tool_input": {"command": command}})
}

/// Starts a program with all of its input.
pub(crate) fn start(command: &mut Command, input: &[u8]) -> Child {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not want it all may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input);
    child
}

/// Runs a program to its end.
pub(crate) fn finish(command: &mut Command, input: &[u8]) -> Ran {
    Ran::of(&start(command, input).wait_with_output().unwrap())
}

/// Waits until it is so, 5 s at most.
#[track_caller]
pub(crate) fn until(what: &str, so: impl Fn() -> bool) {
    for _ in 0..500 {
        if so() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("{what} did not come within 5 s");
}

fn is_root() -> bool {
    let own = fs::metadata("/proc/self").map(|meta| std::os::unix::fs::MetadataExt::uid(&meta));
    own.is_ok_and(|uid| uid == 0)
}

/// A copy of a program where every user can run it: a build folder need not be open to all.
fn reachable(program: &str) -> PathBuf {
    static COPIES: OnceLock<TempDir> = OnceLock::new();
    let dir = COPIES.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
        // Not by this process: a child of another test might have a copy open, and then it cannot run.
        let made = Command::new("cp").args([FUSEBOX, HOOK]).arg(dir.path()).status();
        assert!(made.unwrap().success());
        dir
    });
    dir.path().join(Path::new(program).file_name().unwrap())
}

/// Whether another process has a file below this folder open, or is there; not known where there is
/// no `/proc`.
fn is_worked_in(folder: &Path) -> bool {
    let own = std::process::id().to_string();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let others = processes.filter(|process| process.file_name().to_str() != Some(own.as_str()));
    let mut links = others.flat_map(|process| {
        let files = fs::read_dir(process.path().join("fd")).into_iter().flatten().flatten();
        files.map(|file| file.path()).chain([process.path().join("cwd")])
    });
    links.any(|link| fs::read_link(link).is_ok_and(|at| at.starts_with(folder)))
}
