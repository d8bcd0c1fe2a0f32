//! What finished work took and how it ended: the base of limits that fit, and of what outcomes cost.
//!
//! - `amounts`: calls, time, tokens and cost
//! - `current`: keeps the calibrated limits of clients and projects current
//! - `meter`: measures one session while its events are folded
//! - `history`: the sessions that the store knows
//! - `quantile`: the threshold that at most a given share of good runs exceeds
//! - `proposal`: the numbers that a history gives, and what they would have stopped

mod amounts;
mod current;
mod history;
mod meter;
mod proposal;
mod quantile;

pub use amounts::WorkAmounts;
pub(crate) use current::meet_calibrated;
pub use current::{keep_limit_of_calls, keep_limits_current};
pub use history::{finished_work, note_rollback};
pub use meter::{WorkMeter, WorkStep};
pub use proposal::{ProposedLimit, StoppedWork, propose};
pub use quantile::{GoodRunShare, TooFewRuns, conformal_threshold};

pub use fusebox_engine::WorkMeasure;
use fusebox_engine::{SessionId, TaskId, Timestamp};
use serde::Serialize;

/// How one session's work ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkOutcome {
    /// A commit was made.
    Committed,
    /// The last test run passed.
    Passed,
    /// It was a supervised run that ended with success.
    Succeeded,
    /// A breaker opened, and nobody dismissed that as wrong.
    Tripped,
    /// The last test run failed, or the supervised run did.
    Failed,
    /// A person rolled it back.
    RolledBack,
    /// It is under way.
    Unfinished,
    /// Nothing shows how it ended.
    #[default]
    Unknown,
}

impl WorkOutcome {
    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Committed => "committed",
            Self::Passed => "passed",
            Self::Succeeded => "succeeded",
            Self::Tripped => "tripped",
            Self::Failed => "failed",
            Self::RolledBack => "rolled back",
            Self::Unfinished => "under way",
            Self::Unknown => "unknown",
        }
    }

    /// Whether the work is good: what it took is what such work needs.
    #[must_use]
    pub fn is_good(self) -> bool {
        matches!(self, Self::Committed | Self::Passed | Self::Succeeded)
    }
}

/// Who attends the work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkKind {
    /// A person gives the prompts.
    #[default]
    Attended,
    /// Machines give the prompts.
    Unattended,
    /// A supervised run.
    Run,
    /// The iterations of a loop.
    Loop,
}

impl WorkKind {
    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Attended => "attended",
            Self::Unattended => "unattended",
            Self::Run => "run",
            Self::Loop => "loop",
        }
    }
}

/// One session's work.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkRecord {
    /// The session.
    pub session: SessionId,
    /// The task that it served.
    pub task: TaskId,
    /// The agent program.
    pub client: String,
    /// What the agent was for; empty where it had no role.
    pub role: String,
    /// The folder of the project that it worked in; empty where its client did not tell it.
    pub project: String,
    /// Who attended it.
    pub kind: WorkKind,
    /// When its last event happened.
    pub last: Timestamp,
    /// How it ended.
    pub outcome: WorkOutcome,
    /// Whether a person dismissed every trip of it as wrong, and there was one.
    pub is_wrongly_tripped: bool,
    /// Whether the calibrated limit stopped it.
    pub hit_calibrated: bool,
    /// The largest amounts between two prompts of a person, as limits count them.
    pub peak: WorkAmounts,
    /// The amounts of the whole session.
    pub total: WorkAmounts,
    /// The amounts after each tool call.
    pub steps: Vec<WorkStep>,
}

impl WorkRecord {
    /// Whether it counts as a good run: its work is good, or a person said that stopping it was wrong.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.outcome.is_good() || self.is_wrongly_tripped
    }
}
