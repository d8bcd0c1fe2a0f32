//! From findings to one decision: there is one path to a trip, and it is taken once.

use super::{CheckpointRequest, Fold};
use crate::breaker::TripRecord;
use crate::event::PromptOrigin;
use crate::observation::Fact;
use crate::state::LoopMemory;
use crate::{
    Breaker, BreakerState, Finding, FindingLevel, Incident, IncidentChange, IncidentId,
    IncidentStatus, Rule, TestRunRecord, Verdict, VerdictAction,
};

/// What every refused call says after a trip.
pub(super) const AFTER_TRIP: &str = "CIRCUIT BREAKER TRIPPED. Please summarize your progress \
    immediately.";

const HOW_TO_REPORT: &str = "Stop working and do not retry the same action. Say what you tried, \
    what you saw and what you need, with `fusebox report blocked \"...\"` or `fusebox report \
    complete \"...\"`. Every other call is refused until a person answers.";

/// What follows from one event.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The answer.
    pub verdict: Verdict,
    /// What becomes of incidents, in order.
    pub changes: Vec<IncidentChange>,
    /// Whether this event opened an incident: a person is to be told.
    pub tripped: bool,
    /// A test run that failed or could not run, to be kept with the task. What it showed is in the
    /// observation.
    pub run: Option<Box<TestRunRecord>>,
    /// What is to be done about the task's checkpoint.
    pub checkpoint: CheckpointRequest,
}

