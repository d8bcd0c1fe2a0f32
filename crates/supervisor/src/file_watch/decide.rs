//! Decides when a command runs: after changes that have settled, one run at a time, until a storm.
//!
//! A run fails in the sense of the breaker when a change comes while it runs or soon after it: the next run
//! is due at once. The command that writes what it watches fails each time, and so does a run beside a
//! program that never stops writing.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use fusebox_breaker::{
    InvalidSettings, Machine, OpenPeriod, Outcome, Settings, State, Timestamp, Token, Trip,
};

/// The command runs once no change has come for this long: one save is several events.
const SETTLE: Duration = Duration::from_millis(200);
/// Changes that never settle start a run this long after the first of them.
const LONGEST_SETTLE: Duration = Duration::from_secs(2);
/// A run is over for the breaker when no change has come for this long after its end. Reports of changes
/// come late on a machine under load.
const QUIET: Duration = Duration::from_secs(1);
/// The most changed paths that are kept; a storm may bring any number.
const MAX_PATHS: usize = 1_000;

/// When the watch pauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StormLimits {
    /// This many runs in a row that changes followed at once. At least 1; [`u32::MAX`]: it never pauses.
    pub runs: u32,
    /// How long a pause lasts; [`Duration::MAX`]: until a person resumes the watch.
    pub cooldown: Duration,
}

/// What the watch is to do now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchAction {
    /// Run the command: these paths changed.
    Run(Vec<PathBuf>),
    /// The watch is paused by a storm.
    Paused {
        /// What changed during the last run, or soon after it.
        changed: Vec<PathBuf>,
        /// When it resumes by itself; `None`: when a person says so.
        retry_after: Option<Duration>,
    },
    /// The pause is over.
    Resumed(PauseEnd),
}

/// Why a pause is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PauseEnd {
    /// A person said so.
    Person,
    /// Its time is over: the next run is a probe.
    Cooldown,
}

/// Decides when the command runs. It reads no clock and starts nothing: times are arguments.
#[derive(Debug)]
pub struct RunDecider {
    machine: Machine,
    /// Changes that wait for a run.
    waiting: BTreeSet<PathBuf>,
    /// When the first of them came.
    first: Timestamp,
    /// When the last of them came.
    last: Timestamp,
    phase: RunPhase,
    is_paused: bool,
}

/// How far the last run has come.
#[derive(Debug)]
enum RunPhase {
    /// It was judged, or there was none.
    Judged,
    /// The command runs.
    Running(Token),
    /// It ended at this time, and a change would follow it at once.
    Ended(Token, Timestamp),
}

impl RunDecider {
    /// A watch before its first change.
    ///
    /// # Errors
    /// When the limits cannot work.
    pub fn new(limits: StormLimits, now: Timestamp) -> Result<Self, InvalidSettings> {
        let breaker = Settings {
            trip: Trip::Consecutive { failures: limits.runs },
            open: OpenPeriod::Fixed(limits.cooldown),
            ..Settings::default()
        };
        Ok(Self {
            machine: Machine::new(breaker, 0, now)?,
            waiting: BTreeSet::new(),
            first: now,
            last: now,
            phase: RunPhase::Judged,
            is_paused: false,
        })
    }

    /// A file changed.
    pub fn change(&mut self, path: PathBuf, now: Timestamp) {
        if self.waiting.is_empty() {
            self.first = now;
        }
        self.last = now;
        if self.waiting.len() < MAX_PATHS {
            self.waiting.insert(path);
        }
    }

    /// The command has ended.
    pub fn ended(&mut self, now: Timestamp) {
        if let RunPhase::Running(token) = self.phase {
            self.phase = RunPhase::Ended(token, now);
        }
    }

    /// A person resumes the watch.
    pub fn resume(&mut self, now: Timestamp) -> Option<WatchAction> {
        if !self.is_paused {
            return None;
        }
        self.machine.reset(&now, &mut |_| {});
        self.is_paused = false;
        Some(WatchAction::Resumed(PauseEnd::Person))
    }

    /// The next thing to do at this time. The caller asks again until there is nothing more.
    pub fn next(&mut self, now: Timestamp) -> Option<WatchAction> {
        if let Some(paused) = self.judge(now) {
            return Some(paused);
        }
        if self.is_paused {
            if self.machine.state(now) != State::HalfOpen {
                return None;
            }
            self.is_paused = false;
            return Some(WatchAction::Resumed(PauseEnd::Cooldown));
        }
        let is_idle = matches!(self.phase, RunPhase::Judged);
        let is_settled = now.since(self.last) >= SETTLE || now.since(self.first) >= LONGEST_SETTLE;
        if !is_idle || self.waiting.is_empty() || !is_settled {
            return None;
        }
        match self.machine.acquire(&now, &mut |_| {}) {
            Ok(token) => {
                self.phase = RunPhase::Running(token);
                Some(WatchAction::Run(std::mem::take(&mut self.waiting).into_iter().collect()))
            }
            Err(_) => Some(self.pause(now)),
        }
    }

    /// Judges the run that ended: whether a change followed it at once. Returns the pause that this begins.
    fn judge(&mut self, now: Timestamp) -> Option<WatchAction> {
        let RunPhase::Ended(token, at) = self.phase else { return None };
        let outcome = if !self.waiting.is_empty() {
            Outcome::Failure
        } else if now.since(at) >= QUIET {
            Outcome::Success
        } else {
            return None;
        };
        self.phase = RunPhase::Judged;
        self.machine.complete(token, outcome, None, &now, &mut |_| {});
        (self.machine.state(now) == State::Open).then(|| self.pause(now))
    }

    fn pause(&mut self, now: Timestamp) -> WatchAction {
        self.is_paused = true;
        WatchAction::Paused {
            changed: self.waiting.iter().cloned().collect(),
            retry_after: self.machine.retry_after(now),
        }
    }
}

#[cfg(test)]
mod tests;
