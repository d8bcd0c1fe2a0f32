//! A home whose agent tripped, and who is told of it.

use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::fake_server::FakeServer;
use crate::transcript::CommandOutput;
use crate::world::World;

/// A token, which must stand in no file and no message.
pub(crate) const TOKEN: &str = "tkn-0123456789abcdef";

/// Signals that end a process in the middle of what it does.
pub(crate) const ENDING_SIGNALS: [&str; 4] = ["KILL", "TERM", "INT", "HUP"];

/// Sends a process of ours this signal, if it is there still, and waits for its end.
pub(crate) fn end(process: &mut Child, signal: &str) {
    if process.try_wait().unwrap().is_none() {
        let id = process.id().to_string();
        let _ = Command::new("kill").args(["-s", signal, &id]).stderr(Stdio::null()).status();
    }
    process.wait().unwrap();
}

/// A home with a server beside it.
pub(crate) struct TrippedHome {
    pub(crate) world: World,
    pub(crate) server: FakeServer,
}

/// A home whose own configuration has these lines, where `SERVER` is the server. Nothing happened there yet.
pub(crate) fn home(lines: &str) -> TrippedHome {
    let server = FakeServer::start();
    let secret = format!("{}/secret-path", server.url);
    let variables = [("PATH", "/usr/bin:/bin"), ("TOKEN", TOKEN), ("SECRET_URL", secret.as_str())];
    let world = World::with_variables(&variables);
    let made = world.person_does(&["operator", "create", "night", "--yes"]);
    let key = made.out.split_whitespace().find(|word| word.starts_with("sk-fusebox-")).unwrap();
    world.write("key", key);
    let config = format!("notify = []\ncheckpoints = \"never\"\n{lines}");
    world.write(".config/fusebox/config.toml", config.replace("SERVER", &server.url));
    TrippedHome { world, server }
}

/// The same with a repository, a task that names an issue, and its agent stopped.
pub(crate) fn with_issue(lines: &str) -> TrippedHome {
    let it = with_task(lines);
    it.trip();
    it
}

/// The same before anything stopped the agent.
pub(crate) fn with_task(lines: &str) -> TrippedHome {
    let it = home(lines);
    let script = "rmdir .git; git init -q -b feat/42 . && git config user.name A \
        && git config user.email a@b.example && git commit -q --allow-empty -m first";
    let mut git: Command = it.world.command("/bin/sh");
    assert!(git.args(["-c", script]).status().unwrap().success());
    let words = ["task", "start", "42", "--issue", "acme/shop#42", "--role", "feat-dev"];
    it.world.person_does(&words);
    it
}

impl TrippedHome {
    /// An agent of the task is stopped, long enough ago for its summary to be late.
    pub(crate) fn trip(&self) {
        self.trip_session("s1");
    }

    /// The same in this session.
    pub(crate) fn trip_session(&self, session: &str) {
        self.start_session(session);
        self.world.tripped(session);
    }

    /// An agent begins to work on the task.
    pub(crate) fn start_session(&self, session: &str) {
        let start = json!({"session": session, "type": "session_start", "task": "42",
            "client": "claude", "cwd": self.world.path("project"), "at_ms": crate::world::AT});
        self.world.decide(&[start]);
    }

    /// Everything that is due is delivered.
    pub(crate) fn drain(&self) {
        let ran = self.world.run("effects drain");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    }

    /// Time passes: what rests or is held is due.
    pub(crate) fn time_passes(&self) {
        self.world
            .sql()
            .execute("UPDATE outbox SET not_before_ms = 0 WHERE state = 0", [])
            .unwrap();
    }

    /// Each message: its recipient, whether it is pending (0), sent (1) or given up (2), and the error.
    pub(crate) fn messages(&self) -> Vec<(String, i64, String)> {
        let sql = self.world.sql();
        let mut rows = sql
            .prepare("SELECT body, state, error FROM outbox WHERE kind = 'message' ORDER BY seq")
            .unwrap();
        let read =
            |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?));
        let rows = rows.query_map([], read).unwrap().map(Result::unwrap);
        rows.map(|(body, state, error)| {
            let body: Value = serde_json::from_str(&body).unwrap();
            (body["to"].as_str().unwrap().to_owned(), state, error)
        })
        .collect()
    }

    /// The one message.
    pub(crate) fn message(&self) -> (i64, String) {
        let [(_, state, error)] = self.messages().try_into().unwrap();
        (state, error)
    }

    /// An operator's command.
    pub(crate) fn operator_command(&self, words: &str) -> Command {
        let mut command = self.world.fusebox();
        command.env("FUSEBOX_OPERATOR_TOKEN_FILE", self.world.path("key"));
        command.args(words.split_whitespace());
        command
    }

    /// What an operator's command prints, with something on standard input.
    pub(crate) fn operator(&self, words: &str, input: &str) -> CommandOutput {
        self.world.finish(&mut self.operator_command(words), input.as_bytes())
    }

    /// What this command finds in the inbox: outcome, author, and the order or why not.
    pub(crate) fn inbox(&self, words: &str, input: &str) -> Vec<(String, String, String)> {
        let found = self.operator(&format!("inbox --json {words}"), input).json();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let found = found.as_array().unwrap().iter();
        found
            .map(|one| {
                let what = if one["order"].is_null() { &one["why"] } else { &one["order"] };
                (text(&one["outcome"]), text(&one["by"]), text(what))
            })
            .collect()
    }

    /// How the latest incident stands.
    pub(crate) fn status(&self) -> Value {
        self.world.run("incidents --json").json()[0]["status"].clone()
    }

    /// No secret stands in any file of the state.
    pub(crate) fn keeps_no_secret(&self) {
        let grep = Command::new("grep")
            .args(["-rlaE", "tkn-0123456789abcdef|secret-path"])
            .arg(self.world.state_dir())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&grep.stdout), "");
    }
}
