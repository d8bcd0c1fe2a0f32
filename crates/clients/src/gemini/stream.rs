//! Translates the output of `gemini --output-format stream-json`: one record a line. Measured with
//! 0.61.0.
//!
//! The usage at the end has no number of messages, so they are counted as they come: responses, and
//! the results of each.

use std::collections::BTreeMap;

use fusebox_engine::EventKind;
use fusebox_engine::event::{PromptOrigin, ToolResult};
use serde_json::Value;

use crate::records::{
    FormatError, JsonValue, RecordTranslator, RunEnding, TranscriptEvents, harness_output,
    timestamp, usage_with_cached,
};
use crate::response_rounds::ResponseRounds;

/// Opens a translator, for live or recorded output.
#[must_use]
pub fn translator() -> Box<dyn RecordTranslator> {
    Box::new(GeminiOutput::default())
}

/// Calls without a result that are remembered, at most.
const MAX_PENDING_CALLS: usize = 256;
/// Tools that are not registered if the approval mode would have to ask a person for them.
const GUARDED_TOOLS: &[&str] = &["run_shell_command", "write_file", "replace", "web_fetch"];

#[derive(Default)]
struct GeminiOutput {
    named: bool,
    /// A prompt that came before the session's name.
    prompt: Option<String>,
    rounds: ResponseRounds,
    words: String,
    /// The last message.
    said: Option<String>,
    /// The tools of calls without a result, by the id of the call.
    pending: BTreeMap<String, String>,
}

impl RecordTranslator for GeminiOutput {
    fn translate(&mut self, line: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let mut event = JsonValue::read(line)?;
        events.set_time(event.get("timestamp").or(event.get("ts")).and_then(timestamp::from_json));
        let kind = event.text_or_empty("type");
        if kind != "message" || event.get("delta").is_none() {
            self.end_message(events);
        }
        match kind {
            "init" => {
                if let Some(id) = event.text("session_id") {
                    events.set_session(id);
                }
                self.begin_session(events);
            }
            "message" => self.message(&event, events),
            "tool_use" => {
                self.begin_session(events);
                self.rounds.begin(events);
                let input = event.take("parameters").map(Value::from);
                let name = event.text("tool_name").unwrap_or("unknown");
                events.push_call(event.text_or_empty("tool_id"), name, input);
                if self.pending.len() < MAX_PENDING_CALLS {
                    self.pending.insert(event.text_or_empty("tool_id").to_owned(), name.to_owned());
                }
            }
            "tool_result" => {
                // The results of one response are one message.
                self.rounds.add_result(u64::from(!self.rounds.has_result));
                let tool = self.pending.remove(event.text_or_empty("tool_id")).unwrap_or_default();
                let result = tool_result(&mut event, &tool);
                if result.refused {
                    events.outcome.deny(&tool, false);
                }
                events.push_result(event.text_or_empty("tool_id"), result);
            }
            "result" => {
                self.rounds.end(events);
                events.push_usage(usage_with_cached(event.field("stats"), "cached"));
                let error = event.field("error").text("message");
                match event.text("status") {
                    Some("error") => events.outcome.end(RunEnding::ApiError, error),
                    _ => events.outcome.end(RunEnding::Done, None),
                }
                events.push(EventKind::Idle { said: self.said.take() });
            }
            "error" => events.outcome.fail(event.text_or_empty("message")),
            _ => events.count_skipped(),
        }
        Ok(())
    }

    fn restart(&mut self) {
        *self = Self { rounds: self.rounds.restarted(), ..Self::default() };
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        self.begin_session(events);
        self.end_message(events);
        self.rounds.end(events);
    }
}

impl GeminiOutput {
    fn begin_session(&mut self, events: &mut TranscriptEvents) {
        if !self.named {
            self.named = true;
            events.start_session("gemini");
            if let Some(prompt) = self.prompt.take() {
                events.push_prompt(PromptOrigin::Automation, &prompt);
            }
        }
    }

    fn message(&mut self, event: &JsonValue<'_>, events: &mut TranscriptEvents) {
        let words = event.text_or_empty("content");
        if event.text("role") == Some("user") {
            if self.named {
                events.push_prompt(PromptOrigin::Automation, words);
            } else {
                self.prompt = Some(words.to_owned());
            }
            return;
        }
        self.begin_session(events);
        self.rounds.begin(events);
        if event.is_true("delta") {
            self.words.push_str(words);
        } else {
            self.said = Some(words.to_owned());
            events.push_message(words);
        }
    }

    /// Adds the message that came in pieces.
    fn end_message(&mut self, events: &mut TranscriptEvents) {
        let words = std::mem::take(&mut self.words);
        if !words.trim().is_empty() {
            self.said = Some(words.clone());
            events.push_message(words);
        }
    }
}

fn tool_result(event: &mut JsonValue<'_>, tool: &str) -> ToolResult {
    let succeeded = event.text("status") == Some("success");
    let mut error = event.take("error").unwrap_or_default();
    let output = event.take("output").and_then(JsonValue::into_text);
    let output = output.or_else(|| error.take("message").and_then(JsonValue::into_text));
    let output = output.unwrap_or_default();
    // MCP servers report failures in the text of a success.
    let ok = succeeded && !output.trim_start().starts_with("ERROR: ");
    let mut result = harness_output::tool_result(output);
    result.ok = Some(ok && result.ok != Some(false));
    let kind = error.text("type");
    result.error_kind = kind.map(str::to_owned);
    result.refused = kind.is_some_and(|kind| {
        matches!(kind, "cancelled" | "execution_denied" | "user_cancelled" | "policy_violation")
            || (kind == "tool_not_registered" && GUARDED_TOOLS.contains(&tool))
    });
    result
}
