//! Compares a verdict with the model's expectation.

use fusebox_engine::{FindingLevel, IncidentId, Rule, Verdict, VerdictAction};
use fusebox_runtime::query;
use fusebox_store::IncidentFilter;

use super::SimulatedWorld;
use crate::SimulationError;
use crate::compare::{self, same};
use crate::model::{ExpectedFinding, ExpectedOutcome, RuntimeFacts, is_budget};
use crate::step::AgentIndex;

impl SimulatedWorld<'_> {
    /// What the model cannot know: ids, and the findings of rules that it does not count.
    pub(super) fn runtime_facts(
        &self,
        who: AgentIndex,
        verdict: &Verdict,
    ) -> Result<RuntimeFacts, SimulationError> {
        let found = query::incidents(self.hooks[0].store(), &IncidentFilter::default())?;
        let ids = found.iter().map(|incident| incident.id.to_string());
        let is_noted =
            |id: &String| self.model.notes.values().any(|note| note.incident.as_ref() == Some(id));
        let is_new = |id: &String| !self.model.incidents.contains_key(id) && !is_noted(id);
        let opened = ids.filter(is_new).collect();
        let rules = self.life.rules.for_role(self.role(who));
        let is_taken = |rule: Rule| !rules.only_same_call && is_taken_from_verdict(rule);
        let findings = verdict.findings.iter().filter(|finding| is_taken(finding.rule));
        let findings = findings.map(|found| {
            let (rule, level) = (found.rule, found.level);
            ExpectedFinding { rule, level, counts: None }
        });
        Ok(RuntimeFacts { opened, findings: findings.collect() })
    }

    fn role(&self, who: AgentIndex) -> Option<&str> {
        self.model.sessions.get(&who.session).and_then(|session| session.role.as_deref())
    }

    pub(super) fn compare(
        &self,
        who: AgentIndex,
        verdict: &Verdict,
        expected: &ExpectedOutcome,
        facts: &RuntimeFacts,
    ) -> Result<(), SimulationError> {
        let warns = verdict.verdict == VerdictAction::Warn;
        let action = if warns { VerdictAction::Allow } else { verdict.verdict };
        self.compare_findings(verdict, expected)?;
        same("incidents opened", facts.opened.len(), expected.opened)?;
        same("the answer", action, expected.action)?;
        let incident = verdict.incident.as_ref().map(IncidentId::to_string);
        same("the open incident", &incident, &expected.incident)?;
        let exactly = self.life.rules.plain.only_same_call;
        compare::check_state(verdict.state, expected.state, exactly)?;
        self.check_records(who)
    }

    /// Compares the findings without notices, in their order.
    fn compare_findings(
        &self,
        verdict: &Verdict,
        expected: &ExpectedOutcome,
    ) -> Result<(), SimulationError> {
        let is_loud = |(rule, level): &(Rule, FindingLevel)| {
            *level > FindingLevel::Notice || matches!(rule, Rule::Quiet | Rule::JudgedStuck)
        };
        let engine = verdict.findings.iter().map(|found| (found.rule, found.level));
        let mut engine: Vec<_> = engine.filter(is_loud).collect();
        let model = expected.found.iter().map(|found| (found.rule, found.level));
        // The model of attempts reports the first rule only.
        if engine.contains(&(Rule::PerTest, FindingLevel::Trip)) {
            engine.retain(|(rule, _)| *rule != Rule::PerSlice);
        }
        same("findings", engine, model.filter(is_loud).collect())?;
        for found in &expected.found {
            let Some(counts) = found.counts.filter(|_| is_budget(found.rule)) else { continue };
            let finding = verdict.findings.iter().find(|finding| finding.rule == found.rule);
            let counts_found = finding.map(|finding| (finding.observed, finding.limit));
            same(found.rule.name(), counts_found, Some(counts))?;
        }
        Ok(())
    }

    /// Checks what must hold after every event.
    pub(super) fn check_records(&self, who: AgentIndex) -> Result<(), SimulationError> {
        compare::check_records(&self.hooks[0], &self.model, who)?;
        compare::check_incidents(&self.hooks[1], &self.model)
    }
}

/// Whether the model takes the findings of this rule from the verdict.
fn is_taken_from_verdict(rule: Rule) -> bool {
    let is_counted = matches!(rule, Rule::JudgedStuck | Rule::SeenBefore);
    rule >= Rule::SameCall && rule < Rule::Quiet && !is_counted
}
