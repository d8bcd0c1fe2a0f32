//! What is written beside the hooks: instructions for the agent, and the registration of the MCP server.

use std::collections::HashSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use fusebox_clients::install::{
    SHARED_FOLDER, ScopedFiles, ServerCommand, ServerForm, with_instructions, without_instructions,
};
use serde::Serialize;

use super::settings_file::SettingsFile;
use super::summary::shown;
use super::target::{InstallScope, InstallTarget, project_root, user_folder};
use super::{hooks_pin, toml_server};
use crate::commands::prompt;
use crate::program_folder::ProgramFolder;
use crate::{CliError, Context, Result, clock, person, policy};

/// A change of a file beside the one with the hooks, which is not made yet.
#[derive(Debug, Serialize)]
pub(crate) struct CompanionChange {
    /// `instructions`, `mcp` or `pin`.
    pub(crate) what: &'static str,
    /// The file.
    pub(crate) file: PathBuf,
    /// What is done to it.
    pub(crate) action: &'static str,
    #[serde(skip)]
    edit: CompanionEdit,
}

/// How the text of a file changes.
#[derive(Debug)]
enum CompanionEdit {
    WriteBlock(String),
    RemoveBlock,
    Register(ServerForm, ServerCommand),
    Unregister(ServerForm),
    Pin,
    Unpin,
}

/// What is written beside the hooks.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct CompanionArgs {
    /// Also write what an agent has to know of its limits into the instructions that the client reads.
    ///
    /// It is what `fusebox prompt` prints, with examples, in a marked block. Installing again brings it up to
    /// date with the policy. The file as it was is kept beside it (`CLAUDE.md.fusebox-backup-TIME`).
    #[arg(long)]
    instructions: bool,
    /// Also register `fusebox mcp serve` with the client, so that its agent has the reports as tools.
    #[arg(long)]
    mcp: bool,
}

/// What an installation writes beside the hooks. What is there already is brought up to date unasked.
pub(crate) fn planned(
    args: CompanionArgs,
    context: &Context,
    target: &InstallTarget,
) -> Result<Vec<CompanionChange>> {
    let mut changes = Vec::new();
    let files = &target.installer.companions;
    if let Some(file) = path_of(context, target, files.instructions)? {
        let text = SettingsFile::read(&file)?.text().unwrap_or_default().to_owned();
        let found = without_instructions(&text).map_err(|error| refused(&file, &error))?;
        if args.instructions || found.is_some() {
            let edit = CompanionEdit::WriteBlock(instructions(context, target.scope)?);
            changes.push(CompanionChange::new("instructions", file, edit)?);
        }
    }
    if let Some((file, form)) = server_file(context, target)? {
        let edit = CompanionEdit::Register(form, server_command(context, target.scope)?);
        let text = SettingsFile::read(&file)?.text().unwrap_or_default().to_owned();
        if args.mcp || unregistered(form, &text).is_ok_and(|without| without.is_some()) {
            changes.push(CompanionChange::new("mcp", file, edit)?);
        }
    }
    if let Some(file) = pin_file(target) {
        changes.push(CompanionChange::new("pin", file, CompanionEdit::Pin)?);
    }
    Ok(changes)
}

/// What was asked for and cannot be written, since the client reads no such file in this scope: a sentence for each.
pub(crate) fn unwritten(
    args: CompanionArgs,
    context: &Context,
    target: &InstallTarget,
) -> Result<Vec<String>> {
    let (title, scope) = (target.client.title, target.scope.word());
    let sentence = |option: &str, what: &str| {
        format!("{option} wrote nothing for {title}: it reads no {what} there (--scope {scope}).")
    };
    let mut sentences = Vec::new();
    let instructions = target.installer.companions.instructions;
    if args.instructions && path_of(context, target, instructions)?.is_none() {
        sentences.push(sentence("--instructions", "instructions"));
    }
    if args.mcp && server_file(context, target)?.is_none() {
        sentences.push(sentence("--mcp", "list of servers"));
    }
    Ok(sentences)
}

