//! What Claude Code writes with `-p --output-format stream-json --verbose`: one record a line.
//! Measured with 2.1.330 and 2.1.197.
//!
//! The tokens that a message carries here are those of its beginning; what they became stands in
//! the `result` at the end of a turn. So the size of the conversation is reported with each message,
//! and what was usage at the end. Since 2.1.330 the totals of a resumed session begin with the
//! session, and `model_usage_since_last_result` stands beside them.

use std::collections::BTreeMap;

use fusebox_engine::event::{SessionStart, TokenUsage};
use fusebox_engine::{AgentId, EventKind};
use serde_json::Value;

use super::input::{canonical_arguments, tool_class};
use super::message::{ContentBlock, ModelMessage, ResponseUsage};
use super::refusal::{is_by_hook, is_compound};
use super::result::{FinishedCall, call_result};
use crate::records::{
    FormatError, JsonValue, RecordTranslator, RunEnding, TranscriptEvents, agent_id,
};

/// Calls without a result, and subagents, that are remembered, at most.
const MAX_REMEMBERED: usize = 256;

/// Opens a translator.
pub(crate) fn translator() -> Box<dyn RecordTranslator> {
    Box::new(ClaudeOutput::default())
}

#[derive(Default)]
struct ClaudeOutput {
    named: bool,
    agents: Vec<AgentId>,
    /// Calls without a result: the tool and its arguments, by their id.
    pending: BTreeMap<String, (String, Option<Value>)>,
    /// The number of messages of the main agent.
    messages: u64,
    /// The id of the last message of the main agent.
    message: String,
    /// The last total cost of this process, in US dollars.
    cost_usd: f64,
}

impl RecordTranslator for ClaudeOutput {
    fn translate(&mut self, line: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let mut record = JsonValue::read(line)?;
        match record.text_or_empty("type") {
            "system" => self.translate_system(&record, events),
            "assistant" => self.translate_assistant(&mut record, events),
            "user" => self.translate_user(&mut record, events),
            "result" => self.translate_result(&record, events),
            // Parts of records that come whole as well, and progress for a screen.
            "stream_event" | "tool_progress" | "rate_limit_event" => {}
            _ => events.count_skipped(),
        }
        Ok(())
    }

    fn restart(&mut self) {
        *self = Self { messages: self.messages, ..Self::default() };
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        events.set_agent(AgentId::main());
        events.end_round();
    }
}

impl ClaudeOutput {
    fn translate_system(&mut self, record: &JsonValue<'_>, events: &mut TranscriptEvents) {
        events.set_agent(AgentId::main());
        match record.text_or_empty("subtype") {
            // One for each turn; the session begins with the first.
            "init" if !self.named => {
                self.named = true;
                if let Some(session) = record.text("session_id") {
                    events.set_session(session);
                }
                events.push(EventKind::SessionStart(SessionStart {
                    client: Some("claude".to_owned()),
                    cwd: record.text("cwd").map(str::to_owned),
                    ..SessionStart::default()
                }));
            }
            "compact_boundary" => events.push(EventKind::Compaction),
            _ => {}
        }
    }

    /// Sets the agent of a record, and returns whether it is the main one. Before 2.1.330 the id of a
    /// subagent is that of the call that started it.
    fn set_agent(&mut self, record: &JsonValue<'_>, events: &mut TranscriptEvents) -> bool {
        let Some(call) = record.text("parent_tool_use_id") else {
            events.set_agent(AgentId::main());
            return true;
        };
        let agent = agent_id(record.text("agent_id").unwrap_or(call));
        events.set_agent(agent.clone());
        if !self.agents.contains(&agent) && self.agents.len() < MAX_REMEMBERED {
            self.agents.push(agent);
            events.push(EventKind::Subagent { parent: Some(AgentId::main()), depth: Some(1) });
        }
        false
    }

