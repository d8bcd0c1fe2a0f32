//! From the findings to the answer, and the one path to an incident.

use fusebox_engine::{BreakerState, EventKind, FindingLevel, IncidentStatus, Rule, VerdictAction};

use super::records::{ModelBreaker, ModelIncident, ModelNote, counts_attempts, is_of_task};
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
        self.mend_note(&now);
        let incident = self.open_incident(&now);
        let own = self.agent(&now).breaker.state().max(self.task(&now).breaker.state());
        let state = if incident.is_some() { BreakerState::Open } else { own };
        ExpectedOutcome { action, found: now.found, incident, state, opened: now.opened }
    }

    /// Opens an incident: the only place that does.
    fn trip(&mut self, now: &mut EventContext<'_>, kind: &EventKind) {
        let Some(rule) = now.found.first().map(|first| first.rule) else { return };
        let enforces = self.enforces(now);
        let status = if enforces { IncidentStatus::Open } else { IncidentStatus::Observed };
        let (who, task) = (now.who, now.task.clone());
        let incident = ModelIncident {
            who,
            task,
            rule,
            status,
            observed: !enforces,
            forgotten: false,
            escalated: false,
        };
        let note = ModelNote::of("", &incident);
        let id = self.add_incident(now, incident);
        if !enforces {
            if is_budget(rule) {
                self.task(now).spending.mark_observed(rule);
            }
            if counts_attempts(rule) {
                self.task(now).attempts.guidance(None);
            }
            self.agent(now).repetition.mute();
            return;
        }
        self.notes.insert(note.name(), ModelNote { incident: Some(id.clone()), ..note });
        if let EventKind::ToolRequest(request) = kind {
            let reports_rounds = self.session(now).reports_rounds;
            let refused = &mut self.agent(now).refused;
            refused.count_call(&id, request.round.as_deref(), reports_rounds);
        }
        now.stop |= rule == Rule::Tampered
            || (rule >= Rule::GuidedToolCalls && rule <= Rule::GuidedContext);
        if is_of_task(rule) {
            self.task(now).breaker = ModelBreaker::Open(id);
        } else {
            self.open_agent(now, id);
        }
    }
}
