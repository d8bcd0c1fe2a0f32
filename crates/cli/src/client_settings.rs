//! Which clients have our hooks, and where.

use std::path::PathBuf;

use fusebox_clients::install::{HookInstaller, InstallError, InstallStatus, installer_of};
use fusebox_clients::{CLIENTS, Client};
use fusebox_config::{ReportedQuantity, ReportingClient};

use crate::commands::install::settings_file::SettingsFile;
use crate::commands::install::target::{Scope, Target};
use crate::context::Context;
use crate::error::CliError;

/// A settings file that a client reads here, and what of ours is in it.
#[derive(Debug)]
pub(crate) struct ClientSettings {
    /// The client.
    pub(crate) client: &'static Client,
    /// Whose settings they are.
    pub(crate) owner: SettingsOwner,
    /// The file; it need not exist.
    pub(crate) file: PathBuf,
    /// Our hooks, or why the file cannot be understood.
    pub(crate) installed: Result<InstallStatus, InstallError>,
}

/// Whose settings a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettingsOwner {
    /// Those that we install into.
    Installed(Scope),
    /// A person's own of a project.
    Local,
    /// Those of whoever manages the machine.
    Managed,
}

impl ClientSettings {
    /// What puts our hooks in order there.
    pub(crate) fn repair_command(&self) -> String {
        match self.owner {
            SettingsOwner::Installed(scope) => {
                format!("fusebox install {} --scope {}", self.client.name, scope.word())
            }
            SettingsOwner::Local => format!(
                "take them out of it and install them: fusebox install {}",
                self.client.name
            ),
            SettingsOwner::Managed => "whoever manages this machine has to mend it".to_owned(),
        }
    }

    /// Whether a hook of ours is in the file.
    pub(crate) fn has_hooks(&self) -> bool {
        self.installed.as_ref().is_ok_and(|installed| !installed.hooks.is_empty())
    }
}

/// Every settings file of every client that can be read.
pub(crate) fn read_all(context: &Context) -> Vec<Result<ClientSettings, CliError>> {
    let mut found: Vec<Result<ClientSettings, CliError>> = Vec::new();
    for client in CLIENTS {
        let (Some(installer), Some(paths)) = (installer_of(client), client.settings) else {
            continue;
        };
        let mut files = Vec::new();
        for scope in Scope::ALL {
            match Target::of(context, client, scope) {
                Ok(None) => {}
                Err(error) => found.push(Err(error)),
                Ok(Some(target)) => {
                    let local = paths.local_file.filter(|_| scope == Scope::Project);
                    let local = local.map(|name| target.file.with_file_name(name));
                    files.push((SettingsOwner::Installed(scope), target.file));
                    files.extend(local.map(|file| (SettingsOwner::Local, file)));
                }
            }
        }
        files.extend(paths.managed_file.map(|file| (SettingsOwner::Managed, PathBuf::from(file))));
        for (owner, file) in files {
            // In the home folder, a project's settings are the person's.
            if !found.iter().flatten().any(|known| known.file == file) {
                found.push(read(client, installer, owner, file));
            }
        }
    }
    found
}

fn read(
    client: &'static Client,
    installer: &HookInstaller,
    owner: SettingsOwner,
    file: PathBuf,
) -> Result<ClientSettings, CliError> {
    let settings = SettingsFile::read(&file)?;
    let installed = (installer.status)(settings.text().unwrap_or_default());
    Ok(ClientSettings { client, owner, file, installed })
}

/// The names of the clients that have our hooks here.
pub(crate) fn hooked_clients(context: &Context) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = read_all(context)
        .iter()
        .flatten()
        .filter(|settings| settings.has_hooks())
        .map(|settings| settings.client.title)
        .collect();
    names.dedup();
    names
}

/// What these clients report of tokens, messages and cost, through hooks or their own record of the
/// conversation.
pub(crate) fn usage_feeds(clients: &[&'static str]) -> Vec<ReportingClient<'static>> {
    const RECORDED: &[ReportedQuantity] = &[
        ReportedQuantity::Messages,
        ReportedQuantity::ContextTokens,
        ReportedQuantity::OutputTokens,
    ];
    let reads = |name: &str| {
        CLIENTS.iter().any(|client| client.title == name && client.read_transcript.is_some())
    };
    let feeds = |name: &str| if reads(name) { RECORDED } else { &[] };
    clients.iter().map(|name| ReportingClient { name, reports: feeds(name) }).collect()
}
