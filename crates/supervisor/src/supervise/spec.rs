//! What is run, and how.

use std::path::PathBuf;
use std::time::Duration;

use fusebox_clients::AgentProgram;
use fusebox_engine::{RunId, TaskId};

use crate::launch::Attendance;
use crate::terminal;
use crate::unattended::Unattended;

/// What is run.
#[derive(Debug, Clone)]
pub struct CommandSpec {
    /// The run; its id is also the session that stands for a command which tells nothing.
    pub run: RunId,
    /// The task that it works on.
    pub task: TaskId,
    /// What the agent is for.
    pub role: Option<String>,
    /// Which agent it is: how its sessions are gone on with.
    pub agent: &'static AgentProgram,
    /// Whether its output is read, so that it is seen without hooks and summed up at its end.
    pub is_read: bool,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What it gets on its standard input instead of ours.
    pub input: Option<String>,
    /// Where it runs.
    pub dir: PathBuf,
    /// Variables beside those of this process.
    pub environment: Vec<(String, String)>,
    /// How long processes have between the request to end and the end by force.
    pub grace: Duration,
    /// Whether the parent process watches over this one, and takes over should it die.
    pub is_guarded: bool,
    /// How it runs with nobody in front; `None` where a person may sit at the terminal.
    pub unattended: Option<Unattended>,
}

impl CommandSpec {
    /// Whether a person sits in front of it now.
    pub(super) fn attended(&self) -> Attendance {
        match self.unattended {
            Some(_) => Attendance::Never,
            None if terminal::is_attended() => Attendance::Now,
            None => Attendance::NotNow,
        }
    }
}
