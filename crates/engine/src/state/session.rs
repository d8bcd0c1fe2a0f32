//! The state of one session.

use serde::{Deserialize, Serialize};

use super::{CallRound, is_default, keep_newest, push_newest};
use crate::cut::head;
use crate::event::SessionStart;
use crate::spend::UsualCost;
use crate::{
    AgentId, BreakerTicket, CalibratedLimit, IncidentId, PicoUsd, RunId, TaskId, Timestamp,
    TripRecord,
};

const NOTICES: usize = 3;
const IN_FLIGHT: usize = 32;
/// Stands for the call of a client that gives calls no ids.
const UNKNOWN_CALL: u64 = 0;
const TRIPPED: usize = 8;
const NESTED: usize = 4;
const KEPT_TRIPS: usize = 2;
/// Calls of guarded tools in flight; the result of an older one is not counted.
const SERVICE_CALLS: usize = 12;
/// The longest text that says what an agent waits for, in bytes.
pub(crate) const WAITS_ON_BYTES: usize = 160;
/// The most signs of failures that a session looks out for.
pub(crate) const FAILURE_SIGNS: usize = 16;
/// The longest text queued for an agent's next event, in bytes.
pub const NOTICE_BYTES: usize = 1_100;

/// The state of one session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionState {
    /// Events folded so far, which is the number of the next one in the log.
    pub events: u64,
    /// The named task it serves; without one, the session is its own task.
    #[serde(skip_serializing_if = "is_default")]
    pub task: Option<TaskId>,
    /// The agent program.
    pub client: Option<String>,
    /// What the agent is for.
    #[serde(skip_serializing_if = "is_default")]
    pub role: Option<String>,
    /// The folder it works in.
    #[serde(skip_serializing_if = "is_default")]
    pub folder: Option<String>,
    /// The folder of the project that it works in, where that is another.
    #[serde(skip_serializing_if = "is_default")]
    pub other_project: Option<String>,
    /// The policies in force; `None` until they are determined, and after a person's order.
    pub policy: Option<PolicyDigests>,
    /// The supervised run that it belongs to, while that lasts.
    #[serde(skip_serializing_if = "is_default")]
    pub run: Option<RunId>,
    /// What finished work of this client took in this project, where limits are calibrated.
    #[serde(skip_serializing_if = "is_default")]
    pub calibrated_limits: Vec<CalibratedLimit>,
    /// What it did from its start to now, whatever people said in between.
    pub totals: SessionTotals,
    /// What other sessions of the project cost; `None` until usage is read.
    #[serde(skip_serializing_if = "is_default")]
    pub usual_cost: Option<UsualCost>,
    /// Whether it was said that it costs far more than those.
    #[serde(skip_serializing_if = "is_default")]
    pub cost_told: bool,
    /// The latest time seen.
    pub last: Timestamp,
    /// The latest time of an event other than a tick; 0 in a record of a version
    /// without this field.
    pub acted: Timestamp,
    /// Whether a turn is running.
    pub activity: SessionActivity,
    /// What the agent last reported of its work, until it works on.
    #[serde(skip_serializing_if = "is_default")]
    pub reported: Option<ReportedWork>,
    /// New changes of the workspace, by any agent of the session.
    #[serde(skip_serializing_if = "is_default")]
    pub changes: u64,
    /// Prompts of a person.
    #[serde(skip_serializing_if = "is_default")]
    pub prompts: u64,
    /// Whether machines gave prompts, and no person did.
    #[serde(skip_serializing_if = "is_default")]
    pub is_unattended: bool,
    /// Whether the client reports the end of a model response.
    #[serde(skip_serializing_if = "is_default")]
    pub tells_rounds: bool,
    /// When a person last gave guidance or reset the breaker; earlier trips are over.
    #[serde(skip_serializing_if = "is_default")]
    pub guided_at: Option<Timestamp>,
    /// Until then every call passes.
    #[serde(skip_serializing_if = "is_default")]
    pub bypass_until: Option<Timestamp>,
    /// How far a person's pause has come, until something it would refuse passes again.
    #[serde(skip_serializing_if = "is_default")]
    pub pause: PauseStage,
    /// Text that waits for an agent's next event.
    #[serde(skip_serializing_if = "is_default")]
    pub notices: Vec<QueuedNotice>,
    /// Calls that have begun and not ended.
    #[serde(skip_serializing_if = "is_default")]
    pub in_flight: Vec<u64>,
    /// How many of the first of them, where calls have no ids, a later one has outrun: their results may have
    /// been lost.
    #[serde(skip_serializing_if = "is_default")]
    pub outrun: usize,
    /// Parents of subagents that tripped since the last person's prompt.
    #[serde(skip_serializing_if = "is_default")]
    pub tripped_children: Vec<AgentId>,
    /// Trips of agents that have agents below them: they hold those too.
    #[serde(skip_serializing_if = "is_default")]
    pub trips: Vec<AgentTrip>,
    /// Subagents that another subagent began.
    #[serde(skip_serializing_if = "is_default")]
    pub nested: Vec<NestedAgent>,
    /// The agent that last asked for a subagent.
    #[serde(skip_serializing_if = "is_default")]
    pub last_spawner: Option<AgentId>,
    /// Calls whose results the shared breakers of their tools wait for.
    #[serde(skip_serializing_if = "is_default")]
    pub service_calls: Vec<ServiceCall>,
    /// Whether a call since a person's last prompt started a process that outlives it.
    #[serde(skip_serializing_if = "is_default")]
    pub started_background: bool,
    /// Digest of the metadata of the guarded files when they were last found to be as accepted.
    #[serde(skip_serializing_if = "is_default")]
    pub guarded_files: Option<u64>,
    /// Whether it is a fork whose parent was not looked for yet in what the client writes down.
    #[serde(skip_serializing_if = "is_default")]
    pub is_fork_of_unknown: bool,
    /// Whether a silence was noticed already.
    #[serde(skip_serializing_if = "is_default")]
    pub quiet_told: bool,
    /// What was counted since a judge outside was asked.
    #[serde(skip_serializing_if = "is_default")]
    pub judge: JudgeState,
    /// The signs of failures that were seen in this project before, until one of them is met: the agent hears
    /// of one.
    #[serde(skip_serializing_if = "is_default")]
    pub failure_signs: Vec<u64>,
    /// Whether the agent was told of a failure that was seen before.
    #[serde(skip_serializing_if = "is_default")]
    pub seen_before_told: bool,
}

