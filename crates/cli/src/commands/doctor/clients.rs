//! The clients: hooked once, completely, and to a program that exists.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use fusebox_clients::install::{InstallStatus, installer_of};
use fusebox_engine::{OnError, Policy};

use super::check::CheckReport;
use crate::Context;
use crate::client_settings::{self, ClientSettings, SettingsOwner};
use crate::commands::install::{ON_ERROR_DENY, program};

pub(super) fn check(context: &Context, policy: Option<&Policy>, report: &mut CheckReport) {
    report.begin("Hooks");
    let read = client_settings::read_all(context).into_iter();
    let all: Vec<ClientSettings> =
        read.filter_map(|settings| report.ok_or_bad(settings, "")).collect();
    let mut hooked: Vec<String> = Vec::new();
    for settings in &all {
        match &settings.installed {
            Err(error) => report.bad(format!("{}: {error}", settings.file.display()), ""),
            Ok(installed) if settings.has_hooks() => {
                check_hooks(context, policy, settings, installed, report);
                hooked.push(settings.file.display().to_string());
            }
            Ok(_) => {}
        }
    }
    for text in disabled_hooks(&all) {
        report.bad(text, "remove the line, or ask the administrator to remove it");
    }
    match hooked.as_slice() {
        [] => report.warning("no client has hooks of Fusebox", "fusebox install claude"),
        [_] => {}
        files => report.warning(
            format!("the hooks are in several files: {}", files.join(", ")),
            "one place is enough: fusebox uninstall claude --scope project",
        ),
    }
}

/// What disables the hooks. A key in one file affects the hooks in the other files of the client.
fn disabled_hooks(all: &[ClientSettings]) -> Vec<String> {
    let is_managed = |settings: &ClientSettings| settings.owner == SettingsOwner::Managed;
    let mut problems = Vec::new();
    for settings in all {
        let Ok(installed) = &settings.installed else { continue };
        let file = settings.file.display();
        let same_client = |other: &&ClientSettings| other.client.name == settings.client.name;
        // Only the managed file can disable hooks of the managed file.
        let has_managed_hooks =
            all.iter().filter(same_client).any(|other| other.has_hooks() && is_managed(other));
        if installed.disabled && (is_managed(settings) || !has_managed_hooks) {
            problems
                .push(format!("{file} turns all hooks off (disableAllHooks): nothing is guarded"));
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
    if installed.missing.is_empty() {
        let count = installed.hooks.len();
        report.good(format!("{}: {count} hooks in {file}", settings.client.title));
    } else {
        report.bad(format!("{file} misses {}", installed.missing.join(", ")), &repair);
    }
    let programs: BTreeSet<&str> = installed.hooks.iter().map(|h| h.program.as_str()).collect();
    for hook in programs {
        check_program(context, Path::new(hook), &repair, report);
    }
    let has = |arg: &str| installed.hooks.iter().any(|hook| hook.args.iter().any(|a| a == arg));
    if has("--observe") {
        report.warning("the hooks only observe: nothing is refused", &repair);
    }
    let can_refuse = installer_of(settings.client).is_some_and(|one| one.refuses_on_failure);
    if installed.refuses_without_program && !can_refuse {
        let title = settings.client.title;
        let text = format!(
            "{title} lets a call pass whose hook takes too long; --strict cannot change it"
        );
        report.warning(text, "");
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

/// Whether the client can start the hook, and whether it is the program beside this one.
fn check_program(context: &Context, hook: &Path, repair: &str, report: &mut CheckReport) {
    let shown = hook.display();
    match fs::metadata(hook) {
        Err(error) => return report.bad(format!("{shown} does not exist: {error}"), repair),
        Ok(meta) if !meta.is_file() || meta.permissions().mode() & 0o111 == 0 => {
            return report.bad(format!("{shown} cannot be run"), repair);
        }
        Ok(_) => {}
    }
    let own = program::hook(context).and_then(|own| Ok(fs::canonicalize(own)?));
    let is_own = own.is_ok_and(|own| fs::canonicalize(hook).is_ok_and(|hook| hook == own));
    if !is_own {
        report.warning(format!("{shown} is another copy of Fusebox than this one"), repair);
    }
}

#[cfg(test)]
mod tests {
    use fusebox_clients::client_named;

    use super::*;
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
            installed: installer_of(client).unwrap().status(&text.replace('%', OURS)),
        };
        let all = [
            settings(SettingsOwner::Installed(InstallScope::User), "U", user),
            settings(SettingsOwner::Managed, "M", managed),
        ];
        let problems = disabled_hooks(&all);
        let short: Vec<&str> =
            problems.iter().map(|text| text.split(':').next().unwrap()).collect();
        assert_eq!(short, expected, "{user} {managed}");
    }

    #[test]
    fn keys_that_disable_hooks_are_found() {
        let off = "turns all hooks off (disableAllHooks)";
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
