//! Processes: the client above the hook, the command beside it.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use fusebox_runtime::process::Process;

use crate::Surround;

/// The `fusebox` command: beside this program, or this program itself.
pub(crate) fn command() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    if own.file_stem().is_some_and(|name| name == "fusebox") {
        return Some(own);
    }
    let beside = own.with_file_name("fusebox");
    beside.is_file().then_some(beside)
}

/// Makes the policy that the hook cannot read itself. The error is what the command said.
pub(crate) fn compile_policy(project: Option<&PathBuf>) -> Result<(), String> {
    let command = command().ok_or("the `fusebox` command is not beside `fusebox-hook`")?;
    let mut compile = Command::new(command);
    compile.args(["config", "compile"]).stdin(Stdio::null()).stdout(Stdio::null());
    if let Some(project) = project {
        compile.arg("--project").arg(project);
    }
    let output = compile.output().map_err(|error| format!("`fusebox config compile`: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
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
pub(crate) fn client(surround: &Surround) -> Option<(u32, u64)> {
    let pid = surround.client_pid.unwrap_or_else(std::os::unix::process::parent_id);
    Some((pid, Process::of(pid)?.started))
}
