//! The programs: both exist, have the same version, and the hook answers.

use std::path::Path;
use std::process::{Command, Stdio};

use fusebox_runtime::process::ProcessInfo;

use super::check::CheckReport;
use super::self_test;
use crate::commands::install::program;
use crate::program_folder::VERSION;

pub(super) fn check(report: &mut CheckReport) {
    report.begin("Programs");
    let Some(own) = report.ok_or_bad(program::own(), "run it again") else { return };
    report.good(format!("fusebox {VERSION} ({})", own.display()));
    let (hook, words) = program::hook_beside(&own);
    if words.is_empty() {
        let next = "install both programs together";
        match version(&hook) {
            Some(version) if version == format!("fusebox-hook {VERSION}") => {
                report.good("fusebox-hook is beside it, of the same version");
            }
            Some(version) => {
                report.bad(format!("{} is another version: {version}", hook.display()), next);
            }
            None => report.bad(format!("{} does not print its version", hook.display()), next),
        }
    } else {
        let next = "install it beside fusebox: it answers faster than `fusebox hook`";
        report.warning("fusebox-hook is not beside it", next);
    }
    match self_test::run(&hook, words) {
        Ok(ms) => report.good(format!("the hook answered a test call in {ms} ms")),
        Err(why) => report.bad(format!("the hook failed a test call: {why}"), "reinstall Fusebox"),
    }
    if ProcessInfo::of(std::process::id()).is_none() {
        report.warning(
            "this system has no /proc: only the terminal tells an agent's processes from yours",
            "see docs/security.md",
        );
    }
}

/// What a program prints for `--version`.
fn version(program: &Path) -> Option<String> {
    let mut command = Command::new(program);
    let output = command.arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
