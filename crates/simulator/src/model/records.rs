//! The model's records of sessions, agents, tasks and incidents.

use std::collections::{BTreeSet, VecDeque};

use fusebox_engine::{BreakerState, IncidentStatus, Rule};

use super::budget::{TaskSpending, is_budget};
use super::call_meaning::CallMeaning;
use super::judge::JudgeModel;
use super::same_call::SameCallModel;
use crate::attempts_model;
use crate::step::AgentIndex;

/// Results after guidance before a breaker closes again.
const PROBATION: u32 = 10;
/// Calls known by their ids.
const ANSWERED: usize = 18;

/// A breaker's state.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum ModelBreaker {
    #[default]
    Closed,
    Watching,
    /// Half-open, for so many more results.
    Probation(u32),
    /// Open, because of this incident.
    Open(String),
}

impl ModelBreaker {
    pub(crate) fn incident(&self) -> Option<String> {
        match self {
            Self::Open(incident) => Some(incident.clone()),
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

    /// Applies a person's guidance.
    pub(crate) fn guide(&mut self) {
        if self.incident().is_some() {
            *self = Self::Probation(PROBATION);
        }
    }

    /// Applies a result.
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

/// Whether a turn is running.
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
    /// The latest time of any event.
    pub(crate) last: u64,
    /// The latest time of any event but a tick.
    pub(crate) acted: u64,
    pub(crate) activity: TurnActivity,
    pub(crate) in_flight: BTreeSet<String>,
    pub(crate) quiet_reported: bool,
    pub(crate) changes: u64,
    /// Prompts and orders of a person that answer the breaker.
    pub(crate) prompts: u64,
    /// Whether machines gave prompts, and no person did.
    pub(crate) is_unattended: bool,
    pub(crate) reports_rounds: bool,
    pub(crate) bypass_until: u64,
    /// Whether it was told at a start within how many tool calls good runs stay.
    pub(crate) knows_calibrated: bool,
    /// The tests that tripped before it began.
    pub(crate) signs: BTreeSet<String>,
    pub(crate) is_told_of_sign: bool,
    pub(crate) judge: JudgeModel,
}

impl ModelSession {
    /// An earlier call ended, which is work, unless the agent has reported since then that it waits.
    pub(crate) fn continue_turn(&mut self) {
        if self.activity != TurnActivity::Asleep {
            self.activity = TurnActivity::Active;
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ModelAgent {
    pub(crate) breaker: ModelBreaker,
    /// The session's `prompts` when the breaker opened.
    pub(crate) opened_after: u64,
    pub(crate) refused: RefusedRounds,
    pub(crate) repetition: SameCallModel,
    pub(crate) changes: u64,
    pub(crate) waiting: Vec<AwaitedCall>,
    /// Model responses so far, and the name of the current one.
    pub(crate) responses: (u64, Option<String>),
    /// Ids and calls, and whether they were refused.
    answered: VecDeque<(String, String, bool)>,
    contents: BTreeSet<String>,
}

impl ModelAgent {
    /// Whether this call, with this id, is waited for or has ended.
    pub(crate) fn knows_call(&self, id: &str, call: &str) -> bool {
        let waits = |waiting: &AwaitedCall| waiting.id == id && waiting.call == call;
        self.waiting.iter().any(waits) || self.has_answered(id, call, false)
    }

    /// Whether this call has ended, or was refused.
    pub(crate) fn has_answered(&self, id: &str, call: &str, refused: bool) -> bool {
        self.answered.iter().any(|known| *known == (id.to_owned(), call.to_owned(), refused))
    }

    /// Notes a call that ended or was refused; the last ones are known.
    pub(crate) fn note_answered(&mut self, id: &str, call: &str, refused: bool) {
        self.answered.push_back((id.to_owned(), call.to_owned(), refused));
        if self.answered.len() > ANSWERED {
            self.answered.pop_front();
        }
    }

    /// Remembers the content of a file; returns whether it is new.
    pub(crate) fn add_content(&mut self, content: &str) -> bool {
        self.contents.insert(content.to_owned())
    }

    /// Forgets all digests, as after an upgrade.
    pub(crate) fn drop_window(&mut self) {
        self.repetition.drop_window();
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
    /// Counts a refused call. Each call is a round if the client reports no rounds.
    pub(crate) fn count_call(&mut self, incident: &str, round: Option<&str>, reports_rounds: bool) {
        if self.incident.as_deref() != Some(incident) {
            *self = Self { incident: Some(incident.to_owned()), ..Self::default() };
        }
        match round {
            Some(round) if self.round.as_deref() == Some(round) => {}
            Some(_) => {
                self.rounds += 1;
                self.round = round.map(str::to_owned);
            }
            None if reports_rounds => self.in_round = true,
            None => self.rounds += 1,
        }
    }

    pub(crate) fn round_end(&mut self) {
        self.rounds += u64::from(self.in_round);
        self.in_round = false;
    }

    /// The refused rounds of this incident.
    pub(crate) fn rounds_of(&self, incident: &str) -> u64 {
        if self.incident.as_deref() == Some(incident) { self.rounds } else { 0 }
    }
}

/// A call without a result.
#[derive(Debug, Clone)]
pub(crate) struct AwaitedCall {
    pub(crate) id: String,
    pub(crate) call: String,
    /// Whether the same call of the same response was already waiting.
    pub(crate) is_twin: bool,
    /// The number of the model response that it belongs to.
    pub(crate) response: u64,
    /// Whether a call that was requested later has ended.
    pub(crate) outlived: bool,
    pub(crate) meaning: CallMeaning,
}

#[derive(Debug, Default)]
pub(crate) struct ModelTask {
    pub(crate) breaker: ModelBreaker,
    pub(crate) spending: TaskSpending,
    pub(crate) changed_since_run: bool,
    pub(crate) attempts: attempts_model::Model,
}

/// The note of a trip, apart from the database.
#[derive(Debug, Clone)]
pub(crate) struct ModelNote {
    pub(crate) session: usize,
    /// None where the note cannot be read.
    pub(crate) incident: Option<String>,
    /// The named task that is open with it.
    pub(crate) task: Option<String>,
}

impl ModelNote {
    pub(crate) fn of(id: &str, incident: &ModelIncident) -> Self {
        let ModelIncident { who, task, rule, .. } = incident;
        let is_named = is_of_task(*rule) && *task != who.session_name();
        let task = is_named.then(|| task.clone());
        Self { session: who.session, incident: Some(id.to_owned()), task }
    }

    pub(crate) fn name(&self) -> String {
        let who = AgentIndex { session: self.session, agent: 0 };
        self.task.clone().unwrap_or_else(|| who.session_name())
    }

    /// Whether it can be read and holds a session that serves this task.
    pub(crate) fn stops(&self, session: usize, task: &str) -> bool {
        self.incident.is_some() && (self.session == session || self.task.as_deref() == Some(task))
    }
}

/// Whether a trip of this rule opens the breaker of the task.
pub(crate) fn is_of_task(rule: Rule) -> bool {
    rule == Rule::Tampered || is_budget(rule) || counts_attempts(rule)
}

/// Whether it limits attempts at failing tests.
pub(crate) fn counts_attempts(rule: Rule) -> bool {
    [Rule::PerTest, Rule::PerSlice, Rule::Infra].contains(&rule)
}

/// A trip of a breaker.
#[derive(Debug, Clone)]
pub(crate) struct ModelIncident {
    pub(crate) who: AgentIndex,
    pub(crate) task: String,
    pub(crate) rule: Rule,
    pub(crate) status: IncidentStatus,
    /// Whether nothing was refused, as in observe mode.
    pub(crate) observed: bool,
    /// Whether it was closed before the new database knew it, so that nobody is notified.
    pub(crate) forgotten: bool,
    /// Whether it was handed to a person, so that only an order ends it.
    pub(crate) escalated: bool,
}

impl ModelIncident {
    /// The incident of an agent whose state was lost while its breaker was open.
    pub(crate) fn of_lost_state(who: AgentIndex, task: String) -> Self {
        let (rule, status) = (Rule::StateCorrupt, IncidentStatus::Open);
        let (observed, forgotten, escalated) = (false, false, false);
        Self { who, task, rule, status, observed, forgotten, escalated }
    }
}
