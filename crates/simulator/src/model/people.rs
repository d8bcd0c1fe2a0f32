//! Prompts, and what people say to a breaker.

use fusebox_engine::{IncidentStatus, Rule};

use super::records::{ModelBreaker, RefusedRounds, TurnActivity};
use super::{BudgetRequest, EventContext, ReferenceModel};

impl ReferenceModel {
    /// A person types on: guidance, where the breaker is open.
    pub(super) fn human(&mut self, now: &EventContext<'_>) {
        self.session(now).activity = TurnActivity::Active;
        if self.open_incident(now).is_some() {
            self.task(now).attempts.guidance(None);
        }
        self.restart(now);
        self.close(now, IncidentStatus::Guided);
    }

    pub(super) fn automation(&mut self, now: &mut EventContext<'_>) {
        self.session(now).activity = TurnActivity::Active;
        self.budgets(now, BudgetRequest::Prompt);
        if !now.refuses() || !self.enforces(now) {
            let spending = &mut self.task(now).spending;
            spending.count(Rule::Turns, 1);
            spending.prompted();
            self.warn(now, false);
        }
    }

    pub(super) fn guidance(&mut self, now: &EventContext<'_>, test: Option<&str>) {
        self.task(now).attempts.guidance(test);
        self.restart(now);
        self.close(now, IncidentStatus::Guided);
    }

    pub(super) fn reset(&mut self, now: &EventContext<'_>) {
        self.task(now).attempts.guidance(None);
        self.restart(now);
        self.close(now, IncidentStatus::Reset);
    }

    pub(super) fn dismiss(&mut self, now: &EventContext<'_>, incident: &str) {
        if self.open_incident(now).as_deref() == Some(incident) {
            self.task(now).attempts.guidance(None);
            self.restart(now);
            self.close(now, IncidentStatus::Dismissed);
            self.agent(now).ladder.forget();
        } else {
            self.close_incident(incident, IncidentStatus::Dismissed);
        }
    }

    /// Everything counted since the last word starts again; what was named is remembered.
    fn restart(&mut self, now: &EventContext<'_>) {
        self.session(now).prompts += 1;
        self.task(now).spending.restart();
        let agent = self.agent(now);
        agent.refused = RefusedRounds::default();
        agent.ladder.forgive();
    }

    fn close(&mut self, now: &EventContext<'_>, status: IncidentStatus) {
        let of_agent = self.agent(now).breaker.incident().map(str::to_owned);
        let of_task = self.task(now).breaker.incident().map(str::to_owned);
        if of_task.is_some() {
            self.task(now).spending.answered();
        }
        for incident in of_agent.into_iter().chain(of_task) {
            self.close_incident(&incident, status);
        }
        if status == IncidentStatus::Guided {
            self.agent(now).breaker.guide();
            self.task(now).breaker.guide();
        } else {
            self.agent(now).breaker = ModelBreaker::Closed;
            self.task(now).breaker = ModelBreaker::Closed;
        }
    }
}
