//! The answer to one event.

use serde::{Deserialize, Serialize};

use crate::{EventId, Finding, IncidentId, SessionId};

/// The answer to one event, in its published JSON form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The event's session.
    pub session: SessionId,
    /// The event's id.
    pub id: EventId,
    /// What to do with the event.
    pub verdict: VerdictAction,
    /// The state of the breaker after the event.
    pub state: BreakerState,
    /// Text for the agent: the reason of a denial, or a warning.
    pub context: Option<String>,
    /// What the rules saw, worst first.
    pub findings: Vec<Finding>,
    /// The incident that is open, if any.
    pub incident: Option<IncidentId>,
}

/// What to do with an event, mildest first.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum VerdictAction {
    /// Let it pass.
    #[default]
    Allow,
    /// Let it pass and warn the agent.
    Warn,
    /// Ask the person at the client whether it may pass; only where the event says that they can be
    /// asked.
    Ask,
    /// Refuse it.
    Deny,
    /// Refuse it and end the turn.
    Stop,
}

/// The state of a breaker, without its data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BreakerState {
    /// Calls pass.
    #[default]
    Closed,
    /// Calls pass and are watched: a loop was named, or guidance was given after a trip.
    HalfOpen,
    /// Calls are refused.
    Open,
}

impl std::fmt::Display for BreakerState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Closed => "closed",
            Self::HalfOpen => "half-open",
            Self::Open => "open",
        })
    }
}
