//! Chat messages in OpenAI's format: an array, an object with `messages`, or one message per line.

use fusebox_engine::event::PromptOrigin;
use serde_json::Value;

use super::content::content;
use super::{
    FileHead, FormatError, JsonValue, RecordFraming, RecordTranslator, RecordingFormat,
    TranscriptEvents, harness_output,
};

/// Chat messages with tool calls.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "openai_messages",
    client: None,
    recognise,
    open: || Box::new(ChatMessages::default()),
};

const ROLES: &[&str] = &["system", "developer", "user", "assistant", "tool", "function"];

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let whole = head.whole();
    let is_chat = |messages: &JsonValue<'_>| messages.as_array().first().is_some_and(is_message);
    if matches!(whole, JsonValue::Array(_)) {
        return is_chat(whole).then_some(RecordFraming::Whole);
    }
    if is_chat(whole.field("messages")) {
        return Some(RecordFraming::Whole);
    }
    let mut lines = head.objects();
    lines.next().is_some_and(is_message).then_some(RecordFraming::Lines)
}

fn is_message(message: &JsonValue<'_>) -> bool {
    let has_role = message.text("role").is_some_and(|role| ROLES.contains(&role));
    has_role && (message.has_key("content") || message.has_key("tool_calls"))
}

#[derive(Default)]
struct ChatMessages {
    begun: bool,
    /// Whether the model ended its turn, so that the next user message is a new prompt.
    rests: bool,
    prompts: Vec<String>,
    calls: u64,
}

impl RecordTranslator for ChatMessages {
    fn translate(&mut self, text: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let value = JsonValue::read(text)?;
        let messages = if value.has_key("messages") { value.field("messages") } else { &value };
        if let JsonValue::Array(messages) = messages {
            messages.iter().for_each(|message| self.message(message, events));
        } else if messages.is_object() {
            self.message(messages, events);
        } else {
            events.count_skipped();
        }
        Ok(())
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        events.end_round();
    }
}

impl ChatMessages {
    fn message(&mut self, message: &JsonValue<'_>, events: &mut TranscriptEvents) {
        if !self.begun {
            self.begun = true;
            events.start_session("openai");
        }
        let words = content(message.field("content")).unwrap_or_default();
        match message.text_or_empty("role") {
            "system" | "developer" => {}
            "user" => self.user(&words, events),
            "assistant" => self.assistant(message, &words, events),
            "tool" | "function" => {
                let id = message.text_or_empty("tool_call_id");
                events.push_result(id, harness_output::tool_result(&words));
            }
            _ => events.count_skipped(),
        }
    }

    /// The first prompt, and a new one after the model's turn, come from a person. A message between calls, or one that
    /// is repeated, comes from the harness.
    fn user(&mut self, words: &str, events: &mut TranscriptEvents) {
        let begin: String = words.chars().take(200).collect();
        let new = !self.prompts.contains(&begin);
        let by_person = new && (self.prompts.is_empty() || self.rests);
        if new && self.prompts.len() < 100 {
            self.prompts.push(begin);
        }
        let by = if by_person { PromptOrigin::Human } else { PromptOrigin::Automation };
        events.push_prompt(by, words);
    }

    fn assistant(&mut self, message: &JsonValue<'_>, words: &str, events: &mut TranscriptEvents) {
        events.begin_unnamed_round();
        let thought = message.text("reasoning_content").or(message.text("reasoning"));
        events.push_thought(thought.unwrap_or_default());
        events.push_message(words);
        let calls = message.field("tool_calls").as_array();
        self.rests = calls.is_empty();
        for call in calls {
            self.calls += 1;
            let function = call.get("function").unwrap_or(call);
            let id = call.text("id").map_or_else(|| format!("c{}", self.calls), str::to_owned);
            let name = function.text("name").unwrap_or("unknown");
            events.push_call(&id, name, arguments(function.field("arguments")));
        }
    }
}

/// Arguments are JSON in a string. A string that is not JSON is kept unchanged.
fn arguments(given: &JsonValue<'_>) -> Option<Value> {
    let parsed = given.as_text().and_then(|json| serde_json::from_str(json).ok());
    parsed.or_else(|| Some(Value::from(given.clone())).filter(|given| !given.is_null()))
}
