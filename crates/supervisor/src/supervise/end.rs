//! The end of a run: of its processes, and what came of it.

use std::sync::atomic::Ordering;

use fusebox_clients::OutputReader;
use rustix::process::Signal;

use super::{EndReason, FinishedCommand, Run};
use crate::SupervisorError;
use crate::tree::ChildExit;

impl Run<'_> {
    /// Ends every process of the run, exactly once, and gives the terminal back.
    pub(super) fn end(&mut self, why: Option<&EndReason>) {
        let first = match why {
            Some(EndReason::Interrupted(signal)) => {
                Signal::from_named_raw(*signal).unwrap_or(Signal::TERM)
            }
            _ => Signal::TERM,
        };
        let (found, left) = self.tree.end(first, self.spec.grace);
        self.ended = self.ended.or(self.tree.ended(self.pid));
        if why == Some(&EndReason::Exited) {
            self.left_behind = found;
        }
        if left > 0 {
            self.say(&format!("fusebox: {left} processes cannot be ended; the system holds them"));
        }
        let is_whole = why == Some(&EndReason::Exited) && left == 0;
        self.drain(is_whole);
        self.keys = None;
        self.front = None;
    }

    pub(super) fn finish(mut self, why: EndReason) -> Result<FinishedCommand, SupervisorError> {
        self.watcher.look(self.runtime.store())?;
        self.leave()?;
        let ended = self.ended.unwrap_or(ChildExit { code: None, signal: None });
        let own = self.own.session.clone();
        Ok(FinishedCommand {
            why,
            exit_code: ended.code,
            signal: ended.signal,
            output_bytes: self.output.load(Ordering::Relaxed),
            left_behind: self.left_behind,
            lines_passed_over: self.passed_over.load(Ordering::Relaxed),
            summary: self.stream.as_ref().map(OutputReader::summary),
            tool_calls: self.watcher.tool_calls,
            messages: self.watcher.messages,
            warned: self.watcher.warned,
            blocked: self.watcher.blocked.take(),
            session: self.own.client.take().or(self.watcher.of_client().cloned()).unwrap_or(own),
        })
    }
}
