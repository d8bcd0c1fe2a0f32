//! The calibrated limits: what most finished work of this client in this project stayed within.

use super::Fold;
use super::budgets::BudgetDemand;
use crate::{CalibratedLimit, Finding, FindingAdvice, FindingLevel, FindingSubject, Rule};

const RULE: Rule = Rule::Calibrated;

impl Fold<'_> {
    /// Stops a session that nobody attends at the first limit that is reached, after a warning; a person who attends gets
    /// one notice. Calls are judged alone: work that is done when a limit is reached is not stopped.
    pub(super) fn check_calibrated(&mut self, demand: BudgetDemand) {
        if !self.policy.limits.calibrated || !matches!(demand, BudgetDemand::Call { .. }) {
            return;
        }
        let session = &self.scopes.session;
        let is_attended = session.is_attended();
        let task = &self.scopes.task;
        let is_stopped = task.breaker.trip_record().is_some() || task.observed.contains(&RULE);
        let limits = session.calibrated_limits.clone();
        let reached = limits.iter().find(|fits| fits.sum(&task.used).is_used_up());
        match reached {
            Some(fits) if is_attended && !task.warned.contains(&RULE) => {
                self.scopes.task.warned.push(RULE);
                self.report_calibrated(fits, FindingLevel::Notice, FindingAdvice::None);
            }
            Some(fits) if !is_attended && !is_stopped => {
                self.report_calibrated(fits, FindingLevel::Trip, FindingAdvice::Summarize);
            }
            None if !is_attended => limits.iter().for_each(|fits| self.warn_of_calibrated(fits)),
            _ => {}
        }
    }

    /// Tells the agent once that it nears a limit.
    fn warn_of_calibrated(&mut self, fits: &CalibratedLimit) {
        let task = &mut self.scopes.task;
        let is_near = fits.sum(&task.used).is_near(self.policy.limits.warn_at);
        if !is_near || task.calibrated_warned.contains(&fits.measure) {
            return;
        }
        task.calibrated_warned.push(fits.measure);
        if !task.warned.contains(&RULE) {
            task.warned.push(RULE);
        }
        self.report_calibrated(fits, FindingLevel::Warning, FindingAdvice::WrapUp);
    }

    fn report_calibrated(
        &mut self,
        fits: &CalibratedLimit,
        level: FindingLevel,
        advice: FindingAdvice,
    ) {
        let CalibratedLimit { measure, within, runs, .. } = *fits;
        let sum = fits.sum(&self.scopes.task.used);
        let subject = FindingSubject::Calibrated { measure, within, runs };
        self.out.push(
            Finding::new(RULE, level, sum.used, sum.limit).about(subject).with_advice(advice),
        );
    }
}
