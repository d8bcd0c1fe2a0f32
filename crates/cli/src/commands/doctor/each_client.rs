//! Each client on this machine: hooked once, trusted, and its hook answers when it is started as the client
//! starts it.

use std::path::PathBuf;

use fusebox_clients::install::{HookInstaller, HookTrust, installer_of};
use fusebox_clients::{CLIENTS, Client, ClientFacts};
use serde::Serialize;

use super::check::CheckReport;
use super::{client_version, self_test};
use crate::client_program::ClientTraces;
use crate::client_settings::{self, ActivePackage, ClientSettings, SettingsOwner};
use crate::commands::install::hooks_pin;
use crate::commands::install::settings_file::SettingsFile;
use crate::commands::install::target::{InstallScope, user_folder};
use crate::{Context, program_folder};

/// What was found of one client.
#[derive(Debug, Serialize)]
pub(super) struct ClientHealth {
    client: &'static str,
    #[serde(skip)]
    title: &'static str,
    #[serde(flatten)]
    traces: ClientTraces,
    /// What its program prints; unknown where it has no hooks.
    version: Option<String>,
    /// The settings files with hooks of Fusebox.
    files: Vec<PathBuf>,
    hooks: usize,
    /// Whose settings hold the hooks: the strongest.
    tier: Option<&'static str>,
    /// Whether a person trusts the hooks; unknown where the client does not ask.
    trusted: Option<bool>,
    /// Whether the hook answered a call as the client starts it; unknown without hooks.
    fires: Option<bool>,
    tried: bool,
    made_for: [&'static str; 2],
    /// Further versions, for which it was written from their documents alone.
    documented: Option<[&'static str; 2]>,
    own_guards: Option<&'static str>,
    limits: &'static [&'static str],
}

/// Checks every client that is on this machine or has hooks.
pub(super) fn check(context: &Context, report: &mut CheckReport) -> Vec<ClientHealth> {
    report.begin("Clients");
    let all: Vec<ClientSettings> =
        client_settings::read_all(context).into_iter().flatten().collect();
    let mut found = Vec::new();
    for client in CLIENTS {
        let Some(installer) = installer_of(client) else { continue };
        let traces = ClientTraces::of(client, context);
        let is_hooked = |one: &&ClientSettings| one.client.name == client.name && one.has_hooks();
        let hooked: Vec<&ClientSettings> = all.iter().filter(is_hooked).collect();
        let of_client = all.iter().filter(|one| one.client.name == client.name);
        let installed = of_client.flat_map(|one| &one.installed);
        let packages = client_settings::active_packages(context, client, installed);
        if hooked.is_empty() && !traces.is_there() {
            continue;
        }
        let is_guarded = packages.iter().fold(!hooked.is_empty(), |is_guarded, package| {
            check_package(client, installer, package, &hooked, report) || is_guarded
        });
        if !is_guarded {
            let text = format!("{} is on this machine, and nothing guards it", client.title);
            report.warning(text, &format!("fusebox install {}", client.name));
        }
        found.push(check_client(context, client, installer, traces, &hooked, report));
    }
    check_readers_of_claude(&all, report);
    found
}

/// Whether a package guards the client; beside hooks of its settings, it is one too many.
fn check_package(
    client: &Client,
    installer: &HookInstaller,
    active: &ActivePackage,
    hooked: &[&ClientSettings],
    report: &mut CheckReport,
) -> bool {
    let title = client.title;
    if let Some(first) = hooked.first() {
        let (text, next) = active.two_hooks_notice(&format!(" as {}", first.file.display()));
        report.warning(format!("{title}: {text}"), &next);
        return true;
    }
    // One that was made for another client was never tried here.
    if active.package.made_for.is_some() {
        return false;
    }
    report.good(format!("{title}: the {} has the hooks", active.package.name));
    if let Some(trust_step) = installer.trust_step {
        report.note(format!("{title} is not guarded until its hooks are trusted: {trust_step}"));
    }
    true
}

fn check_client(
    context: &Context,
    client: &'static Client,
    installer: &HookInstaller,
    traces: ClientTraces,
    hooked: &[&ClientSettings],
    report: &mut CheckReport,
) -> ClientHealth {
    let facts = installer.facts;
    let mut health = ClientHealth {
        client: client.name,
        title: client.title,
        traces,
        version: None,
        files: hooked.iter().map(|settings| settings.file.clone()).collect(),
        hooks: hooked.iter().flat_map(|one| &one.installed).map(|one| one.hooks.len()).sum(),
        tier: None,
        trusted: None,
        fires: None,
        tried: facts.evidence.caution().is_none(),
        made_for: [facts.versions.0, facts.versions.1],
        documented: facts.documented.map(|(first, last)| [first, last]),
        own_guards: facts.own_guards,
        limits: facts.limits,
    };
    if hooked.is_empty() {
        return health;
    }
    health.version = client_version::of(client, context);
    check_version(&health, facts, report);
    check_once(client, hooked, report);
    health.tier = check_tier(installer, hooked, report);
    health.trusted = check_trust(context, client, installer, hooked, report);
    health.fires = Some(check_firing(context, client, installer, hooked, report));
    if let Some(guards) = facts.own_guards {
        report.note(format!("{}: {guards}", client.title));
    }
    report.note(format!(
        "{} cannot be held to everything: {}",
        client.title,
        facts.limits.join("; ")
    ));
    if let Some(caution) = facts.evidence.caution() {
        report.warning(format!("the hooks of {} were {caution}", client.title), "");
    }
    health
}

/// Which version is there, and whether the adapter was made for it.
fn check_version(health: &ClientHealth, facts: &ClientFacts, report: &mut CheckReport) {
    let Some(version) = &health.version else { return };
    let (title, known) = (health.title, facts.evidence.of_versions());
    if let Some(caution) = version_caution(title, version, facts) {
        return report.warning(caution, "");
    }
    let (first, last) = facts.versions;
    if program_folder::is_earlier(version, first) {
        let text = format!("{title} {version} is older than {first}, the first {known}");
        report.warning(text, &format!("update {title}"));
    } else if program_folder::is_earlier(last, version) {
        report.note(format!("{title} {version} is newer than {last}, the last {known}"));
    } else {
        report.good(format!("{title} {version}"));
    }
}

/// What a person is told of a version for which the hooks were written from its documents alone.
pub(crate) fn version_caution(title: &str, version: &str, facts: &ClientFacts) -> Option<String> {
    let (first, last) = facts.documented?;
    let is_documented = !program_folder::is_earlier(version, first);
    is_documented.then(|| {
        format!(
            "{title} {version}: its hooks were written from the documents of {first} to {last} and not tried \
             with the real client"
        )
    })
}

/// Whether every call reaches Fusebox once.
fn check_once(client: &Client, hooked: &[&ClientSettings], report: &mut CheckReport) {
    let [first, rest @ ..] = hooked else { return };
    if rest.is_empty() {
        return;
    }
    let files: Vec<String> = hooked.iter().map(|one| one.file.display().to_string()).collect();
    let surplus = rest.iter().chain([first]).find_map(|one| match one.owner {
        SettingsOwner::Installed(InstallScope::Managed) | SettingsOwner::Local => None,
        SettingsOwner::Installed(scope) => Some(scope.word()),
    });
    let next = surplus.map(|scope| {
        format!("one place is enough: fusebox uninstall {} --scope {scope}", client.name)
    });
    report.warning(
        format!("the hooks of {} are in several files: {}", client.title, files.join(", ")),
        &next.unwrap_or_default(),
    );
}

/// Whose settings hold the hooks, the strongest first, and whether those of an agent can switch them off.
fn check_tier(
    installer: &HookInstaller,
    hooked: &[&ClientSettings],
    report: &mut CheckReport,
) -> Option<&'static str> {
    if let Some(managed) = hooked.iter().find(|one| one.owner.is_administrator()) {
        let (title, file) = (managed.client.title, managed.file.display());
        let pin = installer.managed_pin.map(|name| managed.file.with_file_name(name));
        let is_pinned = |file: &PathBuf| {
            let found = SettingsFile::read(file);
            found.is_ok_and(|found| found.text().is_some_and(hooks_pin::is_pinned))
        };
        match pin.filter(|file| !is_pinned(file)) {
            None => report.good(format!(
                "{title}: the hooks in {file} are the administrator's; an agent's settings cannot switch them off"
            )),
            Some(pin) => report.warning(
                format!(
                    "{title}: {} does not keep hooks switched on, so that a person's settings can switch off \
                     those in {file}",
                    pin.display()
                ),
                &managed.repair_command(),
            ),
        }
        return Some(InstallScope::Managed.word());
    }
    let owners = hooked.iter().map(|one| match one.owner {
        SettingsOwner::Installed(scope) => scope.word(),
        SettingsOwner::Local => "local",
    });
    owners.min()
}

