//! The output of a run: passed on, and understood where the client has a form of its own.

use std::io::IsTerminal as _;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use fusebox_clients::{HookCoverage, OutputReader};
use fusebox_engine::{Event, EventKind, FindingLevel};
use fusebox_runtime::{clock, query};

use super::{Note, Run};
use crate::SupervisorError;
use crate::keys::Keys;
use crate::lines::{Lines, Tap};
use crate::pump::{self, Source};
use crate::signals::SignalRequest;
use crate::unattended::{Output, Unattended};

/// How long is waited for the last output of a run that was ended.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// How often is looked whether all of it came.
const STEP: Duration = Duration::from_millis(10);

impl Run<'_> {
    pub(super) fn pump_pipe(&mut self, from: OwnedFd, to: BorrowedFd<'static>) {
        let (copied, tap) = (Arc::clone(&self.output), self.tap());
        self.pumps.push(std::thread::spawn(move || {
            let within_line = pump::copy(&from, Source::Pipe, to, &copied, tap);
            // Lines of our own come there, and who reads them looks at their beginning.
            let is_ours = to.as_raw_fd() == rustix::stdio::stderr().as_raw_fd();
            if within_line && (is_ours || to.is_terminal()) {
                let _ = pump::write_all(to, b"\n");
            }
        }));
    }

    /// Where its standard output is passed on to.
    pub(super) fn goes_to(&self) -> BorrowedFd<'static> {
        match self.spec.unattended {
            Some(Unattended { to: Output::Stderr, .. }) => rustix::stdio::stderr(),
            Some(Unattended { to: Output::Stdout, .. }) | None => rustix::stdio::stdout(),
        }
    }

    pub(super) fn pump_terminal(&mut self, inner: &Arc<OwnedFd>) {
        let (copied, tap) = (Arc::clone(&self.output), self.tap());
        let from = Arc::clone(inner);
        self.pumps.push(std::thread::spawn(move || {
            pump::copy(&from, Source::Terminal, rustix::stdio::stdout(), &copied, tap);
        }));
        // Without them the command can still be watched and ended.
        self.keys = Keys::to(inner).ok();
    }

    fn tap(&self) -> Option<Tap<Note>> {
        self.stream.as_ref()?;
        Some(Tap::new(self.queue.clone(), Note::Lines, Arc::clone(&self.passed_over)))
    }

    /// Tells what lines of output mean.
    pub(super) fn hear(&mut self, lines: &Lines) -> Result<(), SupervisorError> {
        let mut told = Vec::new();
        for line in &lines.lines {
            let Some(stream) = &mut self.stream else { return Ok(()) };
            let events = stream.read_line(line);
            self.listen_for_hooks(&events)?;
            told.extend(events);
        }
        self.pass_on(told)
    }

    /// Tells what was held back for a line that did not come.
    fn hear_the_end(&mut self) {
        let told = self.stream.as_mut().map(OutputReader::finish).unwrap_or_default();
        // The run is over: what is still told changes nothing but counts.
        let _ = self.pass_on(told);
    }

    /// Where hooks tell of a session, its output tells only what they cannot know.
    fn listen_for_hooks(&mut self, events: &[Event]) -> Result<(), SupervisorError> {
        let starts = |event: &&Event| matches!(event.kind, EventKind::SessionStart(_));
        let Some(start) = events.iter().find(starts) else { return Ok(()) };
        if query::is_hooked(self.runtime.store(), &start.session)?
            && let Some(stream) = &mut self.stream
        {
            let policy = &self.policies.of(self.spec.role.as_deref()).policy;
            stream.set_hook_coverage(match policy.wants_conversation() {
                false => HookCoverage::Calls,
                true => HookCoverage::Conversation,
            });
        }
        Ok(())
    }

    fn pass_on(&mut self, told: Vec<Event>) -> Result<(), SupervisorError> {
        let Some(last) = told.last() else { return Ok(()) };
        if last.session != self.own.session {
            self.own.client = Some(last.session.clone());
        }
        let answered = self.runtime.decide_all(self.policies, &told, clock::now())?;
        let findings = answered.iter().flat_map(|one| &one.verdict.findings);
        self.is_untold |= findings.clone().any(|finding| finding.level == FindingLevel::Trip);
        Ok(())
    }

    /// Waits for what is still to come. `is_whole`: the command ended by itself and all of its
    /// output is owed to whoever reads it, however slowly; a signal gives up.
    pub(super) fn drain(&mut self, is_whole: bool) {
        let mut left = LAST_WORDS;
        while self.pumps.iter().any(|pump| !pump.is_finished()) {
            if !is_whole {
                left = left.saturating_sub(STEP);
            }
            let note = self.notes.recv_timeout(STEP);
            if left.is_zero()
                || (is_whole && matches!(note, Ok(Note::Signal(SignalRequest::End(_)))))
            {
                return;
            }
            if let Ok(Note::Lines(lines)) = note {
                // The run is over: what is still told changes nothing but counts.
                let _ = self.hear(&lines);
            }
        }
        while let Ok(note) = self.notes.try_recv() {
            if let Note::Lines(lines) = note {
                let _ = self.hear(&lines);
            }
        }
        self.hear_the_end();
    }
}
