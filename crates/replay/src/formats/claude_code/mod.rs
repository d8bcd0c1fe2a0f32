//! Claude Code transcripts: one record a line, the parts of one model message in several.
//!
//! A subagent's records are marked `isSidechain`, among the session's own in old versions, in
//! `<session>/subagents/agent-*.jsonl` since 2.1.2.

mod agents;
mod copies;
mod record;

use std::collections::BTreeMap;

use fusebox_clients::Surroundings;
use fusebox_clients::claude_code::{self, Block, Ended, Message};
use fusebox_engine::event::TokenUsage;
use fusebox_engine::{AgentId, EventKind};
use serde_json::Value;

use super::{FileHead, NotOfFormat, RecordFraming, RecordingFormat, Told, Translate, stamp};
use agents::SidechainAgents;
use copies::RecordFingerprints;
use record::TranscriptRecord;

/// Claude Code.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "claude_code",
    client: Some("claude"),
    recognise,
    open: || Box::new(ClaudeTranscript::default()),
};

/// Kinds of records that hold nothing to fold.
const HOUSEKEEPING: &[&str] = &[
    "attachment",
    "file-history-snapshot",
    "permission-mode",
    "queue-operation",
    "last-prompt",
    "progress",
    "summary",
    "custom-title",
    "ai-title",
    "agent-name",
    "mode",
    "worktree-state",
    "relocated",
    "system",
];
/// Calls whose results are awaited, at most.
const PENDING: usize = 256;

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    if head.whole().inside("loglines").is_some_and(|lines| lines.elements().any(|l| l.has("type")))
    {
        return Some(RecordFraming::Whole);
    }
    let is_record = head.objects().any(|line| {
        let kind = line.text("type").unwrap_or_default();
        let told = matches!(kind, "user" | "assistant") && line.has("message");
        let kept = HOUSEKEEPING.contains(&kind);
        (told || kept)
            && line.has("sessionId")
            && !line.inside("message").is_some_and(|message| message.has("parts"))
    });
    is_record.then_some(RecordFraming::Lines)
}

#[derive(Default)]
struct ClaudeTranscript {
    named: bool,
    /// How the client was started.
    around: Surroundings,
    agents: SidechainAgents,
    copies: RecordFingerprints,
    /// Usage of the message that is being told, by agent.
    usage: BTreeMap<AgentId, (String, TokenUsage)>,
    /// Calls without a result: id, tool and arguments.
    pending: Vec<(String, String, Option<Value>)>,
}

impl Translate for ClaudeTranscript {
    fn record(&mut self, line: &[u8], told: &mut Told) -> Result<(), NotOfFormat> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let record: TranscriptRecord<'_> = serde_json::from_slice(line)?;
        if let Some(lines) = record.log_lines() {
            lines.into_iter().for_each(|record| self.understand(record, told));
        } else {
            self.understand(record, told);
        }
        Ok(())
    }

    fn end(&mut self, told: &mut Told) {
        let agents: Vec<AgentId> = self.usage.keys().cloned().collect();
        for agent in agents {
            told.set_agent(agent.clone());
            self.end_message(&agent, told);
            told.end_round();
        }
    }
}

impl ClaudeTranscript {
    fn understand(&mut self, mut record: TranscriptRecord<'_>, told: &mut Told) {
        self.begin(&record, told);
        told.set_time(record.text("timestamp").and_then(stamp::of_text));
        let message = record.take_message();
        match record.text("type").unwrap_or_default() {
            kind @ ("assistant" | "user") => {
                let (agent, is_new) = self.agents.of(&record);
                if self.copies.has(&record, message.as_ref()) {
                    return;
                }
                told.set_agent(agent.clone());
                if is_new {
                    told.tell(EventKind::Subagent { parent: AgentId::main(), depth: 1 });
                }
                match message {
                    None => told.skip(),
                    Some(message) if message.stands_in => {}
                    Some(message) if kind == "assistant" => self.assistant(&agent, message, told),
                    Some(message) => self.user(&record, &agent, message, told),
                }
            }
            "system" if self.copies.has(&record, None) => {}
            "system" => self.system(&record, told),
            kind if HOUSEKEEPING.contains(&kind) => {}
            _ => told.skip(),
        }
    }

