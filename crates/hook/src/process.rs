//! Processes: the client above the hook, the command beside it.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fusebox_runtime::process::ProcessInfo;
use serde_json::Value;

use crate::HookEnvironment;
use crate::failure::FailurePolicy;

/// The `fusebox` command: beside this program, or this program itself.
pub(crate) fn command() -> Option<PathBuf> {
    beside(&std::env::current_exe().ok()?)
}

fn beside(own: &Path) -> Option<PathBuf> {
    if own.file_stem().is_some_and(|name| name == "fusebox") {
        return Some(own.to_owned());
    }
    let beside = own.with_file_name("fusebox");
    beside.is_file().then_some(beside)
}

/// The files of both programs, where their paths are text.
pub(crate) fn programs() -> impl Iterator<Item = String> {
    let hook = std::env::current_exe().ok();
    let command = hook.as_deref().and_then(beside);
    hook.into_iter().chain(command).filter_map(|path| path.into_os_string().into_string().ok())
}

/// Why there is no policy of these layers.
pub(crate) enum CompileError {
    /// The policy has a mistake, or there is nothing that could compile it: the last good one holds.
    Mistake(String),
    /// It could not be kept.
    HookFailure(String),
}

/// How the command ends when a policy is wrong.
const MISTAKE: i32 = 2;

/// Makes the policy that the hook cannot read itself; `words` say which, beside the layers. The error
/// is what the command said.
pub(crate) fn compile_policy(
    project: Option<&PathBuf>,
    words: &[&str],
) -> Result<(), CompileError> {
    let missing = || CompileError::Mistake("`fusebox` is not beside `fusebox-hook`".to_owned());
    let mut compile = Command::new(command().ok_or_else(missing)?);
    compile.args(["config", "compile"]).args(words).stdin(Stdio::null()).stdout(Stdio::null());
    if let Some(project) = project {
        compile.arg("--project").arg(project);
    }
    let failed = |error| CompileError::Mistake(format!("`fusebox config compile`: {error}"));
    let output = compile.output().map_err(failed)?;
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => Ok(()),
        Some(MISTAKE) => Err(CompileError::Mistake(said.trim().to_owned())),
        _ => {
            let silent = format!("`fusebox config compile`: {}", output.status);
            let line = said.lines().next().unwrap_or(&silent);
            Err(CompileError::HookFailure(line.trim_start_matches("error: ").to_owned()))
        }
    }
}

/// What the policy's files say about failures, read anew: for when the store is what failed.
pub(crate) fn rules(project: Option<&PathBuf>, role: Option<&str>) -> Option<FailurePolicy> {
    let mut show = Command::new(command()?);
    show.args(["config", "show", "--json"]).stdin(Stdio::null()).stderr(Stdio::null());
    if let Some(role) = role {
        show.arg(format!("--role={role}"));
    }
    if let Some(project) = project.filter(|project| project.is_dir()) {
        show.current_dir(project);
    }
    let shown: Value = serde_json::from_slice(&show.output().ok()?.stdout).ok()?;
    let settings = shown.get("settings")?.as_array()?;
    let of = |key: &str| settings.iter().find(|setting| setting["key"] == key)?.get("value");
    Some(FailurePolicy {
        on_error: serde_json::from_value(of("on_error")?.clone()).ok()?,
        mode: serde_json::from_value(of("mode")?.clone()).ok()?,
    })
}

/// Starts the delivery of what was queued and does not wait for it.
pub(crate) fn carry_out_effects() {
    let Some(command) = command() else { return };
    let _ = Command::new(command)
        .args(["effects", "drain"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn();
}

/// The client's process: as it tells, else the nearest one above that is not a shell.
pub(crate) fn client(surround: &HookEnvironment) -> Option<(u32, u64)> {
    let pid = surround.client_pid.unwrap_or_else(std::os::unix::process::parent_id);
    Some((pid, ProcessInfo::of(pid)?.started))
}
