//! Compares a verdict with the model's expectation.

use fusebox_engine::{FindingLevel, IncidentId, Rule, Verdict, VerdictAction};
use fusebox_runtime::query;
use fusebox_store::IncidentFilter;

use super::{SimulatedWorld, message};
use crate::compare::{self, same};
use crate::model::{AnswerClass, ExpectedFinding, ExpectedOutcome, RuntimeFacts, is_budget};
use crate::step::AgentIndex;

impl SimulatedWorld<'_> {
    /// What the model cannot know: ids, and the findings of rules that it does not count.
    pub(super) fn runtime_facts(
        &self,
        who: AgentIndex,
        verdict: &Verdict,
    ) -> Result<RuntimeFacts, String> {
        let found = query::incidents(self.hooks[0].store(), &IncidentFilter::default());
        let found = found.map_err(message)?;
        let ids = found.iter().map(|incident| incident.id.to_string());
        let listed = |id: &str| self.model.listed.values().any(|(listed, _)| listed == id);
        let is_new = |id: &String| !self.model.incidents.contains_key(id) && !listed(id);
        let opened = ids.filter(is_new).collect();
        let rules = self.life.rules.for_role(self.role(who));
        let is_taken = |rule: Rule| !rules.only_same_call && is_taken_from_verdict(rule);
        let findings = verdict.findings.iter().filter(|finding| is_taken(finding.rule));
        let findings = findings.map(|found| ExpectedFinding::uncounted(found.rule, found.level));
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
    ) -> Result<(), String> {
        let class = match verdict.verdict {
            VerdictAction::Allow | VerdictAction::Warn => AnswerClass::Passes,
            VerdictAction::Deny => AnswerClass::Denied,
            VerdictAction::Stop => AnswerClass::Stopped,
        };
        self.compare_findings(verdict, expected)?;
        same("incidents opened", facts.opened.len(), expected.opened)?;
        same("the answer", class, expected.class)?;
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
    ) -> Result<(), String> {
        let loud = |level: FindingLevel| level > FindingLevel::Notice;
        let engine: Vec<(Rule, FindingLevel)> = verdict
            .findings
            .iter()
            .filter(|finding| loud(finding.level) || finding.rule == Rule::Quiet)
            .map(|finding| (finding.rule, finding.level))
            .collect();
        let model: Vec<(Rule, FindingLevel)> = expected
            .found
            .iter()
            .filter(|found| loud(found.level) || found.rule == Rule::Quiet)
            .map(|found| (found.rule, found.level))
            .collect();
        // The model of attempts reports the first rule only.
        let per_test = (Rule::PerTest, FindingLevel::Trip);
        let beside =
            |found: &(Rule, FindingLevel)| found.0 == Rule::PerSlice && engine.contains(&per_test);
        let engine: Vec<_> = engine.iter().filter(|found| !beside(found)).copied().collect();
        same("findings", engine, model)?;
        for found in &expected.found {
            let Some(counts) = found.counts.filter(|_| is_budget(found.rule)) else { continue };
            let finding = verdict.findings.iter().find(|finding| finding.rule == found.rule);
            let counts_found = finding.map(|finding| (finding.observed, finding.limit));
            same(found.rule.name(), counts_found, Some(counts))?;
        }
        Ok(())
    }

    /// Checks what must hold after every event.
    pub(super) fn check_records(&self, who: AgentIndex) -> Result<(), String> {
        compare::check_records(&self.hooks[0], &self.model, who)?;
        compare::check_incidents(&self.hooks[1], &self.model)
    }
}

/// Whether the model takes the findings of this rule from the verdict.
fn is_taken_from_verdict(rule: Rule) -> bool {
    rule >= Rule::SameCall && rule < Rule::Quiet
}