/// What a session did from its start, for the record of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionTotals {
    /// When its first event happened; 0 where an earlier version saw it.
    pub since: Timestamp,
    /// Admitted tool calls.
    #[serde(skip_serializing_if = "is_default")]
    pub tool_calls: u64,
    /// What it cost.
    #[serde(skip_serializing_if = "is_default")]
    pub cost_usd: PicoUsd,
    /// The latest incident of it.
    #[serde(skip_serializing_if = "is_default")]
    pub incident: Option<IncidentId>,
}

/// What an agent reported of its work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportedWork {
    /// It is done.
    Complete,
    /// It waits.
    Blocked {
        /// What it waits for.
        on: Option<String>,
    },
}

/// What was counted since a judge outside was asked whether the agent still gets anywhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct JudgeState {
    /// Changes since the last green run.
    pub changes: u64,
    /// Calls since an accepted change or a green run.
    pub calls: u64,
    /// When it was asked last.
    pub asked_at: Option<Timestamp>,
    /// Its answers in a row that the agent gets nowhere.
    pub refusals: u64,
}

/// Whether a turn is running.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionActivity {
    /// No turn is running: before the first prompt, or after a turn.
    #[default]
    Idle,
    /// A turn is running.
    Active,
    /// The agent reported that it is blocked, and waits.
    Asleep,
}

/// How far a person's pause has come for a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseStage {
    /// There is none, or the session has not met it.
    #[default]
    None,
    /// Time does not count.
    Begun,
    /// The agent was told of it too.
    Told,
}

/// The digests of a session's policies in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyDigests {
    /// The policy that its layers gave last.
    pub found: u64,
    /// The policy in force: the same, or a stricter one until a person accepts the change.
    pub holds: u64,
}

impl PolicyDigests {
    /// The policy that was found is in force.
    #[must_use]
    pub fn of(found: u64) -> Self {
        Self { found, holds: found }
    }

    /// Whether the policy in force is stricter than the one found.
    #[must_use]
    pub fn is_stricter(self) -> bool {
        self.holds != self.found
    }
}

/// The trip of one agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentTrip {
    /// The agent that tripped.
    pub agent: AgentId,
    /// Why its breaker is open.
    pub trip: TripRecord,
}

/// A subagent that another subagent began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NestedAgent {
    /// The agent.
    pub agent: AgentId,
    /// The one that began it.
    pub parent: AgentId,
    /// Its depth; the main agent is at 0.
    #[serde(default)]
    pub depth: u32,
}

/// A call that shared breakers admitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceCall {
    /// Digest of the client's call id; 0 where it has none.
    pub call: u64,
    /// Short digest of the tool.
    pub tool: u64,
    /// The ticket of the tool's breaker.
    pub ticket: BreakerTicket,
    /// The ticket of the service's breaker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll_up: Option<BreakerTicket>,
}

