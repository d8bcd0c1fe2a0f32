//! Which agent programs are on this machine: by a program on the `PATH`, or by a settings folder.

use std::path::{Path, PathBuf};

use fusebox_clients::{CLIENTS, Client, ClientSettings};
use serde::Serialize;

use crate::Context;
use crate::commands::install::target::user_folder;
use crate::program_folder::is_executable;

/// The signs of a client on this machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct ClientTraces {
    /// Its program, as the `PATH` leads to it.
    pub(crate) program: Option<PathBuf>,
    /// The person's settings folder, or another folder of theirs that it makes, if it exists.
    pub(crate) folder: Option<PathBuf>,
}

impl ClientTraces {
    /// Looks for a client.
    pub(crate) fn of(client: &Client, context: &Context) -> Self {
        let Some(settings) = client.settings else { return Self::default() };
        let folder = user_folder(context, settings).filter(|folder| folder.is_dir());
        let folder = folder.filter(|_| is_first_with_folder(client, settings));
        let folder = folder.filter(|folder| !is_only_of_others(folder, context));
        let home = context.environment.home.as_ref();
        let others = settings.other_folders.iter().filter_map(|folder| Some(home?.join(folder)));
        let folder = folder.or_else(|| others.into_iter().find(|folder| folder.is_dir()));
        Self { program: program_of(client, context), folder }
    }

    /// Whether the client is on this machine.
    pub(crate) fn is_there(&self) -> bool {
        self.program.is_some() || self.folder.is_some()
    }
}

/// Whether no client before this one keeps its settings in the same folder, which then is a sign of that one alone.
fn is_first_with_folder(client: &Client, settings: &ClientSettings) -> bool {
    let is_in_folder = |other: &&&Client| {
        other.settings.is_some_and(|its| its.user_folder == settings.user_folder)
    };
    CLIENTS.iter().find(is_in_folder).is_some_and(|first| first.name == client.name)
}

/// Whether a folder holds nothing but settings folders of other clients: `~/.gemini/config` is Antigravity's.
fn is_only_of_others(folder: &Path, context: &Context) -> bool {
    let others = CLIENTS.iter().filter_map(|other| user_folder(context, other.settings?));
    let inside: Vec<PathBuf> = others.filter(|other| other.parent() == Some(folder)).collect();
    let is_of_other = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.is_ok_and(|entry| inside.contains(&entry.path()))
    };
    // An empty folder is of the client that it is named for.
    let mut entries = std::fs::read_dir(folder).into_iter().flatten().peekable();
    !inside.is_empty() && entries.peek().is_some() && entries.all(is_of_other)
}

/// The program of a client on the `PATH`, if there is one.
pub(crate) fn program_of(client: &Client, context: &Context) -> Option<PathBuf> {
    let names = client.settings?.programs;
    let folders = context.variables.path.split(':').filter(|folder| folder.starts_with('/'));
    let mut programs =
        folders.flat_map(|folder| names.iter().map(move |name| Path::new(folder).join(name)));
    programs.find(|program| is_executable(program))
}
