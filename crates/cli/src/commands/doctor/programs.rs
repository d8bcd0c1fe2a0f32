//! The programs: both there, of one version, and the hook answers.

use std::path::Path;
use std::process::{Command, Stdio};

use fusebox_runtime::process::ProcessInfo;

use super::check::Checks;
use super::self_test;
use crate::commands::install::program;
use crate::context::Context;

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) fn check(context: &Context, checks: &mut Checks) {
    checks.begin("Programs");
    let own = match program::own() {
        Ok(own) => own,
        Err(error) => return checks.bad(error.to_string(), "run it again"),
    };
    checks.good(format!("fusebox {VERSION} ({})", own.display()));
    let hook = own.with_file_name("fusebox-hook");
    let (hook, lead): (&Path, &[&str]) = if hook.is_file() {
        match version(&hook) {
            Some(version) if version == format!("fusebox-hook {VERSION}") => {
                checks.good("fusebox-hook is beside it, of the same version");
            }
            Some(version) => checks.bad(
                format!("{} is another version: {version}", hook.display()),
                "install both programs together",
            ),
            None => checks.bad(
                format!("{} does not say its version", hook.display()),
                "install both programs together",
            ),
        }
        (&hook, &[])
    } else {
        let next = "install it beside fusebox: it answers faster than `fusebox hook`";
        checks.warning("fusebox-hook is not beside it", next);
        (&own, &["hook"])
    };
    match self_test::run(hook, lead, context) {
        Ok(ms) => checks.good(format!("the hook answered a test call in {ms} ms")),
        Err(why) => checks.bad(format!("the hook failed a test call: {why}"), "reinstall Fusebox"),
    }
    if ProcessInfo::of(std::process::id()).is_none() {
        checks.warning(
            "this system has no /proc: an agent's own processes are told from yours by the \
             terminal alone",
            "see docs/security.md",
        );
    }
}

/// What a program answers to `--version`.
fn version(program: &Path) -> Option<String> {
    let output = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
