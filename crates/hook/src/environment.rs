//! The one place where the hook reads its environment. Values are used, never logged.

use std::path::PathBuf;

use fusebox_clients::{CLIENTS, ClientEnvironment, ClientVariables};
use fusebox_engine::{RunId, TaskId};
use fusebox_runtime::FuseboxEnvironment;

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
    /// The clients' settings files, where a variable moves their folder.
    pub settings: Vec<String>,
}

impl HookEnvironment {
    /// The client's process: as it tells, else the parent of the hook.
    pub(crate) fn client_pid(&self) -> u32 {
        self.client_pid.unwrap_or_else(std::os::unix::process::parent_id)
    }
}

/// Reads the environment, once.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the one place where the hook reads it")]
pub fn read_environment() -> HookEnvironment {
    let of = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let variables = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let own = FuseboxEnvironment::of(variables);
    let of_client = |name: fn(&ClientVariables) -> &'static str| {
        CLIENTS.iter().filter_map(|client| of(name(client.variables?))).next()
    };
    let client = ClientEnvironment {
        entrypoint: of_client(|names| names.entrypoint),
        attended: of_client(|names| names.is_attended).map(|attended| attended == "1"),
        role: own.setting("FUSEBOX_ROLE").map(str::to_owned),
        task: own.setting("FUSEBOX_TASK").and_then(|task| TaskId::parse(task).ok()),
        run: own.setting("FUSEBOX_RUN").and_then(|run| RunId::parse(run).ok()),
    };
    let client_pid = of_client(|names| names.process_id).and_then(|pid| pid.parse().ok());
    let settings = CLIENTS
        .iter()
        .filter_map(|client| client.settings)
        .filter_map(|one| Some(format!("{}/{}", of(one.folder_variable)?, one.file)))
        .collect();
    let project = of_client(|names| names.project).map(PathBuf::from);
    HookEnvironment { own, client, project, client_pid, settings }
}
