//! A client that posts its hooks to the supervisor of its run, played by a script.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Child, Command};
use std::time::Duration;

use serde_json::{Value, json};

use crate::machine::{Machine, output_of};
use crate::transcript::CommandOutput;

/// Plays Claude Code: says what it was started with, then lives until `done` is there. The test posts for it, and puts
/// the agent's command lines into `line`.
pub(crate) const CLIENT: &str = r#"#!/bin/sh
printf '%s\n' "$@" > words
env | sort > env.new; mv env.new env
n=0
while [ ! -e done ] && [ $n -lt 2000 ]; do
  n=$((n+1)); sleep 0.05
  if [ -e line ]; then mv line ran; sh ./ran > printed 2>&1; mv ran carried-out; fi
done
rm done env
"#;
/// The first version that refuses a call whose post fails.
pub(crate) const FIRST: &str = "2.1.330";
/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program of this version, as the native installer puts it.
pub(crate) fn install_client(machine: &Machine, version: &str) -> String {
    let inside = format!("versions/{version}");
    machine.world.write(&inside, CLIENT);
    let program = machine.world.path(&inside);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let link = machine.world.path("claude");
    symlink(program, &link).unwrap();
    link.to_string_lossy().into_owned()
}

/// What the client finds on its command line and in its environment.
pub(crate) struct StartedClient {
    words: Vec<String>,
    env: Vec<String>,
}

impl StartedClient {
    pub(crate) fn of(machine: &Machine) -> Self {
        let lines = |text: String| text.lines().map(str::to_owned).collect();
        Self { env: lines(machine.wait_for("env")), words: lines(machine.wait_for("words")) }
    }

    pub(crate) fn variable(&self, name: &str) -> Option<&str> {
        self.env.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
    }

    pub(crate) fn settings(&self) -> Option<Value> {
        let at = self.words.iter().position(|word| word == "--settings")?;
        Some(serde_json::from_str(&self.words[at + 1]).unwrap())
    }
}

/// A run whose client posts.
pub(crate) struct PostingRun {
    pub(crate) machine: Machine,
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) secret: String,
    pub(crate) run: String,
    pub(crate) session: &'static str,
}

impl PostingRun {
    pub(crate) fn start(variables: &[(&'static str, &str)]) -> Self {
        let machine = Machine::with(variables);
        let client = install_client(&machine, FIRST);
        let mut command = machine.fusebox();
        command.args(["run", "--agent", "claude", "--", &client, "-p", "go"]);
        Self::of(machine, &mut command)
    }

    pub(crate) fn of(machine: Machine, command: &mut Command) -> Self {
        let child = command.spawn().unwrap();
        let client = StartedClient::of(&machine);
        let url = client.settings().unwrap()["hooks"]["PreToolUse"][0]["hooks"][0]["url"].clone();
        let url = url.as_str().unwrap().strip_prefix("http://").unwrap();
        let address = url.strip_suffix("/hooks").unwrap().parse().unwrap();
        let variable = |name| client.variable(name).unwrap().to_owned();
        let (secret, run) = (variable("FUSEBOX_HOOK_SECRET"), variable("FUSEBOX_RUN"));
        Self { machine, child, address, secret, run, session: "c1" }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The status with which a request is answered, and what is said; 0 where the connection ends without an answer.
    pub(crate) fn ask(&self, request: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        let _ = stream.write_all(request);
        answer_of(&mut stream)
    }

    /// The head of a request as the client writes it, without its end.
    pub(crate) fn head(&self) -> String {
        format!(
            "POST /hooks HTTP/1.1\r\nHost: {}\r\nauthorization: Bearer {}\r\nfusebox-run: {}\r\n",
            self.address, self.secret, self.run
        )
    }

    pub(crate) fn post_text(&self, event: &str) -> (u16, String) {
        let (head, length) = (self.head(), event.len());
        self.ask(format!("{head}Content-Length: {length}\r\n\r\n{event}").as_bytes())
    }

    /// The answer to an event of the client's session.
    pub(crate) fn post(&self, name: &str, more: &Value) -> Value {
        let mut event = json!({"session_id": self.session, "transcript_path": "none", "hook_event_name": name,
            "cwd": self.machine.path("")});
        event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (status, body) = self.post_text(&event.to_string());
        assert_eq!(status, 200, "{name}: {body}");
        if body.is_empty() { Value::Null } else { serde_json::from_str(&body).unwrap() }
    }

    /// A call that gives the same each time; whether it was refused.
    pub(crate) fn call(&self, id: &str, agent: Option<&str>) -> bool {
        let mut fields =
            json!({"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": id});
        if let Some(agent) = agent {
            fields["agent_id"] = agent.into();
            fields["agent_type"] = "general-purpose".into();
        }
        let asked = self.post("PreToolUse", &fields);
        if asked["hookSpecificOutput"]["permissionDecision"] == "deny" {
            return true;
        }
        fields["tool_response"] = json!({"stdout": "same", "stderr": ""});
        self.post("PostToolUse", &fields);
        false
    }

    /// Trips the breaker: a call is refused, and the next one opens it.
    pub(crate) fn trip(&self) {
        assert!((1..=6).all(|n| !self.call(&format!("t{n}"), None)));
        assert!(self.call("t7", None) && self.call("t8", None));
    }

    /// The client ends.
    pub(crate) fn end(self) -> (Machine, CommandOutput) {
        fs::write(self.machine.path("done"), "").unwrap();
        (self.machine, output_of(self.child))
    }

    pub(crate) fn end_well(self) -> Machine {
        let (machine, ran) = self.end();
        assert_eq!(ran.code, 0, "{}", ran.err);
        machine
    }
}

pub(crate) fn answer_of(stream: &mut TcpStream) -> (u16, String) {
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    let text = String::from_utf8(text).unwrap();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return (0, text) };
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}
