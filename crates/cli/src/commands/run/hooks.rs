//! Answers the hooks of a confined command in this process.

use std::path::PathBuf;

use fusebox_clients::{AgentProgram, CLIENTS, Client, client_named};
use fusebox_engine::RunId;
use fusebox_guard::policies::FolderPolicies;
use fusebox_hook::{HookEnvironment, HookServer, HookService};
use fusebox_runtime::FuseboxEnvironment;
use fusebox_runtime::guarded::GuardedFiles;

use crate::commands::install::target::user_folder;
use crate::{Context, Result};

/// Listens for the hooks of run or loop `id`, whose command gets these variables.
pub(super) fn start(
    id: &RunId,
    variables: &[(String, String)],
    is_attended: bool,
    context: &Context,
) -> Result<HookServer> {
    let state_dir = context.home()?.state_dir;
    let service = service(variables, is_attended, context)?;
    Ok(HookServer::start(&state_dir, id.as_str(), service)?)
}

/// What the answers to hooks of the command depend on.
pub(super) fn service(
    variables: &[(String, String)],
    is_attended: bool,
    context: &Context,
) -> Result<HookService> {
    let dirs = context.home()?;
    let environment = environment_with(variables, context);
    let moved = CLIENTS.iter().filter_map(|client| client.settings).filter_map(|settings| {
        let folder = context.variables.folder(settings.folder_variable?)?;
        Some(settings.hook_files(&folder.join(settings.file)))
    });
    let moved = moved.flatten().map(|file| file.to_string_lossy().into_owned());
    let policies = FolderPolicies { dirs, environment: environment.clone() };
    Ok(HookService {
        policies: Box::new(policies),
        environment,
        settings: moved.collect(),
        // A client writes to some of the guarded files, so that not all of them are read-only inside.
        user_folders: user_folders(context),
        is_attended,
    })
}

/// The files that the command of this agent must not change in certain ways.
pub(super) fn guarded_files(agent: &AgentProgram, context: &Context) -> Result<GuardedFiles> {
    let own = context.environment.clone();
    let user_folders = user_folders(context);
    let environment = HookEnvironment { own, user_folders, ..HookEnvironment::default() };
    Ok(environment.guarded_files(client_named(agent.name), &context.home()?))
}

/// The person's settings folder of each client, by the client's name.
fn user_folders(context: &Context) -> Vec<(&'static str, PathBuf)> {
    let folder = |client: &Client| Some((client.name, user_folder(context, client.settings?)?));
    CLIENTS.iter().filter_map(|one| folder(one)).collect()
}

/// Our environment as the hooks of the command see it.
pub(super) fn environment_with(
    variables: &[(String, String)],
    context: &Context,
) -> FuseboxEnvironment {
    let mut inner: FuseboxEnvironment = context.environment.clone();
    inner.settings.retain(|(name, _)| !variables.iter().any(|(ours, _)| ours == name));
    inner.settings.extend(variables.iter().cloned());
    inner.settings.sort();
    inner
}