/// Text that waits for an agent's next event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedNotice {
    /// The agent it is for.
    pub to: AgentId,
    /// The text.
    pub text: String,
    /// The trip of a limit or a cap that it tells of. Once there is room again, it is out of date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_trip: Option<IncidentId>,
}

impl SessionState {
    /// Stamps an event. A time earlier than the latest seen counts as the latest seen.
    pub(crate) fn stamp(&mut self, at: Timestamp) -> Timestamp {
        self.last = self.last.max(at);
        self.last
    }

    /// The model response of a call; `named` is its digest where the client names it.
    pub(crate) fn round_of_call(&self, named: Option<u64>) -> CallRound {
        let unnamed = if self.tells_rounds { CallRound::Current } else { CallRound::Own };
        named.map_or(unnamed, CallRound::Named)
    }

    /// Takes the signs of failures that were seen before; none once the agent was told of one.
    pub(crate) fn learn_signs(&mut self, signs: &[u64]) {
        if !self.seen_before_told {
            self.failure_signs = signs.iter().copied().take(FAILURE_SIGNS).collect();
        }
    }

    pub(crate) fn queue_notice(&mut self, to: &AgentId, text: &str) {
        self.queue_notice_of_trip(to, text, None);
    }

    /// The same for what tells of the trip of a limit or a cap.
    pub(crate) fn queue_notice_of_trip(
        &mut self,
        to: &AgentId,
        text: &str,
        limit_trip: Option<IncidentId>,
    ) {
        let text = head(text, NOTICE_BYTES).to_owned();
        let notice = QueuedNotice { to: to.clone(), text, limit_trip };
        // What waits to be told need not be told twice.
        if !self.notices.contains(&notice) {
            push_newest(&mut self.notices, notice, NOTICES);
        }
    }

    /// Drops what waits to be told of the trip of a limit or a cap.
    pub(crate) fn drop_notices_of_trip(&mut self, incident: &IncidentId) {
        self.notices.retain(|notice| notice.limit_trip.as_ref() != Some(incident));
    }

    /// Whether words wait to be told to this agent.
    pub(crate) fn has_notice(&self, agent: &AgentId) -> bool {
        self.notices.iter().any(|notice| notice.to == *agent)
    }

    pub(crate) fn take_notices(&mut self, agent: &AgentId) -> Vec<String> {
        let own = self.notices.extract_if(.., |notice| notice.to == *agent);
        own.map(|notice| notice.text).collect()
    }

    /// A call without an id is known by the digest of what it asks. Several of them can run at once, also
    /// several alike.
    pub(crate) fn call_begins(&mut self, id: Option<u64>, call: Option<u64>) {
        if let Some(id) = id {
            self.in_flight.retain(|open| *open != id);
        } else {
            // The calls of one response begin before any of them ends: this one belongs to the next.
            let outrun = std::mem::take(&mut self.outrun).min(self.in_flight.len());
            self.in_flight.drain(..outrun);
        }
        self.in_flight.push(id.or(call).unwrap_or(UNKNOWN_CALL));
        keep_newest(&mut self.in_flight, IN_FLIGHT);
    }

    /// Ends the call of this id. A result without an id ends the oldest that asks `call`, else the oldest of
    /// all: not every client says which call has ended.
    pub(crate) fn call_ends(&mut self, id: Option<u64>, call: Option<u64>) {
        let known = id.or(call);
        let index = known.and_then(|known| self.in_flight.iter().position(|open| *open == known));
        let is_some = id.is_none() && !self.in_flight.is_empty();
        if let Some(index) = index.or(is_some.then_some(0)) {
            self.in_flight.remove(index);
            if id.is_none() {
                let others = self.outrun.saturating_sub(usize::from(index < self.outrun));
                self.outrun = others.max(index);
            }
        }
    }

    pub(crate) fn service_call_begins(&mut self, call: ServiceCall) {
        push_newest(&mut self.service_calls, call, SERVICE_CALLS);
    }

    /// Notes which agent began a subagent; those of the main agent need no note. Returns its depth,
    /// which is `told` or one more than that of its parent.
    pub(crate) fn agent_begins(
        &mut self,
        agent: &AgentId,
        parent: &AgentId,
        told: Option<u32>,
    ) -> u32 {
        let depth = told.unwrap_or_else(|| self.depth_of(parent).saturating_add(1));
        self.nested.retain(|nested| nested.agent != *agent);
        if !parent.is_main() {
            let nested = NestedAgent { agent: agent.clone(), parent: parent.clone(), depth };
            push_newest(&mut self.nested, nested, NESTED);
        }
        depth
    }

    /// How deep an agent stands below the main one.
    fn depth_of(&self, agent: &AgentId) -> u32 {
        let nested = self.nested.iter().find(|nested| nested.agent == *agent);
        nested.map_or(u32::from(!agent.is_main()), |nested| nested.depth)
    }

