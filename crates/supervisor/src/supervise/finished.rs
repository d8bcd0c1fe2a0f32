//! How a command ended.

use fusebox_clients::RunSummary;
use fusebox_engine::{SessionId, TripRecord};

use crate::ChildExit;

/// How a command ended.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedCommand {
    /// Why the run is over.
    pub why: EndReason,
    /// How the command itself ended, where that is known.
    pub exit: Option<ChildExit>,
    /// Bytes that it wrote to its standard output; to its standard error as well if it ran unattended.
    pub output_bytes: u64,
    /// Processes that it left behind, which were ended.
    pub left_behind: usize,
    /// Lines of its output that were too long or came too fast to be read.
    pub skipped_lines: usize,
    /// What its output says of its end, where it is read.
    pub summary: Option<RunSummary>,
    /// What its hooks and its output reported.
    pub activity: RunActivity,
    /// The latest session of the client; the supervisor's own where there was none.
    pub session: SessionId,
}

/// What the hooks and the output of a run reported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunActivity {
    /// Tool calls that were admitted.
    pub tool_calls: u64,
    /// Messages that were reported one by one.
    pub messages: u64,
    /// Whether the run came near a limit.
    pub warned: bool,
    /// What the agent waits for, if that was its last report.
    pub blocked: Option<String>,
}

/// Why a run is over.
#[derive(Debug, Clone, PartialEq)]
pub enum EndReason {
    /// The command ended by itself.
    Exited,
    /// A breaker is open.
    Tripped(TripRecord),
    /// Somebody ended the supervisor with this signal.
    Interrupted(i32),
    /// The watchdog is gone.
    WatchdogLost,
    /// It took as long as an unattended command may take.
    TimedOut,
    /// It showed no sign of life for as long as an unattended command may be silent.
    Silent,
}
