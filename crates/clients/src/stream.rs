//! Reads the live output of an agent line by line: events while it runs, and a summary at its end.
//!
//! The output never counts as a person's: whoever gives a prompt reports it. Events have no times: the
//! runtime stamps them. A line that is not in the client's format is plain output.

use fusebox_engine::event::{DeniedTool, TokenUsage};
use fusebox_engine::{Event, EventKind};

use crate::event_id::event_id;
use crate::records::reported_outcome::truncated;
use crate::records::{RecordTranslator, RunEnding, TranscriptEvents};
use crate::{AgentProgram, ClientEnvironment, prose};

/// The longest line that is read, in bytes: 16 MiB. A longer line only counts as output.
pub const MAX_LINE_BYTES: usize = 16 << 20;
/// The end of the plain output that is kept for the summary, in bytes.
const MAX_PLAIN_BYTES: usize = 8 << 10;
/// The longest error line that is kept from plain output, in bytes.
const MAX_ERROR_BYTES: usize = 1 << 10;

/// Which events the client's hooks report of the same session, so that none is reported twice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HookCoverage {
    /// None: the output reports everything.
    #[default]
    Absent,
    /// Calls, rounds and turns: the output reports messages and usage.
    Calls,
    /// Usage as well, from the client's records: the output reports messages, and the cost, which covers what the
    /// hooks priced.
    Usage,
    /// Messages as well, from the transcript.
    Conversation,
}

/// The end of a run of an agent, as far as its output shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// How the run ended, in the client's words; `None` if the output does not say.
    pub ending: Option<RunEnding>,
    /// The error that ended it; if the client reports none, the last line of plain output that
    /// looks like an error.
    pub error: Option<String>,
    /// The length of what the agent wrote, in bytes.
    pub output_len: u64,
    /// Questions to a person, in the last message or through a tool.
    pub questions: u64,
    /// Tools that the client's permissions denied.
    pub denied: Vec<DeniedTool>,
    /// Whether the last message says that the work is done.
    pub claims_complete: bool,
    /// Lines in the client's format that were not understood.
    pub skipped: u64,
}

/// The output of one run of an agent.
pub struct OutputReader {
    reader: Option<Box<dyn RecordTranslator>>,
    events: TranscriptEvents,
    environment: ClientEnvironment,
    hooks: HookCoverage,
    output_len: u64,
    /// The last message, or the end of the plain output if there was none.
    last_text: String,
    in_messages: bool,
    error: Option<String>,
    overlong: u64,
}

impl OutputReader {
    /// Opens the output of `agent`. The id of the run serves as the session's id until the client
    /// reports one.
    #[must_use]
    pub fn new(agent: &AgentProgram, run: &str, environment: &ClientEnvironment) -> Self {
        Self {
            reader: agent.translator.map(|open| open()),
            events: TranscriptEvents::new(run),
            environment: environment.clone(),
            hooks: HookCoverage::Absent,
            output_len: 0,
            last_text: String::new(),
            in_messages: false,
            error: None,
            overlong: 0,
        }
    }

    /// Sets what the hooks of the client report from now on. The hook of a session's start runs before
    /// the line of its start is written: whoever reads that event can look whether hooks reported the
    /// session.
    pub fn set_hook_coverage(&mut self, hooks: HookCoverage) {
        self.hooks = hooks;
    }

    /// Prepares for the output of the client after it was started again in the same session.
    pub fn restart(&mut self) {
        if let Some(reader) = &mut self.reader {
            reader.finish(&mut self.events);
            reader.restart();
        }
    }

    /// Reads a line of standard output.
    pub fn read_line(&mut self, line: &[u8]) -> Vec<Event> {
        if line.len() > MAX_LINE_BYTES {
            self.overlong += 1;
            self.output_len += line.len() as u64;
        } else if !self.translate(line) {
            self.read_plain_line(line);
        }
        self.take_events()
    }

    fn translate(&mut self, line: &[u8]) -> bool {
        let line = line.trim_ascii();
        let Some(reader) = self.reader.as_mut().filter(|_| line.starts_with(b"{")) else {
            return false;
        };
        reader.translate(line, &mut self.events).is_ok()
    }

