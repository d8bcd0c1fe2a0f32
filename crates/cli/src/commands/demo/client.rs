//! The client's part of Claude Code: it tells the hook every event and obeys the answers.

use std::io::Write;
use std::path::PathBuf;

use fusebox_engine::VerdictAction as Verdict;
use serde_json::{Value, json};

use super::hook::{Answer, Hook};
use super::sandbox::Sandbox;
use super::step::Call;
use super::tool::{Ran, Tool};
use crate::error::CliError;

/// A session of the client.
#[derive(Debug)]
pub(super) struct Client<'a> {
    sandbox: &'a Sandbox,
    session: &'static str,
    hook: Hook<'a>,
    calls: u32,
    prompts: u32,
    messages: u32,
}

impl<'a> Client<'a> {
    /// Starts a session.
    pub(super) fn start(sandbox: &'a Sandbox, session: &'static str) -> Result<Self, CliError> {
        let hook = Hook::of(sandbox);
        let mut client = Self { sandbox, session, hook, calls: 0, prompts: 0, messages: 0 };
        client.tell("SessionStart", json!({"source": "startup"}))?;
        Ok(client)
    }

    /// The hooks that were started.
    pub(super) fn hook(&self) -> &Hook<'a> {
        &self.hook
    }

    /// A person types something.
    pub(super) fn prompt(&mut self, text: &str) -> Result<(), CliError> {
        self.prompts += 1;
        self.tell("UserPromptSubmit", json!({"prompt": text})).map(drop)
    }

    /// The agent says something: it stands in the client's own record of the conversation.
    pub(super) fn say(&mut self, text: &str) -> Result<(), CliError> {
        self.messages += 1;
        let id = format!("msg_{:012}", self.messages);
        let content = json!([{"type": "text", "text": text}]);
        let line = json!({
            "type": "assistant",
            "isSidechain": false,
            "sessionId": self.session,
            "message": {"id": id, "role": "assistant", "content": content},
        });
        let options = std::fs::OpenOptions::new().create(true).append(true).to_owned();
        let mut file = options.open(self.transcript())?;
        Ok(writeln!(file, "{line}")?)
    }

    fn transcript(&self) -> PathBuf {
        self.sandbox.repository().with_file_name(format!("{}.jsonl", self.session))
    }

    /// The agent ends its turn with these words.
    pub(super) fn stop(&mut self, said: &str) -> Result<(), CliError> {
        let more = json!({"stop_hook_active": false, "last_assistant_message": said});
        self.tell("Stop", more).map(drop)
    }

    /// The agent calls a tool: asked for, made unless it is refused, and told.
    pub(super) fn call(&mut self, tool: Tool) -> Result<Call, CliError> {
        self.calls += 1;
        let id = format!("toolu_{}_{:012}", self.session, self.calls);
        let input = tool.input(self.sandbox);
        let asked =
            json!({"tool_name": tool.name(), "tool_input": input, "tool_use_id": id.as_str()});
        let mut answers = vec![self.tell("PreToolUse", asked.clone())?];
        let denial = answers.iter().find_map(Answer::denial).map(str::to_owned);
        let (ran, text) = match &denial {
            Some(reason) => (None, format!("PreToolUse:{} hook error: {reason}", tool.name())),
            None => {
                let ran = tool.run(self.sandbox)?;
                answers.push(self.tell_end(&asked, &ran)?);
                let text = ran.text.clone();
                (Some(ran), text)
            }
        };
        let ended = with(&asked, json!({"tool_response": text}));
        answers.push(self.tell("PostToolBatch", json!({"tool_calls": [ended]}))?);
        let contexts: Vec<&str> = answers.iter().filter_map(Answer::context).collect();
        let told = denial.clone().or((!contexts.is_empty()).then(|| contexts.join("\n")));
        let verdict = match (answers.iter().any(Answer::ends_turn), &denial, &told) {
            (true, _, _) => Verdict::Stop,
            (false, Some(_), _) => Verdict::Deny,
            (false, None, Some(_)) => Verdict::Warn,
            (false, None, None) => Verdict::Allow,
        };
        Ok(Call {
            id,
            tool: tool.name(),
            subject: tool.subject(),
            input,
            verdict,
            told,
            alert: answers.into_iter().find_map(|answer| answer.system_message),
            ok: ran.as_ref().map(Ran::ok),
            exit_code: ran.as_ref().and_then(|ran| ran.exit_code),
            duration_ms: ran.as_ref().map(|ran| ran.duration_ms),
            gist: ran.map(|ran| ran.gist),
        })
    }

    fn tell_end(&mut self, asked: &Value, ran: &Ran) -> Result<Answer, CliError> {
        let (event, more) = if ran.ok() {
            ("PostToolUse", json!({"tool_response": ran.response}))
        } else {
            ("PostToolUseFailure", json!({"error": ran.text, "is_interrupt": false}))
        };
        let more = with(&more, json!({"duration_ms": ran.duration_ms}));
        self.tell(event, with(asked, more))
    }

    /// One event, with what every event of the client says.
    fn tell(&mut self, event: &str, more: Value) -> Result<Answer, CliError> {
        let base = json!({
            "session_id": self.session,
            "transcript_path": self.transcript(),
            "cwd": self.sandbox.repository(),
            "prompt_id": format!("prompt-{}", self.prompts),
            "permission_mode": "default",
            "hook_event_name": event,
        });
        self.hook.ask(&with(&base, more))
    }
}

/// One object with the fields of both.
fn with(base: &Value, more: Value) -> Value {
    let mut all = base.clone();
    if let (Value::Object(all), Value::Object(more)) = (&mut all, more) {
        all.extend(more);
    }
    all
}
