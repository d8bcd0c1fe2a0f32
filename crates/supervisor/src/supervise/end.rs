//! The end of a run: of its processes, and its result.

use fusebox_clients::OutputReader;
use rustix::process::Signal;

use super::{EndReason, FinishedCommand, SupervisedRun};
use crate::Result;
use crate::signals::to_signal;

impl SupervisedRun<'_, '_> {
    /// Ends every process of the run and restores the terminal. Returns how many processes a command
    /// left behind that ended by itself.
    pub(super) fn end(&mut self, why: Option<&EndReason>) -> usize {
        let request = match why {
            Some(EndReason::Interrupted(signal)) => to_signal(*signal),
            _ => Signal::TERM,
        };
        if self.is_held {
            self.tree.release();
        }
        let (asked, left) = self.tree.end(request, self.spec.grace);
        self.record_exit();
        if left > 0 {
            let text = format!("fusebox: {left} processes cannot be ended; the system holds them");
            self.inform(&text);
        }
        let has_exited = why == Some(&EndReason::Exited);
        self.drain(has_exited && left == 0);
        self.terminal = None;
        if has_exited { asked } else { 0 }
    }

    pub(super) fn finish(mut self, why: EndReason, left_behind: usize) -> Result<FinishedCommand> {
        self.watcher.read_new(self.context.runtime.store())?;
        self.end_sessions()?;
        let requests = self.messages.try_iter().filter_map(|message| message.end_request());
        let end_request = self.end_request.or(requests.last());
        Ok(FinishedCommand {
            why,
            end_request,
            exit: self.exit,
            output_bytes: self.output.bytes(),
            output_tail: self.output.tail(),
            left_behind,
            skipped_lines: self.output.skipped_lines(),
            summary: self.output.reader.as_ref().map(OutputReader::summary),
            sessions: self.watcher.all().chain(self.client_session()).cloned().collect(),
            session: self.client_session().unwrap_or(&self.own.session).clone(),
            activity: self.watcher.activity,
        })
    }
}
