//! Starts the real hook, a process per event, and reads its answer as Claude Code does.

use std::io::Write;
use std::process::Stdio;

use fusebox_runtime::clock;
use serde::Deserialize;
use serde_json::Value;

use super::sandbox::Sandbox;
use crate::display;
use crate::error::CliError;

/// What the hook answered; everything is absent when it has nothing to say.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Answer {
    #[serde(rename = "continue")]
    go_on: Option<bool>,
    hook_specific_output: Specific,
    /// What the client shows to its person.
    pub(super) system_message: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Specific {
    permission_decision: Option<String>,
    permission_decision_reason: Option<String>,
    additional_context: Option<String>,
}

impl Answer {
    /// Why the call must not be made, if it must not.
    pub(super) fn denial(&self) -> Option<&str> {
        let specific = &self.hook_specific_output;
        (specific.permission_decision.as_deref() == Some("deny"))
            .then(|| specific.permission_decision_reason.as_deref().unwrap_or_default())
    }

    /// What the agent is told beside the result.
    pub(super) fn context(&self) -> Option<&str> {
        self.hook_specific_output.additional_context.as_deref()
    }

    /// Whether the turn must end.
    pub(super) fn ends_turn(&self) -> bool {
        self.go_on == Some(false)
    }
}

/// Starts hooks and measures them.
#[derive(Debug)]
pub(super) struct Hook<'a> {
    sandbox: &'a Sandbox,
    took_ms: Vec<u64>,
}

impl<'a> Hook<'a> {
    /// None is started yet.
    pub(super) fn of(sandbox: &'a Sandbox) -> Self {
        Self { sandbox, took_ms: Vec::new() }
    }

    /// How long each took, from its start to its end, in milliseconds.
    pub(super) fn took_ms(&self) -> &[u64] {
        &self.took_ms
    }

    /// Gives one event to a hook of its own.
    pub(super) fn ask(&mut self, payload: &Value) -> Result<Answer, CliError> {
        let (program, words) = self.sandbox.hook();
        let begun = clock::now();
        let mut child = self
            .sandbox
            .command(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(payload.to_string().as_bytes())?;
        }
        let output = child.wait_with_output()?;
        self.took_ms.push(clock::now().since(begun).0);
        // Claude Code lets a hook fail quietly; a demo that did would show what is not there.
        if !output.status.success() || !output.stderr.is_empty() {
            let said = display::one_line(&String::from_utf8_lossy(&output.stderr), 300);
            return Err(CliError::failed(format!("the hook failed ({}): {said}", output.status)));
        }
        if output.stdout.is_empty() {
            return Ok(Answer::default());
        }
        serde_json::from_slice(&output.stdout)
            .map_err(|error| CliError::failed(format!("the hook's answer: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Answer {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn an_answer_is_read_as_the_client_reads_it() {
        let deny = read(
            r#"{"continue":false,"hookSpecificOutput":{"hookEventName":"PreToolUse",
                "permissionDecision":"deny","permissionDecisionReason":"no"}}"#,
        );
        assert_eq!((deny.denial(), deny.ends_turn()), (Some("no"), true));
        let warn = read(
            r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"hm"}}"#,
        );
        assert_eq!((warn.denial(), warn.context()), (None, Some("hm")));
        assert!(!warn.ends_turn());
    }
}
