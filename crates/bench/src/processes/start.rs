//! Starts one program with one event, as a client does.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::BenchError;
use crate::stopwatch::timed;

/// Where a program runs.
#[derive(Debug, Clone)]
pub(crate) struct RunFolders {
    /// `HOME`; the state lies in it.
    pub(crate) home: PathBuf,
    /// The agent's working directory.
    pub(crate) project: PathBuf,
}

impl RunFolders {
    /// The state directory of this `HOME`.
    pub(crate) fn state_dir(&self) -> PathBuf {
        self.home.join(".local/state/fusebox")
    }

    /// Sets what a client sets for its hooks.
    pub(crate) fn surround(&self, command: &mut Command) {
        command
            .env_clear()
            .env("HOME", &self.home)
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("LANG", "C.UTF-8")
            .env("CLAUDE_PROJECT_DIR", &self.project)
            .env("CLAUDE_CODE_ENTRYPOINT", "cli")
            .current_dir(&self.project);
    }
}

/// What one start took, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunTime {
    /// From before the start to the end.
    pub(crate) wall: f64,
    /// On a processor, in the program's first thread: what other work on the machine changes least.
    pub(crate) busy: f64,
}

/// Starts the program, gives it the event, reads its answer and waits for its end.
pub(crate) fn run(
    program: &Path,
    args: &[String],
    place: &RunFolders,
    event: &[u8],
) -> Result<RunTime, BenchError> {
    let mut command = Command::new(program);
    place.surround(&mut command);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let (ended, wall) = timed(|| until_end(&mut command, event));
    let (mut child, said) = ended?;
    let busy = busy(child.id());
    let status = child.wait()?;
    if !status.success() || !said.is_empty() {
        let said = String::from_utf8_lossy(&said).into_owned();
        return Err(format!("{}: {status}, {said}", program.display()).into());
    }
    Ok(RunTime { wall: wall.as_secs_f64() * 1e3, busy })
}

/// The child at its end, still there to be asked, and what it said.
fn until_end(command: &mut Command, event: &[u8]) -> Result<(Child, Vec<u8>), BenchError> {
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // Whoever does not read its input ends before it is written.
        let _ = stdin.write_all(event);
    }
    let mut said = Vec::new();
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_end(&mut said)?;
    }
    waitid(WaitId::Pid(Pid::from_child(&child)), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)?;
    Ok((child, said))
}

/// Its time on a processor in milliseconds; 0 where the system does not tell.
fn busy(pid: u32) -> f64 {
    let told = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.unwrap_or_default() / 1e6
}
