//! The calibrated limit of tool calls, counted a second time.

use fusebox_engine::{FindingLevel, Rule};

use super::{EventContext, ReferenceModel};

impl ReferenceModel {
    /// A call at the limit trips an unattended session; in an attended one the person is told once. An unattended
    /// session is warned once from 80 % of the limit on.
    pub(super) fn check_calibrated(&mut self, now: &mut EventContext<'_>) {
        let Some(limit) = now.rules.calibrated else { return };
        let session = self.session(now);
        let (is_known, is_unattended) = (session.knows_calibrated, session.is_unattended);
        let task = self.task(now);
        let is_stopped = task.breaker.incident().is_some();
        let spending = &mut task.spending;
        let used = spending.of(Rule::ToolCalls);
        let level = if !is_known {
            return;
        } else if used >= limit && is_unattended {
            (!is_stopped && !spending.is_observed(Rule::Calibrated)).then_some(FindingLevel::Trip)
        } else if used >= limit {
            spending.warn_first(Rule::Calibrated).then_some(FindingLevel::Notice)
        } else {
            let is_near = is_unattended && used * 10 >= limit * 8;
            (is_near && spending.warn_of_calibrated()).then_some(FindingLevel::Warning)
        };
        if let Some(level) = level {
            now.add_counted(Rule::Calibrated, level, (used, limit));
        }
    }
}
