//! The settings files of the clients, and the hooks of Fusebox in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fusebox_clients::install::{
    HookPackage, InstallError, InstallStatus, PackagePlace, installer_of,
};
use fusebox_clients::{AgentProgram, CLIENTS, Client, GuardedFile};
use fusebox_config::{
    CompiledPolicy, PolicyNotice, ReportedQuantity, ReportingClient, unreported_limits,
};
use fusebox_engine::event::Tampering;
use fusebox_hook::kept_part;
use fusebox_runtime::Runtime;
use fusebox_runtime::guarded::FilePart;

use crate::commands::install::hook_files::HookFiles;
use crate::commands::install::settings_file::SettingsFile;
use crate::commands::install::target::{InstallScope, InstallTarget, project_root, user_folder};
use crate::commands::install::{refusal_sentence, repair_command};
use crate::program_folder::{ProgramFault, ProgramFolder};
use crate::{Context, Result, clock, display};

/// A settings file that a client reads here.
#[derive(Debug)]
pub(crate) struct ClientSettings {
    /// The client.
    pub(crate) client: &'static Client,
    /// Who owns it.
    pub(crate) owner: SettingsOwner,
    /// The file, or the folder of a file for each event; it need not exist.
    pub(crate) file: PathBuf,
    /// The hooks of Fusebox in it, or why the file cannot be understood.
    pub(crate) installed: Result<InstallStatus, InstallError>,
    /// The programs of ours among its files that cannot be run.
    pub(crate) not_executable: Vec<PathBuf>,
}

/// Who owns a settings file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettingsOwner {
    /// The person, the project or the machine's administrator: the files that `fusebox install` writes to.
    Installed(InstallScope),
    /// One person, in one project.
    Local,
}

impl SettingsOwner {
    /// Whether it is the administrator, whose file no other settings switch off.
    pub(crate) fn is_administrator(self) -> bool {
        self == Self::Installed(InstallScope::Managed)
    }
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
        }
    }

    /// The programs of the hooks in the file.
    pub(crate) fn programs(&self, folder: &ProgramFolder) -> BTreeSet<PathBuf> {
        let hooks = self.installed.iter().flat_map(|installed| &installed.hooks);
        hooks.map(|hook| folder.resolve(&hook.program)).collect()
    }

    /// Whether the file has a hook of Fusebox.
    pub(crate) fn has_hooks(&self) -> bool {
        self.installed.as_ref().is_ok_and(|installed| !installed.hooks.is_empty())
    }
}

/// Every settings file of every client that can be read.
pub(crate) fn read_all(context: &Context) -> Vec<Result<ClientSettings>> {
    let read = |(client, owner, file): (&'static Client, SettingsOwner, PathBuf)| {
        let files = HookFiles::read(client, &file)?;
        let installed = installer_of(client).map(|installer| installer.status(&files.texts()));
        let not_executable = files.not_executable().into_iter().map(Path::to_owned).collect();
        Ok(installed.map(|installed| ClientSettings {
            client,
            owner,
            file,
            installed,
            not_executable,
        }))
    };
    let all = files(context).into_iter();
    all.filter_map(|found| found.and_then(read).transpose()).collect()
}

/// A package with the same hooks that the client runs.
#[derive(Debug)]
pub(crate) struct ActivePackage {
    /// The package.
    pub(crate) package: &'static HookPackage,
    /// The file that names it, where one does.
    pub(crate) file: Option<PathBuf>,
}

/// The packages of the client with the same hooks that are installed and switched on, beside settings with
/// these statuses.
pub(crate) fn active_packages<'s>(
    context: &Context,
    client: &Client,
    mut installed: impl Iterator<Item = &'s InstallStatus>,
) -> Vec<ActivePackage> {
    let (Some(installer), Some(settings)) = (installer_of(client), client.settings) else {
        return Vec::new();
    };
    let is_enabled = installed.any(|installed| installed.has_plugin);
    let root = user_folder(context, settings);
    let text_of = |file: &Path| {
        let file = SettingsFile::read(file).ok()?;
        file.text().map(str::to_owned)
    };
    let mut found = Vec::new();
    for package in installer.packages {
        let file = match package.place {
            PackagePlace::Settings => is_enabled.then_some(None),
            PackagePlace::Folder(folder) => root.as_ref().and_then(|root| {
                let switches = text_of(&root.join(folder.switches)).unwrap_or_default();
                let is_there = root.join(folder.package).is_dir();
                (is_there && !(folder.is_off)(&switches)).then_some(None)
            }),
            PackagePlace::Named(files) => {
                let person = root.iter().flat_map(|root| files.person.iter().map(|f| root.join(f)));
                let project = project_root(&context.dir);
                let project = files.project.iter().map(|file| project.join(file));
                let names_it =
                    |file: &PathBuf| text_of(file).is_some_and(|text| (files.names_ours)(&text));
                person.chain(project).find(names_it).map(Some)
            }
        };
        found.extend(file.map(|file| ActivePackage { package, file }));
    }
    found
}

impl ActivePackage {
    /// Says that the package and installed hooks count every call twice, and what ends it.
    pub(crate) fn two_hooks_notice(&self, hooks: &str) -> (String, String) {
        let HookPackage { name, removal, made_for, .. } = self.package;
        let (mut place, mut owner) = (String::new(), String::new());
        if let Some(file) = &self.file {
            place = format!(" in {}", display::one_line(&file.display().to_string(), 300));
        }
        if let Some(made_for) = made_for {
            owner = format!(" for {made_for}");
        }
        (
            format!(
                "the {name}{owner}{place} has the same hooks{hooks}, so that every call counts twice"
            ),
            format!("one of them is enough: {removal}"),
        )
    }
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
        for (owner, file) in files {
            // In the home folder, a project's settings are the person's.
            if !found.iter().flatten().any(|(_, _, known)| *known == file) {
                found.push(Ok((*client, owner, file)));
            }
        }
    }
    found
}

