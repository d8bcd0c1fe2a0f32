//! Which clients have our hooks, and where.

use std::path::PathBuf;

use fusebox_clients::install::{Install, InstallError, Installed};
use fusebox_clients::{CLIENTS, Client};
use fusebox_config::{ClientFeeds, Feed};

use crate::commands::install::settings_file::SettingsFile;
use crate::commands::install::target::{Scope, Target};
use crate::context::Context;
use crate::error::CliError;

/// A settings file that a client reads here, and what of ours is in it.
#[derive(Debug)]
pub(crate) struct Guarded {
    /// The client.
    pub(crate) client: &'static Client,
    /// Whose settings they are.
    pub(crate) whose: Whose,
    /// The file; it need not exist.
    pub(crate) file: PathBuf,
    /// Our hooks, or why the file cannot be understood.
    pub(crate) installed: Result<Installed, InstallError>,
}

/// Whose settings a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    /// Those that we install into.
    Installed(Scope),
    /// A person's own of a project.
    Local,
    /// Those of whoever manages the machine.
    Managed,
}

impl Guarded {
    /// What puts our hooks in order there.
    pub(crate) fn mend(&self) -> String {
        match self.whose {
            Whose::Installed(scope) => {
                format!("fusebox install {} --scope {}", self.client.name, scope.word())
            }
            Whose::Local => format!(
                "take them out of it and install them: fusebox install {}",
                self.client.name
            ),
            Whose::Managed => "whoever manages this machine has to mend it".to_owned(),
        }
    }

    /// Whether a hook of ours is in the file.
    pub(crate) fn has_hooks(&self) -> bool {
        self.installed.as_ref().is_ok_and(|installed| !installed.hooks.is_empty())
    }
}

/// Every settings file of every client that can be read.
pub(crate) fn settings(context: &Context) -> Vec<Result<Guarded, CliError>> {
    let mut found: Vec<Result<Guarded, CliError>> = Vec::new();
    for client in CLIENTS {
        let Some(install) = client.install else { continue };
        let mut files = Vec::new();
        for scope in Scope::ALL {
            match Target::of(context, client, scope) {
                Ok(None) => {}
                Err(error) => found.push(Err(error)),
                Ok(Some(target)) => {
                    let local = install.local_file.filter(|_| scope == Scope::Project);
                    let local = local.map(|name| target.file.with_file_name(name));
                    files.push((Whose::Installed(scope), target.file));
                    files.extend(local.map(|file| (Whose::Local, file)));
                }
            }
        }
        files.extend(install.managed_file.map(|file| (Whose::Managed, PathBuf::from(file))));
        for (whose, file) in files {
            // In the home folder, a project's settings are the person's.
            if !found.iter().flatten().any(|known| known.file == file) {
                found.push(read(client, install, whose, file));
            }
        }
    }
    found
}

fn read(
    client: &'static Client,
    install: &Install,
    whose: Whose,
    file: PathBuf,
) -> Result<Guarded, CliError> {
    let settings = SettingsFile::read(&file)?;
    let installed = (install.installed)(settings.text().unwrap_or_default());
    Ok(Guarded { client, whose, file, installed })
}

/// The names of the clients that have our hooks here.
pub(crate) fn clients(context: &Context) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = settings(context)
        .iter()
        .flatten()
        .filter(|guarded| guarded.has_hooks())
        .map(|guarded| guarded.client.title)
        .collect();
    names.dedup();
    names
}

/// What these clients report of tokens, messages and cost, through hooks or their own record of the
/// conversation.
pub(crate) fn feeds(clients: &[&'static str]) -> Vec<ClientFeeds<'static>> {
    const RECORDED: &[Feed] = &[Feed::Messages, Feed::ContextTokens, Feed::OutputTokens];
    let reads =
        |name: &str| CLIENTS.iter().any(|client| client.title == name && client.tail.is_some());
    let feeds = |name: &str| if reads(name) { RECORDED } else { &[] };
    clients.iter().map(|name| ClientFeeds { name, feeds: feeds(name) }).collect()
}
