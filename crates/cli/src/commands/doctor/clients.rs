//! The clients: hooked once, completely, and to a program that exists.

use std::path::Path;

use fusebox_clients::install::{InstallStatus, installer_of};
use fusebox_engine::{OnError, Policy};

use super::check::CheckReport;
use super::client_version;
use crate::client_settings::{self, ClientSettings};
use crate::commands::install::{ON_ERROR_DENY, SWITCH_CHARS};
use crate::program_folder::{self, ProgramFault, ProgramFolder, VERSION};
use crate::{Context, display};

pub(super) fn check(context: &Context, policy: Option<&Policy>, report: &mut CheckReport) {
    report.begin("Hooks");
    let read = client_settings::read_all(context).into_iter();
    let all: Vec<ClientSettings> =
        read.filter_map(|settings| report.ok_or_bad(settings, "")).collect();
    for settings in &all {
        match &settings.installed {
            Err(error) => report.bad(format!("{}: {error}", settings.file.display()), ""),
            Ok(installed) if settings.has_hooks() => {
                check_hooks(context, policy, settings, installed, report);
            }
            Ok(_) => {}
        }
    }
    for text in disabled_hooks(&all) {
        report.bad(text, "remove the line, or ask the administrator to remove it");
    }
    if !all.iter().any(ClientSettings::has_hooks) {
        report.warning("no client has hooks of Fusebox", "fusebox install");
    }
}

/// What disables the hooks. A key in one file affects the hooks in the other files of the client.
fn disabled_hooks(all: &[ClientSettings]) -> Vec<String> {
    let is_managed = |settings: &ClientSettings| settings.owner.is_administrator();
    let mut problems = Vec::new();
    for settings in all {
        let Ok(installed) = &settings.installed else { continue };
        let file = settings.file.display();
        let same_client = |other: &&ClientSettings| other.client.name == settings.client.name;
        // Only the managed file can disable hooks of the managed file.
        let has_managed_hooks =
            all.iter().filter(same_client).any(|other| other.has_hooks() && is_managed(other));
        if let Some(switch) = &installed.disabled
            && (is_managed(settings) || !has_managed_hooks)
        {
            let switch = display::one_line(switch, SWITCH_CHARS);
            problems.push(format!("{file} turns all hooks off ({switch}): nothing is guarded"));
        }
        if installed.managed_only && is_managed(settings) && !settings.has_hooks() {
            problems.push(format!(
                "{file} lets only its own hooks run (allowManagedHooksOnly), and it has none of \
                 Fusebox: nothing is guarded"
            ));
        }
    }
    problems
}

/// One settings file with hooks of Fusebox.
fn check_hooks(
    context: &Context,
    policy: Option<&Policy>,
    settings: &ClientSettings,
    installed: &InstallStatus,
    report: &mut CheckReport,
) {
    let repair = settings.repair_command();
    let file = settings.file.display();
    if !installed.unread.is_empty() {
        let events = installed.unread.join(", ");
        let text = format!(
            "{} runs no hook of {events}: a group there in {file} has no list `hooks`",
            settings.client.title
        );
        report.bad(text, "give the group its list of hooks, or take it out");
    }
    if installed.missing.is_empty() {
        let count = installed.hooks.len();
        report.good(format!("{}: {count} hooks in {file}", settings.client.title));
    } else {
        report.bad(format!("{file} misses {}", installed.missing.join(", ")), &repair);
    }
    for program in &settings.not_executable {
        let text = format!("{} is not executable: the client does not run it", program.display());
        report.bad(text, &repair);
    }
    if let Some(folder) = report.ok_or_bad(ProgramFolder::of(context), "") {
        for hook in settings.programs(&folder) {
            check_program(&folder, &hook, settings, report);
        }
    }
    let has = |arg: &str| installed.hooks.iter().any(|hook| hook.args.iter().any(|a| a == arg));
    if has("--observe") {
        report.warning("the hooks only observe: nothing is refused", &repair);
    }
    if installed.refuses_without_program || has(ON_ERROR_DENY) {
        check_failure_refusal(context, settings, report);
    }
    let denies = policy.is_some_and(|policy| policy.on_error == OnError::Deny);
    if denies && !has(ON_ERROR_DENY) {
        let text = "on_error = \"deny\" is not in the hooks yet: a call passes when the hook is killed \
                    or cannot read the policy";
        report.warning(text, &repair);
    }
    if policy.is_some() && !denies && has(ON_ERROR_DENY) {
        let text = "the hooks deny when Fusebox fails, whatever on_error says here";
        report.warning(text, &repair);
    }
}

