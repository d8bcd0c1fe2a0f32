//! Prompts, and the orders that people give to a breaker.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::spend::CapLimit;
use fusebox_engine::{IncidentStatus, Rule};

use super::records::{ModelBreaker, ModelIncident, RefusedRounds, TurnActivity};
use super::{BudgetRequest, EventContext, ReferenceModel};

impl ReferenceModel {
    /// A prompt of a person, which is guidance if the breaker is open.
    pub(super) fn human_prompt(&mut self, now: &EventContext<'_>) {
        self.session(now).activity = TurnActivity::Active;
        if self.awaits_order(now) {
            return;
        }
        if self.open_incident(now).is_some() {
            self.task(now).attempts.guidance(None);
        }
        self.restart(now);
        self.close(now, IncidentStatus::Guided);
        self.answer_subagents(now);
    }

    /// A person's words to a session answer the trips of its subagents, too.
    pub(super) fn answer_subagents(&mut self, now: &EventContext<'_>) {
        let session = now.who.session;
        let is_answered = |incident: &ModelIncident| {
            let who = incident.who;
            who.session == session && who.agent != 0 && incident.status == IncidentStatus::Open
        };
        let open = self.incidents.iter().filter(|(_, incident)| is_answered(incident));
        let answered: Vec<String> = open.map(|(id, _)| id.clone()).collect();
        for incident in answered {
            self.close_incident(&incident, IncidentStatus::Guided);
        }
    }

    pub(super) fn automated_prompt(&mut self, now: &mut EventContext<'_>) {
        self.session(now).activity = TurnActivity::Active;
        self.check_budgets(now, BudgetRequest::Prompt);
        if !now.is_refused() || !self.enforces(now) {
            let session = self.session(now);
            session.is_unattended = session.prompts == 0;
            let spending = &mut self.task(now).spending;
            spending.count(Rule::Turns, 1);
            spending.note_prompt();
            self.add_warnings(now, false);
        }
    }

    pub(super) fn control(&mut self, now: &mut EventContext<'_>, order: &ControlOrder) {
        match order {
            ControlOrder::Reset { guidance: Some(_), .. } => self.guidance(now, None),
            ControlOrder::Reset { guidance: None, .. } => {
                self.answer(now, None, IncidentStatus::Reset);
            }
            ControlOrder::Bypass { until } => self.session(now).bypass_until = until.0,
            ControlOrder::Dismiss { incident } => self.dismiss(now, incident.as_str()),
            ControlOrder::AllowSpend { more } => self.allow_spend(now, *more),
            ControlOrder::Escalate { incident } => self.escalate(now, incident.as_str()),
            ControlOrder::Judgement { gets_anywhere, .. } => self.judgement(now, *gets_anywhere),
            ControlOrder::Skip { test } => self.task(now).attempts.skip(test),
            ControlOrder::Rescope | ControlOrder::Retry | ControlOrder::Checkpoint { .. } => {}
        }
    }

    /// Whether the agent or its task is stopped by a trip that was handed to a person.
    fn awaits_order(&mut self, now: &EventContext<'_>) -> bool {
        let own = self.own_incident(now);
        own.is_some_and(|id| self.incidents.get(&id).is_some_and(|incident| incident.escalated))
    }

    /// Hands a trip to a person: it stops the whole task from now on.
    fn escalate(&mut self, now: &EventContext<'_>, incident: &str) {
        let of_agent = self.agent(now).breaker.incident().is_some_and(|id| id == incident);
        if of_agent && self.task(now).breaker.incident().is_none() {
            self.task(now).breaker = ModelBreaker::Open(incident.to_owned());
        }
        let of_task = self.task(now).breaker.incident().is_some_and(|id| id == incident);
        if (of_agent || of_task)
            && let Some(known) = self.incidents.get_mut(incident)
        {
            known.escalated = true;
        }
    }

    pub(super) fn guidance(&mut self, now: &EventContext<'_>, test: Option<&str>) {
        self.answer(now, test, IncidentStatus::Guided);
    }

    /// Closes the breaker that the limit of output tokens opened; the only limit of what is spent that lives have.
    fn allow_spend(&mut self, now: &EventContext<'_>, more: CapLimit) {
        let stopped_by = self.task(now).breaker.incident();
        let Some(id) = stopped_by else { return };
        let is_tokens = self.incidents.get(&id).is_some_and(|it| it.rule == Rule::OutputTokens);
        if let (true, CapLimit::Tokens(more)) = (is_tokens, more) {
            let limit = now.rules.budgets.get(&Rule::OutputTokens).copied().unwrap_or_default();
            self.task(now).spending.allow_output(limit, more);
            self.close_incident(&id, IncidentStatus::Reset);
            self.task(now).breaker = ModelBreaker::Closed;
        }
    }

    fn dismiss(&mut self, now: &EventContext<'_>, incident: &str) {
        if self.own_incident(now).as_deref() == Some(incident) {
            self.answer(now, None, IncidentStatus::Dismissed);
            self.agent(now).repetition.forget();
        } else {
            self.close_incident(incident, IncidentStatus::Dismissed);
        }
    }

    fn answer(&mut self, now: &EventContext<'_>, test: Option<&str>, status: IncidentStatus) {
        self.task(now).attempts.guidance(test);
        self.restart(now);
        self.close(now, status);
    }

    /// Starts every count since the last prompt again. Loops that the agent was nudged about are remembered.
    fn restart(&mut self, now: &EventContext<'_>) {
        self.session(now).prompts += 1;
        self.session(now).is_unattended = false;
        self.session(now).judge.forgive();
        self.task(now).spending.restart();
        let agent = self.agent(now);
        agent.refused = RefusedRounds::default();
        agent.repetition.forgive();
    }

    fn close(&mut self, now: &EventContext<'_>, status: IncidentStatus) {
        let of_agent = self.agent(now).breaker.incident();
        let of_task = self.task(now).breaker.incident();
        if of_task.is_some() {
            self.task(now).spending.note_answer();
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
