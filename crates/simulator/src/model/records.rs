//! What the model remembers of sessions, agents, tasks and incidents.

use std::collections::BTreeSet;

use fusebox_engine::{BreakerState, IncidentStatus, Rule};

use super::budget::TaskSpending;
use super::ladder::SameCallModel;
use crate::attempts_model::{self, Seen};
use crate::deed::AgentIndex;

/// Results after guidance before a breaker closes again.
const PROBATION: u32 = 10;

/// A breaker.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum ModelBreaker {
    #[default]
    Closed,
    Watching,
    /// So many results are still to come.
    Probation(u32),
    /// By this incident.
    Open(String),
}

impl ModelBreaker {
    pub(crate) fn incident(&self) -> Option<&str> {
        match self {
            Self::Open(incident) => Some(incident),
            Self::Closed | Self::Watching | Self::Probation(_) => None,
        }
    }

    pub(crate) fn state(&self) -> BreakerState {
        match self {
            Self::Closed => BreakerState::Closed,
            Self::Watching | Self::Probation(_) => BreakerState::HalfOpen,
            Self::Open(_) => BreakerState::Open,
        }
    }

    /// A person's guidance.
    pub(crate) fn guide(&mut self) {
        if self.incident().is_some() {
            *self = Self::Probation(PROBATION);
        }
    }

    /// A result came in.
    pub(crate) fn settle(&mut self, looping: bool, progress: bool) {
        match self {
            Self::Watching if !looping => *self = Self::Closed,
            Self::Probation(_) if progress => *self = Self::Closed,
            Self::Probation(1) if !looping => *self = Self::Closed,
            Self::Probation(left) if !looping => *left -= 1,
            Self::Closed | Self::Watching | Self::Probation(_) | Self::Open(_) => {}
        }
    }
}

/// Whether a turn runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum TurnActivity {
    #[default]
    Idle,
    Active,
    Asleep,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ModelSession {
    pub(crate) task: Option<String>,
    pub(crate) role: Option<String>,
    /// The latest time seen.
    pub(crate) last: u64,
    /// The latest time at which anything but the clock spoke.
    pub(crate) acted: u64,
    pub(crate) activity: TurnActivity,
    pub(crate) in_flight: BTreeSet<String>,
    pub(crate) quiet_told: bool,
    pub(crate) changes: u64,
    /// Words of a person that answer the breaker.
    pub(crate) prompts: u64,
    pub(crate) tells_rounds: bool,
    pub(crate) bypass_until: u64,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ModelAgent {
    pub(crate) breaker: ModelBreaker,
    /// How often a person had spoken to the session when its breaker opened.
    pub(crate) opened_after: u64,
    pub(crate) refused: RefusedRounds,
    pub(crate) ladder: SameCallModel,
    pub(crate) changes: u64,
    pub(crate) waiting: Vec<AwaitedCall>,
    /// Model responses so far, and the name of the present one.
    pub(crate) responses: (u64, Option<String>),
    pub(crate) answered: BTreeSet<String>,
    contents: BTreeSet<String>,
}

impl ModelAgent {
    pub(crate) fn knows(&self, call: &str) -> bool {
        self.answered.contains(call) || self.waiting.iter().any(|waiting| waiting.id == call)
    }

    /// Whether a file did not have this content before.
    pub(crate) fn is_new(&mut self, content: &str) -> bool {
        self.contents.insert(content.to_owned())
    }

    /// Another version: digests mean nothing any more.
    pub(crate) fn drop_window(&mut self) {
        self.ladder.drop_window();
        self.changes = 0;
        self.waiting.clear();
        self.responses = (0, None);
        self.answered.clear();
        self.contents.clear();
    }
}

/// Refused model responses since the trip.
#[derive(Debug, Clone, Default)]
pub(crate) struct RefusedRounds {
    incident: Option<String>,
    pub(crate) rounds: u64,
    round: Option<String>,
    in_round: bool,
}

impl RefusedRounds {
    /// One more refused call. Where the client tells no rounds, each is one.
    pub(crate) fn call(&mut self, incident: &str, round: Option<&str>, tells_rounds: bool) {
        if self.incident.as_deref() != Some(incident) {
            *self = Self { incident: Some(incident.to_owned()), ..Self::default() };
        }
        match round {
            Some(round) if self.round.as_deref() == Some(round) => {}
            Some(_) => {
                self.rounds += 1;
                self.round = round.map(str::to_owned);
            }
            None if tells_rounds => self.in_round = true,
            None => self.rounds += 1,
        }
    }

    pub(crate) fn round_end(&mut self) {
        self.rounds += u64::from(self.in_round);
        self.in_round = false;
    }

    /// Of this incident.
    pub(crate) fn rounds_of(&self, incident: &str) -> u64 {
        if self.incident.as_deref() == Some(incident) { self.rounds } else { 0 }
    }
}

/// A call without a result.
#[derive(Debug, Clone)]
pub(crate) struct AwaitedCall {
    pub(crate) id: String,
    pub(crate) call: String,
    /// The same call of the same response was waiting already.
    pub(crate) twin: bool,
    /// The model response that it belongs to, where that is told.
    pub(crate) response: u64,
    /// A call that was asked for later has ended.
    pub(crate) outlived: bool,
    pub(crate) waits: bool,
    pub(crate) effect: CallEffect,
}

/// What a call does when its result is in.
#[derive(Debug, Clone)]
pub(crate) enum CallEffect {
    Nothing,
    Edited {
        content: String,
        is_test: bool,
    },
    Ran(Seen),
    /// The tests could not be built.
    Infra,
}

#[derive(Debug, Default)]
pub(crate) struct ModelTask {
    pub(crate) breaker: ModelBreaker,
    pub(crate) spending: TaskSpending,
    pub(crate) changed_since_run: bool,
    pub(crate) attempts: attempts_model::Model,
}

/// A trip.
#[derive(Debug, Clone)]
pub(crate) struct ModelIncident {
    pub(crate) who: AgentIndex,
    pub(crate) task: String,
    pub(crate) rule: Rule,
    pub(crate) status: IncidentStatus,
    /// Nothing was denied for it.
    pub(crate) observed: bool,
    /// It was known again only when it was over: nobody is told.
    pub(crate) forgotten: bool,
}
