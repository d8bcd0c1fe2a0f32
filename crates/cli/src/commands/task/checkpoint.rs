//! The checkpoint of a named task: made at its start, removed at its end, and told to people.

use std::path::Path;
use std::time::Duration;

use fusebox_engine::CheckpointPolicy;
use fusebox_engine::event::CheckpointResult;
use fusebox_git::{CheckpointName, GitError, Repository};
use fusebox_runtime::query::{self, TaskView};
use fusebox_runtime::task::Task;
use fusebox_runtime::{Runtime, checkpoint};

use super::{choice, policy_of};
use crate::context::Context;
use crate::error::CliError;
use crate::{display, style};

/// Makes it, and says in one line what came of it. The task begins whatever that is.
pub(super) fn make(context: &Context, runtime: &mut Runtime, task: &Task) -> Result<(), CliError> {
    let view = query::task(runtime.store(), &task.id)?;
    if policy_of::task(context, runtime, &view)?.checkpoints == CheckpointPolicy::Never {
        return Ok(());
    }
    let folder = Path::new(&task.folder);
    match fusebox_effects::make_checkpoint(&task.id, folder, context.now()) {
        Ok(Some(became)) => {
            // Where no session has worked on it yet, the first one finds it in git.
            if let Some(session) = view.sessions.first() {
                let now = context.now();
                checkpoint::became(runtime, session, &task.id, became, now)?;
            }
            let back = format!("fusebox rollback --task {}", choice::typed(task.id.as_str()));
            context.inform(&format!(
                "Its checkpoint is kept: {} goes back to it.",
                style::paint(style::COMMAND, back)
            ));
        }
        Ok(None) => {
            let why = fusebox_effects::no_repository_message(folder);
            context.inform(&format!("No checkpoint: {}.", display::one_line(&why, 400)));
        }
        Err(why) => context.inform(&format!(
            "{}: no checkpoint could be made: {}",
            style::paint(style::WARNING, "note"),
            display::one_line(&why.to_string(), 600)
        )),
    }
    Ok(())
}

/// Removes it and keeps the attempts for a while.
pub(super) fn remove(
    context: &Context,
    runtime: &mut Runtime,
    view: &TaskView,
) -> Result<(), CliError> {
    let Some(task) = &view.named else { return Ok(()) };
    let keep = policy_of::task(context, runtime, view)?.attempts.keep_attempts;
    let forgotten = forget(task, Duration::from_millis(keep.0), context.now().0);
    match forgotten {
        Ok((removed, attempts)) => {
            if let Some(session) = view.sessions.first().filter(|_| removed) {
                let removed = CheckpointResult::Removed;
                checkpoint::became(runtime, session, &task.id, removed, context.now())?;
            }
            if attempts > 0 {
                let s = if attempts == 1 { "" } else { "s" };
                let list =
                    format!("fusebox attempts list --task {}", choice::typed(task.id.as_str()));
                context.inform(&format!(
                    "{attempts} kept attempt{s} of it stay{} for {keep}: {}",
                    if attempts == 1 { "s" } else { "" },
                    style::paint(style::COMMAND, list)
                ));
            }
        }
        Err(why) => context.inform(&format!(
            "{}: its checkpoint stays: {}",
            style::paint(style::WARNING, "note"),
            display::one_line(&why.to_string(), 600)
        )),
    }
    Ok(())
}

/// Whether there was a checkpoint, and how many attempts are left.
fn forget(task: &Task, keep: Duration, now_ms: u64) -> Result<(bool, usize), GitError> {
    let folder = Path::new(&task.folder);
    if !folder.is_dir() {
        return Ok((false, 0));
    }
    let Some(repository) = Repository::find(folder)? else { return Ok((false, 0)) };
    let name = CheckpointName::new(task.id.as_str())?;
    let forgotten = repository.forget(&name, keep, now_ms)?;
    Ok((forgotten.checkpoint, repository.attempts(&name)?.len()))
}

/// The checkpoint in one line, if there is something to say.
pub(crate) fn words(view: &TaskView) -> Option<String> {
    match (&view.checkpoint, &view.checkpoint_partial, &view.checkpoint_missing) {
        (Some(tag), None, _) => Some(tag.clone()),
        (Some(tag), Some(partial), _) => {
            Some(format!("{tag} ({}: {partial})", style::paint(style::WARNING, "partial")))
        }
        (None, _, Some(why)) => Some(format!("none: {}", display::one_line(why, 300))),
        (None, _, None) => None,
    }
}
