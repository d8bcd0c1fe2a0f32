//! Starts a command as a process group of its own, in a terminal of its own or with pipes.

use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;

use rustix::process::Pid;
use rustix::stdio;
use rustix::termios::isatty;

use crate::{Result, SupervisorError, terminal};

/// The variable that names the file with an operator's token: an agent is not to have it.
const OPERATOR_VARIABLE: &str = "FUSEBOX_OPERATOR_TOKEN_FILE";

/// What is started.
#[derive(Debug, Clone)]
pub(crate) struct Launch<'a> {
    /// The program and its arguments.
    pub(crate) command: &'a [String],
    /// The working directory.
    pub(crate) dir: &'a Path,
    /// Variables in addition to those of this process.
    pub(crate) environment: &'a [(String, String)],
    /// What it gets on its standard input instead of ours.
    pub(crate) input: Option<&'a [u8]>,
    /// Whether a person uses it.
    pub(crate) attendance: Attendance,
    /// The program and the first arguments of the helper that confines it, if it is confined.
    pub(crate) confining: &'a [String],
}

/// A command that runs.
#[derive(Debug)]
pub(crate) struct LaunchedCommand {
    /// Its pid, which is also its process group.
    pub(crate) pid: Pid,
    /// Where its output comes from.
    pub(crate) output: OutputEnds,
}

/// Where the output of a command comes from.
#[derive(Debug)]
pub(crate) enum OutputEnds {
    /// Its own terminal.
    Terminal(Arc<OwnedFd>),
    /// Pipes.
    Pipes {
        /// Standard output.
        out: OwnedFd,
        /// Standard error; `None` where it writes to ours.
        err: Option<OwnedFd>,
    },
}

/// Whether a person uses a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attendance {
    /// It gets a terminal of its own, which has the size of the person's.
    Now,
    /// Its standard output is a pipe; it shares our standard input and standard error.
    NotNow,
    /// Both its outputs are pipes, and its input is not ours.
    Never,
}

impl Attendance {
    /// For a command that asks nothing of a person.
    pub(crate) fn without_terminal(self) -> Self {
        if self == Self::Never { Self::Never } else { Self::NotNow }
    }
}

/// Starts a command in a process group of its own.
pub(crate) fn launch(what: &Launch<'_>) -> Result<LaunchedCommand> {
    let words = [what.confining, what.command].concat();
    let program = words.first().map_or("", String::as_str);
    let args = words.get(1..).unwrap_or_default();
    let started = match what.attendance {
        Attendance::Now => in_terminal(what, program, args),
        Attendance::NotNow => with_pipes(what, program, args, true),
        Attendance::Never => with_pipes(what, program, args, false),
    };
    started.map_err(|error| SupervisorError::Start { program: program.to_owned(), error })
}

fn in_terminal(what: &Launch<'_>, program: &str, args: &[String]) -> io::Result<LaunchedCommand> {
    let to_io = |error: pty_process::Error| match error {
        pty_process::Error::Io(error) => error,
        error => io::Error::other(error),
    };
    let (outer, inner) = pty_process::blocking::open().map_err(to_io)?;
    terminal::copy_size(&outer);
    let mut command = pty_process::blocking::Command::new(program)
        .args(args)
        .env_remove(OPERATOR_VARIABLE)
        .current_dir(what.dir)
        .envs(what.environment.to_vec());
    if what.input.is_some() {
        command = command.stdin(Stdio::piped());
    }
    if !isatty(stdio::stderr()) {
        command = command.stderr(Stdio::inherit());
    }
    let mut child = command.spawn(inner).map_err(to_io)?;
    feed(child.stdin.take(), what.input);
    let output = OutputEnds::Terminal(Arc::new(OwnedFd::from(outer)));
    Ok(LaunchedCommand { pid: Pid::from_child(&child), output })
}

/// `shares`: its input and its standard error are ours.
fn with_pipes(
    what: &Launch<'_>,
    program: &str,
    args: &[String],
    shares: bool,
) -> io::Result<LaunchedCommand> {
    let stdin = match what.input {
        Some(_) => Stdio::piped(),
        // A process that reads the terminal from the background is stopped.
        None if !shares || isatty(stdio::stdin()) => Stdio::null(),
        None => Stdio::inherit(),
    };
    let mut command = Command::new(program);
    if what.confining.is_empty() {
        command.process_group(0);
    }
    // The helper opens a session instead, which a leader of a group cannot.
    let mut child = command
        .args(args)
        .env_remove(OPERATOR_VARIABLE)
        .current_dir(what.dir)
        .envs(what.environment.to_vec())
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(if shares { Stdio::inherit() } else { Stdio::piped() })
        .spawn()?;
    feed(child.stdin.take(), what.input);
    let missing = || io::Error::other("its output is not there");
    let out = OwnedFd::from(child.stdout.take().ok_or_else(missing)?);
    let output = OutputEnds::Pipes { out, err: child.stderr.take().map(OwnedFd::from) };
    Ok(LaunchedCommand { pid: Pid::from_child(&child), output })
}

/// Writes the standard input of a command, without waiting for it.
fn feed(stdin: Option<ChildStdin>, input: Option<&[u8]>) {
    if let (Some(mut stdin), Some(input)) = (stdin, input.map(<[u8]>::to_vec)) {
        // A command that does not read it may be gone already.
        std::thread::spawn(move || drop(stdin.write_all(&input)));
    }
}