/// Whether the client refuses a call whose hook crashes or takes too long, which its hooks are to do.
fn check_failure_refusal(context: &Context, settings: &ClientSettings, report: &mut CheckReport) {
    let client = settings.client;
    let since = installer_of(client).and_then(|installer| installer.refuses_on_failure_since);
    let Some(since) = since else {
        let text = format!(
            "{} lets a call pass whose hook takes too long; --strict cannot change it",
            client.title
        );
        return report.warning(text, "");
    };
    let Some(version) = client_version::of(client, context) else { return };
    if program_folder::is_earlier(&version, since) {
        let text = format!(
            "{} {version} lets a call pass whose hook crashes or takes too long; {since} and later refuse it",
            client.title
        );
        report.warning(text, &format!("update {}", client.title));
    }
}

/// Whether the client can start the hook, and whether it is the program that was installed.
fn check_program(
    folder: &ProgramFolder,
    hook: &Path,
    settings: &ClientSettings,
    report: &mut CheckReport,
) {
    let (shown, repair) = (hook.display(), &settings.repair_command());
    // The administrator puts the programs where no agent can write.
    let is_elsewhere = !settings.owner.is_administrator() && !hook.starts_with(folder.path(""));
    match folder.fault(hook) {
        Some(ProgramFault::Gone) if !hook.exists() => {
            report.bad(format!("{shown} does not exist"), repair);
        }
        Some(ProgramFault::Gone) => report.bad(format!("{shown} cannot be run"), repair),
        Some(ProgramFault::Replaced) => {
            report.bad(format!("{shown} is not the program that was installed"), repair);
        }
        Some(ProgramFault::OtherVersion(version)) => {
            let text = format!("{shown} is of version {version}, and this is {VERSION}");
            report.warning(text, repair);
        }
        None if is_elsewhere => {
            let text = format!(
                "{shown} is not in the folder of Fusebox, so that an upgrade can take it away"
            );
            report.warning(text, repair);
        }
        None => {}
    }
    if hook.exists() && fusebox_hook::command_of(hook).is_none() {
        let text = format!(
            "{shown} has no `fusebox` beside it: it reads no file of a policy, and none of their limits and \
             caps holds"
        );
        report.bad(text, repair);
    }
}

#[cfg(test)]
mod tests {
    use fusebox_clients::client_named;

    use super::*;
    use crate::client_settings::SettingsOwner;
    use crate::commands::install::target::InstallScope;

    const OURS: &str = r#""hooks":{"Stop":[{"hooks":[{"type":"command","command":"/f/fusebox-hook","args":["claude"]}]}]}"#;

    /// The problems of a person's and the managed settings; `%` stands for hooks of Fusebox.
    #[track_caller]
    fn check(user: &str, managed: &str, expected: &[&str]) {
        let client = client_named("claude").unwrap();
        let settings = |owner, file: &str, text: &str| ClientSettings {
            client,
            owner,
            file: file.into(),
            installed: installer_of(client).unwrap().status(&[Some(&text.replace('%', OURS))]),
            not_executable: Vec::new(),
        };
        let all = [
            settings(SettingsOwner::Installed(InstallScope::User), "U", user),
            settings(SettingsOwner::Installed(InstallScope::Managed), "M", managed),
        ];
        let problems = disabled_hooks(&all);
        let short: Vec<&str> =
            problems.iter().map(|text| text.split(": nothing").next().unwrap()).collect();
        assert_eq!(short, expected, "{user} {managed}");
    }

    #[test]
    fn keys_that_disable_hooks_are_found() {
        let off = "turns all hooks off (disableAllHooks: true)";
        let (user_off, managed_off) = (format!("U {off}"), format!("M {off}"));
        let only =
            "M lets only its own hooks run (allowManagedHooksOnly), and it has none of Fusebox";
        check("{%}", "", &[]);
        check("{\"disableAllHooks\":true,%}", "{}", &[&user_off]);
        check("{\"disableAllHooks\":true}", "{%}", &[]);
        check("{%}", "{\"disableAllHooks\":true}", &[&managed_off]);
        check("{%}", "{\"allowManagedHooksOnly\":true}", &[only]);
        check("{}", "{\"allowManagedHooksOnly\":true,%}", &[]);
        check("{\"allowManagedHooksOnly\":true,%}", "{}", &[]);
    }
}
