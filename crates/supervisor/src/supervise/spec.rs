//! What is run, and how.

use std::os::fd::BorrowedFd;
use std::path::PathBuf;
use std::time::Duration;

use fusebox_clients::AgentProgram;
use fusebox_engine::{Incident, RunId, TaskId};
use fusebox_runtime::risk::TaskEstimate;

use crate::launch::{Attendance, Launch};
use crate::terminal;
use crate::unattended::{OutputTarget, Unattended};

/// What is run.
#[derive(Debug, Clone)]
pub struct CommandSpec {
    /// The run; its id is also the session that stands for a command which reports nothing.
    pub run: RunId,
    /// The task that it works on.
    pub task: TaskId,
    /// What the agent is for.
    pub role: Option<String>,
    /// Which agent it is: how its sessions are resumed.
    pub agent: &'static AgentProgram,
    /// Whether its output is read, so that it is watched without hooks and summed up at its end.
    pub is_read: bool,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What it gets on its standard input instead of ours.
    pub input: Option<Vec<u8>>,
    /// What the agent is asked to do, without what Fusebox put before it; `None` where nobody knows it.
    pub order: Option<String>,
    /// Whether the prompt begins with a person's answer to the trip before, and what was tried.
    pub is_introduced: bool,
    /// How many retries of the same order came before; `None` where it cannot be tried again, because
    /// nobody knows its prompt.
    pub retries: Option<u64>,
    /// The incident that it is a retry after. Its breaker closes when the command has started.
    pub retried_incident: Option<Incident>,
    /// The command line that has to succeed before the work counts as complete, where this run names one.
    pub verify: Option<String>,
    /// Why the work is risky; empty where nothing says so.
    pub risk: Vec<String>,
    /// What a person expects it to take.
    pub estimate: TaskEstimate,
    /// What a verifier of this run is instructed with.
    pub verifier_preamble: Option<String>,
    /// The folders where clients keep the records of conversations.
    pub records: Vec<PathBuf>,
    /// The working directory.
    pub dir: PathBuf,
    /// Variables in addition to those of this process.
    pub environment: Vec<(String, String)>,
    /// The program and the first arguments of the helper that confines it; empty where it is not
    /// confined.
    pub confining: Vec<String>,
    /// How long processes have between the request to end and the end by force.
    pub grace: Duration,
    /// The start of the loop that it is an iteration of.
    pub loop_start: Option<RunId>,
    /// How it runs unattended; `None` where a person may use the terminal.
    pub unattended: Option<Unattended>,
}

impl CommandSpec {
    /// The command as it is started.
    pub(super) fn to_launch(&self) -> Launch<'_> {
        Launch {
            command: &self.command,
            dir: &self.dir,
            environment: &self.environment,
            input: self.input.as_deref(),
            confining: &self.confining,
            attendance: match self.unattended {
                Some(_) => Attendance::Never,
                None if terminal::is_attended() => Attendance::Now,
                None => Attendance::NotNow,
            },
        }
    }

    /// Where its standard output is copied to.
    pub(super) fn stdout_target(&self) -> BorrowedFd<'static> {
        match self.unattended {
            Some(Unattended { to: OutputTarget::Stderr, .. }) => rustix::stdio::stderr(),
            Some(Unattended { to: OutputTarget::Stdout, .. }) | None => rustix::stdio::stdout(),
        }
    }
}