/// Takes out the changes that an earlier client makes: several may read one file.
pub(crate) fn drop_repeated<'a>(of_clients: impl Iterator<Item = &'a mut Vec<CompanionChange>>) {
    let mut made = HashSet::new();
    for changes in of_clients {
        changes.retain(|change| made.insert((change.what, change.file.clone())));
    }
}

/// What is to be taken out beside the hooks.
pub(crate) fn removals(context: &Context, target: &InstallTarget) -> Result<Vec<CompanionChange>> {
    let files = &target.installer.companions;
    let instructions = path_of(context, target, files.instructions)?
        .map(|file| ("instructions", file, CompanionEdit::RemoveBlock));
    let server = server_file(context, target)?
        .map(|(file, form)| ("mcp", file, CompanionEdit::Unregister(form)));
    let mut changes = Vec::new();
    let pin = pin_file(target).map(|file| ("pin", file, CompanionEdit::Unpin));
    for (what, file, edit) in instructions.into_iter().chain(server).chain(pin) {
        // A file that does not name us is left alone, even where it cannot be understood.
        let found = SettingsFile::read(&file).ok();
        if found.is_some_and(|found| found.text().is_some_and(|text| text.contains("fusebox"))) {
            let change = CompanionChange::new(what, file, edit)?;
            changes.extend(Some(change).filter(CompanionChange::is_change));
        }
    }
    Ok(changes)
}

fn refused(file: &Path, error: &impl Display) -> CliError {
    CliError::failed(format!("{}: {error}", shown(file)))
}

impl CompanionEdit {
    fn is_removal(&self) -> bool {
        match self {
            Self::WriteBlock(_) | Self::Register(..) | Self::Pin => false,
            Self::RemoveBlock | Self::Unregister(_) | Self::Unpin => true,
        }
    }
}

impl CompanionChange {
    fn new(what: &'static str, file: PathBuf, edit: CompanionEdit) -> Result<Self> {
        let mut change = Self { what, file, action: "unchanged", edit };
        let found = SettingsFile::read(&change.file)?;
        let is_ours = found.text().is_some_and(|text| match &change.edit {
            CompanionEdit::WriteBlock(_) => {
                without_instructions(text).is_ok_and(|text| text.is_some())
            }
            CompanionEdit::Register(form, _) => {
                unregistered(*form, text).is_ok_and(|text| text.is_some())
            }
            CompanionEdit::RemoveBlock
            | CompanionEdit::Unregister(_)
            | CompanionEdit::Pin
            | CompanionEdit::Unpin => false,
        });
        if change.new_text(&found)?.is_some() {
            change.action = match change.edit.is_removal() {
                true => "removed",
                false if is_ours => "updated",
                false => "added",
            };
        }
        Ok(change)
    }

    /// Whether the file changes.
    pub(crate) fn is_change(&self) -> bool {
        self.action != "unchanged"
    }

    /// Makes the change in the file as it is now.
    pub(crate) fn apply(&self, context: &Context) -> Result<()> {
        let file = SettingsFile::read(&self.file)?;
        let Some(text) = self.new_text(&file)? else { return Ok(()) };
        let is_pin = matches!(self.edit, CompanionEdit::Pin | CompanionEdit::Unpin);
        let file = if is_pin { file.for_everybody() } else { file };
        // A file that says nothing without us goes with us: whether it was there before, nobody knows, and no client can tell.
        if self.edit.is_removal() && says_nothing(&text) {
            return file.remove();
        }
        // What a person wrote is kept before our first change of it. A file of servers is the client's own, may hold
        // secrets, and gets one entry.
        if self.action == "added" && matches!(self.edit, CompanionEdit::WriteBlock(_)) {
            file.replace(&text, clock::now())?;
        } else {
            file.write(&text)?;
        }
        if self.edit.is_removal() {
            SettingsFile::read(&self.file)?.remove_needless_backups();
        }
        person::accept_unless_agent(context, vec![self.file.clone()])
    }

