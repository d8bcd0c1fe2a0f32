//! Which task's kept states a command means, and the repository that they are in.

use std::path::{Path, PathBuf};

use fusebox_engine::state::CheckpointState;
use fusebox_engine::{SessionId, TaskId};
use fusebox_git::{CheckpointName, GitError, Repository};
use fusebox_runtime::{Runtime, checkpoint, query, task};

use crate::commands::task::{choice, standing};
use crate::context::Context;
use crate::error::CliError;

/// The states that were kept of one task.
#[derive(Debug)]
pub(crate) struct TaskRepository {
    /// Where.
    pub(crate) repository: Repository,
    /// The task as git has it.
    pub(crate) name: CheckpointName,
    /// The task.
    pub(crate) task: TaskId,
    /// The session that worked on it last; none where nobody did, or nobody remembers.
    pub(crate) session: Option<SessionId>,
    /// What the store knows of its checkpoint.
    pub(crate) known: CheckpointState,
}

/// The task that is named, in its own repository; without a name the open task of this folder, else
/// that of the latest session in this repository.
pub(crate) fn find(
    context: &Context,
    runtime: &Runtime,
    name: Option<&str>,
) -> Result<TaskRepository, CliError> {
    match name {
        None => {
            let here = current_repository(context)?;
            let chosen = in_repository(context, runtime, &here)?;
            whole(runtime, here, chosen.task, chosen.session)
        }
        Some(name) => match choice::named(context, runtime, name) {
            Ok(chosen) => {
                let repository = repository_of(context, runtime, &chosen)?;
                whole(runtime, repository, chosen.task, chosen.session)
            }
            Err(unknown) => {
                // The store may have forgotten what git still has.
                let (Ok(here), Ok(task)) = (current_repository(context), TaskId::parse(name))
                else {
                    return Err(unknown);
                };
                let kept = whole(runtime, here, task, None)?;
                let has = kept.repository.find_checkpoint(&kept.name)?.is_some()
                    || !kept.repository.attempts(&kept.name)?.is_empty();
                if has { Ok(kept) } else { Err(unknown) }
            }
        },
    }
}

/// The repository around the present folder.
pub(crate) fn current_repository(context: &Context) -> Result<Repository, CliError> {
    Repository::find(&context.dir)?.ok_or_else(|| nowhere(&context.dir))
}

fn nowhere(folder: &Path) -> CliError {
    CliError::failed(fusebox_effects::no_repository_message(folder))
        .hint("checkpoints and attempts are kept in git; `git init` begins one")
}

fn whole(
    runtime: &Runtime,
    repository: Repository,
    task: TaskId,
    session: Option<SessionId>,
) -> Result<TaskRepository, CliError> {
    let name = CheckpointName::new(task.as_str())?;
    let known = checkpoint::state(runtime.store(), &task)?;
    Ok(TaskRepository { repository, name, task, session, known })
}

fn repository_of(
    context: &Context,
    runtime: &Runtime,
    chosen: &choice::Chosen,
) -> Result<Repository, CliError> {
    let named = task::find(runtime.store(), &chosen.task)?.map(|task| task.folder);
    let folder = match (named, &chosen.session) {
        (Some(folder), _) => Some(folder),
        (None, Some(session)) => query::folder(runtime.store(), session)?,
        (None, None) => None,
    };
    let folder = folder.map_or_else(|| context.dir.clone(), PathBuf::from);
    if !folder.is_dir() {
        return Err(CliError::failed(format!("its folder {} is gone", folder.display()))
            .hint("what git kept is in the repository: `git for-each-ref` lists it"));
    }
    Repository::find(&folder)?.ok_or_else(|| nowhere(&folder))
}

fn in_repository(
    context: &Context,
    runtime: &Runtime,
    here: &Repository,
) -> Result<choice::Chosen, CliError> {
    if let Some(task) = task::of_folder(runtime.store(), &context.dir)? {
        return choice::named(context, runtime, task.id.as_str());
    }
    for view in standing::sessions(context, runtime)? {
        let folder = query::folder(runtime.store(), &view.session)?.map(PathBuf::from);
        let is_here = |folder: PathBuf| {
            folder.starts_with(here.top())
                || folder.canonicalize().is_ok_and(|folder| folder.starts_with(here.top()))
        };
        if folder.is_some_and(is_here) {
            return Ok(choice::Chosen { task: view.task, session: Some(view.session) });
        }
    }
    Err(CliError::failed("no task and no session has worked in this repository")
        .hint("`--task ID` names one; `fusebox task list` and `fusebox status` list them"))
}

impl From<GitError> for CliError {
    fn from(error: GitError) -> Self {
        Self::failed(error.to_string())
    }
}
