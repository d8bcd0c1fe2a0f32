//! A session of Claude Code, told to the hook in the order in which the client was recorded: payloads are
//! its own, with another session, folder, call and text.

use std::cell::{Cell, RefCell};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::transcript::CommandOutput;
use crate::world::World;

/// How a call ends.
pub(super) enum Ending {
    /// It succeeds, with the answer of its tool.
    Success(Value),
    /// It fails with this error.
    Failure(String),
    /// The client refuses its arguments: no hook but that of the round tells of it.
    Rejected(String),
}

/// A session of the client.
pub(super) struct RecordedSession<'a> {
    world: &'a World,
    calls: Cell<u64>,
    agent: RefCell<Option<String>>,
}

impl<'a> RecordedSession<'a> {
    /// Starts, and a person writes to it.
    pub(super) fn start(world: &'a World) -> Self {
        let session = Self { world, calls: Cell::new(0), agent: RefCell::new(None) };
        session.tell("SessionStart.01", json!({}));
        session.tell("UserPromptSubmit.01", json!({"prompt": "make it pass"}));
        session
    }

    /// Tells a recorded payload with these fields instead.
    fn tell(&self, name: &str, fields: Value) -> CommandOutput {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../clients/src/claude/fixtures");
        let text = fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
        let mut payload: Value = serde_json::from_str(&text).unwrap();
        let payload_fields = payload.as_object_mut().unwrap();
        let own = json!({"session_id": "s1", "cwd": self.world.path("project"),
            "transcript_path": self.transcript()});
        for (key, value) in own.as_object().unwrap().iter().chain(fields.as_object().unwrap()) {
            payload_fields.insert(key.clone(), value.clone());
        }
        payload_fields.remove("agent_id");
        if let Some(agent) = &*self.agent.borrow() {
            payload_fields.insert("agent_id".to_owned(), json!(agent));
        }
        let mut hook = self.world.hook();
        hook.env("CLAUDE_PROJECT_DIR", self.world.path("project"));
        let output = self.world.finish(&mut hook, payload.to_string().as_bytes());
        assert_eq!((output.code, output.err.as_str()), (0, ""), "{name}: {}", output.out);
        output
    }

    fn transcript(&self) -> std::path::PathBuf {
        self.world.path("transcript.jsonl")
    }

    /// One model response with one call: the request, how it ends unless it is refused, and the round.
    pub(super) fn call(&self, tool: &str, input: Value, ending: &Ending) {
        self.round(tool, input, ending);
    }

    /// The same, with what is answered to the round.
    pub(super) fn round(&self, tool: &str, input: Value, ending: &Ending) -> CommandOutput {
        self.calls.set(self.calls.get() + 1);
        let id = format!("toolu_{:012}", self.calls.get());
        let call = json!({"tool_name": tool, "tool_input": input, "tool_use_id": id});
        let with = |field: &str, value: Value| {
            let mut call = call.clone();
            call[field] = value;
            call
        };
        let told = match ending {
            Ending::Rejected(error) => format!("<tool_use_error>{error}</tool_use_error>"),
            Ending::Success(_) | Ending::Failure(_) => {
                let asked = self.tell("PreToolUse.01", call.clone());
                if asked.out.contains(r#""permissionDecision":"deny""#) {
                    "PreToolUse hook error: refused".to_owned()
                } else if let Ending::Success(response) = ending {
                    self.tell("PostToolUse.01", with("tool_response", response.clone()));
                    response["stdout"].as_str().map_or_else(|| response.to_string(), str::to_owned)
                } else if let Ending::Failure(error) = ending {
                    self.tell("PostToolUseFailure.01", with("error", json!(error)));
                    error.clone()
                } else {
                    String::new()
                }
            }
        };
        let round = json!({"tool_calls": [with("tool_response", json!(told))]});
        self.tell("PostToolBatch.02", round)
    }

