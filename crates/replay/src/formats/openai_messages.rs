//! Chat messages in OpenAI's format: an array, an object with `messages`, or one message per line.

use fusebox_engine::event::PromptOrigin;
use serde_json::Value;

use super::field::{content, has_key, list, text};
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
    has_role && (has_key(message, "content") || has_key(message, "tool_calls"))
}

#[derive(Default)]
pub(super) struct ChatMessages {
    begun: bool,
    /// Whether the model ended its turn, so that the next user message is a new prompt.
    rests: bool,
    prompts: Vec<String>,
    calls: u64,
}

impl RecordTranslator for ChatMessages {
    fn translate(
        &mut self,
        record: &[u8],
        events: &mut TranscriptEvents,
    ) -> Result<(), FormatError> {
        if record.trim_ascii().is_empty() {
            return Ok(());
        }
        let value: Value = serde_json::from_slice(record)?;
        match &value {
            Value::Array(messages) => messages.iter().for_each(|m| self.message(m, events)),
            Value::Object(map) if map.contains_key("messages") => {
                list(&value, "messages").iter().for_each(|m| self.message(m, events));
            }
            Value::Object(_) => self.message(&value, events),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                events.count_skipped()
            }
        }
        Ok(())
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        events.end_round();
    }
}

impl ChatMessages {
    pub(super) fn message(&mut self, message: &Value, events: &mut TranscriptEvents) {
        if !self.begun {
            self.begun = true;
            events.start_session("openai");
        }
        let words = message.get("content").and_then(content).unwrap_or_default();
        match text(message, "role").unwrap_or_default() {
            "system" | "developer" => {}
            "user" => self.user(&words, events),
            "assistant" => self.assistant(message, &words, events),
            "tool" | "function" => {
                let id = text(message, "tool_call_id").unwrap_or_default();
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
        events.push_prompt(
            if by_person { PromptOrigin::Human } else { PromptOrigin::Automation },
            words,
        );
    }

    fn assistant(&mut self, message: &Value, words: &str, events: &mut TranscriptEvents) {
        events.begin_unnamed_round();
        let thought = text(message, "reasoning_content").or_else(|| text(message, "reasoning"));
        events.push_thought(thought.unwrap_or_default());
        events.push_message(words);
        let calls = list(message, "tool_calls");
        self.rests = calls.is_empty();
        for call in calls {
            self.calls += 1;
            let function = call.get("function").unwrap_or(call);
            let id = text(call, "id").map_or_else(|| format!("c{}", self.calls), str::to_owned);
            let name = text(function, "name").unwrap_or("unknown");
            events.push_call(&id, name, arguments(function.get("arguments")));
        }
    }
}

/// Arguments are JSON in a string. A string that is not JSON is kept unchanged.
fn arguments(given: Option<&Value>) -> Option<Value> {
    let given = given.filter(|given| !given.is_null())?;
    let Some(json) = given.as_str() else { return Some(given.clone()) };
    Some(serde_json::from_str(json).unwrap_or_else(|_| Value::from(json)))
}
