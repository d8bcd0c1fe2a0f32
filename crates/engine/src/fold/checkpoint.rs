//! The checkpoint of a task: requested once; the first change waits for it.

use super::Fold;
use crate::cut::head;
use crate::event::CheckpointResult;
use crate::observation::{Fact, WriteCondition};
use crate::state::{CheckpointStage, CheckpointState};
use crate::{TaskId, Timestamp, VerdictAction};

/// The longest reason that is kept, in bytes; git may print a long one.
const WHY_BYTES: usize = 160;

/// What is to be done about the checkpoint of a task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CheckpointRequest {
    /// Whether it is to be made now; true once in the life of a task.
    pub make: bool,
    /// Until when this call waits for the checkpoint.
    pub wait_until: Option<Timestamp>,
}

impl Fold<'_> {
    /// Requests the checkpoint at the first prompt, or at the first change if no prompt is reported.
    pub(super) fn checkpoint_request(&mut self, answer: VerdictAction) -> CheckpointRequest {
        let changes = answer < VerdictAction::Deny
            && self.seen.request().is_some_and(|call| call.subject.writes != WriteCondition::Never);
        if !changes && !matches!(self.seen.fact, Fact::Prompt { .. }) {
            return CheckpointRequest::default();
        }
        let now = self.scopes.session.last;
        let make = self.wants_checkpoint()
            && self.scopes.task.checkpoint.stage == CheckpointStage::Unasked;
        let state = &mut self.scopes.task.checkpoint;
        if make {
            state.stage = CheckpointStage::Asked;
        }
        if !changes {
            return CheckpointRequest { make, wait_until: None };
        }
        state.first_change.get_or_insert(now);
        // Calls of one response begin together, so all of them wait until the same time.
        let wait_until = (state.stage == CheckpointStage::Asked)
            .then(|| state.waits_until())
            .flatten()
            .filter(|end| now < *end);
        CheckpointRequest { make, wait_until }
    }

    /// Whether the policy wants a checkpoint, and the folder to make it in is known.
    fn wants_checkpoint(&self) -> bool {
        let session = &self.scopes.session;
        session.folder.is_some() && self.policy.wants_checkpoint(session.task.is_some())
    }

    pub(super) fn checkpoint_became(&mut self, task: &TaskId, became: &CheckpointResult) {
        if *task != self.seen.task {
            return;
        }
        let state = &mut self.scopes.task.checkpoint;
        match became {
            CheckpointResult::Kept { tag, at, left_out } => {
                state.stage =
                    CheckpointStage::Kept { tag: tag.clone(), at: *at, left_out: *left_out };
            }
            CheckpointResult::Missing { why } => {
                state.stage = CheckpointStage::Missing { why: head(why, WHY_BYTES).to_owned() };
            }
            CheckpointResult::Removed => *state = CheckpointState::default(),
        }
    }
}
