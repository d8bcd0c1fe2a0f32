//! The settings files of the clients, and the hooks of Fusebox in them.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use fusebox_clients::install::{InstallError, InstallStatus, installer_of};
use fusebox_clients::{CLIENTS, Client};
use fusebox_config::{
    CompiledPolicy, PolicyNotice, ReportedQuantity, ReportingClient, unreported_limits,
};
use fusebox_runtime::Runtime;

use crate::commands::install::repair_command;
use crate::commands::install::settings_file::SettingsFile;
use crate::commands::install::target::{InstallScope, InstallTarget, project_root, user_folder};
use crate::{Context, Result, display};

/// A settings file that a client reads here.
#[derive(Debug)]
pub(crate) struct ClientSettings {
    /// The client.
    pub(crate) client: &'static Client,
    /// Who owns it.
    pub(crate) owner: SettingsOwner,
    /// The file; it need not exist.
    pub(crate) file: PathBuf,
    /// The hooks of Fusebox in it, or why the file cannot be understood.
    pub(crate) installed: Result<InstallStatus, InstallError>,
}

/// Who owns a settings file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettingsOwner {
    /// The person or the project: the files that `fusebox install` writes to.
    Installed(InstallScope),
    /// One person, in one project.
    Local,
    /// The administrator of the machine.
    Managed,
}

impl ClientSettings {
    /// The command or advice that repairs the hooks in this file.
    pub(crate) fn repair_command(&self) -> String {
        match self.owner {
            SettingsOwner::Installed(scope) => {
                let installed = self.installed.as_ref();
                let strict = installed.is_ok_and(|installed| installed.refuses_without_program);
                repair_command(self.client, scope, strict)
            }
            SettingsOwner::Local => {
                format!("remove them from this file, then: fusebox install {}", self.client.name)
            }
            SettingsOwner::Managed => {
                "the administrator of this machine has to repair it".to_owned()
            }
        }
    }

    /// Whether the file has a hook of Fusebox.
    pub(crate) fn has_hooks(&self) -> bool {
        self.installed.as_ref().is_ok_and(|installed| !installed.hooks.is_empty())
    }
}

/// Every settings file of every client that can be read.
pub(crate) fn read_all(context: &Context) -> Vec<Result<ClientSettings>> {
    let read = |(client, owner, file): (&'static Client, SettingsOwner, PathBuf)| {
        let settings = SettingsFile::read(&file)?;
        let text = settings.text().unwrap_or_default();
        let installed = installer_of(client).map(|installer| installer.status(text));
        Ok(installed.map(|installed| ClientSettings { client, owner, file, installed }))
    };
    let all = files(context).into_iter();
    all.filter_map(|found| found.and_then(read).transpose()).collect()
}

/// Every place of a client's settings, whether there is a file or not.
pub(crate) fn files(context: &Context) -> Vec<Result<(&'static Client, SettingsOwner, PathBuf)>> {
    let mut found: Vec<Result<(&'static Client, SettingsOwner, PathBuf)>> = Vec::new();
    for client in CLIENTS {
        let Some(paths) = client.settings else { continue };
        let mut files = Vec::new();
        for scope in InstallScope::ALL {
            match InstallTarget::of(context, client, scope) {
                Ok(None) => {}
                Err(error) => found.push(Err(error)),
                Ok(Some(target)) => {
                    let local = paths.local_file.filter(|_| scope == InstallScope::Project);
                    let local = local.map(|name| target.file.with_file_name(name));
                    files.push((SettingsOwner::Installed(scope), target.file));
                    files.extend(local.map(|file| (SettingsOwner::Local, file)));
                }
            }
        }
        files.extend(paths.managed_file.map(|file| (SettingsOwner::Managed, PathBuf::from(file))));
        for (owner, file) in files {
            // In the home folder, a project's settings are the person's.
            if !found.iter().flatten().any(|(_, _, known)| *known == file) {
                found.push(Ok((*client, owner, file)));
            }
        }
    }
    found
}

/// Says which programs of installed hooks are gone: a client runs on without them, and nothing is guarded.
pub(crate) fn warn_of_missing_programs(context: &Context) {
    for settings in read_all(context).into_iter().flatten() {
        let hooks = settings.installed.iter().flat_map(|installed| &installed.hooks);
        let programs: BTreeSet<&str> = hooks.map(|hook| hook.program.as_str()).collect();
        for program in programs.into_iter().filter(|program| !is_executable(Path::new(program))) {
            let text = format!(
                "{} is gone or cannot be run, so {} is NOT guarded. To mend it: {}",
                display::one_line(program, 300),
                settings.client.title,
                settings.repair_command()
            );
            context.note(&text);
        }
    }
}

/// Whether the file is a program that can be run.
pub(crate) fn is_executable(program: &Path) -> bool {
    fs::metadata(program).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// The files that an agent must not take hooks from, of the person and of the project: of the clients
/// that have hooks of ours, or had them when the store last accepted their files.
pub(crate) fn guarded_files(context: &Context, runtime: &Runtime) -> Result<Vec<PathBuf>> {
    let project = project_root(&context.dir);
    let all = read_all(context);
    let mut files: Vec<PathBuf> = Vec::new();
    for client in CLIENTS {
        let Some(settings) = client.settings else { continue };
        let user_folder = user_folder(context, settings);
        let path = |file| settings.guarded_path(file, user_folder.as_deref(), project);
        let paths: Vec<PathBuf> = settings.guarded_files.iter().filter_map(path).collect();
        let of_client = |one: &&ClientSettings| one.client.name == client.name;
        let mut is_guarded = all.iter().flatten().filter(of_client).any(ClientSettings::has_hooks);
        for path in &paths {
            is_guarded = is_guarded || runtime.store().read().accepted_file(path)?.is_some();
        }
        // In the home folder, a project's settings are the person's.
        let new = paths.into_iter().filter(|path| !files.contains(path)).collect::<Vec<_>>();
        files.extend(new.into_iter().filter(|_| is_guarded));
    }
    Ok(files)
}

/// The notices of a compiled policy, and its limits that no hooked client can report.
pub(crate) fn policy_notices(context: &Context, compiled: &CompiledPolicy) -> Vec<PolicyNotice> {
    let all = read_all(context);
    let hooked = all.iter().flatten().filter(|settings| settings.has_hooks());
    let mut clients: Vec<ReportingClient<'_>> =
        hooked.map(|settings| reporting_client(settings.client)).collect();
    clients.dedup_by_key(|client| client.name);
    let unreported_limits = unreported_limits(&compiled.policy, &clients);
    compiled.notices.iter().cloned().chain(unreported_limits).collect()
}

/// What a client reports of tokens, messages and cost, through hooks or its own transcript.
fn reporting_client(client: &Client) -> ReportingClient<'static> {
    const RECORDED: &[ReportedQuantity] = &[
        ReportedQuantity::Messages,
        ReportedQuantity::ContextTokens,
        ReportedQuantity::OutputTokens,
        ReportedQuantity::Cost,
    ];
    let reports = if client.read_transcript.is_some() { RECORDED } else { &[] };
    ReportingClient { name: client.title, reports }
}
