//! Gemini CLI's `--output-format stream-json`: one event a line.

use fusebox_engine::EventKind;
use fusebox_engine::event::{Origin, ToolResult, Usage};
use serde_json::Value;

use super::field::{count, text};
use super::{Format, Framing, Head, NotOfFormat, Told, Translate, printed, stamp};

/// Gemini CLI.
pub(super) const FORMAT: Format = Format {
    name: "gemini_stream",
    client: Some("gemini"),
    recognise,
    open: || Box::new(Gemini::default()),
};

fn recognise(head: &Head<'_>) -> Option<Framing> {
    let is_stream = head.objects().any(|line| match line.text("type") {
        Some("init") => line.has("session_id") && line.has("model"),
        Some("tool_use") => line.has("tool_name") && line.has("tool_id"),
        Some("tool_result") => line.has("tool_id") && line.has("status"),
        _ => false,
    });
    is_stream.then_some(Framing::Lines)
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
        let event: Value = serde_json::from_slice(line)?;
        told.set_time(event.get("timestamp").or_else(|| event.get("ts")).and_then(stamp::of));
        let kind = text(&event, "type").unwrap_or_default();
        if kind != "message" || event.get("delta").is_none() {
            self.say(told);
        }
        match kind {
            "init" => {
                if let Some(id) = text(&event, "session_id") {
                    told.name_session(id);
                }
                self.begin(told);
            }
            "message" => self.message(&event, told),
            "tool_use" => {
                self.begin(told);
                self.begin_round(told);
                let name = text(&event, "tool_name").unwrap_or("unknown");
                let id = text(&event, "tool_id").unwrap_or_default();
                told.call(id, name, event.get("parameters").cloned());
            }
            "tool_result" => {
                self.answered = true;
                told.result(text(&event, "tool_id").unwrap_or_default(), result(&event));
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

    fn message(&mut self, event: &Value, told: &mut Told) {
        let words = text(event, "content").unwrap_or_default();
        if text(event, "role") == Some("user") {
            if self.named {
                told.prompt(Origin::Automation, words);
            } else {
                self.prompt = Some(words.to_owned());
            }
            return;
        }
        self.begin(told);
        self.begin_round(told);
        if event.get("delta") == Some(&Value::Bool(true)) {
            self.words.push_str(words);
        } else {
            told.message(words);
        }
    }

    /// Pieces of a message are told as one.
    fn say(&mut self, told: &mut Told) {
        told.message(&std::mem::take(&mut self.words));
    }

    fn begin_round(&mut self, told: &mut Told) {
        if self.answered {
            told.end_round();
            self.answered = false;
        }
        told.continue_round();
    }
}

fn result(event: &Value) -> ToolResult {
    let error = event.get("error").unwrap_or(&Value::Null);
    let output = text(event, "output").or_else(|| text(error, "message")).unwrap_or_default();
    let kind = text(error, "type");
    let succeeded = text(event, "status") == Some("success");
    // MCP servers report failures in the text of a success.
    let ok = succeeded && !output.trim_start().starts_with("ERROR: ");
    let mut result = printed::result(output);
    result.ok = Some(ok && result.ok != Some(false));
    result.error_kind = kind.map(str::to_owned);
    result.refused = kind.is_some_and(|kind| {
        matches!(kind, "cancelled" | "execution_denied" | "user_cancelled" | "policy_violation")
    });
    result
}

fn usage(event: &Value) -> Usage {
    let Some(stats) = event.get("stats") else { return Usage::default() };
    let tokens = |key| count(stats, key).unwrap_or_default();
    let cached = tokens("cached");
    Usage {
        input_tokens: tokens("input_tokens").saturating_sub(cached),
        output_tokens: tokens("output_tokens"),
        cache_read_tokens: cached,
        ..Usage::default()
    }
}
