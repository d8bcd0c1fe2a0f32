//! From findings to one decision. There is one path to a trip, and it is taken once.

use super::{CheckpointRequest, Fold};
use crate::event::PromptOrigin;
use crate::observation::{Fact, Observation};
use crate::state::{RefusalCounts, Scopes};
use crate::wording::{HOW_TO_REPORT, after_trip, finding_lines, subagent_stopped};
use crate::{
    AgentId, Breaker, BreakerState, Finding, FindingLevel, Incident, IncidentChange, IncidentId,
    IncidentStatus, Rule, TestRunRecord, TripRecord, Verdict, VerdictAction,
};

/// What follows from one event.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The answer.
    pub verdict: Verdict,
    /// The changes to incidents, in order.
    pub changes: Vec<IncidentChange>,
    /// Whether this event opened an incident, so that a person is notified.
    pub tripped: bool,
    /// A test run that failed or could not run, to be kept with the task. What it showed is in the
    /// observation.
    pub run: Option<Box<TestRunRecord>>,
    /// What is to be done about the task's checkpoint.
    pub checkpoint: CheckpointRequest,
}

impl Fold<'_> {
    pub(super) fn open_incident(&self) -> Option<IncidentId> {
        self.trip_record().map(|trip| trip.incident.clone())
    }

    /// Why the breaker of the agent or of the task is open, if it is.
    pub(super) fn own_trip(&self) -> Option<&TripRecord> {
        self.scopes.agent.breaker.trip_record().or(self.scopes.task.breaker.trip_record())
    }

    /// Why calls are refused, if they are: a trip holds for every agent below the one that tripped.
    fn trip_record(&self) -> Option<&TripRecord> {
        self.own_trip().or_else(|| self.scopes.session.trip_above(&self.seen.agent))
    }

    /// Whether an open breaker refuses calls.
    pub(super) fn is_stopped(&self) -> bool {
        self.trip_record().is_some() && self.enforces()
    }

    pub(super) fn decide(mut self) -> Decision {
        if self.is_bypassed() {
            self.out.lower_to_notices();
        }
        let tripped = self.trip();
        let Scopes { agent, session, .. } = &mut *self.scopes;
        // A spent cap refuses each agent by itself: those below may have room, or get it first.
        let held = agent.breaker.trip_record().filter(|trip| !trip.rule().is_spend_cap());
        session.keep_trip(&self.seen.agent, held);
        self.out.sort();
        let action = self.action(tripped);
        let words = self.words_for_agent(action);
        let context = (!words.is_empty()).then(|| words.join("\n"));
        let checkpoint = self.checkpoint_request(action);
        let incident = self.open_incident().or_else(|| self.cap_incident());
        let verdict = Verdict {
            session: self.seen.session.clone(),
            id: self.seen.id.clone(),
            verdict: match (action, &context) {
                (VerdictAction::Allow, Some(_)) => VerdictAction::Warn,
                (action, _) => action,
            },
            state: self.state(incident.is_some()),
            context,
            incident,
            findings: self.out.into_vec(),
        };
        Decision { verdict, changes: self.changes, tripped, run: self.run, checkpoint }
    }

    /// The incident of a cap that refuses this call alone: another agent's call found it spent.
    fn cap_incident(&self) -> Option<IncidentId> {
        let mut refusals = self.out.iter().filter(|finding| finding.level == FindingLevel::Block);
        refusals.find_map(|finding| {
            let incident = finding.spend_cap()?.incident.clone();
            incident.filter(|_| self.enforces())
        })
    }

    fn state(&self, is_open: bool) -> BreakerState {
        if is_open {
            return BreakerState::Open;
        }
        self.scopes.agent.breaker.state().max(self.scopes.task.state())
    }

    fn action(&self, tripped: bool) -> VerdictAction {
        if self.refused_by_pause {
            return if self.stop { VerdictAction::Stop } else { VerdictAction::Deny };
        }
        let can_refuse = matches!(
            self.seen.fact,
            Fact::Request(_) | Fact::Prompt { by: PromptOrigin::Automation, .. }
        );
        let refuses = self.refused || (can_refuse && self.out.refuses());
        match (self.enforces(), self.stop) {
            (false, _) => VerdictAction::Allow,
            (true, true) => VerdictAction::Stop,
            (true, false) if refuses && self.asks_person => VerdictAction::Ask,
            (true, false) if refuses => VerdictAction::Deny,
            (true, false) if tripped => VerdictAction::Warn,
            (true, false) => VerdictAction::Allow,
        }
    }

    /// Opens the breaker for the finding named first, if it is a trip and nothing is open yet.
    fn trip(&mut self) -> bool {
        let first = self.out.first().filter(|first| first.level == FindingLevel::Trip).cloned();
        let Some(cause) = first.filter(|_| self.trip_record().is_none()) else { return false };
        let incident = self.incident(cause.clone());
        let id = incident.id.clone();
        self.scopes.session.totals.incident = Some(id.clone());
        self.changes.push(IncidentChange::Opened(Box::new(incident)));
        if self.enforces() {
            self.stop |= cause.rule.stops_at_once();
            let prompts = Some(self.scopes.session.prompts);
            let since = self.scopes.session.last;
            self.open(TripRecord { since, incident: id, cause, prompts, is_escalated: false });
        } else {
            self.mute(cause.rule);
        }
        true
    }

    fn open(&mut self, trip: TripRecord) {
        let Self { scopes, seen, policy, .. } = self;
        let rule = trip.rule();
        scopes.agent.refused = RefusalCounts::default();
        if let Some(request) = seen.request() {
            let round = scopes.session.round_of_call(request.round);
            scopes.agent.refused.count_call(Some(trip.incident.clone()), round);
            scopes.task.refused.calls += 1;
        }
        if rule.judges_loops() {
            scopes.task.looping.open();
        }
        if rule.opens_task_breaker() {
            scopes.task.breaker = Breaker::Open(trip);
            return;
        }
        if !seen.agent.is_main() {
            let parent = scopes.agent.parent.clone().unwrap_or_else(AgentId::main);
            let words = subagent_stopped(&seen.agent, &trip.cause);
            let limit_trip = rule.limits_use().then(|| trip.incident.clone());
            scopes.session.queue_notice_of_trip(&parent, &words, limit_trip);
            if policy.repetition.tripped_subagents.get().is_some() && !rule.is_spend_cap() {
                scopes.session.child_tripped(parent);
            }
        }
        scopes.agent.breaker = Breaker::Open(trip);
    }

    /// Observe mode: this trip is recorded once, and nothing is opened.
    fn mute(&mut self, rule: Rule) {
        if rule.limits_use() {
            self.scopes.task.observed.push(rule);
        }
        if rule.counts_attempts() {
            self.scopes.task.attempts.restart_counts(None);
        }
        if rule.judges_loops() {
            self.scopes.task.looping.close();
        }
        if rule == Rule::TrippedSubagents {
            self.scopes.session.tripped_children.clear();
        }
        // One loop can be seen by several rules: all of them are silent until the agent leaves it.
        for memory in &mut self.scopes.agent.memories {
            memory.muted |= memory.tripped || memory.is_active();
        }
    }

    fn incident(&self, cause: Finding) -> Incident {
        let enforced = self.enforces();
        let Observation { session, agent, task, digest, .. } = self.seen;
        let who = (session.clone(), agent.clone(), task.clone());
        let (id, at) = (IncidentId::from_digest(*digest), self.scopes.session.last);
        Incident {
            call: self.call_label(),
            findings: self.out.iter().cloned().collect(),
            observed_only: !enforced,
            status: if enforced { IncidentStatus::Open } else { IncidentStatus::Observed },
            ..Incident::open(id, who, at, cause)
        }
    }

    /// The call that an incident names: the one asked for, or the one that ran while the protection was
    /// changed.
    fn call_label(&self) -> Option<String> {
        if let Fact::Tampering(_) = self.seen.fact {
            return self
                .scopes
                .agent
                .window
                .call_in_flight(None, None)
                .map(|call| call.label.clone());
        }
        self.seen.request().map(|request| request.subject.label.clone())
    }

    /// The text for the agent with this event, in the order of weight: the refusal, warnings,
    /// notices that waited for it. If the client cannot carry words with this event, they wait for
    /// the next one.
    fn words_for_agent(&mut self, action: VerdictAction) -> Vec<String> {
        let mut words = std::mem::take(&mut self.words);
        if self.enforces() && !self.refused_by_pause {
            if self.stop && matches!(self.seen.fact, Fact::Iteration(_)) {
                // The driver of a loop receives the reason; the agent has ended already.
                words.extend(self.trip_record().map(|trip| trip.cause.message()));
            } else {
                if self.refused || self.stop {
                    let cause = self.trip_record().map(|trip| &trip.cause);
                    // What tripped just now is named below.
                    let is_named_below = self.out.first().is_some_and(|it| Some(it) == cause);
                    let after = after_trip(cause.filter(|_| !is_named_below));
                    words.extend([after, HOW_TO_REPORT.to_owned()]);
                }
                let refuses = action >= VerdictAction::Deny;
                words.extend(finding_lines(&self.out, refuses, self.refused, self.stop));
            }
        }
        // Clients carry the end of a turn with every event.
        if !carries_words(&self.seen.fact) && action < VerdictAction::Stop {
            if words.is_empty() {
                return words;
            }
            let limit_trip = self.told_limit_trip();
            for text in words.drain(..) {
                let session = &mut self.scopes.session;
                session.queue_notice_of_trip(&self.seen.agent, &text, limit_trip.clone());
            }
        } else if action < VerdictAction::Deny {
            words.extend(self.scopes.session.take_notices(&self.seen.agent));
        }
        words
    }

    /// The trip of a limit or a cap that the words of this event tell of.
    fn told_limit_trip(&self) -> Option<IncidentId> {
        let is_told = self.out.iter().any(|finding| finding.level == FindingLevel::Trip);
        let trip = self.own_trip().filter(|trip| is_told && trip.rule().limits_use());
        trip.map(|trip| trip.incident.clone())
    }

    /// What every refused call says after a trip, and why it tripped.
    pub(super) fn after_trip(&self) -> String {
        after_trip(self.trip_record().map(|trip| &trip.cause))
    }
}

/// Whether every client can carry words to the agent with this event. The driver of a loop starts
/// the next iteration, so it carries them too.
fn carries_words(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::SessionStart { .. }
            | Fact::Prompt { .. }
            | Fact::Request(_)
            | Fact::Paused { .. }
            | Fact::Outcome(_)
            | Fact::Iteration(_)
    )
}
