//! Checkpoints and attempts in git whose task has ended or is not known.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fusebox_engine::event::CheckpointResult;
use fusebox_engine::{SessionId, TaskId, Timestamp};
use fusebox_git::{CheckpointName, GitError, StateRefs};
use fusebox_runtime::{Runtime, RuntimeError, checkpoint, query, task};
use fusebox_store::ScopeKind;

use crate::repository::find_repository;

/// Refs of one task in one repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefsWithoutTask {
    /// The top folder of the repository's work tree.
    pub repository: PathBuf,
    /// The id of the task.
    pub task: String,
    /// Whether there is a checkpoint.
    pub checkpoint: bool,
    /// Attempts that are kept.
    pub attempts: usize,
    /// What became of the task.
    pub missing: MissingTask,
}

/// What became of the task of a ref.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingTask {
    /// A person completed it: its checkpoint is removed then, and its attempts stay.
    Completed,
    /// This store does not know it. Another store may: its refs are left alone until they are old.
    Unknown,
}

/// Finds such refs in every repository that a session or a task worked in. It changes nothing. A
/// repository that is gone or cannot be read is left out.
///
/// # Errors
/// When the store fails.
pub fn find_refs_without_task(runtime: &Runtime) -> Result<Vec<RefsWithoutTask>, RuntimeError> {
    let (mut known, mut found) = (BTreeSet::new(), Vec::new());
    for folder in query::folders(runtime.store())? {
        let folder = Path::new(&folder);
        if !folder.is_dir() {
            continue;
        }
        let Ok(Some(repository)) = find_repository(runtime, folder) else { continue };
        // Linked worktrees share their refs.
        if !known.insert(repository.common_dir()) {
            continue;
        }
        for StateRefs { name, checkpoint, attempts } in repository.state_refs().unwrap_or_default()
        {
            let Some(missing) = missing_task(runtime, name.id())? else { continue };
            // Attempts of a task that has ended are where they should be.
            if missing == MissingTask::Completed && !checkpoint {
                continue;
            }
            let (repository, task) = (repository.top().to_owned(), name.id().to_owned());
            found.push(RefsWithoutTask { repository, task, checkpoint, attempts, missing });
        }
    }
    Ok(found)
}

/// Removes the checkpoint of a task that is completed. Its attempts stay.
///
/// # Errors
/// When git or the store fails.
pub fn remove_checkpoint_without_task(
    runtime: &mut Runtime,
    refs: &RefsWithoutTask,
    now: Timestamp,
) -> Result<bool, Box<dyn std::error::Error>> {
    // A person may have begun it again.
    if missing_task(runtime, &refs.task)? != Some(MissingTask::Completed) {
        return Ok(false);
    }
    let name = CheckpointName::new(&refs.task)?;
    let gone = || GitError::NoCheckpoint(refs.task.clone());
    let repository = find_repository(runtime, &refs.repository)?.ok_or_else(gone)?;
    let removed = repository.forget(&name, Duration::MAX, now.0)?;
    let id = TaskId::parse(refs.task.as_str())?;
    if let Some(session) = latest_session(runtime, &id)? {
        checkpoint::became(runtime, &session, &id, CheckpointResult::Removed, now)?;
    }
    Ok(removed.checkpoint)
}

fn latest_session(runtime: &Runtime, task: &TaskId) -> Result<Option<SessionId>, RuntimeError> {
    let sessions = runtime.store().read().sessions_of_task(task)?;
    Ok(sessions.into_iter().find_map(|session| SessionId::parse(session).ok()))
}

/// What became of a task; `None` where it goes on.
fn missing_task(runtime: &Runtime, id: &str) -> Result<Option<MissingTask>, RuntimeError> {
    let Ok(id) = TaskId::parse(id) else { return Ok(Some(MissingTask::Unknown)) };
    if let Some(task) = task::find(runtime.store(), &id)? {
        return Ok((!task.is_open()).then_some(MissingTask::Completed));
    }
    // A session without a named task is its own.
    let is_known = runtime.store().read().scope(ScopeKind::Task, id.as_str())?.is_some();
    Ok((!is_known).then_some(MissingTask::Unknown))
}
