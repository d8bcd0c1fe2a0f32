//! Prompts, guidance, and orders about the breaker.

use super::Fold;
use super::budgets::BudgetDemand;
use crate::breaker::{Breaker, TripRecord};
use crate::event::PromptOrigin;
use crate::state::{GrowingEdits, RefusalCounts, Scopes, ToldSigns};
use crate::wording::person_answered;
use crate::{AgentId, IncidentChange, IncidentId, IncidentStatus};

impl Fold<'_> {
    pub(super) fn prompt(&mut self, by: PromptOrigin, said: Option<&str>) {
        match by {
            // It waits for an order: what a person types here changes nothing.
            PromptOrigin::Human if self.is_escalated() => self.remind_of_open(),
            PromptOrigin::Human => {
                if self.open_incident().is_some() {
                    self.scopes.task.attempts.restart_counts(None);
                }
                self.restart();
                // A person who goes on with a conversation knows why it stopped.
                self.scopes.session.is_fork_of_unknown = false;
                self.close(IncidentStatus::Guided, said);
            }
            PromptOrigin::Automation => {
                self.budgets(BudgetDemand::Prompt);
                if !(self.out.refuses() && self.enforces()) {
                    let used = &mut self.scopes.task.used;
                    used.turns += 1;
                    self.scopes.session.is_unattended = self.scopes.session.prompts == 0;
                    used.messages_at_prompt = used.messages;
                    self.warn_of_budgets();
                }
                self.remind_of_open();
            }
        }
    }

    /// Applies guidance from outside the conversation; the agent receives it at its next event, and the
    /// main agent too, which may have to start a subagent again.
    pub(super) fn guidance(&mut self, text: &str, test: Option<&str>) {
        self.scopes.task.attempts.restart_counts(test);
        self.restart();
        self.close(IncidentStatus::Guided, Some(text));
        let answer = person_answered(text);
        self.scopes.session.queue_notice(&AgentId::main(), &answer);
        if !self.seen.agent.is_main() {
            self.scopes.session.queue_notice(&self.seen.agent, &answer);
        }
    }

    pub(super) fn reset(&mut self, guidance: Option<&str>, test: Option<&str>) {
        if let Some(text) = guidance {
            return self.guidance(text, test);
        }
        self.scopes.task.attempts.restart_counts(test);
        self.restart();
        self.close(IncidentStatus::Reset, None);
    }

    /// Restarts the attempts for another scope of the task, and closes a breaker that
    /// attempts opened.
    pub(super) fn rescope(&mut self) {
        self.scopes.task.attempts.rescope();
        self.scopes.task.scope.begin_anew();
        let rule = self.scopes.task.breaker.trip_record().map(TripRecord::rule);
        if rule.is_some_and(|rule| rule.counts_attempts()) {
            self.restart();
            self.close(IncidentStatus::Reset, None);
        }
    }

    /// Closes the breaker for a fresh session of the task. No person answered, so only the counts of the
    /// levels that a retry follows start again, and the loops are remembered.
    pub(super) fn retry(&mut self) {
        self.scopes.task.begin_retry();
        self.scopes.agent.refused = RefusalCounts::default();
        self.close(IncidentStatus::Retried, None);
    }

    /// Hands the trip to a person. It holds the whole task, so that no fresh session of it goes on, and
    /// nothing but a person's order ends it.
    pub(super) fn escalate(&mut self, incident: &IncidentId) {
        let Scopes { agent, task, .. } = &mut *self.scopes;
        if agent.breaker.escalate(incident) && task.breaker.trip_record().is_none() {
            task.breaker = agent.breaker.clone();
        }
        task.breaker.escalate(incident);
    }

    /// Whether the trip that stops this agent was escalated.
    pub(super) fn is_escalated(&self) -> bool {
        self.own_trip().is_some_and(|trip| trip.is_escalated)
    }

    /// Dismisses an incident: its breaker closes and the evidence is forgotten.
    pub(super) fn dismiss(&mut self, incident: &IncidentId) {
        if self.own_trip().is_some_and(|trip| trip.incident == *incident) {
            self.scopes.task.attempts.restart_counts(None);
            self.restart();
            self.close(IncidentStatus::Dismissed, None);
            self.scopes.agent.memories.clear();
        } else {
            self.close_incident(incident.clone(), IncidentStatus::Dismissed, None);
        }
    }

    /// Restarts budgets and forgets refusals after a person's prompt. Named loops stay.
    fn restart(&mut self) {
        self.scopes.session.prompts += 1;
        self.scopes.session.is_unattended = false;
        self.scopes.session.started_background = false;
        self.scopes.session.tripped_children.clear();
        self.scopes.session.guided_at = Some(self.scopes.session.last);
        self.scopes.task.restart();
        self.scopes.task.scope.forgive();
        self.scopes.agent.refused = RefusalCounts::default();
        self.scopes.agent.continuations = 0;
        self.scopes.agent.told_signs = ToldSigns::default();
        self.scopes.agent.growing_edits = GrowingEdits::default();
        self.forgive_loops();
        self.forgive_judged();
    }

    fn close(&mut self, status: IncidentStatus, guidance: Option<&str>) {
        let at = self.scopes.session.last;
        let is_held = self.is_held_by_cap();
        let agent = self.scopes.agent.breaker.trip_record().filter(|_| !is_held);
        if self.scopes.task.breaker.trip_record().is_some() {
            self.scopes.task.pardon();
        }
        let mut open: Vec<IncidentId> = agent
            .into_iter()
            .chain(self.scopes.task.breaker.trip_record())
            .map(|tripped| tripped.incident.clone())
            .collect();
        open.dedup();
        for incident in open {
            self.close_incident(incident, status, guidance);
        }
        if self.open_loop().is_some() {
            self.answer_loop(status);
        }
        if matches!(status, IncidentStatus::Guided | IncidentStatus::Retried) {
            if !is_held {
                self.scopes.agent.breaker.guide(at);
            }
            self.scopes.task.breaker.guide(at);
        } else {
            self.scopes.agent.breaker = Breaker::Closed;
            self.scopes.task.breaker = Breaker::Closed;
        }
    }

    /// Closes an incident now. That a limit or a cap stopped the agent is not told after the answer.
    pub(super) fn close_incident(
        &mut self,
        incident: IncidentId,
        status: IncidentStatus,
        guidance: Option<&str>,
    ) {
        self.scopes.session.drop_notices_of_trip(&incident);
        let (guidance, at) = (guidance.map(str::to_owned), self.scopes.session.last);
        self.changes.push(IncidentChange::Closed { incident, status, guidance, at });
    }

    /// L13: a loop that a person lets continue is probed with one iteration, unless the trip was wrong.
    fn answer_loop(&mut self, status: IncidentStatus) {
        let task = &mut self.scopes.task;
        task.breaker = Breaker::Closed;
        if status == IncidentStatus::Dismissed {
            task.looping.close();
        } else {
            task.looping.probe();
        }
    }

    /// Guidance is for the whole session: the breaker of another agent, opened before it, becomes
    /// half-open with that agent's next event.
    pub(super) fn apply_guidance(&mut self) {
        let Scopes { agent, session, .. } = &*self.scopes;
        let Some(guided_at) = session.guided_at else { return };
        // Words do not answer a spent cap: more room does.
        let is_answered = |trip: &TripRecord| {
            session.is_answered(trip) && !trip.rule().is_spend_cap() && !trip.is_escalated
        };
        if agent.breaker.trip_record().is_some_and(is_answered) {
            let incident = self.open_incident();
            self.scopes.agent.breaker.guide(self.scopes.session.last);
            self.scopes.agent.refused = RefusalCounts::default();
            self.forgive_loops();
            if let Some(incident) = incident {
                self.changes.push(IncidentChange::Closed {
                    incident,
                    status: IncidentStatus::Guided,
                    guidance: None,
                    at: guided_at,
                });
            }
        }
    }

    pub(super) fn remind_of_open(&mut self) {
        if self.open_incident().is_some() && self.enforces() {
            let words = self.after_trip();
            self.words.push(words);
        }
    }

    /// Adds the agent's summary to the open incident.
    pub(super) fn summarise(&mut self, text: &str, reported: bool) {
        if text.is_empty() {
            return;
        }
        if let Some(incident) = self.own_trip().map(|trip| trip.incident.clone()) {
            let text = text.to_owned();
            self.changes.push(IncidentChange::Summary { incident, text, reported });
        }
    }
}
