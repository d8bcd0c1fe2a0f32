//! R4 for edits: several are rejected and none is accepted, for whatever reasons and with looks in
//! between. The agent is nudged; the next edit but one is refused once, unless it has looked at the file.

use super::Fold;
use crate::WorkKind;
use crate::observation::CallSubject;
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

    /// Notes which file the agent edits, or that it looks at the one that it edited last.
    pub(super) fn note_edited_file(&mut self, subject: &CallSubject) {
        let window = &mut self.scopes.agent.window;
        if subject.looks_at_edited {
            window.edited_file = None;
        } else if subject.work == WorkKind::Edit {
            window.edited_file = subject.edited_file;
        }
    }

    /// Refuses one edit after one more rejection than the nudge had. A look at its file lets it pass; an edit
    /// of another file passes after any call.
    pub(super) fn refuse_after_rejected_edits(&mut self, subject: &CallSubject) {
        let Some(limit) = self.policy.repetition.rejected_edits.get() else { return };
        let window = &self.scopes.agent.window;
        let was_not_read =
            window.edited_file.is_some() && window.edited_file == subject.edited_file;
        let is_due =
            was_not_read || window.steps.last().is_some_and(|last| last.edits && last.failed);
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
        window.steps[from..].iter().filter(|step| step.edits && step.failed).count() as u64
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
