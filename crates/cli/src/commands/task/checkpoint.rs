//! The checkpoint of a named task: created at its start, removed at its end, and shown to people.

use std::path::Path;
use std::time::Duration;

use fusebox_engine::event::CheckpointResult;
use fusebox_git::{CheckpointName, GitError};
use fusebox_runtime::query::TaskView;
use fusebox_runtime::task::Task;
use fusebox_runtime::{Runtime, checkpoint};

use super::policy_of;
use crate::display::{self, count, one_line};
use crate::{Context, Result, clock, style};

/// Creates the checkpoint and prints the result in one line. The task starts in any case.
pub(super) fn create(
    context: &Context,
    runtime: &mut Runtime,
    task: &Task,
    view: &TaskView,
) -> Result<()> {
    let folder = Path::new(&task.folder);
    match fusebox_effects::make_checkpoint(runtime, &task.id, folder, clock::now()) {
        Ok(Some(became)) => {
            // A task without a session has no log yet; its first session finds the ref in git.
            if let Some(session) = view.sessions.first() {
                checkpoint::became(runtime, session, &task.id, became, clock::now())?;
            }
            let id = display::shell_word(task.id.as_str());
            let command = style::command(format!("fusebox rollback --task {id}"));
            context.inform(&format!("Its checkpoint is kept: {command} goes back to it."));
        }
        Ok(None) => {
            let why = fusebox_effects::no_repository_message(folder);
            context.inform(&format!("No checkpoint: {}.", one_line(&why, 400)));
        }
        Err(error) => {
            let why = one_line(&error.to_string(), 600);
            context.note(&format!("no checkpoint could be made: {why}"));
        }
    }
    Ok(())
}

/// Removes the checkpoint. The attempts stay for `attempts.keep_attempts`.
pub(super) fn remove(context: &Context, runtime: &mut Runtime, view: &TaskView) -> Result<()> {
    let Some(task) = &view.named else { return Ok(()) };
    let keep = policy_of::task(context, runtime, view)?.attempts.keep_attempts;
    let (was_removed, attempts) =
        match remove_refs(runtime, task, Duration::from_millis(keep.0), clock::now().0) {
            Ok(removed) => removed,
            Err(error) => {
                let why = one_line(&error.to_string(), 600);
                context.note(&format!("its checkpoint could not be removed: {why}"));
                return Ok(());
            }
        };
    if let Some(session) = view.sessions.first().filter(|_| was_removed) {
        let removed = CheckpointResult::Removed;
        checkpoint::became(runtime, session, &task.id, removed, clock::now())?;
    }
    if attempts > 0 {
        let verb = if attempts == 1 { "stays" } else { "stay" };
        let id = display::shell_word(task.id.as_str());
        let command = style::command(format!("fusebox attempts list --task {id}"));
        let attempts = count(attempts as u64, "kept attempt");
        context.inform(&format!("{attempts} of it {verb} for {keep}: {command}"));
    }
    Ok(())
}

/// Removes the checkpoint and the attempts older than `keep`. Returns whether there was a
/// checkpoint, and how many attempts are left.
fn remove_refs(
    runtime: &Runtime,
    task: &Task,
    keep: Duration,
    now_ms: u64,
) -> Result<(bool, usize), GitError> {
    let folder = Path::new(&task.folder);
    if !folder.is_dir() {
        return Ok((false, 0));
    }
    let Some(repository) = fusebox_effects::find_repository(runtime, folder)? else {
        return Ok((false, 0));
    };
    let name = CheckpointName::new(task.id.as_str())?;
    let forgotten = repository.forget(&name, keep, now_ms)?;
    Ok((forgotten.checkpoint, repository.attempts(&name)?.len()))
}

/// The checkpoint in one line; none where nothing is known of it.
pub(crate) fn text(view: &TaskView) -> Option<String> {
    match (&view.checkpoint, &view.checkpoint_partial, &view.checkpoint_missing) {
        (Some(tag), None, _) => Some(tag.clone()),
        (Some(tag), Some(partial), _) => {
            Some(format!("{tag} ({}: {partial})", style::warning("partial")))
        }
        (None, _, Some(why)) => Some(format!("none: {}", one_line(why, 300))),
        (None, _, None) => None,
    }
}
