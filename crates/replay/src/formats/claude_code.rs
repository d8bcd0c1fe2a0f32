//! Claude Code transcripts: one record per line, with the parts of one model message in several records.
//!
//! The records of a subagent are marked `isSidechain`. They are among the session's own in old versions, and in
//! `<session>/subagents/agent-*.jsonl` since 2.1.2.

mod agents;
mod copies;
mod record;

use std::collections::BTreeMap;

use fusebox_clients::ClientEnvironment;
use fusebox_clients::claude_code::{self, ContentBlock, FinishedCall, ModelMessage};
use fusebox_engine::event::TokenUsage;
use fusebox_engine::{AgentId, EventKind};
use serde_json::Value;

use super::{
    FileHead, FormatError, JsonValue, RecordFraming, RecordTranslator, RecordingFormat,
    TranscriptEvents, timestamp,
};
use agents::SidechainAgents;
use copies::RecordFingerprints;
use record::{edit_result, read_record, take_message, was_interrupted};

/// Claude Code.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "claude_code",
    client: Some("claude"),
    recognise,
    open: || Box::new(ClaudeTranscript::default()),
};

/// Kinds of records without events.
const HOUSEKEEPING: &str = "attachment file-history-snapshot permission-mode queue-operation last-prompt progress \
    summary custom-title ai-title agent-name mode worktree-state relocated system";
/// The most calls without a result that are remembered.
const PENDING: usize = 256;

fn is_housekeeping(kind: &str) -> bool {
    HOUSEKEEPING.split(' ').any(|known| known == kind)
}

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    if head.whole().field("loglines").as_array().iter().any(|line| line.has_key("type")) {
        return Some(RecordFraming::Whole);
    }
    let is_record = head.objects().any(|line| {
        let kind = line.text("type").unwrap_or_default();
        let is_message = matches!(kind, "user" | "assistant") && line.has_key("message");
        let kept = is_housekeeping(kind);
        (is_message || kept) && line.has_key("sessionId") && !line.field("message").has_key("parts")
    });
    is_record.then_some(RecordFraming::Lines)
}

#[derive(Default)]
struct ClaudeTranscript {
    named: bool,
    /// The environment of the client.
    around: ClientEnvironment,
    agents: SidechainAgents,
    copies: RecordFingerprints,
    /// The id and usage of the current message, by agent.
    usage: BTreeMap<AgentId, (String, TokenUsage)>,
    /// Calls without a result: their ids, tools and arguments.
    pending: Vec<(String, String, Option<Value>)>,
}

impl RecordTranslator for ClaudeTranscript {
    fn translate(&mut self, line: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let mut record = read_record(line)?;
        if let JsonValue::Array(_) = record.field("loglines") {
            let lines = record.take("loglines").unwrap_or_default().into_array().into_iter();
            lines.filter(JsonValue::is_object).for_each(|line| self.understand(line, events));
        } else {
            self.understand(record, events);
        }
        Ok(())
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        let agents: Vec<AgentId> = self.usage.keys().cloned().collect();
        for agent in agents {
            events.set_agent(agent.clone());
            self.end_message(&agent, events);
            events.end_round();
        }
    }
}

impl ClaudeTranscript {
    fn understand(&mut self, mut record: JsonValue<'_>, events: &mut TranscriptEvents) {
        self.begin(&record, events);
        events.set_time(record.text("timestamp").and_then(timestamp::from_text));
        let message = take_message(&mut record);
        match record.text("type").unwrap_or_default() {
            kind @ ("assistant" | "user") => {
                let (agent, is_new) = self.agents.of(&record);
                if self.copies.has(&record, message.as_ref()) {
                    return;
                }
                events.set_agent(agent.clone());
                if is_new {
                    events.push(EventKind::Subagent {
                        parent: Some(AgentId::main()),
                        depth: Some(1),
                    });
                }
                match message {
                    None => events.count_skipped(),
                    Some(message) if message.stands_in => {}
                    Some(message) if kind == "assistant" => self.assistant(&agent, message, events),
                    Some(message) => self.user(&record, &agent, message, events),
                }
            }
            "system" if self.copies.has(&record, None) => {}
            "system" => self.system(&record, events),
            kind if is_housekeeping(kind) => {}
            _ => events.count_skipped(),
        }
    }

