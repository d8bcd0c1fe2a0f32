//! Keeping work in git: the checkpoint before it, and the state at a trip.

use std::path::Path;

use fusebox_engine::event::CheckpointResult;
use fusebox_engine::{Incident, TaskId, Timestamp};
use fusebox_git::{CheckpointName, CheckpointOutcome, DiffSide, FileChange, Repository};
use fusebox_runtime::checkpoint::TaskFolder;
use fusebox_runtime::{Runtime, checkpoint, clock, failures};

/// Makes the checkpoint of a task and tells the task's record. A failure is told there as well, so
/// that nothing waits for it, and is one line in the log of failures.
pub(crate) fn make(runtime: &mut Runtime, place: &TaskFolder) -> Result<(), String> {
    let made = make_checkpoint(&place.task, Path::new(&place.folder), clock::now());
    let became = match &made {
        Ok(Some(became)) => became.clone(),
        Ok(None) => {
            CheckpointResult::Missing { why: no_repository_message(Path::new(&place.folder)) }
        }
        Err(error) => CheckpointResult::Missing { why: error.clone() },
    };
    let told = checkpoint::became(runtime, &place.session, &place.task, became, clock::now());
    if let (Err(error), Some(dir)) = (&made, runtime.state_dir()) {
        let line = format!("the checkpoint of {} could not be made: {error}", place.task);
        // The delivery says it as well.
        let _ = failures::log(dir, &line);
    }
    made?;
    told.map_err(|error| error.to_string())
}

/// Why there is nothing to keep.
#[must_use]
pub fn no_repository_message(folder: &Path) -> String {
    format!("{} is in no git repository", folder.display())
}

/// Makes the checkpoint of a task where there is none yet; `None` outside a repository.
///
/// # Errors
/// When git fails; the text says what to do.
pub fn make_checkpoint(
    task: &TaskId,
    folder: &Path,
    now: Timestamp,
) -> Result<Option<CheckpointResult>, String> {
    let Some((repository, name)) = repository(task, folder)? else { return Ok(None) };
    let message = format!("Fusebox: the state before {task}");
    let made = repository.checkpoint(&name, &message, now.0).map_err(|error| error.to_string())?;
    // The end of the capture tells whether the work began before it; what was there is older.
    let at = match &made {
        CheckpointOutcome::Created(_) => clock::now(),
        CheckpointOutcome::Existing(existing) => Timestamp(existing.record.saved_at_ms),
    };
    let made = made.checkpoint();
    let left_out = made.left_out.len() as u64;
    Ok(Some(CheckpointResult::Kept { tag: made.tag(), at, left_out }))
}

/// Keeps the work as it stands at a trip, where it differs from the checkpoint.
pub(crate) fn keep_at_trip(place: &TaskFolder, incident: &Incident) -> Result<(), String> {
    let (task, folder) = (&place.task, Path::new(&place.folder));
    if changed(task, folder)?.is_empty() {
        return Ok(());
    }
    let Some((repository, name)) = repository(task, folder)? else { return Ok(()) };
    let message = format!("at the trip of {} (incident {})", incident.rule(), incident.id);
    let kept = repository.keep_attempt(&name, &message, clock::now().0);
    kept.map(drop).map_err(|error| error.to_string())
}

/// What changed since the checkpoint; nothing where there is none.
pub(crate) fn changed(task: &TaskId, folder: &Path) -> Result<Vec<FileChange>, String> {
    let failed = |error: fusebox_git::GitError| error.to_string();
    let Some((repository, name)) = repository(task, folder)? else { return Ok(Vec::new()) };
    let Some(checkpoint) = repository.find_checkpoint(&name).map_err(failed)? else {
        return Ok(Vec::new());
    };
    let before = DiffSide::Object(checkpoint.record.commit);
    repository.changes(&before, &DiffSide::Worktree).map_err(failed)
}

fn repository(
    task: &TaskId,
    folder: &Path,
) -> Result<Option<(Repository, CheckpointName)>, String> {
    let failed = |error: fusebox_git::GitError| error.to_string();
    let name = CheckpointName::new(task.as_str()).map_err(failed)?;
    let found = Repository::find(folder).map_err(failed)?;
    Ok(found.map(|repository| (repository, name)))
}
