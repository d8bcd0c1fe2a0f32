//! The checkpoint of the task, made before the command can change anything: a command without hooks
//! reports no first change that would ask for it.

use fusebox_effects::{make_checkpoint, to_checkpoint_result};
use fusebox_engine::event::CheckpointResult;
use fusebox_engine::state::CheckpointStage;
use fusebox_runtime::{checkpoint, clock};

use super::{CommandSpec, SupervisedRun};
use crate::slow_work::with_notice;
use crate::{Result, RunContext};

/// Makes the checkpoint if the policy wants one and the task has none. Returns what is to be recorded
/// once the run has a session; `None` where nothing is new.
pub(super) fn make(
    spec: &CommandSpec,
    context: &RunContext<'_>,
) -> Result<Option<CheckpointResult>> {
    let known = checkpoint::state(context.runtime.store(), &spec.task)?.stage;
    let is_kept = matches!(known, CheckpointStage::Kept { .. });
    if is_kept || !context.policy(spec.role.as_deref()).wants_checkpoint(true) {
        return Ok(None);
    }
    let notice = "fusebox: keeping the state of the files before the command starts (checkpoint) …";
    let made = with_notice(notice, || {
        make_checkpoint(context.runtime, &spec.task, &spec.dir, clock::now())
    });
    if let Err(error) = &made {
        (context.inform)(&format!("fusebox: no checkpoint could be made: {error}"));
    }
    let result = to_checkpoint_result(&made, &spec.dir);
    let is_known = matches!(&result, CheckpointResult::Missing { .. })
        && matches!(known, CheckpointStage::Missing { .. });
    Ok((!is_known).then_some(result))
}

impl SupervisedRun<'_, '_> {
    /// Records the checkpoint with the task.
    pub(super) fn record_checkpoint(&mut self, made: Option<CheckpointResult>) -> Result<()> {
        let Some(made) = made else { return Ok(()) };
        let (session, task) = (&self.own.session, &self.spec.task);
        checkpoint::became(self.context.runtime, session, task, made, clock::now())?;
        Ok(())
    }
}