    /// A command that succeeds with this output.
    pub(super) fn prints(&self, command: &str, output: &str) {
        let response = json!({"stdout": output, "stderr": "", "interrupted": false,
            "isImage": false, "noOutputExpected": false});
        self.call(
            "Bash",
            json!({"command": command, "description": "run"}),
            &Ending::Success(response),
        );
    }

    /// A command that fails with this output.
    pub(super) fn fails(&self, command: &str, output: &str) {
        let error = format!("Exit code 1\n{output}");
        self.call(
            "Bash",
            json!({"command": command, "description": "run"}),
            &Ending::Failure(error),
        );
    }

    /// Writes a file.
    pub(super) fn writes(&self, path: &str, content: &str) {
        let response = json!({"type": "update", "filePath": path, "content": content,
            "structuredPatch": [], "originalFile": "before"});
        let input = json!({"file_path": path, "content": content});
        self.call("Write", input, &Ending::Success(response));
    }

    /// Puts one text in place of another.
    pub(super) fn edits(&self, path: &str, old: &str, new: &str) {
        let response = json!({"filePath": path, "oldString": old, "newString": new,
            "originalFile": old, "structuredPatch": [], "userModified": false, "replaceAll": false});
        let input = json!({"file_path": path, "old_string": old, "new_string": new});
        self.call("Edit", input, &Ending::Success(response));
    }

    /// The agent's turn ends; a stop hook made it go on before, where `again`.
    pub(super) fn stops(&self, again: bool) {
        self.calls.set(self.calls.get() + 1);
        let name = if again { "Stop.active" } else { "Stop.01" };
        self.tell(name, json!({"last_assistant_message": format!("done {}", self.calls.get())}));
    }

    /// The agent's turn ends with these words.
    pub(super) fn says(&self, text: &str) {
        self.tell("Stop.01", json!({"last_assistant_message": text}));
    }

    /// The client itself writes to the agent.
    pub(super) fn machine_writes(&self) {
        self.tell("UserPromptSubmit.02", json!({}));
    }

    /// The conversation is compacted.
    pub(super) fn compacts(&self) {
        self.tell("PreCompact.01", json!({}));
        self.tell("SessionStart.04", json!({}));
    }

    /// The client records a response of the model, and the prompt before it.
    pub(super) fn records(&self, text: &str, context: u64, output: u64) {
        let n = fs::read_to_string(self.transcript()).unwrap_or_default().lines().count();
        let usage = json!({"input_tokens": context, "output_tokens": output});
        let content = json!([{"type": "text", "text": text}]);
        let message = json!({"id": format!("msg_{n}"), "model": "claude", "role": "assistant",
            "usage": usage, "content": content});
        let records = [json!({"type": "user"}), json!({"type": "assistant", "message": message})];
        let before = fs::read_to_string(self.transcript()).unwrap_or_default();
        let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
        fs::write(self.transcript(), before + &lines).unwrap();
    }

    /// The present agent starts a subagent, and from then on speaks as that.
    pub(super) fn begins_subagent(&self, agent: &str) {
        self.calls.set(self.calls.get() + 1);
        let id = format!("toolu_{:012}", self.calls.get());
        let input = json!({"description": "sub", "prompt": format!("task of {agent}")});
        let call = json!({"tool_name": "Agent", "tool_input": input, "tool_use_id": id});
        self.tell("PreToolUse.01", call);
        self.speak_as(Some(agent));
        self.tell("SubagentStart.01", json!({}));
    }

    /// Which agent the next events are of; the main one without a name.
    pub(super) fn speak_as(&self, agent: Option<&str>) {
        *self.agent.borrow_mut() = agent.map(str::to_owned);
    }

    /// Every finding so far, as its rule and its level.
    pub(super) fn findings(&self) -> Vec<(String, String)> {
        let log = self.world.run("log s1 --json");
        let findings = log
            .lines()
            .into_iter()
            .flat_map(|row| row["verdict"]["findings"].as_array().cloned().unwrap_or_default());
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        findings.map(|finding| (text(&finding["rule"]), text(&finding["level"]))).collect()
    }
}
