//! What was answered beside what the model expects.

use fusebox_engine::{FindingLevel, IncidentId, Rule, Verdict, VerdictAction};
use fusebox_runtime::query;
use fusebox_store::IncidentFilter;

use super::SimulatedWorld;
use crate::compare::{self, same};
use crate::deed::AgentIndex;
use crate::model::{AnswerClass, ExpectedFinding, ExpectedOutcome, RuntimeFacts, is_budget};

impl SimulatedWorld<'_> {
    /// What the model cannot know: names, and what rules saw that it does not count.
    pub(super) fn outside(
        &self,
        who: AgentIndex,
        verdict: &Verdict,
    ) -> Result<RuntimeFacts, String> {
        let found = query::incidents(self.hooks[0].store(), &IncidentFilter::default());
        let found = found.map_err(|error| error.to_string())?;
        let ids = found.iter().map(|incident| incident.id.to_string());
        let listed = |id: &str| self.model.listed.values().any(|(listed, _)| listed == id);
        let is_new = |id: &String| !self.model.incidents.contains_key(id) && !listed(id);
        let opened = ids.filter(is_new).collect();
        let rules = self.life.rules.of(self.role(who));
        let read = |rule: Rule| !rules.only_same_call && is_read(rule);
        let read = verdict.findings.iter().filter(|finding| read(finding.rule));
        let read = read.map(|found| ExpectedFinding {
            rule: found.rule,
            level: found.level,
            counts: None,
        });
        Ok(RuntimeFacts { opened, read: read.collect() })
    }

    fn role(&self, who: AgentIndex) -> Option<&str> {
        self.model.sessions.get(&who.session).and_then(|session| session.role.as_deref())
    }

    pub(super) fn compare(
        &self,
        who: AgentIndex,
        verdict: &Verdict,
        expected: &ExpectedOutcome,
        outside: &RuntimeFacts,
    ) -> Result<(), String> {
        let class = match verdict.verdict {
            VerdictAction::Allow | VerdictAction::Warn => AnswerClass::Passes,
            VerdictAction::Deny => AnswerClass::Denied,
            VerdictAction::Stop => AnswerClass::Stopped,
        };
        self.findings(verdict, expected)?;
        same("incidents opened", outside.opened.len(), expected.opened)?;
        same("the answer", class, expected.class)?;
        let incident = verdict.incident.as_ref().map(IncidentId::to_string);
        same("the open incident", &incident, &expected.incident)?;
        let exactly = self.life.rules.plain.only_same_call;
        compare::state(verdict.state, expected.state, exactly)?;
        self.hold(who)
    }

    /// The findings, those that are notices left out; the first one in front.
    fn findings(&self, verdict: &Verdict, expected: &ExpectedOutcome) -> Result<(), String> {
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
        // The model of attempts names the first rule alone.
        let per_test = (Rule::PerTest, FindingLevel::Trip);
        let beside =
            |found: &(Rule, FindingLevel)| found.0 == Rule::PerSlice && engine.contains(&per_test);
        let engine: Vec<_> = engine.iter().filter(|found| !beside(found)).copied().collect();
        same("findings", engine, model)?;
        for found in &expected.found {
            let Some(counts) = found.counts.filter(|_| is_budget(found.rule)) else { continue };
            let finding = verdict.findings.iter().find(|finding| finding.rule == found.rule);
            let told = finding.map(|finding| (finding.observed, finding.limit));
            same(found.rule.name(), told, Some(counts))?;
        }
        Ok(())
    }

    /// What holds after every event.
    pub(super) fn hold(&self, who: AgentIndex) -> Result<(), String> {
        compare::records(&self.hooks[0], &self.model, who)?;
        compare::incidents(&self.hooks[1], &self.model)
    }
}

/// Whether the model takes what this rule saw from the verdict.
fn is_read(rule: Rule) -> bool {
    rule >= Rule::SameCall && rule < Rule::Quiet
}