    fn translate_assistant(&mut self, record: &mut JsonValue<'_>, events: &mut TranscriptEvents) {
        let of_main = self.set_agent(record, events);
        let message = ModelMessage::new(record.take("message").unwrap_or_default());
        if record.is_true("is_api_error_message") {
            for block in message.content {
                if let ContentBlock::Text(text) = block {
                    events.outcome.fail(&text);
                }
            }
            return;
        }
        let id = message.id.unwrap_or_default().into_owned();
        events.begin_round(id.clone());
        if of_main && (id.is_empty() || id != self.message) {
            self.message = id;
            self.messages += 1;
            let mut used = TokenUsage::default();
            message.usage.raise(&mut used);
            let context_tokens = used.context_tokens;
            let messages = Some(self.messages);
            events.push_usage(TokenUsage { context_tokens, messages, ..TokenUsage::default() });
        }
        for block in message.content {
            match block {
                ContentBlock::Text(text) => events.push_message(text),
                ContentBlock::Thought(text) => events.push_thought(text),
                ContentBlock::Call { id, name, input } => {
                    self.translate_call(&id, &name, input, events)
                }
                ContentBlock::Result { .. } | ContentBlock::Other => {}
            }
        }
    }

    /// Adds a call, with the arguments that a hook would report.
    fn translate_call(
        &mut self,
        id: &str,
        name: &str,
        input: Option<Value>,
        events: &mut TranscriptEvents,
    ) {
        if name == "AskUserQuestion" {
            let questions = input.as_ref().and_then(|input| input.get("questions")?.as_array());
            events.outcome.questions += questions.map_or(1, |asked| asked.len().max(1) as u64);
        }
        let canonical = input.clone().map(|given| canonical_arguments(name, given));
        events.push_canonical_call(id, tool_class(name), canonical);
        if self.pending.len() < MAX_REMEMBERED {
            self.pending.insert(id.to_owned(), (name.to_owned(), input));
        }
    }

    /// Adds results. A prompt is reported by whoever gave it.
    fn translate_user(&mut self, record: &mut JsonValue<'_>, events: &mut TranscriptEvents) {
        let of_main = self.set_agent(record, events);
        let mut answer = record.take("tool_use_result");
        let message = ModelMessage::new(record.take("message").unwrap_or_default());
        for block in message.content {
            let ContentBlock::Result { id, content, failed } = block else { continue };
            self.messages += u64::from(of_main);
            let (tool, input) = self.pending.remove(&*id).unwrap_or_default();
            let failed = failed == Some(true);
            let answer = answer.take();
            let ended = FinishedCall {
                tool: &tool,
                input: input.as_ref(),
                interrupted: answer.as_ref().is_some_and(|answer| answer.is_true("interrupted")),
                answer: answer.map(Value::from),
                text: content,
                failed,
            };
            let result = call_result(&ended);
            if result.refused && !is_by_hook(&ended.text) {
                events.outcome.deny(&tool, is_compound(&ended.text));
            }
            events.push_result(&id, result);
        }
    }

    fn translate_result(&mut self, record: &JsonValue<'_>, events: &mut TranscriptEvents) {
        events.set_agent(AgentId::main());
        events.end_round();
        events.push_usage(self.new_usage(record));
        let said = record.text("result");
        if record.is_true("is_error") {
            let errors = record.field("errors").as_array().first().and_then(JsonValue::as_text);
            let ending = if record.has("api_error_status") {
                RunEnding::ApiError
            } else {
                RunEnding::Failed
            };
            events.outcome.end(ending, errors.or(said).or(record.text("subtype")));
        } else {
            events.outcome.end(RunEnding::Done, None);
        }
        events.push(EventKind::Idle { said: said.map(str::to_owned) });
    }

    /// What was usage since the last result, subagents and all.
    fn new_usage(&mut self, record: &JsonValue<'_>) -> TokenUsage {
        let total = record.amount("total_cost_usd").unwrap_or_default();
        let new = record.field("model_usage_since_last_result").as_object();
        let before = std::mem::replace(&mut self.cost_usd, total);
        if new.is_empty() {
            let mut usage = TokenUsage::default();
            ResponseUsage::new(record.field("usage")).raise(&mut usage);
            let cost_usd = (total - before).max(0.0);
            return TokenUsage { cost_usd, context_tokens: None, ..usage };
        }
        let mut usage = TokenUsage::default();
        for (_, model) in new {
            let add = |sum: &mut u64, key| {
                *sum = sum.saturating_add(model.count(key).unwrap_or_default());
            };
            add(&mut usage.input_tokens, "inputTokens");
            add(&mut usage.input_tokens, "cacheCreationInputTokens");
            add(&mut usage.output_tokens, "outputTokens");
            add(&mut usage.cache_read_tokens, "cacheReadInputTokens");
            usage.cost_usd += model.amount("costUSD").unwrap_or_default().max(0.0);
        }
        usage
    }
}
