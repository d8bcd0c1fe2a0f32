//! Forgetting what is older than the policy keeps: rows of the store, and what git keeps for us.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use fusebox_engine::{TaskId, Timestamp};
use fusebox_git::{GitError, Repository};
use fusebox_runtime::{PurgeBody, Runtime, query, task};
use fusebox_store::PurgeRequest;

/// Forgets, as `fusebox purge` does.
pub(crate) fn old(runtime: &mut Runtime, body: &str, now: Timestamp) -> Result<(), String> {
    let what: PurgeBody = serde_json::from_str(body).map_err(|_| "no point in time".to_owned())?;
    // First in git: the folders are known from rows that go.
    forget_git_refs(runtime, what, now)?;
    let forgotten = runtime.store_mut().purge(PurgeRequest::Before(what.before));
    forgotten.map(drop).map_err(|error| error.to_string())
}

/// Forgets checkpoints and attempts of tasks that are not open, in every repository that a session
/// or a task worked in. A repository that is gone or cannot be read keeps what it has.
///
/// # Errors
/// When the store fails.
pub fn forget_git_refs(runtime: &Runtime, what: PurgeBody, now: Timestamp) -> Result<(), String> {
    let store = runtime.store();
    let failed = |error: fusebox_runtime::RuntimeError| error.to_string();
    let open: BTreeSet<TaskId> =
        task::all(store, true).map_err(failed)?.into_iter().map(|task| task.id).collect();
    let mut done = BTreeSet::new();
    for folder in query::folders(store).map_err(failed)? {
        let Ok(Some(repository)) = Repository::find(Path::new(&folder)) else { continue };
        if done.insert(repository.git_dir().to_owned()) {
            // One that another process holds has its turn tomorrow.
            let _ = in_repository(&repository, what, &open, now);
        }
    }
    Ok(())
}

fn in_repository(
    repository: &Repository,
    what: PurgeBody,
    open: &BTreeSet<TaskId>,
    now: Timestamp,
) -> Result<(), GitError> {
    let keep = Duration::from_millis(what.keep_attempts.0);
    let is_open = |id: &str| open.iter().any(|task| task.as_str() == id);
    for name in repository.checkpoint_names()?.into_iter().filter(|name| !is_open(name.id())) {
        // What cannot be read is not ours to remove.
        let Ok(Some(checkpoint)) = repository.find_checkpoint(&name) else { continue };
        if checkpoint.record.saved_at_ms < what.before.0 {
            repository.forget(&name, keep, now.0)?;
        }
    }
    for name in repository.attempt_names()?.into_iter().filter(|name| !is_open(name.id())) {
        repository.forget_attempts(&name, keep, now.0)?;
    }
    Ok(())
}
