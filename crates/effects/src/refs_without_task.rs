//! Checkpoints and attempts in git whose task has ended or is not known.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fusebox_engine::event::CheckpointResult;
use fusebox_engine::{SessionId, TaskId, Timestamp};
use fusebox_git::{CheckpointName, CheckpointRef, GitError, StateRefs};
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
    /// The checkpoint, if there is one.
    pub checkpoint: Option<CheckpointRef>,
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
    /// A person completed it, and the checkpoint was not made while the task was open here: it may be
    /// that of another store with a task of the same name, and is left alone.
    CheckpointOfAnother,
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
            let made = checkpoint.as_ref();
            let Some(missing) = missing_task(runtime, name.id(), made)? else { continue };
            // Attempts of a task that has ended are where they should be.
            if missing != MissingTask::Unknown && checkpoint.is_none() {
                continue;
            }
            let (repository, task) = (repository.top().to_owned(), name.id().to_owned());
            found.push(RefsWithoutTask { repository, task, checkpoint, attempts, missing });
        }
    }
    Ok(found)
}

/// Removes the checkpoint of a task that is completed, as long as it is the one that was found. Its
/// attempts stay.
///
/// # Errors
/// When git or the store fails.
pub fn remove_checkpoint_without_task(
    runtime: &mut Runtime,
    refs: &RefsWithoutTask,
    now: Timestamp,
) -> Result<bool, Box<dyn std::error::Error>> {
    // A person may have begun it again.
    let Some(found) = &refs.checkpoint else { return Ok(false) };
    if missing_task(runtime, &refs.task, Some(found))? != Some(MissingTask::Completed) {
        return Ok(false);
    }
    let name = CheckpointName::new(&refs.task)?;
    let gone = || GitError::NoCheckpoint(refs.task.clone());
    let repository = find_repository(runtime, &refs.repository)?.ok_or_else(gone)?;
    repository.forget_checkpoint(&name, &found.commit)?;
    let id = TaskId::parse(refs.task.as_str())?;
    if let Some(session) = latest_session(runtime, &id)? {
        checkpoint::became(runtime, &session, &id, CheckpointResult::Removed, now)?;
    }
    Ok(true)
}

fn latest_session(runtime: &Runtime, task: &TaskId) -> Result<Option<SessionId>, RuntimeError> {
    let sessions = runtime.store().read().sessions_of_task(task)?;
    Ok(sessions.into_iter().find_map(|session| SessionId::parse(session).ok()))
}

/// What became of the task with this checkpoint; `None` where it goes on.
fn missing_task(
    runtime: &Runtime,
    id: &str,
    checkpoint: Option<&CheckpointRef>,
) -> Result<Option<MissingTask>, RuntimeError> {
    let Ok(id) = TaskId::parse(id) else { return Ok(Some(MissingTask::Unknown)) };
    if let Some(task) = task::find(runtime.store(), &id)? {
        let Some(completed) = task.completed_at else { return Ok(None) };
        // In whole seconds, as git keeps them. One made in the second of the completion is in doubt.
        let open = task.started_at.0 / 1000..completed.0 / 1000;
        let made = checkpoint.and_then(|checkpoint| checkpoint.made_at_s);
        return Ok(Some(match made {
            Some(made) if open.contains(&made) => MissingTask::Completed,
            Some(_) | None => MissingTask::CheckpointOfAnother,
        }));
    }
    // A session without a named task is its own.
    let is_known = runtime.store().read().scope(ScopeKind::Task, id.as_str())?.is_some();
    Ok((!is_known).then_some(MissingTask::Unknown))
}