    fn begin(&mut self, record: &JsonValue<'_>, events: &mut TranscriptEvents) {
        if self.named {
            return;
        }
        let session = record.text("sessionId");
        if session.is_none() && record.text("type") == Some("summary") {
            return;
        }
        self.named = true;
        if let Some(session) = session {
            events.set_session(session);
        }
        self.around.entrypoint = record.text("entrypoint").map(str::to_owned);
        events.start_session("claude");
    }

    fn system(&mut self, record: &JsonValue<'_>, events: &mut TranscriptEvents) {
        events.set_agent(AgentId::main());
        match record.text("subtype") {
            Some("compact_boundary") => events.push(EventKind::Compaction),
            Some("turn_duration") => {
                self.end_message(&AgentId::main(), events);
                events.end_round();
                events.push(EventKind::Idle { said: None });
            }
            _ => {}
        }
    }

    fn assistant(
        &mut self,
        agent: &AgentId,
        message: ModelMessage<'_>,
        events: &mut TranscriptEvents,
    ) {
        let id = message.id.unwrap_or_default().into_owned();
        if self.usage.get(agent).is_none_or(|(last, _)| *last != id) {
            self.end_message(agent, events);
            let model = message.model.as_deref().map(str::to_owned);
            let usage = TokenUsage { model, ..TokenUsage::default() };
            self.usage.insert(agent.clone(), (id.clone(), usage));
        }
        if let Some((_, usage)) = self.usage.get_mut(agent) {
            // Each part of a message has a snapshot of one count: the largest is the count.
            message.usage.raise(usage);
        }
        if id.is_empty() {
            events.begin_unnamed_round();
        } else {
            events.begin_round(id);
        }
        for block in message.content {
            match block {
                ContentBlock::Text(words) => events.push_message(words),
                ContentBlock::Thought(words) => events.push_thought(words),
                ContentBlock::Call { id, name, input } => {
                    events.push_call(&id, &name, input.clone());
                    self.pending.push((id.into_owned(), name.into_owned(), input));
                    let surplus = self.pending.len().saturating_sub(PENDING);
                    self.pending.drain(..surplus);
                }
                ContentBlock::Result { .. } | ContentBlock::Other => {}
            }
        }
    }

    fn end_message(&mut self, agent: &AgentId, events: &mut TranscriptEvents) {
        if let Some((_, usage)) = self.usage.remove(agent) {
            events.push_usage(usage);
        }
    }

    fn user(
        &mut self,
        record: &JsonValue<'_>,
        agent: &AgentId,
        message: ModelMessage<'_>,
        events: &mut TranscriptEvents,
    ) {
        let mut words = Vec::new();
        let mut answers = false;
        for block in message.content {
            match block {
                ContentBlock::Result { id, content, failed } => {
                    answers = true;
                    self.result(record, &id, &content, failed, events);
                }
                ContentBlock::Text(text) => words.push(text),
                ContentBlock::Call { .. } | ContentBlock::Thought(_) | ContentBlock::Other => {}
            }
        }
        let words = words.join("\n");
        let from_client = record.is_true("isMeta") || record.is_true("isCompactSummary");
        let interrupted = words.trim_start().starts_with("[Request interrupted by user");
        if answers || from_client || interrupted || words.trim().is_empty() || !agent.is_main() {
            return;
        }
        self.end_message(agent, events);
        let by = claude_code::prompt_origin(&words, record.text("promptSource"), &self.around);
        events.push_prompt(by, &words);
    }

    fn result(
        &mut self,
        record: &JsonValue<'_>,
        id: &str,
        output: &str,
        failed: Option<bool>,
        events: &mut TranscriptEvents,
    ) {
        let at = self.pending.iter().position(|(call, ..)| call == id);
        let (_, name, input) = at.map(|at| self.pending.remove(at)).unwrap_or_default();
        let ended = FinishedCall {
            tool: &name,
            input: input.as_ref(),
            text: output.into(),
            failed: failed == Some(true),
            interrupted: was_interrupted(record),
            answer: edit_result(record, &name),
        };
        events.push_result(id, claude_code::call_result(&ended));
    }
}
