//! From the findings to the answer, and the one path to an incident.

use fusebox_engine::{EventKind, FindingLevel, IncidentStatus, Rule, VerdictAction};

use super::records::{ModelBreaker, ModelIncident};
use super::{EventContext, ExpectedOutcome, ReferenceModel, is_budget};

impl ReferenceModel {
    pub(super) fn decide(
        &mut self,
        mut now: EventContext<'_>,
        kind: &EventKind,
    ) -> ExpectedOutcome {
        now.found.extend(now.facts.findings.iter().cloned());
        if self.is_bypassed(&now) {
            now.found.iter_mut().for_each(|found| found.level = FindingLevel::Notice);
        }
        now.found.sort_by_key(|found| (std::cmp::Reverse(found.level), found.rule));
        let trips = now.found.first().is_some_and(|first| first.level == FindingLevel::Trip);
        if trips && self.open_incident(&now).is_none() {
            self.trip(&mut now, kind);
        }
        let enforces = self.enforces(&now);
        let action = if !enforces {
            VerdictAction::Allow
        } else if now.stop {
            VerdictAction::Stop
        } else if now.refused || (now.is_request && now.is_refused()) {
            VerdictAction::Deny
        } else {
            VerdictAction::Allow
        };
        let state = self.agent(&now).breaker.state().max(self.task(&now).breaker.state());
        let incident = self.open_incident(&now);
        ExpectedOutcome { action, found: now.found, incident, state, opened: now.opened }
    }

    /// Opens an incident: the only place that does.
    fn trip(&mut self, now: &mut EventContext<'_>, kind: &EventKind) {
        let Some(rule) = now.found.first().map(|first| first.rule) else { return };
        let is_of_attempts = [Rule::PerTest, Rule::PerSlice, Rule::Infra].contains(&rule);
        let enforces = self.enforces(now);
        let status = if enforces { IncidentStatus::Open } else { IncidentStatus::Observed };
        let (who, task) = (now.who, now.task.clone());
        let incident =
            ModelIncident { who, task, rule, status, observed: !enforces, forgotten: false };
        let id = self.add_incident(now, incident);
        if !enforces {
            if is_budget(rule) {
                self.task(now).spending.mark_observed(rule);
            }
            if is_of_attempts {
                self.task(now).attempts.guidance(None);
            }
            self.agent(now).repetition.mute();
            return;
        }
        let is_of_task = is_budget(rule) || is_of_attempts;
        let is_named = is_of_task && now.task != now.who.session_name();
        self.listed.insert(now.who.session, (id.clone(), is_named.then(|| now.task.clone())));
        if let EventKind::ToolRequest(request) = kind {
            let reports_rounds = self.session(now).reports_rounds;
            let refused = &mut self.agent(now).refused;
            refused.count_call(&id, request.round.as_deref(), reports_rounds);
        }
        now.stop |= rule >= Rule::GuidedToolCalls && rule <= Rule::GuidedContext;
        if is_of_task {
            self.task(now).breaker = ModelBreaker::Open(id);
        } else {
            self.open_agent(now, id);
        }
    }
}
