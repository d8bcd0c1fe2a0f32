//! The one place where the hook reads its environment. Values are used, never logged.

use std::path::{Path, PathBuf};

use fusebox_clients::{
    Attendance, CLIENTS, Client, ClientEnvironment, ClientVariables, GuardedFile,
};
use fusebox_engine::{RunId, TaskId};
use fusebox_runtime::guarded::{FilePart, GuardedClient, GuardedFiles, GuardedSettings};
use fusebox_runtime::{FuseboxDirs, FuseboxEnvironment};

use crate::client_process::ClientProcess;

/// Environment variables, the client's process and settings paths, as the hook sees them.
#[derive(Debug, Clone, Default)]
pub struct HookEnvironment {
    /// For Fusebox.
    pub own: FuseboxEnvironment,
    /// For reading the client.
    pub client: ClientEnvironment,
    /// The project's directory, where the client tells it.
    pub project: Option<PathBuf>,
    /// The client's process, where it tells it.
    pub client_pid: Option<u32>,
    /// The process of the hook; none where another one answers for it.
    pub hook_pid: Option<u32>,
    /// The clients' settings files, where a variable moves their folder.
    pub settings: Vec<String>,
    /// The person's settings folder of each client, by the client's name.
    pub user_folders: Vec<(&'static str, PathBuf)>,
}

impl HookEnvironment {
    /// The client's process: as it tells, else the parent of the hook where that is this process.
    pub(crate) fn client_pid(&self) -> Option<u32> {
        self.client_pid.or_else(|| self.hook_pid.map(|_| std::os::unix::process::parent_id()))
    }

    /// The settings files of every client, the person's policy, and what tells the commands of the agent
    /// of `client`, where it is known, from other processes: an agent can take away the hooks of another client as well.
    #[must_use]
    pub fn guarded_files(&self, client: Option<&Client>, dirs: &FuseboxDirs) -> GuardedFiles {
        let of_client = |one: &Client| {
            let settings = one.settings?;
            let mut user_folders = self.user_folders.iter();
            let user_folder = user_folders.find(|(name, _)| *name == one.name);
            let user_folder = user_folder.map(|(_, folder)| folder.as_path());
            // The project is the folder of the session.
            let file = |guarded: &GuardedFile| {
                let path = settings.guarded_path(guarded, user_folder, Path::new(""))?;
                let GuardedFile { holds_hooks, is_own, lost_protection, .. } = *guarded;
                let part = kept_part(guarded);
                Some(GuardedSettings { path, holds_hooks, is_own, lost_protection, part })
            };
            let files = settings.guarded_files.iter().filter_map(file).collect();
            Some(GuardedClient {
                is_running: client.is_some_and(|client| client.name == one.name),
                files,
            })
        };
        // What runs with another home is another agent's.
        let home = self.own.home.iter().map(|home| format!("HOME={}", home.display()));
        let variables = client.and_then(|client| client.variables);
        let is_child = variables.iter().map(|variables| format!("{}=", variables.is_child));
        GuardedFiles {
            clients: CLIENTS.iter().filter_map(|one| of_client(one)).collect(),
            user_policy: Some(dirs.config_file.clone()),
            programs: FuseboxDirs::programs(&self.own).ok(),
            marks: if variables.is_some() { is_child.chain(home).collect() } else { Vec::new() },
        }
    }
}

/// What the runtime keeps of a file of a client; `None` is the whole file.
#[must_use]
pub fn kept_part(file: &GuardedFile) -> Option<FilePart> {
    file.part.map(|part| FilePart { kept: part.kept, restored: part.restored })
}

/// Reads the environment of a hook of `client`, once.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the one place where the hook reads it")]
pub fn read_environment(client: Option<&Client>) -> HookEnvironment {
    let of = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let variables = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let own = FuseboxEnvironment::of(variables);
    let variables = client.and_then(|client| client.variables);
    let of_client = |name: fn(&ClientVariables) -> Option<&'static str>| of(name(variables?)?);
    let process_id = of_client(|names| names.process_id).and_then(|pid| pid.parse().ok());
    // Only a client without a variable for it pays for the look at its process.
    let (client_pid, attended) = match variables.map(|names| names.attendance) {
        Some(Attendance::Process(headless)) => {
            let process = ClientProcess::above();
            (process_id.or(process.pid), Some(process.is_attended(headless)))
        }
        Some(Attendance::Variable(name)) => (process_id, of(name).map(|attended| attended == "1")),
        None => (process_id, None),
    };
    let client_environment = ClientEnvironment {
        entrypoint: of_client(|names| names.entrypoint),
        attended,
        hook: None,
        role: own.setting("FUSEBOX_ROLE").map(str::to_owned),
        task: own.setting("FUSEBOX_TASK").and_then(|task| TaskId::parse(task).ok()),
        run: own.setting("FUSEBOX_RUN").and_then(|run| RunId::parse(run).ok()),
    };
    let settings = CLIENTS
        .iter()
        .filter_map(|client| client.settings)
        .filter_map(|one| {
            Some(one.hook_files(&Path::new(&of(one.folder_variable?)?).join(one.file)))
        })
        .flatten()
        .map(|file| file.to_string_lossy().into_owned())
        .collect();
    let folder = |client: &Client| {
        let settings = client.settings?;
        let moved = settings.folder_variable.and_then(of).map(PathBuf::from);
        let folder = moved.or_else(|| Some(own.home.as_ref()?.join(settings.user_folder)))?;
        Some((client.name, folder))
    };
    let user_folders = CLIENTS.iter().filter_map(|client| folder(client)).collect();
    let runs_in_project = client
        .and_then(|client| client.settings)
        .is_some_and(|settings| settings.hooks_run_in_project);
    let project = of_client(|names| names.project).map(PathBuf::from);
    let project =
        project.or_else(|| runs_in_project.then(std::env::current_dir).and_then(Result::ok));
    HookEnvironment {
        own,
        client: client_environment,
        project,
        client_pid,
        hook_pid: Some(std::process::id()),
        settings,
        user_folders,
    }
}
