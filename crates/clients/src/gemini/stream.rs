//! What Gemini CLI writes with `--output-format stream-json`: one event a line. Measured with 0.61.0.

use fusebox_engine::EventKind;
use fusebox_engine::event::{Origin, ToolResult, Usage};
use serde_json::Value;

use crate::records::{Json, NotOfFormat, Told, Translate, printed, stamp};

/// Reads such lines, live or recorded.
#[must_use]
pub fn records() -> Box<dyn Translate> {
    Box::new(Gemini::default())
}

#[derive(Default)]
struct Gemini {
    named: bool,
    /// A prompt that was written before the session's name.
    prompt: Option<String>,
    answered: bool,
    words: String,
}

impl Translate for Gemini {
    fn record(&mut self, line: &[u8], told: &mut Told) -> Result<(), NotOfFormat> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let mut event: Json<'_> = serde_json::from_slice(line)?;
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
            }
            "tool_result" => {
                self.answered = true;
                let result = result(&mut event);
                told.result(event.words("tool_id"), result);
            }
            "result" => {
                told.end_round();
                told.usage(usage(&event));
                told.tell(EventKind::Idle { said: None });
            }
            "error" => {}
            _ => told.skip(),
        }
        Ok(())
    }

    fn end(&mut self, told: &mut Told) {
        self.begin(told);
        self.say(told);
        told.end_round();
    }
}

impl Gemini {
    fn begin(&mut self, told: &mut Told) {
        if !self.named {
            self.named = true;
            told.start("gemini");
            if let Some(prompt) = self.prompt.take() {
                told.prompt(Origin::Automation, &prompt);
            }
        }
    }

    fn message(&mut self, event: &Json<'_>, told: &mut Told) {
        let words = event.words("content");
        if event.text("role") == Some("user") {
            if self.named {
                told.prompt(Origin::Automation, words);
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
            told.message(words);
        }
    }

    /// Pieces of a message are told as one.
    fn say(&mut self, told: &mut Told) {
        told.message(std::mem::take(&mut self.words));
    }

    fn begin_round(&mut self, told: &mut Told) {
        if self.answered {
            told.end_round();
            self.answered = false;
        }
        told.continue_round();
    }
}

fn result(event: &mut Json<'_>) -> ToolResult {
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
    });
    result
}

fn usage(event: &Json<'_>) -> Usage {
    let stats = event.field("stats");
    let tokens = |key| stats.count(key).unwrap_or_default();
    let cached = tokens("cached");
    Usage {
        input_tokens: tokens("input_tokens").saturating_sub(cached),
        output_tokens: tokens("output_tokens"),
        cache_read_tokens: cached,
        ..Usage::default()
    }
}
