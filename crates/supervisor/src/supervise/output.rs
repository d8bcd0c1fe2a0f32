//! The output of a command: copied to ours, and read where its agent has a known form of output.

use std::io::IsTerminal as _;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::Duration;

use fusebox_clients::{ClientEnvironment, HookCoverage, OutputReader, client_named};
use fusebox_engine::{Event, EventKind};
use fusebox_runtime::query;

use super::{CommandSpec, Message, SupervisedRun};
use crate::Result;
use crate::lines::{LineBatch, LineSplitter};
use crate::output_tail::CopiedOutput;
use crate::pump;

/// How long the last output of a run that was ended is waited for.
const DRAIN_TIME: Duration = Duration::from_secs(2);
/// The time between two checks whether all of it came.
const STEP: Duration = Duration::from_millis(10);

/// The output of a command.
pub(super) struct CommandOutput {
    /// Understands the lines, where they are read.
    pub(super) reader: Option<OutputReader>,
    queue: Sender<Message>,
    pumps: Vec<JoinHandle<()>>,
    copied: Arc<CopiedOutput>,
    skipped_lines: Arc<AtomicUsize>,
}

impl CommandOutput {
    pub(super) fn new(spec: &CommandSpec, keeps_tail: bool, queue: Sender<Message>) -> Self {
        let environment = ClientEnvironment {
            role: spec.role.clone(),
            task: Some(spec.task.clone()),
            run: Some(spec.run.clone()),
            ..ClientEnvironment::default()
        };
        let reader = || OutputReader::new(spec.agent, spec.run.as_str(), &environment);
        Self {
            reader: spec.is_read.then(reader),
            queue,
            pumps: Vec::new(),
            copied: Arc::new(CopiedOutput::new(keeps_tail)),
            skipped_lines: Arc::default(),
        }
    }

    /// Bytes so far.
    pub(super) fn bytes(&self) -> u64 {
        self.copied.bytes()
    }

    /// Lines that were not read.
    pub(super) fn skipped_lines(&self) -> usize {
        self.skipped_lines.load(Ordering::Relaxed)
    }

    /// The end of the output, where it is kept.
    pub(super) fn tail(&self) -> String {
        self.copied.tail()
    }

    pub(super) fn pump_pipe(&mut self, from: OwnedFd, to: BorrowedFd<'static>) {
        let (copied, lines) = (Arc::clone(&self.copied), self.splitter());
        self.pumps.push(std::thread::spawn(move || {
            let capacity = pump::enlarge(&from);
            let within_line = pump::copy(&from, capacity, to, &copied, lines);
            // Our own lines follow there, and each has to begin at the beginning of a line.
            let is_ours = to.as_raw_fd() == rustix::stdio::stderr().as_raw_fd();
            if within_line && (is_ours || to.is_terminal()) {
                let _ = pump::write_all(to, b"\n");
            }
        }));
    }

    pub(super) fn pump_terminal(&mut self, from: &Arc<OwnedFd>) {
        let (copied, lines, from) = (Arc::clone(&self.copied), self.splitter(), Arc::clone(from));
        self.pumps.push(std::thread::spawn(move || {
            pump::copy(&from, pump::TERMINAL_BYTES, rustix::stdio::stdout(), &copied, lines);
        }));
    }

    fn splitter(&self) -> Option<LineSplitter<Message>> {
        self.reader.as_ref()?;
        let skipped = Arc::clone(&self.skipped_lines);
        Some(LineSplitter::new(self.queue.clone(), Message::Lines, skipped))
    }
}

impl SupervisedRun<'_, '_> {
    /// Decides the events that lines of output report.
    pub(super) fn read_lines(&mut self, lines: &LineBatch) -> Result<()> {
        let mut events = Vec::new();
        for line in &lines.lines {
            let Some(reader) = &mut self.output.reader else { return Ok(()) };
            let read = reader.read_line(line);
            self.look_for_hooks(&read)?;
            events.extend(read);
        }
        self.decide_output(events)
    }

    /// Where hooks report a session, its output adds only what they cannot know.
    fn look_for_hooks(&mut self, events: &[Event]) -> Result<()> {
        let starts = |event: &&Event| matches!(event.kind, EventKind::SessionStart(_));
        let Some(start) = events.iter().find(starts) else { return Ok(()) };
        if query::is_hooked(self.context.runtime.store(), &start.session)?
            && let Some(reader) = &mut self.output.reader
        {
            let policy = self.context.policy(self.spec.role.as_deref());
            reader.set_hook_coverage(match client_named(self.spec.agent.name) {
                Some(client) if policy.wants_conversation() => {
                    client.transcript_coverage(policy.wants_messages())
                }
                Some(_) | None => HookCoverage::Calls,
            });
        }
        Ok(())
    }

    fn decide_output(&mut self, events: Vec<Event>) -> Result<()> {
        let Some(last) = events.last() else { return Ok(()) };
        if last.session != self.own.session {
            self.own.client = Some(last.session.clone());
        }
        let verdicts = self.context.decide(events)?;
        self.mark_untold(verdicts.iter().flat_map(|verdict| &verdict.findings));
        Ok(())
    }

    /// Reads the output that is still to come; a failure changes only counts, as the run is over.
    /// `is_whole`: the command ended by itself and all of its output is copied, however slow its
    /// reader is, until a signal comes.
    pub(super) fn drain(&mut self, is_whole: bool) {
        let mut left = DRAIN_TIME;
        while self.output.pumps.iter().any(|pump| !pump.is_finished()) {
            if !is_whole {
                left = left.saturating_sub(STEP);
            }
            let message = self.messages.recv_timeout(STEP);
            let request = message.as_ref().ok().and_then(Message::end_request);
            let is_ended = request.is_some();
            self.end_request = request.or(self.end_request);
            if left.is_zero() || (is_whole && is_ended) {
                return;
            }
            if let Ok(Message::Lines(lines)) = message {
                let _ = self.read_lines(&lines);
            }
        }
        while let Ok(message) = self.messages.try_recv() {
            self.end_request = message.end_request().or(self.end_request);
            if let Message::Lines(lines) = message {
                let _ = self.read_lines(&lines);
            }
        }
        // The reader may hold events back for a line that did not come.
        let events = self.output.reader.as_mut().map(OutputReader::finish).unwrap_or_default();
        let _ = self.decide_output(events);
    }
}
