//! R4 for edits: several are rejected and none is accepted, for whatever reasons and with looks in
//! between. The agent is nudged; the next edit but one is refused once, until it looks at a file.

use super::Fold;
use crate::observation::{CallSubject, WorkKind};
use crate::state::{CompletedCall, EditEffect};
use crate::{Finding, FindingAdvice, FindingLevel, FindingSubject, Rule};

impl Fold<'_> {
    /// Nudges when the limit is reached.
    pub(super) fn rejected_edits(&mut self, step: &CompletedCall, label: &str) {
        if !step.edits || !step.failed {
            return;
        }
        let Some(limit) = self.policy.repetition.rejected_edits.get() else { return };
        let count = self.rejections();
        if count == limit && !self.is_bypassed() {
            let finding = Finding::new(Rule::RejectedEdits, FindingLevel::Warning, count, limit);
            let finding = finding.about(FindingSubject::Call(label.to_owned()));
            self.out.push(finding.with_advice(FindingAdvice::ReadAgain));
        }
    }

    /// Refuses one edit after one more rejection than the nudge had. A call made since then, a look,
    /// lets the next edit pass.
    pub(super) fn refuse_after_rejected_edits(&mut self, subject: &CallSubject) {
        let Some(limit) = self.policy.repetition.rejected_edits.get() else { return };
        let window = &self.scopes.agent.window;
        let is_due = window.steps.back().is_some_and(|last| last.edits && last.failed);
        if subject.work != WorkKind::Edit || !is_due {
            return;
        }
        if window.edit_refused_at == Some(self.first_rejection()) {
            return;
        }
        let count = self.rejections();
        if count > limit {
            self.scopes.agent.window.edit_refused_at = Some(self.first_rejection());
            let finding = Finding::new(Rule::RejectedEdits, FindingLevel::Block, count, limit);
            let finding = finding.about(FindingSubject::Call(subject.label.clone()));
            self.out.push(finding.with_advice(FindingAdvice::ReadAgain));
        }
    }

    /// Rejected edits since the last accepted one and the last prompt of a person.
    fn rejections(&self) -> u64 {
        let window = &self.scopes.agent.window;
        let from = window.index_from(window.prompted_at.max(self.first_rejection()));
        window.steps.range(from..).filter(|step| step.edits && step.failed).count() as u64
    }

    /// The number of the first call after the last accepted edit that is still known.
    fn first_rejection(&self) -> u64 {
        let window = &self.scopes.agent.window;
        let is_accepted =
            |step: &CompletedCall| step.edit == EditEffect::New || step.edits && !step.failed;
        let after = window.steps.iter().rposition(is_accepted).map_or(0, |at| at + 1);
        window.next - (window.steps.len() - after) as u64
    }
}
