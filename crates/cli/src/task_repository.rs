//! The repository that holds the checkpoint and the attempts of a task.

use std::path::{Path, PathBuf};

use fusebox_engine::state::CheckpointState;
use fusebox_engine::{SessionId, TaskId};
use fusebox_git::{CheckpointName, Repository};
use fusebox_runtime::{Runtime, checkpoint, query, task};

use crate::task_choice::{self, TaskChoice};
use crate::{CliError, Context, Result};

/// A task, and the repository that holds its checkpoint and attempts.
#[derive(Debug)]
pub(crate) struct TaskRepository {
    /// The repository.
    pub(crate) repository: Repository,
    /// The task as its refs name it.
    pub(crate) name: CheckpointName,
    /// The task.
    pub(crate) task: TaskId,
    /// The session that worked on it last; none where nobody did, or the store has forgotten it.
    pub(crate) session: Option<SessionId>,
    /// What the store knows of its checkpoint.
    pub(crate) known: CheckpointState,
}

impl TaskRepository {
    fn new(runtime: &Runtime, repository: Repository, chosen: TaskChoice) -> Result<Self> {
        let TaskChoice { task, session } = chosen;
        let name = CheckpointName::new(task.as_str())?;
        let known = checkpoint::state(runtime.store(), &task)?;
        Ok(Self { repository, name, task, session, known })
    }
}

/// The named task in its own repository. Without a name, the active task of this folder, else that
/// of the latest session in this repository.
pub(crate) fn find(
    context: &Context,
    runtime: &Runtime,
    name: Option<&str>,
) -> Result<TaskRepository> {
    let Some(name) = name else {
        let here = current_repository(context, runtime)?;
        let chosen = task_in_repository(context, runtime, &here)?;
        return TaskRepository::new(runtime, here, chosen);
    };
    let unknown = match task_choice::find_named(runtime, name) {
        Ok(chosen) => {
            let repository = repository_of(context, runtime, &chosen)?;
            return TaskRepository::new(runtime, repository, chosen);
        }
        Err(unknown) => unknown,
    };
    // Git may hold refs of a task that the store has forgotten.
    let (Ok(here), Ok(task)) = (current_repository(context, runtime), TaskId::parse(name)) else {
        return Err(unknown);
    };
    let found = TaskRepository::new(runtime, here, TaskChoice { task, session: None })?;
    let has_refs = found.repository.find_checkpoint(&found.name)?.is_some()
        || !found.repository.attempts(&found.name)?.is_empty();
    if has_refs { Ok(found) } else { Err(unknown) }
}

/// The repository around the working directory.
pub(crate) fn current_repository(context: &Context, runtime: &Runtime) -> Result<Repository> {
    fusebox_effects::find_repository(runtime, &context.dir)?
        .ok_or_else(|| no_repository(&context.dir))
}

fn no_repository(folder: &Path) -> CliError {
    CliError::failed(fusebox_effects::no_repository_message(folder))
        .hint("checkpoints and attempts are kept in git; `git init` creates a repository")
}

/// The repository of the folder in which the task is worked on.
fn repository_of(context: &Context, runtime: &Runtime, chosen: &TaskChoice) -> Result<Repository> {
    let named = task::find(runtime.store(), &chosen.task)?.map(|task| task.folder);
    let folder = match (named, &chosen.session) {
        (Some(folder), _) => Some(folder),
        (None, Some(session)) => query::folder(runtime.store(), session)?,
        (None, None) => None,
    };
    let folder = folder.map_or_else(|| context.dir.clone(), PathBuf::from);
    if !folder.is_dir() {
        return Err(CliError::failed(format!("its folder {} does not exist", folder.display()))
            .hint("checkpoints and attempts are refs: `git for-each-ref` lists them"));
    }
    fusebox_effects::find_repository(runtime, &folder)?.ok_or_else(|| no_repository(&folder))
}

/// The active task of the working directory, else that of the latest session in `here`.
fn task_in_repository(
    context: &Context,
    runtime: &Runtime,
    here: &Repository,
) -> Result<TaskChoice> {
    if let Some(task) = task::of_folder(runtime.store(), &context.dir)? {
        return task_choice::find_named(runtime, task.id.as_str());
    }
    for view in task_choice::sessions(runtime)? {
        let folder = query::folder(runtime.store(), &view.session)?.map(PathBuf::from);
        let is_here = |folder: PathBuf| {
            folder.starts_with(here.top())
                || folder.canonicalize().is_ok_and(|folder| folder.starts_with(here.top()))
        };
        if folder.is_some_and(is_here) {
            return Ok(TaskChoice::of_session(&view));
        }
    }
    Err(CliError::failed("no task and no session has worked in this repository")
        .hint("`--task ID` names one; `fusebox task list` and `fusebox status` list them"))
}
