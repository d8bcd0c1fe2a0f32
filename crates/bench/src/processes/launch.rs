//! Starts one program with one event, as a client does.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use fusebox_hook::SOCKET_VARIABLE;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::BenchError;
use crate::stopwatch::{timed, to_ms};

/// The folders that a program runs in.
#[derive(Debug, Clone)]
pub(crate) struct RunFolders {
    /// `HOME`, which holds the state.
    pub(crate) home: PathBuf,
    /// The agent's working directory.
    pub(crate) project: PathBuf,
    /// The socket of the process that answers hooks, where one does.
    pub(crate) socket: Option<PathBuf>,
}

impl RunFolders {
    /// The state directory of this `HOME`.
    pub(crate) fn state_dir(&self) -> PathBuf {
        self.home.join(".local/state/fusebox")
    }

    /// Sets the environment that a client gives to its hooks.
    pub(crate) fn set_environment(&self, command: &mut Command) {
        command
            .env_clear()
            .env("HOME", &self.home)
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("LANG", "C.UTF-8")
            .env("CLAUDE_PROJECT_DIR", &self.project)
            .env("CLAUDE_CODE_ENTRYPOINT", "cli")
            .envs(self.socket.iter().map(|socket| (SOCKET_VARIABLE, socket)))
            .current_dir(&self.project);
    }
}

/// The time of one run, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunTime {
    /// From before the start to the end.
    pub(crate) wall: f64,
    /// Processor time of the program's first thread, which other work on the machine changes least.
    pub(crate) busy: f64,
}

/// Starts the program, writes the event, reads the answer and waits for the end. An answer is an error: the events of
/// the benchmarks are all allowed.
pub(crate) fn run(
    program: &Path,
    args: &[impl AsRef<std::ffi::OsStr>],
    folders: &RunFolders,
    event: &[u8],
) -> Result<RunTime, BenchError> {
    let (took, answer) = run_answered(program, args, folders, event)?;
    if !answer.is_empty() {
        return Err(format!("{} answers {answer}", program.display()).into());
    }
    Ok(took)
}

/// The same for an event that is answered; returns the answer too.
pub(crate) fn run_answered(
    program: &Path,
    args: &[impl AsRef<std::ffi::OsStr>],
    folders: &RunFolders,
    event: &[u8],
) -> Result<(RunTime, String), BenchError> {
    let mut command = Command::new(program);
    folders.set_environment(&mut command);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let (ended, wall) = timed(|| run_to_end(&mut command, event));
    let (mut child, answer) = ended?;
    let busy = processor_ms(child.id());
    let status = child.wait()?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    if !status.success() {
        return Err(format!("{}: {status}, {answer}", program.display()).into());
    }
    Ok((RunTime { wall: to_ms(wall), busy }, answer))
}

/// Runs the command; returns the child, not yet reaped, and what it wrote.
fn run_to_end(command: &mut Command, event: &[u8]) -> Result<(Child, Vec<u8>), BenchError> {
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that does not read its input may end before it is written.
        let _ = stdin.write_all(event);
    }
    let mut answer = Vec::new();
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_end(&mut answer)?;
    }
    waitid(WaitId::Pid(Pid::from_child(&child)), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)?;
    Ok((child, answer))
}

/// The processor time of a process that was not reaped yet, in milliseconds; 0 where the system does not report it.
fn processor_ms(pid: u32) -> f64 {
    let schedstat = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    let nanoseconds = schedstat.split(' ').next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.unwrap_or_default() / 1e6
}
