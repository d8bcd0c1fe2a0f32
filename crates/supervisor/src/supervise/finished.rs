//! How a command ended.

use fusebox_clients::RunSummary;
use fusebox_engine::{SessionId, TripRecord};

/// How a command ended.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedCommand {
    /// Why it is over.
    pub why: EndReason,
    /// The command's own exit code, if it had one.
    pub exit_code: Option<i32>,
    /// The signal that ended the command, if one did.
    pub signal: Option<i32>,
    /// Bytes that it wrote to its standard output; to its standard error as well if nobody sits in
    /// front.
    pub output_bytes: u64,
    /// Processes that it left behind, which were ended.
    pub left_behind: usize,
    /// Lines of its output that were too long or came too fast to be understood.
    pub lines_passed_over: usize,
    /// What its output tells of its end, where that is read.
    pub summary: Option<RunSummary>,
    /// Tool calls that were admitted.
    pub tool_calls: u64,
    /// Messages that were told one by one.
    pub messages: u64,
    /// Whether a limit was neared.
    pub warned: bool,
    /// What the agent waits for, if that was its last report.
    pub blocked: Option<String>,
    /// The client's session that came last; the supervisor's own where there was none.
    pub session: SessionId,
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
    /// Whoever watches over the supervisor is gone.
    GuardLost,
    /// It took as long as a command may take that nobody sits in front of.
    TimedOut,
    /// It showed no sign of life for as long as such a command may be silent.
    Silent,
}
