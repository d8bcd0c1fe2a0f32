//! The part of Claude Code: it reports every event to a hook process and obeys the answers.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use fusebox_engine::VerdictAction;
use fusebox_runtime::clock;
use serde_json::{Value, json};

use super::sandbox::DemoSandbox;
use super::step::CallRecord;
use super::tool::{ToolCall, ToolOutcome};
use crate::{CliError, Result, child_process, display};

/// How long a hook may take.
const HOOK_TIMEOUT: Duration = Duration::from_secs(60);

/// The client, with one session at a time.
#[derive(Debug)]
pub(super) struct ScriptedClient<'a> {
    sandbox: &'a DemoSandbox,
    session: &'static str,
    calls: u32,
    prompts: u32,
    messages: u32,
    /// How long each hook process took, in milliseconds.
    pub(super) hooks_ms: Vec<u64>,
}

/// What a hook answered. Everything is absent where it has nothing to say.
#[derive(Debug, Default, PartialEq, Eq)]
struct HookAnswer {
    /// Why the call is refused.
    denial: Option<String>,
    /// The text that the agent receives beside the result.
    context: Option<String>,
    /// What the client shows to its person.
    alert: Option<String>,
    ends_turn: bool,
}

impl HookAnswer {
    fn from_json(answer: &Value) -> Self {
        let text = |pointer| answer.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        let decision = text("/hookSpecificOutput/permissionDecision");
        let reason = text("/hookSpecificOutput/permissionDecisionReason");
        Self {
            denial: decision.filter(|word| word == "deny").map(|_| reason.unwrap_or_default()),
            context: text("/hookSpecificOutput/additionalContext"),
            alert: text("/systemMessage"),
            ends_turn: answer.pointer("/continue") == Some(&Value::Bool(false)),
        }
    }
}

impl<'a> ScriptedClient<'a> {
    /// A client without a session.
    pub(super) fn new(sandbox: &'a DemoSandbox) -> Self {
        Self { sandbox, session: "", calls: 0, prompts: 0, messages: 0, hooks_ms: Vec::new() }
    }

    /// Starts a session.
    pub(super) fn start_session(&mut self, session: &'static str) -> Result<()> {
        (self.session, self.calls, self.prompts, self.messages) = (session, 0, 0, 0);
        self.send("SessionStart", json!({"source": "startup"})).map(drop)
    }

    /// A person types a prompt.
    pub(super) fn prompt(&mut self, text: &str) -> Result<()> {
        self.prompts += 1;
        self.send("UserPromptSubmit", json!({"prompt": text})).map(drop)
    }

