//! The live output of an agent, read line by line: events while it runs, and a summary at its end.
//!
//! A stream never speaks for a person: prompts are told by whoever gives them. It tells no times:
//! the runtime stamps them. What is not of the client's format is plain output.

use fusebox_engine::event::{DeniedTool, TokenUsage};
use fusebox_engine::{CallId, Event, EventId, EventKind};

use crate::records::{RecordTranslator, RunEnding, TranscriptEvents};
use crate::{AgentProgram, ClientEnvironment, prose};

/// The longest line that is read, in bytes: 16 MiB. A longer one is only counted.
pub const MAX_LINE_BYTES: usize = 16 << 20;
/// How much of plain output is kept for its last words, in bytes.
const PLAIN_BYTES: usize = 8 << 10;
/// The longest error that is taken from plain output, in bytes.
const ERROR_BYTES: usize = 1 << 10;

/// What the client's hooks tell of the same session, so that nothing is told twice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HookCoverage {
    /// There are none: the stream tells everything.
    #[default]
    Absent,
    /// Calls, rounds and turns; the stream tells what is said and what is used.
    Calls,
    /// The conversation as well, from the client's own record of it: the stream tells the cost,
    /// which no hook knows.
    Conversation,
}

/// How a run of an agent ended, as far as its output tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// How the client says that it ended; `None` where it did not come to that, or says nothing.
    pub ending: Option<RunEnding>,
    /// The error with which it ended; where the client gives none, the last line of its plain
    /// output that reads like one.
    pub error: Option<String>,
    /// What the agent said, in bytes.
    pub output_len: u64,
    /// Questions that it put to a person, at its end or with a tool.
    pub questions: u64,
    /// Tools that a permission refused.
    pub denied: Vec<DeniedTool>,
    /// Whether its last words say that the work is done.
    pub claims_complete: bool,
    /// Lines of the client's format that were not understood.
    pub skipped: u64,
}

/// The output of one run of an agent.
pub struct OutputReader {
    reader: Option<Box<dyn RecordTranslator>>,
    events: TranscriptEvents,
    around: ClientEnvironment,
    hooks: HookCoverage,
    output_len: u64,
    /// The last message, or the end of the plain output where there was none.
    said: String,
    in_messages: bool,
    error: Option<String>,
    overlong: u64,
}

impl OutputReader {
    /// The output of `agent`, before its first line. `run` names the run; it stands for the session
    /// until the client names it, and for good where it never does.
    #[must_use]
    pub fn new(agent: &AgentProgram, run: &str, around: &ClientEnvironment) -> Self {
        Self {
            reader: agent.records.map(|records| records()),
            events: TranscriptEvents::new(run),
            around: around.clone(),
            hooks: HookCoverage::Absent,
            output_len: 0,
            said: String::new(),
            in_messages: false,
            error: None,
            overlong: 0,
        }
    }

    /// Says what the hooks of the client tell, from now on. A client's session begins with a line
    /// of its own, and its hook is called before: whoever reads the event of the start can ask
    /// whether the session is known, before there is a call to tell.
    pub fn set_hook_coverage(&mut self, hooks: HookCoverage) {
        self.hooks = hooks;
    }

    /// The client is started again and goes on with the same session.
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
        } else if !self.understands(line) {
            self.read_plain_line(line);
        }
        self.take()
    }

    fn understands(&mut self, line: &[u8]) -> bool {
        let line = line.trim_ascii();
        let Some(reader) = self.reader.as_mut().filter(|_| line.starts_with(b"{")) else {
            return false;
        };
        reader.translate(line, &mut self.events).is_ok()
    }

    /// Reads a line of standard error, or any that is not the client's format.
    pub fn read_plain_line(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line.get(..PLAIN_BYTES).unwrap_or(line));
        let text = text.trim_end();
        if let Some(reader) = &mut self.reader {
            reader.read_stderr(text, &mut self.events);
        }
        if prose::is_error(text) {
            self.error = Some(cut(text.trim_start(), ERROR_BYTES).to_owned());
        }
        self.output_len += line.trim_ascii_end().len() as u64;
        if !self.in_messages {
            self.said.push_str(text);
            self.said.push('\n');
            // Seldom, so that a chatty child costs one copy of its end in a while.
            if self.said.len() > 8 * PLAIN_BYTES {
                let mut from = self.said.len() - PLAIN_BYTES;
                while !self.said.is_char_boundary(from) {
                    from += 1;
                }
                self.said.drain(..from);
            }
        }
    }

    /// Tells what was held back for a next line: the output has ended.
    pub fn finish(&mut self) -> Vec<Event> {
        if let Some(reader) = &mut self.reader {
            reader.finish(&mut self.events);
        }
        self.take()
    }

    /// How the run ended. It can be asked at any time, and after [`OutputReader::finish`] it is whole.
    #[must_use]
    pub fn summary(&self) -> RunSummary {
        let remarks = self.events.outcome();
        let plain_error = self.error.clone().filter(|_| remarks.ending != Some(RunEnding::Done));
        RunSummary {
            ending: remarks.ending,
            error: remarks.error().map(str::to_owned).or(plain_error),
            output_len: self.output_len,
            questions: remarks.questions + prose::questions(&self.said),
            denied: remarks.denied.clone(),
            claims_complete: prose::claims_complete(&self.said),
            skipped: self.events.skipped() + self.overlong,
        }
    }

    fn take(&mut self) -> Vec<Event> {
        let events: Vec<Event> = std::iter::from_fn(|| self.events.pop()).collect();
        events.into_iter().filter_map(|event| self.event(event)).collect()
    }

    /// The event as it is told: with the ids that hooks give, and only what is not told already.
    fn event(&mut self, mut event: Event) -> Option<Event> {
        event.at = None;
        if let EventKind::SessionStart(start) = &mut event.kind {
            start.role.clone_from(&self.around.role);
            start.task.clone_from(&self.around.task);
            start.run.clone_from(&self.around.run);
        } else if let EventKind::ToolRequest(request) = &event.kind {
            event.id = id(request.call.as_ref(), "request");
        } else if let EventKind::ToolResult(result) = &event.kind {
            event.id = id(result.call.as_ref(), "result");
        } else if let EventKind::Message { text, .. } = &event.kind
            && event.agent.is_main()
        {
            self.output_len += text.len() as u64;
            self.in_messages = true;
            self.said.clone_from(text);
        }
        self.is_told(&mut event.kind).then_some(event)
    }

    fn is_told(&self, kind: &mut EventKind) -> bool {
        match kind {
            // A person's, or the driver's.
            EventKind::Prompt { .. }
            | EventKind::Iteration(_)
            | EventKind::Guidance { .. }
            | EventKind::Control(_)
            | EventKind::Tick => false,
            // The driver asks at the start whether there are hooks.
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
            EventKind::Usage(usage) if self.hooks == HookCoverage::Conversation => {
                *usage = TokenUsage { cost_usd: usage.cost_usd, ..TokenUsage::default() };
                usage.cost_usd > 0.0
            }
            EventKind::Usage(_) => true,
        }
    }
}

/// The id that the hook of the same fact gives.
fn id(call: Option<&CallId>, fact: &str) -> Option<EventId> {
    EventId::parse(format!("{}:{fact}", call?)).ok()
}

/// The beginning of a text, at most `most` bytes.
fn cut(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