    /// Reads a line of standard error, or any that is not the client's format.
    pub fn read_plain_line(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line.get(..MAX_PLAIN_BYTES).unwrap_or(line));
        let text = text.trim_end();
        if let Some(reader) = &mut self.reader {
            reader.read_stderr(text, &mut self.events);
        }
        if prose::is_error_line(text) {
            self.error = Some(truncated(text.trim_start(), MAX_ERROR_BYTES).to_owned());
        }
        self.output_len += line.trim_ascii_end().len() as u64;
        if !self.in_messages {
            self.last_text.push_str(text);
            self.last_text.push('\n');
            // Cut rarely: each cut copies the kept end.
            if self.last_text.len() > 8 * MAX_PLAIN_BYTES {
                let mut from = self.last_text.len() - MAX_PLAIN_BYTES;
                while !self.last_text.is_char_boundary(from) {
                    from += 1;
                }
                self.last_text.drain(..from);
            }
        }
    }

    /// Returns the events that waited for a next line, at the end of the output.
    pub fn finish(&mut self) -> Vec<Event> {
        if let Some(reader) = &mut self.reader {
            reader.finish(&mut self.events);
        }
        self.take_events()
    }

    /// The summary so far; it is complete after [`OutputReader::finish`].
    #[must_use]
    pub fn summary(&self) -> RunSummary {
        let reported = &self.events.outcome;
        let plain_error = self.error.clone().filter(|_| reported.ending != Some(RunEnding::Done));
        RunSummary {
            ending: reported.ending,
            error: reported.error().map(str::to_owned).or(plain_error),
            output_len: self.output_len,
            questions: reported.questions + prose::count_questions(&self.last_text),
            denied: reported.denied.clone(),
            claims_complete: prose::claims_complete(&self.last_text),
            skipped: self.events.skipped() + self.overlong,
        }
    }

    fn take_events(&mut self) -> Vec<Event> {
        let events: Vec<Event> = std::iter::from_fn(|| self.events.pop()).collect();
        events.into_iter().filter_map(|event| self.reported_event(event)).collect()
    }

    /// The event with the id that hooks give it, unless the hooks report it.
    fn reported_event(&mut self, mut event: Event) -> Option<Event> {
        event.at = None;
        event.id = event_id(&event.kind).or(event.id);
        if let EventKind::SessionStart(start) = &mut event.kind {
            start.role.clone_from(&self.environment.role);
            start.task.clone_from(&self.environment.task);
            start.run.clone_from(&self.environment.run);
        } else if let EventKind::Message { text, .. } = &event.kind
            && event.agent.is_main()
        {
            self.output_len += text.len() as u64;
            self.in_messages = true;
            self.last_text.clone_from(text);
        }
        self.is_reported(&mut event.kind).then_some(event)
    }

    fn is_reported(&self, kind: &mut EventKind) -> bool {
        match kind {
            // Reported by a person, or by the supervisor.
            EventKind::Prompt { .. }
            | EventKind::Iteration(_)
            | EventKind::Guidance { .. }
            | EventKind::Control(_)
            | EventKind::Tampering(_)
            | EventKind::ForkOfOpen(_)
            | EventKind::Tick => false,
            // The supervisor looks for hooks at this event.
            EventKind::SessionStart(_) => true,
            EventKind::ToolRequest(_)
            | EventKind::ToolResult(_)
            | EventKind::RoundEnd
            | EventKind::Subagent { .. }
            | EventKind::StopBlocked { .. }
            | EventKind::Compaction
            | EventKind::Idle { .. }
            | EventKind::Blocked { .. }
            | EventKind::Resume
            | EventKind::Complete { .. }
            | EventKind::SessionEnd => self.hooks == HookCoverage::Absent,
            EventKind::Message { .. } | EventKind::Thought { .. } => {
                self.hooks != HookCoverage::Conversation
            }
            EventKind::Usage(usage)
                if matches!(self.hooks, HookCoverage::Usage | HookCoverage::Conversation) =>
            {
                *usage = TokenUsage { cost_usd: usage.cost_usd, ..TokenUsage::default() };
                usage.cost_usd > 0.0
            }
            EventKind::Usage(_) => true,
        }
    }
}

#[cfg(test)]
mod tests;