/// Says which programs of installed hooks are gone or are not those that were installed.
pub(crate) fn warn_of_programs(context: &Context) {
    for text in program_faults(context) {
        context.note(&text);
    }
}

/// The same before an agent runs, and afterwards of those that it took away.
pub(crate) fn warn_around<T>(context: &Context, run: impl FnOnce() -> T) -> T {
    let before = program_faults(context);
    before.iter().for_each(|text| context.note(text));
    let result = run();
    let after = program_faults(context).into_iter().filter(|text| !before.contains(text));
    after.for_each(|text| context.note(&text));
    result
}

/// Which programs of installed hooks are gone or are not those that were installed: a client runs on
/// without them, and nothing is guarded. Those that an agent took away are put back first.
fn program_faults(context: &Context) -> Vec<String> {
    let Ok(folder) = ProgramFolder::of(context) else { return Vec::new() };
    let mut faults = faults_in(context, &folder);
    let restore = || -> Result<Option<Tampering>> {
        Ok(context.runtime(None)?.restore_programs(folder.programs(), clock::now())?)
    };
    if !faults.is_empty()
        && let Ok(Some(tampering)) = restore()
    {
        faults = faults_in(context, &folder);
        let outcome =
            if tampering.put_back { "were put back" } else { "could not all be put back" };
        faults.push(format!(
            "an agent took programs of Fusebox away: they {outcome}, and its session was stopped. \
            To see it: fusebox show"
        ));
    }
    faults
}

fn faults_in(context: &Context, folder: &ProgramFolder) -> Vec<String> {
    let mut faults = Vec::new();
    for settings in read_all(context).into_iter().flatten() {
        for program in settings.programs(folder) {
            let what = match folder.fault(&program) {
                Some(ProgramFault::Gone) => "is gone or cannot be run",
                Some(ProgramFault::Replaced) => "is not the program that was installed",
                Some(ProgramFault::OtherVersion(_)) | None => continue,
            };
            faults.push(format!(
                "{} {what}, so {} is NOT guarded. To mend it: {}",
                display::one_line(&program.display().to_string(), 300),
                settings.client.title,
                settings.repair_command()
            ));
        }
    }
    faults
}

/// The command of an agent with settings that refuse every call while a program of its hooks is gone.
/// `None` where nothing is to be added: the client has no hooks that refuse, or refuses by its own
/// settings, or takes no settings on its command line.
pub(crate) fn refusing_command(
    agent: &AgentProgram,
    command: &[String],
    context: &Context,
) -> Option<Vec<String>> {
    let folder = ProgramFolder::of(context).ok()?;
    let all = read_all(context);
    let is_of_agent = |one: &&ClientSettings| one.client.name == agent.name && one.has_hooks();
    let settings = all.iter().flatten().find(is_of_agent)?;
    let installed = settings.installed.as_ref().ok()?;
    let observes =
        installed.hooks.iter().any(|hook| hook.args.iter().any(|arg| arg == "--observe"));
    if installed.refuses_without_program || observes {
        return None;
    }
    let program = settings.programs(&folder).pop_first()?;
    let sentence = refusal_sentence(&settings.repair_command());
    let installer = installer_of(settings.client)?;
    let refusing = installer.refusing_settings(program.to_str()?, &sentence)?;
    agent.with_settings(command, &refusing)
}

/// Whether a settings file of any client, or a folder of its hooks, has hooks of Fusebox.
pub(crate) fn has_our_hooks(place: &Path) -> bool {
    CLIENTS.iter().any(|client| {
        let (Some(installer), Ok(files)) = (installer_of(client), HookFiles::read(client, place))
        else {
            return false;
        };
        let installed = installer.status(&files.texts());
        installed.is_ok_and(|installed| !installed.hooks.is_empty())
    })
}

/// The files that an agent must not take hooks from, of the person and of the project: of the clients
/// that have hooks of ours, or had them when the store last accepted their files.
pub(crate) fn guarded_files(
    context: &Context,
    runtime: &Runtime,
) -> Result<Vec<(PathBuf, Option<FilePart>)>> {
    let project = project_root(&context.dir);
    let all = read_all(context);
    let mut files: Vec<(PathBuf, Option<FilePart>)> = Vec::new();
    for client in CLIENTS {
        let Some(settings) = client.settings else { continue };
        let user_folder = user_folder(context, settings);
        let path = |file: &GuardedFile| {
            let path = settings.guarded_path(file, user_folder.as_deref(), project)?;
            Some((path, kept_part(file)))
        };
        let paths: Vec<_> = settings.guarded_files.iter().filter_map(path).collect();
        let of_client = |one: &&ClientSettings| one.client.name == client.name;
        let mut is_guarded = all.iter().flatten().filter(of_client).any(ClientSettings::has_hooks);
        for (path, _) in &paths {
            is_guarded = is_guarded || runtime.store().read().accepted_file(path)?.is_some();
        }
        // In the home folder, a project's settings are the person's.
        let is_new = |file: &(PathBuf, _)| files.iter().all(|(path, _)| *path != file.0);
        let new = paths.into_iter().filter(is_new).collect::<Vec<_>>();
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