    /// The text of the file after the change, if it changes.
    fn new_text(&self, file: &SettingsFile) -> Result<Option<String>> {
        let text = file.text();
        let changed = match &self.edit {
            CompanionEdit::WriteBlock(block) => {
                with_instructions(text, block).map_err(|error| error.to_string())
            }
            CompanionEdit::RemoveBlock => {
                without_instructions(text.unwrap_or_default()).map_err(|error| error.to_string())
            }
            CompanionEdit::Register(ServerForm::Toml, command) => {
                toml_server::register(text.unwrap_or_default(), command)
            }
            CompanionEdit::Register(ServerForm::Json(form), command) => {
                form.register(text, command).map_err(|error| error.to_string())
            }
            CompanionEdit::Unregister(form) => unregistered(*form, text.unwrap_or_default()),
            CompanionEdit::Pin => hooks_pin::pinned(text.unwrap_or_default()),
            CompanionEdit::Unpin => Ok(hooks_pin::unpinned(text.unwrap_or_default())),
        };
        changed.map_err(|error| refused(&self.file, &error))
    }
}

/// The text without the server, if it is there.
fn unregistered(form: ServerForm, text: &str) -> std::result::Result<Option<String>, String> {
    match form {
        ServerForm::Toml => toml_server::unregister(text),
        ServerForm::Json(form) => form.unregister(text).map_err(|error| error.to_string()),
    }
}

/// The file that keeps hooks switched on, beside the administrator's settings.
fn pin_file(target: &InstallTarget) -> Option<PathBuf> {
    let name = target.installer.managed_pin.filter(|_| target.scope == InstallScope::Managed)?;
    Some(target.file.with_file_name(name))
}

/// The file that lists the servers of the client, and its form.
fn server_file(context: &Context, target: &InstallTarget) -> Result<Option<(PathBuf, ServerForm)>> {
    let Some(servers) = target.installer.companions.servers else { return Ok(None) };
    Ok(path_of(context, target, servers.files)?.map(|file| (file, servers.form)))
}

/// The file of a person or of a project; none where the client reads none there.
fn path_of(
    context: &Context,
    target: &InstallTarget,
    files: ScopedFiles,
) -> Result<Option<PathBuf>> {
    let settings = target.client.settings;
    match target.scope {
        InstallScope::Managed => Ok(None),
        InstallScope::Project => {
            Ok(files.project.map(|file| project_root(&context.dir).join(file)))
        }
        InstallScope::User => {
            let (Some(settings), Some(file)) = (settings, files.person) else { return Ok(None) };
            let is_moved = settings.folder_variable.and_then(|name| context.variables.folder(name));
            let folder = user_folder(context, settings)
                .ok_or_else(|| CliError::failed("HOME is not set"))?;
            let folder = match folder.parent() {
                Some(parent) if files.is_beside_folder && is_moved.is_none() => parent.to_owned(),
                _ => folder,
            };
            Ok(Some(folder.join(file)))
        }
    }
}

/// The instructions under the policy of the scope.
fn instructions(context: &Context, scope: InstallScope) -> Result<String> {
    let dir = match scope {
        InstallScope::User | InstallScope::Managed => None,
        InstallScope::Project => Some(project_root(&context.dir)),
    };
    let compiled = policy::compiled(context, dir, &policy::PolicyArgs::default(), None)?;
    Ok(prompt::instructions(&compiled.policy))
}

/// How the client starts the server. A project names no path of this machine.
fn server_command(context: &Context, scope: InstallScope) -> Result<ServerCommand> {
    Ok(match scope {
        InstallScope::User | InstallScope::Managed => ServerCommand {
            program: ProgramFolder::of(context)?.path("fusebox").to_string_lossy().into_owned(),
            args: vec!["mcp".to_owned(), "serve".to_owned()],
        },
        InstallScope::Project => ServerCommand {
            program: "sh".to_owned(),
            args: vec!["-c".to_owned(), format!("exec \"{SHARED_FOLDER}fusebox\" mcp serve")],
        },
    })
}

/// Whether a text is empty, or an object of JSON without a field.
fn says_nothing(text: &str) -> bool {
    let text = text.trim();
    let fields = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    fields.unwrap_or(text).trim().is_empty()
}
