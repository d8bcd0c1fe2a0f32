//! Which clients have our hooks, and where.

use fusebox_clients::CLIENTS;
use fusebox_clients::install::{InstallError, Installed};
use fusebox_config::{ClientFeeds, Feed};

use crate::commands::install::settings_file::SettingsFile;
use crate::commands::install::target::{Scope, Target};
use crate::context::Context;
use crate::error::CliError;

/// A settings file that a client reads here, and what of ours is in it.
#[derive(Debug)]
pub(crate) struct Guarded {
    /// The file.
    pub(crate) target: Target,
    /// Our hooks, or why the file cannot be understood.
    pub(crate) installed: Result<Installed, InstallError>,
}

impl Guarded {
    /// Whether a hook of ours is in the file.
    pub(crate) fn has_hooks(&self) -> bool {
        self.installed.as_ref().is_ok_and(|installed| !installed.hooks.is_empty())
    }
}

/// Every settings file of every client that can be read.
pub(crate) fn settings(context: &Context) -> Vec<Result<Guarded, CliError>> {
    let mut found: Vec<Result<Guarded, CliError>> = Vec::new();
    for client in CLIENTS {
        for scope in Scope::ALL {
            match Target::of(context, client, scope) {
                Ok(None) => {}
                Err(error) => found.push(Err(error)),
                Ok(Some(target)) => {
                    // In the home folder, a project's settings are the person's.
                    let known =
                        found.iter().flatten().any(|known| known.target.file == target.file);
                    if !known {
                        found.push(read(target));
                    }
                }
            }
        }
    }
    found
}

fn read(target: Target) -> Result<Guarded, CliError> {
    let file = SettingsFile::read(&target.file)?;
    let installed = (target.install.installed)(file.text().unwrap_or_default());
    Ok(Guarded { target, installed })
}

/// The names of the clients that have our hooks here.
pub(crate) fn clients(context: &Context) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = settings(context)
        .iter()
        .flatten()
        .filter(|guarded| guarded.has_hooks())
        .map(|guarded| guarded.target.client.title)
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
