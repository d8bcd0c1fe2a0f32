//! The breaker of an agent or a task: closed, half-open (watching) or open.

use serde::{Deserialize, Serialize};

use crate::finding::StoredCause;
use crate::state::is_default;
use crate::{BreakerState, Finding, IncidentId, Rule, Timestamp};

/// Results after guidance, with no named loop going on, that close the breaker.
pub(crate) const PROBATION_STEPS: u32 = 10;

/// A breaker, with the data of each state.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Breaker {
    /// Calls pass.
    #[default]
    Closed,
    /// A loop was named to the agent; calls pass unless the loop continues.
    Watching {
        /// Since when.
        since: Timestamp,
    },
    /// A person gave guidance after a trip; calls pass, and the same loop trips sooner.
    Probation {
        /// Since when.
        since: Timestamp,
        /// Results until the breaker closes, unless progress closes it earlier.
        steps_left: u32,
    },
    /// Calls are refused.
    Open(TripRecord),
}

/// Why a breaker is open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredTrip", into = "StoredTrip")]
pub struct TripRecord {
    /// Since when.
    pub since: Timestamp,
    /// The incident that records it.
    pub incident: IncidentId,
    /// The finding that opened it.
    pub cause: Finding,
    /// How many prompts a person had given to the session by then; unknown in rows of earlier
    /// versions.
    pub prompts: Option<u64>,
    /// Whether it was escalated: a prompt does not end it then, only a person's order does.
    pub is_escalated: bool,
}

impl TripRecord {
    /// The rule that opened the breaker.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.cause.rule
    }
}

/// The sentence beside a stored cause is cut to so many characters.
const REASON_CHARS: usize = 120;

/// A trip as it is stored. Earlier versions wrote the rule and a sentence alone, and read them still.
#[derive(Serialize, Deserialize)]
struct StoredTrip {
    since: Timestamp,
    incident: IncidentId,
    rule: Rule,
    reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cause: Option<StoredCause>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompts: Option<u64>,
    #[serde(default, rename = "escalated", skip_serializing_if = "is_default")]
    is_escalated: bool,
}

impl From<StoredTrip> for TripRecord {
    fn from(stored: StoredTrip) -> Self {
        let StoredTrip { since, incident, rule, reason, cause, prompts, is_escalated } = stored;
        let cause = cause.map_or_else(|| Finding::from_sentence(rule, reason), |cause| cause.0);
        Self { since, incident, cause, prompts, is_escalated }
    }
}

impl From<TripRecord> for StoredTrip {
    fn from(trip: TripRecord) -> Self {
        let TripRecord { since, incident, cause, prompts, is_escalated } = trip;
        // For earlier versions, which know no cause; bounded, because records are.
        let reason = cause.message().chars().take(REASON_CHARS).collect();
        let rule = cause.rule;
        let cause = Some(StoredCause(cause));
        Self { since, incident, rule, reason, cause, prompts, is_escalated }
    }
}

impl Breaker {
    /// The state without its data.
    #[must_use]
    pub fn state(&self) -> BreakerState {
        match self {
            Self::Closed => BreakerState::Closed,
            Self::Watching { .. } | Self::Probation { .. } => BreakerState::HalfOpen,
            Self::Open(_) => BreakerState::Open,
        }
    }

    /// Why it is open, if it is.
    #[must_use]
    pub fn trip_record(&self) -> Option<&TripRecord> {
        match self {
            Self::Open(tripped) => Some(tripped),
            Self::Closed | Self::Watching { .. } | Self::Probation { .. } => None,
        }
    }

    /// Marks the trip of this incident as escalated, if it holds the breaker open. Says whether it does.
    pub(crate) fn escalate(&mut self, incident: &IncidentId) -> bool {
        match self {
            Self::Open(trip) if trip.incident == *incident => {
                trip.is_escalated = true;
                true
            }
            Self::Closed | Self::Watching { .. } | Self::Probation { .. } | Self::Open(_) => false,
        }
    }

    /// Names a loop: closed becomes watching.
    pub(crate) fn watch(&mut self, at: Timestamp) {
        if *self == Self::Closed {
            *self = Self::Watching { since: at };
        }
    }

    /// Applies a person's guidance: open becomes probation.
    pub(crate) fn guide(&mut self, at: Timestamp) {
        if matches!(self, Self::Open(_)) {
            *self = Self::Probation { since: at, steps_left: PROBATION_STEPS };
        }
    }

    /// Applies one result. `looping`: a named loop is still going on. `progress`:
    /// something new was changed.
    pub(crate) fn settle(&mut self, looping: bool, progress: bool) {
        match self {
            Self::Watching { .. } if !looping => *self = Self::Closed,
            Self::Probation { .. } if progress => *self = Self::Closed,
            Self::Probation { steps_left, .. } if !looping => {
                *steps_left = steps_left.saturating_sub(1);
                if *steps_left == 0 {
                    *self = Self::Closed;
                }
            }
            Self::Closed | Self::Watching { .. } | Self::Probation { .. } | Self::Open(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open() -> Breaker {
        Breaker::Open(TripRecord {
            since: Timestamp(1),
            incident: IncidentId::from_digest(1),
            cause: Finding::from_sentence(Rule::SameCall, "r".to_owned()),
            prompts: None,
            is_escalated: false,
        })
    }

    #[test]
    fn a_trip_that_an_earlier_version_stored_keeps_its_rule_and_its_sentence() {
        let older = r#"{"state":"open","since":1,"incident":"00000001",
            "rule":"repetition.same_call","reason":"r"}"#;
        assert_eq!(serde_json::from_str::<Breaker>(older).unwrap(), open());
        let json = serde_json::to_string(&open()).unwrap();
        assert_eq!(serde_json::from_str::<Breaker>(&json).unwrap(), open());
    }

    #[test]
    fn only_an_open_breaker_is_guided_and_only_a_closed_one_watches() {
        let mut breaker = Breaker::Closed;
        breaker.guide(Timestamp(2));
        assert_eq!(breaker, Breaker::Closed);
        let mut breaker = open();
        breaker.watch(Timestamp(2));
        assert_eq!(breaker, open());
        breaker.guide(Timestamp(3));
        assert_eq!(breaker.state(), BreakerState::HalfOpen);
    }

    #[test]
    fn nothing_but_a_person_closes_an_open_breaker() {
        let mut breaker = open();
        breaker.settle(false, true);
        assert_eq!(breaker, open());
    }

    #[test]
    fn probation_ends_with_progress_or_after_quiet_steps() {
        let mut breaker = open();
        breaker.guide(Timestamp(1));
        for _ in 1..PROBATION_STEPS {
            breaker.settle(false, false);
            assert_eq!(breaker.state(), BreakerState::HalfOpen);
        }
        breaker.settle(false, false);
        assert_eq!(breaker, Breaker::Closed);
        let mut breaker = open();
        breaker.guide(Timestamp(1));
        breaker.settle(true, true);
        assert_eq!(breaker, Breaker::Closed);
    }
}