    fn begin(&mut self, record: &TranscriptRecord<'_>, told: &mut Told) {
        if self.named {
            return;
        }
        let session = record.text("sessionId");
        if session.is_none() && record.text("type") == Some("summary") {
            return;
        }
        self.named = true;
        if let Some(session) = session {
            told.name_session(session);
        }
        self.around.entrypoint = record.text("entrypoint").map(str::to_owned);
        told.start("claude");
    }

    fn system(&mut self, record: &TranscriptRecord<'_>, told: &mut Told) {
        told.set_agent(AgentId::main());
        match record.text("subtype") {
            Some("compact_boundary") => told.tell(EventKind::Compaction),
            Some("turn_duration") => {
                self.end_message(&AgentId::main(), told);
                told.end_round();
                told.tell(EventKind::Idle { said: None });
            }
            _ => {}
        }
    }

    fn assistant(&mut self, agent: &AgentId, message: Message<'_>, told: &mut Told) {
        let id = message.id.unwrap_or_default().into_owned();
        if self.usage.get(agent).is_none_or(|(last, _)| *last != id) {
            self.end_message(agent, told);
            self.usage.insert(agent.clone(), (id.clone(), TokenUsage::default()));
        }
        if let Some((_, usage)) = self.usage.get_mut(agent) {
            // Parts of a message carry snapshots of one count: the largest is the count.
            message.usage.raise(usage);
        }
        if id.is_empty() {
            told.next_round();
        } else {
            told.begin_round(id);
        }
        for block in message.content {
            match block {
                Block::Text(words) => told.message(words),
                Block::Thought(words) => told.thought(words),
                Block::Call { id, name, input } => {
                    told.call(&id, &name, input.clone());
                    self.pending.push((id.into_owned(), name.into_owned(), input));
                    let surplus = self.pending.len().saturating_sub(PENDING);
                    self.pending.drain(..surplus);
                }
                Block::Result { .. } | Block::Other => {}
            }
        }
    }

    fn end_message(&mut self, agent: &AgentId, told: &mut Told) {
        if let Some((_, usage)) = self.usage.remove(agent) {
            told.usage(usage);
        }
    }

    fn user(
        &mut self,
        record: &TranscriptRecord<'_>,
        agent: &AgentId,
        message: Message<'_>,
        told: &mut Told,
    ) {
        let mut words = Vec::new();
        let mut answers = false;
        for block in message.content {
            match block {
                Block::Result { id, content, failed } => {
                    answers = true;
                    self.result(record, &id, &content, failed, told);
                }
                Block::Text(text) => words.push(text),
                Block::Call { .. } | Block::Thought(_) | Block::Other => {}
            }
        }
        let words = words.join("\n");
        let from_client = record.flag("isMeta") || record.flag("isCompactSummary");
        let interrupted = words.trim_start().starts_with("[Request interrupted by user");
        if answers || from_client || interrupted || words.trim().is_empty() || !agent.is_main() {
            return;
        }
        self.end_message(agent, told);
        let by = claude_code::prompt_origin(&words, record.text("promptSource"), &self.around);
        told.prompt(by, &words);
    }

    fn result(
        &mut self,
        record: &TranscriptRecord<'_>,
        id: &str,
        output: &str,
        failed: Option<bool>,
        told: &mut Told,
    ) {
        let at = self.pending.iter().position(|(call, ..)| call == id);
        let (_, name, input) = at.map(|at| self.pending.remove(at)).unwrap_or_default();
        let ended = Ended {
            tool: &name,
            input: input.as_ref(),
            text: output.into(),
            failed: failed == Some(true),
            interrupted: record.was_interrupted(),
            answer: record.tool_result(&name),
        };
        told.result(id, claude_code::result(&ended));
    }
}