    /// The agent says something: it is appended to the transcript.
    pub(super) fn say(&mut self, text: &str) -> Result<()> {
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

    /// The agent ends its turn with these words.
    pub(super) fn stop(&mut self, said: &str) -> Result<()> {
        let event = json!({"stop_hook_active": false, "last_assistant_message": said});
        self.send("Stop", event).map(drop)
    }

    /// The agent calls a tool: asks the hook, runs the tool unless it is refused, reports the
    /// result.
    pub(super) fn call(&mut self, tool: ToolCall) -> Result<CallRecord> {
        self.calls += 1;
        let id = format!("toolu_{}_{:012}", self.session, self.calls);
        let input = tool.input(self.sandbox);
        let request = json!({"tool_name": tool.name(), "tool_input": input, "tool_use_id": id});
        let mut answers = vec![self.send("PreToolUse", request.clone())?];
        let denial = answers.iter().find_map(|answer| answer.denial.clone());
        let (outcome, response) = match &denial {
            Some(reason) => (None, format!("PreToolUse:{} hook error: {reason}", tool.name())),
            None => {
                let outcome = tool.run(self.sandbox)?;
                answers.push(self.send_result(&request, &outcome)?);
                let text = outcome.text.clone();
                (Some(outcome), text)
            }
        };
        let ended = merged(&request, json!({"tool_response": response}));
        answers.push(self.send("PostToolBatch", json!({"tool_calls": [ended]}))?);
        let contexts: Vec<&str> = answers.iter().filter_map(|a| a.context.as_deref()).collect();
        let told = denial.clone().or((!contexts.is_empty()).then(|| contexts.join("\n")));
        let verdict = match (answers.iter().any(|answer| answer.ends_turn), &denial, &told) {
            (true, _, _) => VerdictAction::Stop,
            (false, Some(_), _) => VerdictAction::Deny,
            (false, None, Some(_)) => VerdictAction::Warn,
            (false, None, None) => VerdictAction::Allow,
        };
        Ok(CallRecord {
            id,
            tool: tool.name(),
            subject: tool.subject(),
            input,
            verdict,
            told,
            alert: answers.into_iter().find_map(|answer| answer.alert),
            ok: outcome.as_ref().map(ToolOutcome::is_ok),
            exit_code: outcome.as_ref().and_then(|outcome| outcome.exit_code),
            duration_ms: outcome.as_ref().map(|outcome| outcome.duration_ms),
            gist: outcome.map(|outcome| outcome.gist),
        })
    }

    fn send_result(&mut self, request: &Value, outcome: &ToolOutcome) -> Result<HookAnswer> {
        let (event, result) = if outcome.is_ok() {
            ("PostToolUse", json!({"tool_response": outcome.response}))
        } else {
            ("PostToolUseFailure", json!({"error": outcome.text, "is_interrupt": false}))
        };
        let result = merged(&result, json!({"duration_ms": outcome.duration_ms}));
        self.send(event, merged(request, result))
    }

    /// Sends one event to a hook process, with the fields that every event of the client has.
    fn send(&mut self, event: &str, fields: Value) -> Result<HookAnswer> {
        let base = json!({
            "session_id": self.session,
            "transcript_path": self.transcript(),
            "cwd": self.sandbox.repository(),
            "prompt_id": format!("prompt-{}", self.prompts),
            "permission_mode": "default",
            "hook_event_name": event,
        });
        let (program, words) = self.sandbox.hook();
        let started = clock::now();
        let mut command = self.sandbox.command(program);
        let payload = merged(&base, fields).to_string();
        let output = child_process::output_of(command.args(words), &payload, HOOK_TIMEOUT)?;
        self.hooks_ms.push(clock::now().since(started).0);
        // Claude Code ignores a hook that fails; a demo that did would show nothing.
        if !output.status.success() || !output.stderr.is_empty() {
            let text = display::one_line(&String::from_utf8_lossy(&output.stderr), 300);
            return Err(CliError::failed(format!("the hook failed ({}): {text}", output.status)));
        }
        if output.stdout.is_empty() {
            return Ok(HookAnswer::default());
        }
        let answer = serde_json::from_slice(&output.stdout);
        let answer =
            answer.map_err(|error| CliError::failed(format!("the hook's answer: {error}")))?;
        Ok(HookAnswer::from_json(&answer))
    }

    fn transcript(&self) -> PathBuf {
        self.sandbox.repository().with_file_name(format!("{}.jsonl", self.session))
    }
}

/// One object with the fields of both.
fn merged(base: &Value, fields: Value) -> Value {
    let mut all = base.clone();
    if let (Value::Object(all), Value::Object(fields)) = (&mut all, fields) {
        all.extend(fields);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_as_the_client_reads_it() {
        let read = |answer| HookAnswer::from_json(&answer);
        let deny = read(json!({"continue": false, "hookSpecificOutput": {
            "permissionDecision": "deny", "permissionDecisionReason": "no"}}));
        let denial = Some("no".to_owned());
        assert_eq!(deny, HookAnswer { denial, ends_turn: true, ..HookAnswer::default() });
        let warn = read(json!({"hookSpecificOutput": {"additionalContext": "hm"}}));
        assert_eq!(warn, HookAnswer { context: Some("hm".to_owned()), ..HookAnswer::default() });
    }
}