impl Fold<'_> {
    pub(super) fn open_incident(&self) -> Option<IncidentId> {
        self.tripped().map(|tripped| tripped.incident.clone())
    }

    /// Why the breaker is open, if it is: the agent's own, else the task's.
    fn tripped(&self) -> Option<&TripRecord> {
        self.scopes.agent.breaker.tripped().or(self.scopes.task.breaker.tripped())
    }

    pub(super) fn decide(mut self) -> Decision {
        if self.is_bypassed() {
            self.out.lower_to_notices();
        }
        let tripped = self.trip();
        let answer = self.answer(tripped);
        self.deliver(answer);
        let checkpoint = self.checkpoint_wish(answer);
        let incident = self.open_incident();
        let state = self.state();
        let context = (!self.words.is_empty()).then(|| self.words.join("\n"));
        let answer = match (answer, &context) {
            (VerdictAction::Allow, Some(_)) => VerdictAction::Warn,
            (answer, _) => answer,
        };
        let verdict = Verdict {
            session: self.seen.session.clone(),
            id: self.seen.id.clone(),
            verdict: answer,
            state,
            context,
            findings: self.out.into_sorted(),
            incident,
        };
        Decision { verdict, changes: self.changes, tripped, run: self.run, checkpoint }
    }

    fn state(&self) -> BreakerState {
        self.scopes.agent.breaker.state().max(self.scopes.task.state())
    }

    fn answer(&self, tripped: bool) -> VerdictAction {
        let asks = matches!(
            self.seen.fact,
            Fact::Request(_) | Fact::Prompt { by: PromptOrigin::Automation, .. }
        );
        let refuses = self.refused || (asks && self.out.refuses());
        match (self.enforces(), self.stop) {
            (false, _) => VerdictAction::Allow,
            (true, true) => VerdictAction::Stop,
            (true, false) if refuses => VerdictAction::Deny,
            (true, false) if tripped => VerdictAction::Warn,
            (true, false) => VerdictAction::Allow,
        }
    }

    /// Opens the breaker for the finding named first, if it is a trip and nothing is open yet.
    fn trip(&mut self) -> bool {
        let Some(first) =
            self.out.first().filter(|first| first.level == FindingLevel::Trip).cloned()
        else {
            return false;
        };
        if self.open_incident().is_some() {
            return false;
        }
        let at = self.scopes.session.last;
        let id = IncidentId::of(self.seen.digest);
        let enforced = self.enforces();
        let incident = self.incident(&id, &first, !enforced);
        if enforced {
            let prompts = Some(self.scopes.session.prompts);
            let Finding { rule, message: reason, .. } = first;
            let tripped = TripRecord { since: at, incident: id, rule, reason, prompts };
            self.stop |= tripped.rule.stops_at_once();
            self.open(tripped);
        } else {
            self.mute(first.rule);
        }
        self.changes.push(IncidentChange::Opened(Box::new(incident)));
        true
    }

    fn open(&mut self, tripped: TripRecord) {
        let Self { scopes, seen, policy, .. } = self;
        scopes.agent.refused = crate::state::RefusalCounts::default();
        if let Fact::Request(request) = &seen.fact {
            let incident = Some(tripped.incident.clone());
            let tells_rounds = scopes.session.tells_rounds;
            scopes.agent.refused.call(incident, request.round, tells_rounds);
            scopes.task.refused.calls += 1;
        }
        if tripped.rule.judges_loops() {
            scopes.task.looping.open();
        }
        if tripped.rule.is_of_task() {
            scopes.task.breaker = Breaker::Open(tripped);
            return;
        }
        if !seen.agent.is_main() {
            let parent = scopes.agent.parent.clone().unwrap_or_else(crate::AgentId::main);
            let words = format!(
                "The circuit breaker stopped your subagent {}: {} Do not start it again with the \
                 same task.",
                seen.agent, tripped.reason
            );
            scopes.session.tell(&parent, &words);
            if policy.repetition.tripped_subagents.get().is_some() {
                scopes.session.child_tripped(parent);
            }
        }
        scopes.agent.breaker = Breaker::Open(tripped);
    }

    /// Observe mode: this trip is written down once, and nothing is opened.
    fn mute(&mut self, rule: Rule) {
        if rule.is_budget() {
            self.scopes.task.observed.push(rule);
        }
        if rule.counts_attempts() {
            self.scopes.task.attempts.guide(None);
        }
        if rule.judges_loops() {
            self.scopes.task.looping.close();
        }
        if rule == Rule::TrippedSubagents {
            self.scopes.session.tripped_children.clear();
        }
        // One loop can be seen by several rules: all of them are silent until it is left.
        let going_on = |memory: &&mut LoopMemory| memory.tripped || memory.left_at.is_none();
        for memory in self.scopes.agent.memories.iter_mut().filter(going_on) {
            memory.muted = true;
        }
    }

    fn incident(&self, id: &IncidentId, first: &Finding, observed_only: bool) -> Incident {
        let call = if let Fact::Request(request) = &self.seen.fact {
            Some(request.subject.label.clone())
        } else {
            None
        };
        Incident {
            id: id.clone(),
            session: self.seen.session.clone(),
            agent: self.seen.agent.clone(),
            task: self.seen.task.clone(),
            at: self.scopes.session.last,
            rule: first.rule,
            reason: first.message.clone(),
            call,
            findings: self.out.iter().cloned().collect(),
            observed_only,
            status: if observed_only { IncidentStatus::Observed } else { IncidentStatus::Open },
            summary: None,
            guidance: None,
            closed_at: None,
        }
    }

    /// Gathers what the agent is told, in the order of weight: the refusal, warnings, words that
    /// waited for it.
    fn deliver(&mut self, answer: VerdictAction) {
        let mut words = std::mem::take(&mut self.words);
        if self.enforces() {
            if self.stop && matches!(self.seen.fact, Fact::Iteration(_)) {
                // Whoever drives a loop hears why it ends; its agent has ended already.
                words.extend(self.tripped().map(|tripped| tripped.reason.clone()));
            } else {
                if self.refused || self.stop {
                    words.push(self.after_trip());
                    words.push(HOW_TO_REPORT.to_owned());
                }
                words.extend(self.said(answer >= VerdictAction::Deny));
            }
        }
        // The end of a turn is told with whatever ends it.
        if !hears(&self.seen.fact) && answer < VerdictAction::Stop {
            // The words wait for an event that carries them.
            for text in words.drain(..) {
                self.scopes.session.tell(&self.seen.agent, &text);
            }
        } else if answer < VerdictAction::Deny {
            words.extend(self.scopes.session.take_notices(&self.seen.agent));
        }
        self.words = words;
    }

    /// What every refused call says after a trip, and why it tripped.
    pub(super) fn after_trip(&self) -> String {
        let reason = self.tripped().map(|tripped| {
            let told = tripped.reason.strip_prefix("CIRCUIT BREAKER: ");
            told.and_then(|told| told.split(". Summarize").next()).unwrap_or(&tripped.reason)
        });
        match reason {
            Some(reason) => format!("{AFTER_TRIP} It tripped: {}.", reason.trim_end_matches('.')),
            None => AFTER_TRIP.to_owned(),
        }
    }

    /// The findings as the agent hears them. A refusal gives the reason named first and lists the
    /// rest; a warning gives each.
    fn said(&self, refusal: bool) -> Vec<String> {
        let mut told: Vec<&Finding> =
            self.out.iter().filter(|finding| finding.level >= FindingLevel::Warning).collect();
        told.sort_by_key(|finding| (std::cmp::Reverse(finding.level), finding.rule));
        let Some((first, rest)) = told.split_first() else { return Vec::new() };
        let trips = first.level == FindingLevel::Trip;
        let mut said = Vec::new();
        if trips && !first.rule.is_budget() && !self.refused {
            said.push("CIRCUIT BREAKER TRIPPED.".to_owned());
        }
        said.push(spoken(first));
        if refusal || trips {
            let rest: Vec<String> = rest.iter().map(|finding| listed(finding)).collect();
            if !rest.is_empty() {
                said.push(format!("Also: {}.", rest.join("; ")));
            }
        } else {
            said.extend(rest.iter().map(|finding| spoken(finding)));
        }
        if trips && !self.refused && !self.stop {
            said.push(HOW_TO_REPORT.to_owned());
        }
        said
    }
}

/// Whether every client can carry words to the agent with this event. Whoever tells an iteration
/// starts the next one.
fn hears(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::SessionStart { .. }
            | Fact::Prompt { .. }
            | Fact::Request(_)
            | Fact::Outcome(_)
            | Fact::Iteration(_)
    )
}

/// A finding beside the one named first.
fn listed(finding: &Finding) -> String {
    format!("{} ({}/{})", finding.rule.title(), finding.observed, finding.limit)
}

/// A finding as the agent hears it: it must know who speaks.
fn spoken(finding: &Finding) -> String {
    let speaks_for_itself = finding.rule.is_budget() || finding.rule.is_of_service();
    if finding.level < FindingLevel::Trip && !speaks_for_itself {
        format!("Fusebox: {}", finding.message)
    } else {
        finding.message.clone()
    }
}
