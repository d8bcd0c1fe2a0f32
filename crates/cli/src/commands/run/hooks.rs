//! Answers the hooks of a confined command in this process.

use fusebox_clients::{CLIENTS, Client};
use fusebox_engine::RunId;
use fusebox_guard::policies::FolderPolicies;
use fusebox_hook::{HookServer, HookService};
use fusebox_runtime::FuseboxEnvironment;

use crate::commands::install::target::user_folder;
use crate::{Context, Result};

/// Listens for the hooks of run or loop `id`, whose command gets these variables.
pub(super) fn start(
    id: &RunId,
    variables: &[(String, String)],
    is_attended: bool,
    context: &Context,
) -> Result<HookServer> {
    let dirs = context.home()?;
    let environment = environment_with(variables, context);
    let moved = CLIENTS.iter().filter_map(|client| client.settings).filter_map(|settings| {
        let folder = context.variables.folder(settings.folder_variable?)?;
        Some(settings.hook_files(&folder.join(settings.file)))
    });
    let moved = moved.flatten().map(|file| file.to_string_lossy().into_owned());
    let folder = |client: &Client| Some((client.name, user_folder(context, client.settings?)?));
    let state_dir = dirs.state_dir.clone();
    let policies = FolderPolicies { dirs, environment: environment.clone() };
    let service = HookService {
        policies: Box::new(policies),
        environment,
        settings: moved.collect(),
        // A client writes to some of the guarded files, so that not all of them are read-only inside.
        user_folders: CLIENTS.iter().filter_map(|one| folder(one)).collect(),
        is_attended,
    };
    Ok(HookServer::start(&state_dir, id.as_str(), service)?)
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
