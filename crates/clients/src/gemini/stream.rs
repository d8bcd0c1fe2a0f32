//! What Gemini CLI writes with `--output-format stream-json`: one event a line. Measured with 0.61.0.
//!
//! Its figures come at the end and tell no messages, so they are counted here as they come: responses,
//! and the results of each.

use std::collections::BTreeMap;

use fusebox_engine::EventKind;
use fusebox_engine::event::{PromptOrigin, TokenUsage, ToolResult};
use serde_json::Value;

use crate::records::{Ending, Json, NotOfFormat, Told, Translate, printed, stamp};

/// Reads such lines, live or recorded.
#[must_use]
pub fn records() -> Box<dyn Translate> {
    Box::new(Gemini::default())
}

/// Calls without a result that are remembered, at most.
const PENDING: usize = 256;
/// Tools that are not there at all where the approval mode would have to ask for them.
const ASKED_FOR: &[&str] = &["run_shell_command", "write_file", "replace", "web_fetch"];

#[derive(Default)]
struct Gemini {
    named: bool,
    /// A prompt that was written before the session's name.
    prompt: Option<String>,
    answered: bool,
    /// Whether a response has begun that nothing has answered.
    speaking: bool,
    messages: u64,
    words: String,
    /// What was said last.
    said: Option<String>,
    /// The tools of calls without a result, by the id of the call.
    pending: BTreeMap<String, String>,
}

impl Translate for Gemini {
    fn record(&mut self, line: &[u8], told: &mut Told) -> Result<(), NotOfFormat> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let mut event: Json<'_> = Json::read(line)?;
        told.set_time(event.get("timestamp").or(event.get("ts")).and_then(stamp::of_json));
        let kind = event.words("type");
        if kind != "message" || event.get("delta").is_none() {
            self.say(told);
        }
        match kind {
            "init" => {
                if let Some(id) = event.text("session_id") {
                    told.name_session(id);
                }
                self.begin(told);
            }
            "message" => self.message(&event, told),
            "tool_use" => {
                self.begin(told);
                self.begin_round(told);
                let input = event.take("parameters").map(Value::from);
                let name = event.text("tool_name").unwrap_or("unknown");
                told.call(event.words("tool_id"), name, input);
                if self.pending.len() < PENDING {
                    self.pending.insert(event.words("tool_id").to_owned(), name.to_owned());
                }
            }
            "tool_result" => {
                self.answer();
                let tool = self.pending.remove(event.words("tool_id")).unwrap_or_default();
                let result = result(&mut event, &tool);
                if result.refused {
                    told.remark().deny(&tool, false);
                }
                told.result(event.words("tool_id"), result);
            }
            "result" => {
                self.end_round(told);
                told.usage(usage(&event));
                let error = event.field("error").text("message");
                match event.text("status") {
                    Some("error") => told.remark().end(Ending::ApiError, error),
                    _ => told.remark().end(Ending::Done, None),
                }
                told.tell(EventKind::Idle { said: self.said.take() });
            }
            "error" => told.remark().fail(event.words("message")),
            _ => told.skip(),
        }
        Ok(())
    }

    fn again(&mut self) {
        *self = Self { messages: self.messages, ..Self::default() };
    }

    fn end(&mut self, told: &mut Told) {
        self.begin(told);
        self.say(told);
        self.end_round(told);
    }
}

impl Gemini {
    fn begin(&mut self, told: &mut Told) {
        if !self.named {
            self.named = true;
            told.start("gemini");
            if let Some(prompt) = self.prompt.take() {
                told.prompt(PromptOrigin::Automation, &prompt);
            }
        }
    }

    fn message(&mut self, event: &Json<'_>, told: &mut Told) {
        let words = event.words("content");
        if event.text("role") == Some("user") {
            if self.named {
                told.prompt(PromptOrigin::Automation, words);
            } else {
                self.prompt = Some(words.to_owned());
            }
            return;
        }
        self.begin(told);
        self.begin_round(told);
        if event.field("delta").as_bool() == Some(true) {
            self.words.push_str(words);
        } else {
            self.said = Some(words.to_owned());
            told.message(words);
        }
    }

    /// Pieces of a message are told as one.
    fn say(&mut self, told: &mut Told) {
        let words = std::mem::take(&mut self.words);
        if !words.trim().is_empty() {
            self.said = Some(words.clone());
            told.message(words);
        }
    }

    fn begin_round(&mut self, told: &mut Told) {
        if self.answered {
            self.end_round(told);
        }
        told.continue_round();
        if !self.speaking {
            self.speaking = true;
            self.messages += 1;
            told.usage(TokenUsage { messages: Some(self.messages), ..TokenUsage::default() });
        }
    }

    /// The results of one response are one message.
    fn answer(&mut self) {
        self.messages += u64::from(!self.answered);
        self.answered = true;
    }

    fn end_round(&mut self, told: &mut Told) {
        told.end_round();
        self.speaking = false;
        self.answered = false;
    }
}

fn result(event: &mut Json<'_>, tool: &str) -> ToolResult {
    let succeeded = event.text("status") == Some("success");
    let mut error = event.take("error").unwrap_or_default();
    let output = event.take("output").and_then(Json::into_text);
    let output = output.or_else(|| error.take("message").and_then(Json::into_text));
    let output = output.unwrap_or_default();
    // MCP servers report failures in the text of a success.
    let ok = succeeded && !output.trim_start().starts_with("ERROR: ");
    let mut result = printed::result(output);
    result.ok = Some(ok && result.ok != Some(false));
    let kind = error.text("type");
    result.error_kind = kind.map(str::to_owned);
    result.refused = kind.is_some_and(|kind| {
        matches!(kind, "cancelled" | "execution_denied" | "user_cancelled" | "policy_violation")
            || (kind == "tool_not_registered" && ASKED_FOR.contains(&tool))
    });
    result
}

fn usage(event: &Json<'_>) -> TokenUsage {
    let stats = event.field("stats");
    let tokens = |key| stats.count(key).unwrap_or_default();
    let cached = tokens("cached");
    TokenUsage {
        input_tokens: tokens("input_tokens").saturating_sub(cached),
        output_tokens: tokens("output_tokens"),
        cache_read_tokens: cached,
        ..TokenUsage::default()
    }
}
