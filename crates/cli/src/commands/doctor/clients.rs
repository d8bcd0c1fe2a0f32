//! The clients: hooked once, whole, and to a program that is there.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use fusebox_clients::install::Installed;
use fusebox_engine::{OnError, Policy};

use super::check::Checks;
use crate::commands::install::{ON_ERROR_DENY, program};
use crate::context::Context;
use crate::guarded::{self, Guarded};

pub(super) fn check(context: &Context, policy: Option<&Policy>, checks: &mut Checks) {
    checks.begin("Hooks");
    let mut hooked: Vec<String> = Vec::new();
    for settings in guarded::settings(context) {
        match settings {
            Err(error) => checks.bad(error.to_string(), ""),
            Ok(settings) => match &settings.installed {
                Err(error) => {
                    checks.bad(format!("{}: {error}", settings.target.file.display()), "");
                }
                Ok(installed) if settings.has_hooks() => {
                    one(context, policy, &settings, installed, checks);
                    hooked.push(settings.target.file.display().to_string());
                }
                Ok(installed) if installed.disabled => disabled(&settings, checks),
                Ok(_) => {}
            },
        }
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

/// One settings file with hooks of ours.
fn one(
    context: &Context,
    policy: Option<&Policy>,
    settings: &Guarded,
    installed: &Installed,
    checks: &mut Checks,
) {
    let target = &settings.target;
    let install = format!("fusebox install {} --scope {}", target.client.name, target.scope.word());
    let file = target.file.display();
    if installed.disabled {
        disabled(settings, checks);
    }
    if installed.missing.is_empty() {
        let count = installed.hooks.len();
        checks.good(format!("{}: {count} hooks in {file}", target.client.title));
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
        checks.bad("on_error = \"deny\" is not in the hooks yet", &install);
    }
}

fn disabled(settings: &Guarded, checks: &mut Checks) {
    let file = settings.target.file.display();
    checks.bad(
        format!("{file} turns all hooks off (disableAllHooks): nothing is guarded"),
        "take the line out",
    );
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
