//! A command as a process of its own: in a terminal of its own or before a pipe.

use std::io::Write;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;

use rustix::process::Pid;

use crate::{SupervisorError, terminal};

/// What is started.
#[derive(Debug, Clone)]
pub(crate) struct Launch<'a> {
    /// The program and its arguments.
    pub(crate) command: &'a [String],
    /// Where.
    pub(crate) dir: &'a PathBuf,
    /// Variables beside those of this process.
    pub(crate) environment: &'a [(String, String)],
    /// What it gets on its standard input instead of ours.
    pub(crate) input: Option<&'a str>,
}

/// A command that runs.
#[derive(Debug)]
pub(crate) struct LaunchedCommand {
    /// Its pid, which is also its process group.
    pub(crate) pid: Pid,
    /// Its ends.
    pub(crate) ends: OutputEnds,
}

/// Where its output comes from.
#[derive(Debug)]
pub(crate) enum OutputEnds {
    /// A terminal of our own.
    Terminal(Arc<OwnedFd>),
    /// A pipe from its standard output; its standard error is ours.
    Pipe(OwnedFd),
    /// Pipes from its standard output and its standard error.
    Pipes {
        /// Standard output.
        out: OwnedFd,
        /// Standard error.
        err: OwnedFd,
    },
}

/// Whether a person sits in front of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attendance {
    /// It gets a terminal of its own, which has the size of ours.
    Now,
    /// Its standard output is a pipe; what else it has is ours.
    NotNow,
    /// Both its outputs are pipes, and nothing of ours is its input.
    Never,
}

impl Attendance {
    /// For a command that asks nothing of a person.
    pub(crate) fn without_terminal(self) -> Self {
        if self == Self::Never { Self::Never } else { Self::NotNow }
    }
}

/// Starts a command in a process group of its own.
pub(crate) fn launch(
    what: &Launch<'_>,
    attended: Attendance,
) -> Result<LaunchedCommand, SupervisorError> {
    let Some((program, args)) = what.command.split_first() else {
        return Err(SupervisorError::NoCommand);
    };
    let failed = |error: std::io::Error| SupervisorError::Start { program: program.clone(), error };
    match attended {
        Attendance::Now => in_terminal(what, program, args),
        Attendance::NotNow => before_a_pipe(what, program, args, true),
        Attendance::Never => before_a_pipe(what, program, args, false),
    }
    .map_err(failed)
}

fn in_terminal(
    what: &Launch<'_>,
    program: &str,
    args: &[String],
) -> std::io::Result<LaunchedCommand> {
    let other = |error: pty_process::Error| std::io::Error::other(error);
    let (outer, inner) = pty_process::blocking::open().map_err(other)?;
    if let Some(size) = terminal::size() {
        outer.resize(size).map_err(other)?;
    }
    let variables = what.environment.iter().map(|(name, value)| (name, value));
    let mut command = pty_process::blocking::Command::new(program)
        .args(args)
        .current_dir(what.dir)
        .envs(variables);
    if what.input.is_some() {
        command = command.stdin(Stdio::piped());
    }
    if !rustix::termios::isatty(rustix::stdio::stderr()) {
        command = command.stderr(Stdio::inherit());
    }
    let mut child = command.spawn(inner).map_err(|error| match error {
        pty_process::Error::Io(error) => error,
        error => other(error),
    })?;
    feed(child.stdin.take(), what.input);
    let outer = Arc::new(OwnedFd::from(outer));
    Ok(LaunchedCommand { pid: pid(child.id())?, ends: OutputEnds::Terminal(outer) })
}

/// `shares`: its input and its standard error are ours.
fn before_a_pipe(
    what: &Launch<'_>,
    program: &str,
    args: &[String],
    shares: bool,
) -> std::io::Result<LaunchedCommand> {
    let stdin = match what.input {
        Some(_) => Stdio::piped(),
        // Reading a terminal that belongs to others stops a process.
        None if !shares || rustix::termios::isatty(rustix::stdio::stdin()) => Stdio::null(),
        None => Stdio::inherit(),
    };
    let mut child = Command::new(program)
        .args(args)
        .current_dir(what.dir)
        .envs(what.environment.iter().map(|(name, value)| (name, value)))
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(if shares { Stdio::inherit() } else { Stdio::piped() })
        .process_group(0)
        .spawn()?;
    feed(child.stdin.take(), what.input);
    let missing = || std::io::Error::other("its output is not there");
    let out = OwnedFd::from(child.stdout.take().ok_or_else(missing)?);
    let ends = match child.stderr.take() {
        Some(err) => OutputEnds::Pipes { out, err: OwnedFd::from(err) },
        None => OutputEnds::Pipe(out),
    };
    Ok(LaunchedCommand { pid: pid(child.id())?, ends })
}

/// Gives a command what it is to read, without waiting for it.
fn feed(stdin: Option<ChildStdin>, input: Option<&str>) {
    if let (Some(mut stdin), Some(input)) = (stdin, input.map(str::to_owned)) {
        std::thread::spawn(move || {
            // A command that does not want it may be gone already.
            let _ = stdin.write_all(input.as_bytes());
        });
    }
}

fn pid(pid: u32) -> std::io::Result<Pid> {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    pid.ok_or_else(|| std::io::Error::other("it has no process id"))
}

/// Gives a terminal of ours the size of the one in front.
pub(crate) fn resize(outer: &impl AsFd) {
    if let Ok(size) = rustix::termios::tcgetwinsize(rustix::stdio::stdout()) {
        let _ = rustix::termios::tcsetwinsize(outer, size);
    }
}
