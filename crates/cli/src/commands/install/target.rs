//! The settings file to install into: a person's, a project's, or the administrator's.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use fusebox_clients::install::{HookInstaller, installer_of};
use fusebox_clients::{CLIENTS, Client, ClientSettings, client_named};
use fusebox_runtime::project::work_tree_top;
use serde::Serialize;

use super::hook_files::HookFiles;
use crate::{CliError, Context, Result};

/// The sessions that are guarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InstallScope {
    /// Yours, in every project.
    User,
    /// Everyone's in this project.
    Project,
    /// Everyone's on this machine, which no other settings switch off. It needs the administrator's rights.
    Managed,
}

impl InstallScope {
    /// Every scope.
    pub(crate) const ALL: [Self; 3] = [Self::User, Self::Project, Self::Managed];

    /// The word on the command line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Managed => "managed",
        }
    }
}

/// A settings file to install into.
#[derive(Debug, Clone)]
pub(crate) struct InstallTarget {
    /// The client.
    pub(crate) client: &'static Client,
    /// What patches the settings.
    pub(crate) installer: &'static HookInstaller,
    /// The owner of the settings file.
    pub(crate) scope: InstallScope,
    /// The file, or the folder of a file for each event; it need not exist.
    pub(crate) file: PathBuf,
}

impl InstallTarget {
    /// The settings file of the client of that name.
    pub(crate) fn named(context: &Context, name: &str, scope: InstallScope) -> Result<Self> {
        let Some(client) = client_named(name) else {
            return Err(CliError::usage(format!("there is no client `{name}`")).hint(known()));
        };
        Self::of(context, client, scope)?.ok_or_else(|| {
            let whose = if scope == InstallScope::Managed { "administrator's " } else { "" };
            CliError::usage(format!("`{name}` has no {whose}settings to install into"))
                .hint("`fusebox decide` reads the events of any program")
                .hint(known())
        })
    }

    /// The settings file of a client, if hooks can be installed in it.
    pub(crate) fn of(
        context: &Context,
        client: &'static Client,
        scope: InstallScope,
    ) -> Result<Option<Self>> {
        let (Some(installer), Some(settings)) = (installer_of(client), client.settings) else {
            return Ok(None);
        };
        let unset = || match settings.folder_variable {
            Some(variable) => format!("neither {variable} nor HOME is set"),
            None => "HOME is not set".to_owned(),
        };
        let file = match scope {
            InstallScope::User => user_folder(context, settings)
                .ok_or_else(|| CliError::failed(unset()))?
                .join(settings.file),
            InstallScope::Project => {
                project_root(&context.dir).join(settings.project_folder).join(settings.file)
            }
            InstallScope::Managed => match settings.managed_file {
                Some(file) => PathBuf::from(file),
                None => return Ok(None),
            },
        };
        Ok(Some(Self { client, installer, scope, file }))
    }
}

impl InstallTarget {
    /// The files with hooks as they are now; everybody can read those that are made for them.
    pub(crate) fn read(&self) -> Result<HookFiles> {
        let files = HookFiles::read(self.client, &self.file)?;
        Ok(if self.scope == InstallScope::Managed { files.for_everybody() } else { files })
    }

    /// The paths of the files with hooks.
    pub(crate) fn hook_files(&self) -> Vec<PathBuf> {
        self.client.settings.map(|settings| settings.hook_files(&self.file)).unwrap_or_default()
    }

    /// The error of a change of the file, with the command that has the rights for it.
    pub(crate) fn with_rights(&self, order: &str, error: CliError) -> CliError {
        if self.scope == InstallScope::Managed {
            let name = self.client.name;
            error.hint(format!(
                "it needs the administrator's rights: sudo fusebox {order} {name} --scope managed"
            ))
        } else {
            error
        }
    }
}

/// The root of the project around `dir`: the git work tree, else `dir` itself.
pub(crate) fn project_root(dir: &Path) -> &Path {
    work_tree_top(dir).unwrap_or(dir)
}

/// The folder of a person's own settings, if its variable or HOME is set.
pub(crate) fn user_folder(context: &Context, settings: &ClientSettings) -> Option<PathBuf> {
    match settings.folder_variable.and_then(|name| context.variables.folder(name)) {
        Some(folder) => Some(context.dir.join(folder)),
        None => Some(context.environment.home.as_ref()?.join(settings.user_folder)),
    }
}

/// The clients that hooks can be installed in, for a hint.
pub(crate) fn known() -> String {
    let installable = CLIENTS.iter().filter(|client| installer_of(client).is_some());
    let names: Vec<&str> = installable.map(|client| client.name).collect();
    format!("known clients: {}", names.join(", "))
}