/// A client that runs hooks of Claude Code as well as its own.
struct ReaderOfClaude {
    client: &'static str,
    reads: fn(SettingsOwner) -> bool,
    /// What a person has to switch on before it does; nothing where it does so by itself.
    condition: Option<&'static str>,
    mending: &'static str,
}

const READERS_OF_CLAUDE: &[ReaderOfClaude] = &[
    ReaderOfClaude {
        client: "copilot",
        reads: |owner| owner == SettingsOwner::Installed(InstallScope::Project),
        condition: None,
        mending: "fusebox uninstall claude --scope project, then: fusebox install claude",
    },
    ReaderOfClaude {
        client: "vscode",
        reads: |owner| !owner.is_administrator(),
        condition: None,
        mending: "set the files of Claude Code to false in `chat.hookFilesLocations` of its settings",
    },
    ReaderOfClaude {
        client: "cursor",
        reads: |owner| !owner.is_administrator(),
        condition: Some("hooks of third parties are switched on in its settings"),
        mending: "",
    },
];

/// Whether a client with hooks runs those of Claude Code, too.
fn check_readers_of_claude(all: &[ClientSettings], report: &mut CheckReport) {
    let hooked = || all.iter().filter(|one| one.has_hooks());
    for reader in READERS_OF_CLAUDE {
        let own = hooked().find(|one| one.client.name == reader.client);
        let claude = hooked().find(|one| one.client.name == "claude" && (reader.reads)(one.owner));
        let Some((own, claude)) = own.zip(claude) else { continue };
        let (title, file) = (own.client.title, claude.file.display());
        let twice = format!(
            "{title} runs the hooks in {file} as well as its own, so that its calls count twice"
        );
        match reader.condition {
            None => report.warning(twice, reader.mending),
            Some(condition) => report.note(format!("if {condition}, {twice}: leave them off")),
        }
    }
}

