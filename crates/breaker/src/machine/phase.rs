//! The states of a circuit and the changes between them.

use std::time::Duration;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::window::Totals;
use crate::Timestamp;

/// The state of a circuit, as callers see it.
///
/// ```
/// assert_eq!(fusebox_breaker::State::HalfOpen.to_string(), "half_open");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum State {
    /// Calls are admitted and their results count.
    Closed,
    /// No call is admitted.
    Open,
    /// A set number of probes is admitted. An open circuit whose period is over shows as half-open too: the next call
    /// is a probe.
    HalfOpen,
    /// No call is admitted until another order.
    ForcedOpen,
    /// Every call is admitted and counted in the statistics, and nothing opens the circuit.
    ForcedClosed,
    /// Every call is admitted and nothing is counted.
    Disabled,
}

impl State {
    /// The word in metrics and logs, such as `half_open`.
    ///
    /// ```
    /// assert_eq!(fusebox_breaker::State::ForcedOpen.as_str(), "forced_open");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::HalfOpen => "half_open",
            Self::ForcedOpen => "forced_open",
            Self::ForcedClosed => "forced_closed",
            Self::Disabled => "disabled",
        }
    }
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The state as it is stored.
///
/// ```
/// use fusebox_breaker::machine::Phase;
/// use fusebox_breaker::{State, Timestamp};
///
/// let open = Phase::Open { since: Timestamp::ZERO, until: Timestamp::from_millis(30_000) };
/// assert_eq!(open.state(), State::Open);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Phase {
    /// See [`State::Closed`].
    Closed,
    /// See [`State::Open`].
    Open {
        /// When it opened.
        since: Timestamp,
        /// The first moment at which a probe may go; [`Timestamp::MAX`] means never.
        until: Timestamp,
    },
    /// See [`State::HalfOpen`].
    HalfOpen,
    /// See [`State::ForcedOpen`].
    ForcedOpen,
    /// See [`State::ForcedClosed`].
    ForcedClosed,
    /// See [`State::Disabled`].
    Disabled,
}

impl Phase {
    pub(super) fn open_until(self) -> Option<Timestamp> {
        if let Self::Open { until, .. } = self { Some(until) } else { None }
    }

    /// The state, without regard to the clock.
    ///
    /// ```
    /// use fusebox_breaker::State;
    /// use fusebox_breaker::machine::Phase;
    ///
    /// assert_eq!(Phase::HalfOpen.state(), State::HalfOpen);
    /// ```
    pub const fn state(self) -> State {
        match self {
            Self::Closed => State::Closed,
            Self::Open { .. } => State::Open,
            Self::HalfOpen => State::HalfOpen,
            Self::ForcedOpen => State::ForcedOpen,
            Self::ForcedClosed => State::ForcedClosed,
            Self::Disabled => State::Disabled,
        }
    }
}

/// Receives each change of state, in order.
///
/// ```
/// use fusebox_breaker::machine::TransitionSink;
/// use fusebox_breaker::{Machine, Settings, Timestamp};
///
/// fn shut(machine: &mut Machine, sink: TransitionSink<'_>) {
///     machine.force_open(&Timestamp::ZERO, sink);
/// }
///
/// let mut machine = Machine::new(Settings::default(), 0, Timestamp::ZERO)?;
/// shut(&mut machine, &mut |change| println!("{} -> {}", change.from, change.to));
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
pub type TransitionSink<'a> = &'a mut dyn FnMut(Transition);

/// A change of state.
///
/// ```
/// use fusebox_breaker::machine::Cause;
/// use fusebox_breaker::{Machine, Settings, State, Timestamp, Transition};
///
/// let now = Timestamp::ZERO;
/// let mut machine = Machine::new(Settings::default(), 0, now)?;
/// let mut heard: Vec<Transition> = Vec::new();
/// machine.force_open(&now, &mut |change| heard.push(change));
/// assert_eq!((heard[0].to, heard[0].cause), (State::ForcedOpen, Cause::Forced));
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Transition {
    /// The state before.
    pub from: State,
    /// The state now.
    pub to: State,
    /// Why.
    pub cause: Cause,
    /// When it was due. The end of a lease is noticed at the next call and dated back.
    pub at: Timestamp,
    /// The number of the epoch that starts with it.
    pub epoch: u64,
    /// How long it will stay open, where it opened for a time.
    pub open_for: Option<Duration>,
    /// The content of the window when it opened; empty for other changes.
    pub window: Totals,
}

/// Why a circuit changed its state.
///
/// ```
/// assert_eq!(fusebox_breaker::machine::Cause::LeaseOver.as_str(), "lease_over");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Cause {
    /// Too many failures in a row.
    Failures,
    /// Too large a share of failures.
    FailureRate,
    /// Too large a share of slow calls.
    SlowRate,
    /// The open period is over and a caller came.
    PeriodOver,
    /// The probes did well.
    ProbesSucceeded,
    /// The probes failed.
    ProbesFailed,
    /// A probe outlived its lease.
    LeaseOver,
    /// Half-open lasted longer than its setting.
    HalfOpenTooLong,
    /// A person or a program ordered it.
    Forced,
}

impl Cause {
    /// The word in metrics and logs, such as `lease_over`.
    ///
    /// ```
    /// assert_eq!(fusebox_breaker::machine::Cause::FailureRate.as_str(), "failure_rate");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Failures => "failures",
            Self::FailureRate => "failure_rate",
            Self::SlowRate => "slow_rate",
            Self::PeriodOver => "period_over",
            Self::ProbesSucceeded => "probes_succeeded",
            Self::ProbesFailed => "probes_failed",
            Self::LeaseOver => "lease_over",
            Self::HalfOpenTooLong => "half_open_too_long",
            Self::Forced => "forced",
        }
    }
}
