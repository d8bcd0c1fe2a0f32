//! Saves work in git: the checkpoint before a task, and the state at a trip.

use std::error::Error;
use std::path::Path;

use fusebox_engine::event::CheckpointResult;
use fusebox_engine::{Incident, TaskId, Timestamp};
use fusebox_git::{
    CheckpointName, CheckpointOutcome, DiffSide, GitError, LinkedTree, Repository, StateComparison,
};
use fusebox_runtime::checkpoint::TaskFolder;
use fusebox_runtime::{Runtime, checkpoint, clock, failures, task, work};

use crate::repository::find_repository;

/// Makes the checkpoint of a task and records the result with the task. A failure is recorded too, so
/// that nothing waits for the checkpoint, and is logged.
pub(crate) fn deliver_checkpoint(
    runtime: &mut Runtime,
    place: &TaskFolder,
) -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&place.folder);
    let made = make_checkpoint(runtime, &place.task, folder, clock::now());
    let result = to_checkpoint_result(&made, folder);
    let recorded = checkpoint::became(runtime, &place.session, &place.task, result, clock::now());
    if let (Err(error), Some(dir)) = (&made, runtime.state_dir()) {
        let line = format!("the checkpoint of {} could not be made: {error}", place.task);
        // The delivery records the error as well.
        let _ = failures::log(dir, &line);
    }
    made?;
    Ok(recorded?)
}

/// What is recorded of the result of [`make_checkpoint`] in this folder.
#[must_use]
pub fn to_checkpoint_result(
    made: &Result<Option<CheckpointResult>, GitError>,
    folder: &Path,
) -> CheckpointResult {
    match made {
        Ok(Some(result)) => result.clone(),
        Ok(None) => CheckpointResult::Missing { why: no_repository_message(folder) },
        Err(error) => CheckpointResult::Missing { why: error.to_string() },
    }
}

/// The message that a folder is in no git repository.
#[must_use]
pub fn no_repository_message(folder: &Path) -> String {
    format!("{} is in no git repository", folder.display())
}

/// Makes the checkpoint of a task if there is none yet; `None` outside a repository.
///
/// # Errors
/// When git fails; the message says what to do.
pub fn make_checkpoint(
    runtime: &Runtime,
    task: &TaskId,
    folder: &Path,
    now: Timestamp,
) -> Result<Option<CheckpointResult>, GitError> {
    let name = CheckpointName::new(task.as_str())?;
    let Some(repository) = find_repository(runtime, folder)? else { return Ok(None) };
    let message = format!("Fusebox: the state before {task}");
    let outcome = repository.checkpoint(&name, &message, now.0)?;
    let at = match &outcome {
        // Work that began before the end of the capture may be part of the checkpoint.
        CheckpointOutcome::Created(_) => clock::now(),
        CheckpointOutcome::Existing(existing) => Timestamp(existing.record.saved_at_ms),
    };
    let checkpoint = outcome.checkpoint();
    let left_out = checkpoint.left_out.len() as u64;
    Ok(Some(CheckpointResult::Kept { tag: checkpoint.reference(), at, left_out }))
}

/// Returns the files of a task to its checkpoint. What was there is kept as an attempt, whose ref is returned.
///
/// # Errors
/// When there is no checkpoint, or git fails.
pub fn return_to_checkpoint(
    runtime: &mut Runtime,
    task: &TaskId,
    folder: &Path,
) -> Result<String, GitError> {
    let name = CheckpointName::new(task.as_str())?;
    let Some(repository) = find_repository(runtime, folder)? else {
        return Err(GitError::NoCheckpoint(task.to_string()));
    };
    let checkpoint = repository.open_checkpoint(&name)?;
    let done = repository.rollback(&checkpoint, clock::now().0)?;
    // The work is back already, whatever the store says.
    let _ = work::note_rollback(runtime, task, clock::now());
    Ok(done.attempt.reference())
}

/// Whether the checkpoint of a task was made for it here: this store recorded it, and it is not older than a task
/// that a person started. Another store may have a task of the same name in the same repository.
///
/// # Errors
/// When the store or git fails.
pub(crate) fn is_own_checkpoint(
    runtime: &Runtime,
    id: &TaskId,
    folder: &Path,
) -> Result<bool, Box<dyn Error>> {
    let is_recorded = checkpoint::state(runtime.store(), id)?.tag().is_some();
    let Some(repository) = find_repository(runtime, folder)?.filter(|_| is_recorded) else {
        return Ok(false);
    };
    let found = repository.find_checkpoint(&CheckpointName::new(id.as_str())?)?;
    let started = task::find(runtime.store(), id)?.map_or(0, |task| task.started_at.0);
    // In whole seconds, as git keeps them.
    Ok(found.is_some_and(|found| found.record.saved_at_ms / 1_000 >= started / 1_000))
}

/// A work tree of its own at `at`, with the files of a task's checkpoint; `None` where the task has none.
///
/// # Errors
/// When git fails.
pub fn checkpoint_tree(
    runtime: &Runtime,
    task: &TaskId,
    folder: &Path,
    at: &Path,
) -> Result<Option<LinkedTree>, GitError> {
    let Some(repository) = find_repository(runtime, folder)? else { return Ok(None) };
    let checkpoint = repository.find_checkpoint(&CheckpointName::new(task.as_str())?)?;
    checkpoint.map(|checkpoint| repository.linked_tree(&checkpoint, at)).transpose()
}

/// Saves the state at a trip as an attempt, if it differs from the checkpoint.
pub(crate) fn save_tripped_state(
    runtime: &Runtime,
    place: &TaskFolder,
    incident: &Incident,
) -> Result<(), Box<dyn Error>> {
    let (task, folder) = (&place.task, Path::new(&place.folder));
    let work = compare_with_checkpoint(task, folder)?;
    if work.is_none_or(|work| work.changes.is_empty()) {
        return Ok(());
    }
    if let Some(repository) = find_repository(runtime, folder)? {
        let name = CheckpointName::new(task.as_str())?;
        let message = format!("incident {}: {}", incident.id, incident.rule());
        repository.keep_attempt(&name, &message, clock::now().0)?;
    }
    Ok(())
}

/// What differs from the checkpoint; `None` without one.
pub(crate) fn compare_with_checkpoint(
    task: &TaskId,
    folder: &Path,
) -> Result<Option<StateComparison>, GitError> {
    let name = CheckpointName::new(task.as_str())?;
    let Some(repository) = Repository::find(folder)? else { return Ok(None) };
    let Some(checkpoint) = repository.find_checkpoint(&name)? else { return Ok(None) };
    let before = DiffSide::Object(checkpoint.record.commit);
    repository.compare(&before, &DiffSide::Worktree).map(Some)
}