/// Whether a person trusts every hook, where the client asks.
fn check_trust(
    context: &Context,
    client: &Client,
    installer: &HookInstaller,
    hooked: &[&ClientSettings],
    report: &mut CheckReport,
) -> Option<bool> {
    let trust = installer.trust?;
    let text = trust_text(context, client, trust)?;
    let mut is_trusted = true;
    for settings in hooked {
        let Ok(installed) = &settings.installed else { continue };
        // The administrator's need none.
        if settings.owner.is_administrator() {
            continue;
        }
        let path = settings.file.display().to_string();
        let untrusted = (trust.untrusted)(&path, &installed.hooks, &text);
        if !untrusted.is_empty() {
            is_trusted = false;
            let hooks = untrusted.join(", ");
            let text = format!(
                "{} is not guarded: nobody trusted the hooks {hooks} in {path}",
                client.title
            );
            report.bad(text, installer.trust_step.unwrap_or_default());
        }
    }
    if is_trusted {
        report.good(format!("{}: its hooks are trusted", client.title));
    }
    Some(is_trusted)
}

/// What the client notes of the hooks that a person trusts; nothing where it notes none, `None` where that cannot be read.
pub(crate) fn trust_text(context: &Context, client: &Client, trust: &HookTrust) -> Option<String> {
    let folder = user_folder(context, client.settings?)?;
    let file = SettingsFile::read(&folder.join(trust.file)).ok()?;
    Some(file.text().unwrap_or_default().to_owned())
}

/// Starts the hook as each settings file says, with a call as the client reports it.
fn check_firing(
    context: &Context,
    client: &Client,
    installer: &HookInstaller,
    hooked: &[&ClientSettings],
    report: &mut CheckReport,
) -> bool {
    let mut fires = true;
    for settings in hooked {
        let hooks = settings.installed.iter().flat_map(|installed| &installed.hooks);
        let Some(hook) = hooks.into_iter().find(|hook| hook.event == installer.facts.test_hook)
        else {
            continue;
        };
        let file = settings.file.display();
        match self_test::run_configured(&hook.line, installer.facts.test_call, context) {
            Ok(()) => report.good(format!("{}: the hook in {file} answers", client.title)),
            Err(why) => {
                fires = false;
                let text = format!("{}: the hook in {file} does not answer: {why}", client.title);
                report.bad(text, &settings.repair_command());
            }
        }
    }
    fires
}
