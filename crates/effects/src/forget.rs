//! Removes what is older than the policy keeps: rows of the store, and refs in git.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;
use std::time::Duration;

use fusebox_engine::{TaskId, Timestamp};
use fusebox_git::{CheckpointName, GitError, Repository};
use fusebox_runtime::{PurgeBody, Runtime, RuntimeError, query, task};
use fusebox_store::PurgeRequest;

use crate::repository::find_repository;

/// Removes old rows and refs, as `fusebox purge` does.
pub(crate) fn deliver_purge(
    runtime: &mut Runtime,
    body: &str,
    now: Timestamp,
) -> Result<(), Box<dyn Error>> {
    let purge: PurgeBody = serde_json::from_str(body).map_err(|_| "no point in time")?;
    // The refs first: their folders are known from rows that are removed.
    forget_git_refs(runtime, purge, now)?;
    runtime.store_mut().purge(PurgeRequest::Before(purge.before))?;
    Ok(())
}

/// Removes checkpoints and attempts of tasks that are not open, in every repository that a session
/// or a task worked in. A repository that is gone or cannot be read keeps its refs.
///
/// # Errors
/// When the store fails.
pub fn forget_git_refs(
    runtime: &Runtime,
    purge: PurgeBody,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let store = runtime.store();
    let open: BTreeSet<TaskId> = task::all(store, true)?.into_iter().map(|task| task.id).collect();
    let mut done = BTreeSet::new();
    for folder in query::folders(store)? {
        let Ok(Some(repository)) = find_repository(runtime, Path::new(&folder)) else { continue };
        if done.insert(repository.git_dir().to_owned()) {
            // A repository that another process has locked is handled by the next purge.
            let _ = forget_in_repository(&repository, purge, &open, now);
        }
    }
    Ok(())
}

fn forget_in_repository(
    repository: &Repository,
    purge: PurgeBody,
    open: &BTreeSet<TaskId>,
    now: Timestamp,
) -> Result<(), GitError> {
    let keep = Duration::from_millis(purge.keep_attempts.0);
    let is_closed = |name: &CheckpointName| open.iter().all(|task| task.as_str() != name.id());
    for name in repository.checkpoint_names()?.into_iter().filter(is_closed) {
        // A checkpoint that cannot be read is not ours to remove.
        let Ok(Some(checkpoint)) = repository.find_checkpoint(&name) else { continue };
        if checkpoint.record.saved_at_ms < purge.before.0 {
            repository.forget(&name, keep, now.0)?;
        }
    }
    for name in repository.attempt_names()?.into_iter().filter(is_closed) {
        repository.forget_attempts(&name, keep, now.0)?;
    }
    Ok(())
}
