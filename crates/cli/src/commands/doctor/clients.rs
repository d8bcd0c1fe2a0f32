//! The clients: hooked once, whole, and to a program that is there.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use fusebox_clients::install::InstallStatus;
use fusebox_engine::{OnError, Policy};

use super::check::Checks;
use crate::client_settings::{self, ClientSettings, SettingsOwner};
use crate::commands::install::{ON_ERROR_DENY, program};
use crate::context::Context;

pub(super) fn check(context: &Context, policy: Option<&Policy>, checks: &mut Checks) {
    checks.begin("Hooks");
    let mut read = Vec::new();
    for settings in client_settings::read_all(context) {
        match settings {
            Ok(settings) => read.push(settings),
            Err(error) => checks.bad(error.to_string(), ""),
        }
    }
    let mut hooked: Vec<String> = Vec::new();
    for settings in &read {
        match &settings.installed {
            Err(error) => checks.bad(format!("{}: {error}", settings.file.display()), ""),
            Ok(installed) => {
                if settings.has_hooks() {
                    one(context, policy, settings, installed, checks);
                    hooked.push(settings.file.display().to_string());
                }
            }
        }
    }
    for text in switched_off(&read) {
        checks.bad(text, "take the line out, or have it taken out");
    }
    match hooked.as_slice() {
        [] => checks.warning("no client has hooks of Fusebox", "fusebox install claude"),
        [_] => {}
        files => checks.warning(
            format!("the hooks are in several files: {}", files.join(", ")),
            "one place is enough: fusebox uninstall claude --scope project",
        ),
    }
}

/// What keeps hooks of ours from running: a switch in one file concerns those in the others.
fn switched_off(read: &[ClientSettings]) -> Vec<String> {
    let guards = |settings: &ClientSettings| {
        settings.has_hooks() && settings.owner == SettingsOwner::Managed
    };
    let mut said = Vec::new();
    for settings in read {
        let Ok(installed) = &settings.installed else { continue };
        let file = settings.file.display();
        let is_managed = settings.owner == SettingsOwner::Managed;
        let same = |other: &&ClientSettings| other.client.name == settings.client.name;
        // No one but the manager turns managed hooks off.
        let kept = !is_managed && read.iter().filter(same).any(guards);
        if installed.disabled && !kept {
            said.push(format!("{file} turns all hooks off (disableAllHooks): nothing is guarded"));
        }
        if installed.managed_only && is_managed && !settings.has_hooks() {
            said.push(format!(
                "{file} lets only its own hooks run (allowManagedHooksOnly), and none of ours is \
                 in it: nothing is guarded"
            ));
        }
    }
    said
}

/// One settings file with hooks of ours.
fn one(
    context: &Context,
    policy: Option<&Policy>,
    settings: &ClientSettings,
    installed: &InstallStatus,
    checks: &mut Checks,
) {
    let install = settings.repair_command();
    let file = settings.file.display();
    if installed.missing.is_empty() {
        let count = installed.hooks.len();
        checks.good(format!("{}: {count} hooks in {file}", settings.client.title));
    } else {
        checks.bad(format!("{file} misses {}", installed.missing.join(", ")), &install);
    }
    let programs: BTreeSet<&str> =
        installed.hooks.iter().map(|hook| hook.program.as_str()).collect();
    for found in programs {
        startable(context, Path::new(found), &install, checks);
    }
    let has = |arg: &str| installed.hooks.iter().any(|hook| hook.args.iter().any(|a| a == arg));
    if has("--observe") {
        checks.warning("the hooks only observe: nothing is refused", &install);
    }
    let denies = policy.is_some_and(|policy| policy.on_error == OnError::Deny);
    if denies && !has(ON_ERROR_DENY) {
        let text = "on_error = \"deny\" is not in the hooks yet: a call passes when the hook is killed \
                    or cannot read the policy";
        checks.warning(text, &install);
    }
    if policy.is_some() && !denies && has(ON_ERROR_DENY) {
        let text = "the hooks deny when Fusebox fails, whatever on_error says here";
        checks.warning(text, &install);
    }
}

/// Whether the client can start the program, and whether it is the one beside us.
fn startable(context: &Context, found: &Path, install: &str, checks: &mut Checks) {
    let shown = found.display();
    match fs::metadata(found) {
        Err(error) => return checks.bad(format!("{shown} is gone: {error}"), install),
        Ok(meta) if !meta.is_file() || meta.permissions().mode() & 0o111 == 0 => {
            return checks.bad(format!("{shown} cannot be run"), install);
        }
        Ok(_) => {}
    }
    let own = program::hook(context).and_then(|own| Ok(fs::canonicalize(own)?));
    let same = own.is_ok_and(|own| fs::canonicalize(found).is_ok_and(|found| found == own));
    if !same {
        checks.warning(format!("{shown} is another copy of Fusebox than this one"), install);
    }
}

#[cfg(test)]
mod tests {
    use fusebox_clients::client_named;
    use fusebox_clients::install::installer_of;

    use super::*;
    use crate::commands::install::target::Scope;

    const OURS: &str = r#""hooks":{"Stop":[{"hooks":[{"type":"command","command":"/f/fusebox-hook","args":["claude"]}]}]}"#;

    /// What is said of a person's and the managed settings; `%` stands for hooks of ours.
    #[track_caller]
    fn check(user: &str, managed: &str, expected: &[&str]) {
        let client = client_named("claude").unwrap();
        let guarded = |owner, file: &str, text: &str| ClientSettings {
            client,
            owner,
            file: file.into(),
            installed: (installer_of(client).unwrap().status)(&text.replace('%', OURS)),
        };
        let read = [
            guarded(SettingsOwner::Installed(Scope::User), "U", user),
            guarded(SettingsOwner::Managed, "M", managed),
        ];
        let said = switched_off(&read);
        let short: Vec<&str> = said.iter().map(|text| text.split(':').next().unwrap()).collect();
        assert_eq!(short, expected, "{user} {managed}");
    }

    #[test]
    fn what_switches_hooks_off() {
        let off = "turns all hooks off (disableAllHooks)";
        let (user_off, managed_off) = (format!("U {off}"), format!("M {off}"));
        let only =
            "M lets only its own hooks run (allowManagedHooksOnly), and none of ours is in it";
        check("{%}", "", &[]);
        check("{\"disableAllHooks\":true,%}", "{}", &[&user_off]);
        check("{\"disableAllHooks\":true}", "{%}", &[]);
        check("{%}", "{\"disableAllHooks\":true}", &[&managed_off]);
        check("{%}", "{\"allowManagedHooksOnly\":true}", &[only]);
        check("{}", "{\"allowManagedHooksOnly\":true,%}", &[]);
        check("{\"allowManagedHooksOnly\":true,%}", "{}", &[]);
    }
}
