//! What a run does about a trip: the agent sums up, then the command is ended.

use std::time::Duration;

use fusebox_engine::TripRecord;
use rustix::process::Signal;

use super::{EndReason, SupervisedRun};
use crate::launch::{Launch, launch};
use crate::{Result, words};

/// What the run waits for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum RunPhase {
    /// The end of the command. `is_untold`: an event of the supervisor caused a trip, and the agent has
    /// not heard of it.
    Working { is_untold: bool },
    /// A summary, for `left` at most. `is_resumed`: the session was resumed for it.
    WrappingUp { trip: TripRecord, left: Option<Duration>, is_resumed: bool },
}

impl SupervisedRun<'_, '_> {
    /// Asks the agent to sum up, as a breaker is open.
    pub(super) fn wrap_up(&mut self, trip: TripRecord) -> Result<Option<EndReason>> {
        let text = words::wrap_up(&trip);
        if trip.rule().stops_at_once() {
            self.inform(&text);
            return Ok(Some(EndReason::Tripped(trip)));
        }
        let left = self.context.policy(self.spec.role.as_deref()).limits.wrap_up.get();
        let is_untold = self.phase == RunPhase::Working { is_untold: true };
        let is_resumed = is_untold && self.resume(&text)?;
        if !is_resumed {
            self.inform(&text);
        }
        self.inform(&words::deadline(left.map(fusebox_engine::Duration)));
        let left = left.map(Duration::from_millis);
        self.phase = RunPhase::WrappingUp { trip, left, is_resumed };
        Ok(None)
    }

    /// Asks for a summary by resuming the client's session with another prompt. Returns false where
    /// that cannot be done.
    fn resume(&mut self, text: &str) -> Result<bool> {
        let spec = self.spec;
        let command = self
            .client_session()
            .and_then(|session| spec.agent.resume_command(&spec.command, session.as_str(), text));
        let Some(command) = command else { return Ok(false) };
        // Two processes must not write one session.
        self.tree.end(Signal::TERM, spec.grace);
        self.record_exit();
        self.terminal = None;
        let what = spec.to_launch();
        let attendance = what.attendance.without_terminal();
        let launched = launch(&Launch { command: &command, input: Some(b""), attendance, ..what })?;
        self.pid = launched.pid;
        if let Some(reader) = &mut self.output.reader {
            reader.restart();
        }
        self.attach(launched);
        Ok(true)
    }
}
