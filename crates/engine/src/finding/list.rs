//! The findings of one event while they are gathered, and the worst of them.

use std::cmp::Reverse;

use crate::{Finding, FindingAdvice, FindingLevel};

/// The findings of one event. Every rule is asked every time, and no finding hides another.
#[derive(Debug, Default)]
pub(crate) struct FindingList(Vec<Finding>);

impl FindingList {
    pub(crate) fn push(&mut self, finding: Finding) {
        self.0.push(finding);
    }

    pub(crate) fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        self.0.extend(findings);
    }

    /// The level of the worst finding.
    pub(crate) fn worst(&self) -> Option<FindingLevel> {
        self.0.iter().map(|finding| finding.level).max()
    }

    /// Whether the call is refused.
    pub(crate) fn refuses(&self) -> bool {
        self.worst() >= Some(FindingLevel::Block)
    }

    /// Whether everything that refuses the call only asks a person about it.
    pub(crate) fn only_asks(&self) -> bool {
        let mut refusals = self.0.iter().filter(|finding| finding.level >= FindingLevel::Block);
        self.refuses() && refusals.all(|finding| finding.advice == FindingAdvice::AskPerson)
    }

    /// Whether the breaker opens.
    pub(crate) fn trips(&self) -> bool {
        self.worst() == Some(FindingLevel::Trip)
    }

    /// The finding that is named first: the worst, and among equals the first in the fixed order
    /// of the rules.
    pub(crate) fn first(&self) -> Option<&Finding> {
        self.0.iter().min_by_key(|finding| (Reverse(finding.level), finding.rule))
    }

    /// Lowers every finding to a notice, while nothing is enforced.
    pub(crate) fn lower_to_notices(&mut self) {
        for finding in &mut self.0 {
            finding.level = FindingLevel::Notice;
        }
    }

    /// Brings the one named first to the front; until then they stand as the rules were asked.
    pub(crate) fn sort(&mut self) {
        self.0.sort_by_key(|finding| (Reverse(finding.level), finding.rule));
    }

    pub(crate) fn into_vec(self) -> Vec<Finding> {
        self.0
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;

    fn finding(rule: Rule, level: FindingLevel) -> Finding {
        Finding::new(rule, level, 1, 1)
    }

    #[test]
    fn b03_a_warning_never_hides_a_trip_and_the_order_is_fixed() {
        let mut findings = FindingList::default();
        findings.push(finding(Rule::Cycle, FindingLevel::Trip));
        findings.push(finding(Rule::ToolCalls, FindingLevel::Warning));
        findings.push(finding(Rule::Iterations, FindingLevel::Trip));
        assert_eq!(findings.first().map(|first| first.rule), Some(Rule::Iterations));
        assert!(findings.refuses());
        findings.sort();
        let rules: Vec<Rule> = findings.iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, [Rule::Iterations, Rule::Cycle, Rule::ToolCalls]);
    }
}
