//! How a command ended.

use fusebox_clients::RunSummary;
use fusebox_engine::{SessionId, TripRecord};

use crate::ChildExit;

/// How a command ended.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedCommand {
    /// Why the run is over.
    pub why: EndReason,
    /// The signal by which somebody asked it to end while it was ended for another reason.
    pub end_request: Option<i32>,
    /// How the command itself ended, where that is known.
    pub exit: Option<ChildExit>,
    /// Bytes that it wrote to its standard output; to its standard error as well if it ran unattended.
    pub output_bytes: u64,
    /// The end of it, where an analyst outside may ask for it. It is kept nowhere else.
    pub output_tail: String,
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
    /// Every session of the run. Another run of the task may go on beside it, with sessions of its own.
    pub sessions: Vec<SessionId>,
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
    /// Which limits those were, in the words of the warnings.
    pub neared: Vec<String>,
    /// What the agent waits for, if that was its last report.
    pub blocked: Option<String>,
    /// What the agent reported as done, if that was its last report.
    pub completed: Option<String>,
}

impl RunActivity {
    /// The agent reports that it waits.
    pub(crate) fn report_blocked(&mut self, on: Option<String>, summary: Option<String>) {
        let on = on.map(|on| format!(" on {on}")).unwrap_or_default();
        let summary = summary.filter(|summary| !summary.is_empty());
        let summary = summary.map(|summary| format!(": {summary}")).unwrap_or_default();
        self.blocked = Some(format!("blocked{on}{summary}"));
        self.completed = None;
    }

    /// The agent reports that the work is done.
    pub(crate) fn report_complete(&mut self, summary: Option<String>) {
        self.blocked = None;
        self.completed = summary.filter(|summary| !summary.is_empty());
    }
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
