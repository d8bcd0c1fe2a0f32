//! From what was found to the answer, and the one path to an incident.

use fusebox_engine::{FindingLevel, IncidentStatus, Rule};

use super::records::{ModelBreaker, ModelIncident};
use super::{AnswerClass, EventContext, ExpectedOutcome, ModelEvent, ReferenceModel, is_budget};

impl ReferenceModel {
    pub(super) fn decide(
        &mut self,
        mut now: EventContext<'_>,
        fact: &ModelEvent,
    ) -> ExpectedOutcome {
        now.found.extend(now.told.read.iter().cloned());
        if self.is_bypassed(&now) {
            now.found.iter_mut().for_each(|found| found.level = FindingLevel::Notice);
        }
        now.found.sort_by_key(|found| (std::cmp::Reverse(found.level), found.rule));
        let trips = now.found.first().is_some_and(|first| first.level == FindingLevel::Trip);
        if trips && self.open_incident(&now).is_none() {
            self.trip(&mut now, fact);
        }
        let enforces = self.enforces(&now);
        let class = if !enforces {
            AnswerClass::Passes
        } else if now.stop {
            AnswerClass::Stopped
        } else if now.refused || (now.asks && now.refuses()) {
            AnswerClass::Denied
        } else {
            AnswerClass::Passes
        };
        let state = self.agent(&now).breaker.state().max(self.task(&now).breaker.state());
        let incident = self.open_incident(&now);
        ExpectedOutcome { class, found: now.found, incident, state, opened: now.opened }
    }

    /// The one path to an incident.
    fn trip(&mut self, now: &mut EventContext<'_>, fact: &ModelEvent) {
        let Some(rule) = now.found.first().map(|first| first.rule) else { return };
        let id = now.told.opened.first().cloned().unwrap_or_default();
        let of_attempts = [Rule::PerTest, Rule::PerSlice, Rule::Infra].contains(&rule);
        let enforces = self.enforces(now);
        let status = if enforces { IncidentStatus::Open } else { IncidentStatus::Observed };
        let (who, task) = (now.who, now.task.clone());
        let incident =
            ModelIncident { who, task, rule, status, observed: !enforces, forgotten: false };
        self.incidents.insert(id.clone(), incident);
        now.opened += 1;
        if !enforces {
            if is_budget(rule) {
                self.task(now).spending.observe(rule);
            }
            if of_attempts {
                self.task(now).attempts.guidance(None);
            }
            self.agent(now).ladder.mute();
            return;
        }
        let of_task = is_budget(rule) || of_attempts;
        let named = of_task && now.task != now.who.session_name();
        self.listed.insert(now.who.session, (id.clone(), named.then(|| now.task.clone())));
        if let ModelEvent::Request(request) = fact {
            let tells_rounds = self.session(now).tells_rounds;
            self.agent(now).refused.call(&id, request.round.as_deref(), tells_rounds);
        }
        now.stop |= rule >= Rule::GuidedToolCalls && rule <= Rule::GuidedContext;
        if of_task {
            self.task(now).breaker = ModelBreaker::Open(id);
        } else {
            let prompts = self.session(now).prompts;
            let agent = self.agent(now);
            agent.breaker = ModelBreaker::Open(id);
            agent.opened_after = prompts;
        }
    }
}

impl EventContext<'_> {
    /// Whether the call must not pass, by what the model counts or reads.
    pub(super) fn refuses(&self) -> bool {
        let all = self.found.iter().chain(&self.told.read);
        all.map(|found| found.level).max() >= Some(FindingLevel::Block)
    }
}