    /// Keeps the trip of an agent that may have agents below it, while its breaker is open.
    pub(crate) fn keep_trip(&mut self, agent: &AgentId, trip: Option<&TripRecord>) {
        let is_kept = |kept: &AgentTrip| {
            kept.agent != *agent || trip.is_some_and(|trip| trip.incident == kept.trip.incident)
        };
        self.trips.retain(is_kept);
        let is_parent =
            || agent.is_main() || self.nested.iter().any(|nested| nested.parent == *agent);
        if let Some(trip) = trip
            && is_parent()
            && self.trips.iter().all(|kept| kept.agent != *agent)
        {
            let kept = AgentTrip { agent: agent.clone(), trip: trip.clone() };
            push_newest(&mut self.trips, kept, KEPT_TRIPS);
        }
    }

    /// The trip of an agent above this one, if there is one.
    pub(crate) fn trip_above(&self, agent: &AgentId) -> Option<&TripRecord> {
        let mut below = agent;
        for _ in 0..=NESTED {
            if self.trips.is_empty() || below.is_main() {
                return None;
            }
            let nested = self.nested.iter().find(|nested| nested.agent == *below);
            let parent = nested.map(|nested| &nested.parent);
            let is_of_parent = |kept: &&AgentTrip| {
                parent.map_or(kept.agent.is_main(), |parent| kept.agent == *parent)
            };
            let tripped = self.trips.iter().find(is_of_parent).map(|kept| &kept.trip);
            if let Some(trip) = tripped.filter(|trip| !self.is_answered(trip)) {
                return Some(trip);
            }
            below = parent?;
        }
        None
    }

    /// The folder of the project that it works in.
    #[must_use]
    pub fn project(&self) -> Option<&str> {
        self.other_project.as_deref().or(self.folder.as_deref())
    }

    /// The folder of the project that it works in once this start is folded.
    #[must_use]
    pub fn project_of<'s>(&'s self, start: &'s SessionStart) -> Option<&'s str> {
        let folder = start.cwd.as_ref().or(self.folder.as_ref());
        start.project.as_ref().or(folder).map(String::as_str)
    }

    /// Whether a person sits in front of it: none does in a supervised run.
    pub(crate) fn is_attended(&self) -> bool {
        !self.is_unattended && self.run.is_none()
    }

    /// Whether the limits of the unattended hold. A supervised run has budgets of its own.
    pub(crate) fn has_unattended_net(&self) -> bool {
        self.is_unattended && self.run.is_none()
    }

    /// Whether a person spoke since this trip: guidance is for the whole session.
    #[must_use]
    pub fn is_answered(&self, trip: &TripRecord) -> bool {
        // With a clock that stands still, times are equal: prompts are counted instead.
        self.guided_at.is_some_and(|guided_at| match trip.prompts {
            Some(prompts) => prompts != self.prompts,
            None => trip.since < guided_at,
        })
    }

    /// Whether a subagent tripped since the last person's prompt.
    #[must_use]
    pub fn has_tripped_subagents(&self) -> bool {
        !self.tripped_children.is_empty()
    }

    pub(crate) fn child_tripped(&mut self, parent: AgentId) {
        push_newest(&mut self.tripped_children, parent, TRIPPED);
    }

    /// Subagents of `agent` that tripped since the last person's prompt.
    pub(crate) fn children_tripped(&self, agent: &AgentId) -> u64 {
        self.tripped_children.iter().filter(|parent| *parent == agent).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays beginnings (`+1`) and ends (`-1`) of calls without ids; returns what is in flight after each.
    fn in_flight(steps: &[i64]) -> Vec<Vec<u64>> {
        let mut session = SessionState::default();
        let mut play = |step: &i64| {
            let call = Some(step.unsigned_abs());
            match *step > 0 {
                true => session.call_begins(None, call),
                false => session.call_ends(None, call),
            }
            session.in_flight.clone()
        };
        steps.iter().map(&mut play).collect()
    }

    #[test]
    fn g01_each_of_several_calls_without_ids_is_in_flight_until_it_ends() {
        assert_eq!(in_flight(&[1, 2, -2, -1]), [vec![1], vec![1, 2], vec![1], vec![]]);
        assert_eq!(in_flight(&[1, 2, -1, -2]), [vec![1], vec![1, 2], vec![2], vec![]]);
        assert_eq!(in_flight(&[1, 1, -1, -1]), [vec![1], vec![1, 1], vec![1], vec![]]);
    }

    #[test]
    fn g02_a_call_without_an_id_whose_result_was_lost_is_over_when_the_next_response_calls() {
        assert_eq!(in_flight(&[1, 2, -2, 3, -3])[3..], [vec![3], vec![]]);
    }
}
