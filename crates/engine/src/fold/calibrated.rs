//! The calibrated limit: what most finished work of this client in this project stayed within.

use super::Fold;
use super::budgets::BudgetDemand;
use crate::{Finding, FindingAdvice, FindingLevel, FindingSubject, Rule};

const RULE: Rule = Rule::Calibrated;

impl Fold<'_> {
    /// Stops a session that nobody attends at the limit, after a warning; a person who attends gets a notice.
    pub(super) fn check_calibrated(&mut self, demand: BudgetDemand) {
        let session = &self.scopes.session;
        let Some(fits) = session.calibrated.filter(|_| self.policy.limits.calibrated) else {
            return;
        };
        if !matches!(demand, BudgetDemand::Call { .. }) {
            return;
        }
        let is_attended = !session.is_unattended && session.run.is_none();
        let task = &mut self.scopes.task;
        let used = task.used.tool_calls;
        let is_beyond = used >= fits.tool_calls;
        let was_told = task.warned.contains(&RULE);
        let is_stopped = task.breaker.trip_record().is_some() || task.observed.contains(&RULE);
        let (level, advice) = if is_beyond && !is_attended && !is_stopped {
            (FindingLevel::Trip, FindingAdvice::Summarize)
        } else if is_beyond && is_attended && !was_told {
            (FindingLevel::Notice, FindingAdvice::None)
        } else if !is_attended
            && !is_beyond
            && !was_told
            && used >= self.policy.limits.warn_at.of(fits.tool_calls)
        {
            (FindingLevel::Warning, FindingAdvice::WrapUp)
        } else {
            return;
        };
        if level != FindingLevel::Trip {
            task.warned.push(RULE);
        }
        let finding = Finding::new(RULE, level, used, fits.tool_calls);
        let subject = FindingSubject::Calibrated { within: fits.within, runs: fits.runs };
        self.out.push(finding.about(subject).with_advice(advice));
    }
}
