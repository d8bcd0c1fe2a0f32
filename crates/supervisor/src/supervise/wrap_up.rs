//! What a run does about a trip: the agent has to sum up, and then it is ended.

use std::time::Duration;

use fusebox_engine::TripRecord;
use rustix::process::Signal;

use super::{EndReason, Run};
use crate::launch::{Launch, launch};
use crate::{SupervisorError, words};

/// What the run is waiting for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Phase {
    /// The end of the command.
    Working,
    /// A summary, for so long at most.
    WrappingUp { tripped: TripRecord, left: Option<Duration>, is_resumed: bool },
}

impl Run<'_> {
    /// A breaker is open: the agent has to wrap up, and then it is ended.
    pub(super) fn wrap_up(
        &mut self,
        tripped: TripRecord,
    ) -> Result<Option<EndReason>, SupervisorError> {
        let text = words::wrap_up(&tripped);
        if tripped.rule().stops_at_once() {
            self.say(&text);
            return Ok(Some(EndReason::Tripped(tripped)));
        }
        let policy = &self.policies.of(self.spec.role.as_deref()).policy;
        let left = policy.limits.wrap_up.get();
        let resumed = if self.is_untold { self.resume(&text)? } else { false };
        if !resumed {
            self.say(&text);
        }
        self.say(&words::deadline(left.map(fusebox_engine::Duration)));
        let left = left.map(Duration::from_millis);
        self.phase = Phase::WrappingUp { tripped, left, is_resumed: resumed };
        Ok(None)
    }

    /// Asks for a summary in the client's own way: the same session goes on with another prompt.
    fn resume(&mut self, text: &str) -> Result<bool, SupervisorError> {
        let Some(session) = self.own.client.clone().or(self.watcher.of_client().cloned()) else {
            return Ok(false);
        };
        let spec = self.spec;
        let Some(command) = spec.agent.resume_command(&spec.command, session.as_str(), text) else {
            return Ok(false);
        };
        // Two processes must not write one session.
        self.tree.end(Signal::TERM, spec.grace);
        self.ended = self.ended.or(self.tree.ended(self.pid));
        self.keys = None;
        self.front = None;
        self.inner = None;
        let environment = &self.spec.environment;
        let what = Launch { command: &command, dir: &self.spec.dir, environment, input: Some("") };
        let attended = spec.attended().without_terminal();
        let launched = launch(&what, attended)?;
        self.pid = launched.pid;
        if let Some(stream) = &mut self.stream {
            stream.restart();
        }
        self.attach(launched);
        Ok(true)
    }
}
