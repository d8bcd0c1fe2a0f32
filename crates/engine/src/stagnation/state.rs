//! The state of a loop between its iterations.

use serde::{Deserialize, Serialize};

use super::OutputLengths;
use crate::state::{push_newest, short};
use crate::{BreakerState, Timestamp};

/// Earlier runs that are known as such.
const RUNS: usize = 6;

/// One loop. Counts in a row restart with progress and with a person's prompt; totals
/// and history stay.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LoopState {
    /// Whether it is watched or probed; when it is open, the task's breaker is.
    pub phase: LoopPhase,
    /// Short digests of its runs, the current one last; 6 at most.
    pub runs: Vec<u64>,
    /// Iterations in a row without progress.
    pub idle: u64,
    /// The error at the end of the last iteration.
    pub error: Option<RepeatedError>,
    /// The last outputs.
    pub outputs: OutputLengths,
    /// Iterations in a row whose output fell and that made no progress; stays at 2 until progress.
    pub declines: u64,
    /// The percentage of the baseline that the output of the last of these reached.
    pub declined_to: u64,
    /// Iterations since the last progress that asked questions instead of working.
    pub asked: u64,
    /// Iterations in a row in which tools were denied.
    pub denials: u64,
    /// The tools that were denied in these, each once.
    pub denied: Vec<String>,
    /// Iterations since the last progress in which the agent said that it is done.
    pub claims: u64,
    /// Iterations since a person's last prompt.
    pub round: u64,
    /// The most tests that ever passed.
    pub best_tests: Option<u64>,
    /// Number and time of the last iteration with progress.
    pub last_progress: Option<(u64, Timestamp)>,
    /// Totals since the loop began.
    pub totals: LoopTotals,
}

/// Whether a loop that is not open is closed or half-open, and why.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoopPhase {
    /// It makes progress.
    #[default]
    Closed,
    /// Half-open: it makes no progress, and opens if that continues.
    Watching,
    /// Half-open after it was open: one iteration decides.
    Probing,
}

/// An error that came again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepeatedError {
    /// Digest of the masked line. Short.
    pub digest: u64,
    /// The line, short and redacted.
    pub line: String,
    /// How often in a row.
    pub count: u64,
}

/// Totals since a loop began; nothing resets them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LoopTotals {
    /// Iterations.
    pub iterations: u64,
    /// Iterations with progress.
    pub progress: u64,
    /// Iterations that ended with an error.
    pub failures: u64,
    /// How often it opened.
    pub opens: u64,
}

impl LoopPhase {
    /// The state without its data.
    #[must_use]
    pub fn state(self) -> BreakerState {
        match self {
            Self::Closed => BreakerState::Closed,
            Self::Watching | Self::Probing => BreakerState::HalfOpen,
        }
    }
}

impl LoopState {
    /// Whether an iteration of this run belongs to the current run, which the first one of a new
    /// run begins. One without a run belongs only if no run was ever named.
    pub(crate) fn admits(&mut self, run: Option<u64>) -> bool {
        let Some(run) = run.map(short) else { return self.runs.is_empty() };
        if !self.runs.contains(&run) {
            push_newest(&mut self.runs, run, RUNS);
        }
        self.runs.last() == Some(&run)
    }

    /// Notes that a rule opened it.
    pub(crate) fn open(&mut self) {
        self.totals.opens += 1;
        self.phase = LoopPhase::Closed;
    }

    /// Allows one more iteration after it was open.
    pub(crate) fn probe(&mut self) {
        self.phase = LoopPhase::Probing;
    }

    /// Restarts the counts in a row after a person's prompt.
    pub(crate) fn restart(&mut self) {
        self.idle = 0;
        self.error = None;
        self.declines = 0;
        self.asked = 0;
        self.denials = 0;
        self.denied.clear();
        self.claims = 0;
        self.round = 0;
        if self.phase == LoopPhase::Watching {
            self.phase = LoopPhase::Closed;
        }
    }

    /// Treats it as having made progress: a trip was wrong, or was only recorded.
    pub(crate) fn close(&mut self) {
        self.restart();
        self.phase = LoopPhase::Closed;
    }
}
