//! Runs one git process, without a shell, with limits on its time and its output.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::environment::{DURABLE_SETTINGS, REMOVED_VARIABLES, SETTINGS, VARIABLES};
use crate::error::printable;
use crate::{GitError, ObjectId, Result};

/// Bytes of output that are read by default: enough for the paths of some million files.
const MAX_OUTPUT: u64 = 512 << 20;
/// Bytes of standard error that are kept.
const MAX_STDERR: u64 = 64 << 10;
/// How long git may take to remove its lock files after SIGTERM.
const TERM_GRACE: Duration = Duration::from_secs(3);

/// How git runs in one folder.
#[derive(Debug, Clone)]
pub(crate) struct GitRunner {
    folder: PathBuf,
    timeout: Duration,
    ignore_case: bool,
    durable: bool,
}

/// What a git process answered.
pub(crate) struct GitOutput {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    /// Git wrote more than was read.
    pub(crate) truncated: bool,
}

/// A git process to be started.
pub(crate) struct GitCommand<'a> {
    git: &'a GitRunner,
    name: &'static str,
    command: Command,
    stdin: Option<Vec<u8>>,
    max_output: u64,
}

impl GitRunner {
    pub(crate) fn new(folder: &Path, timeout: Duration, ignore_case: bool) -> Self {
        Self { folder: folder.to_owned(), timeout, ignore_case, durable: false }
    }

    pub(crate) fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    /// The same runner, for commands that sync new objects to disk before they end.
    pub(crate) fn durable(&self) -> Self {
        Self { durable: true, ..self.clone() }
    }

    /// The same runner in another folder.
    pub(crate) fn in_folder(&self, folder: &Path) -> Self {
        Self { folder: folder.to_owned(), ..self.clone() }
    }

    /// Whether the file system ignores case.
    pub(crate) fn ignores_case(&self) -> bool {
        self.ignore_case
    }

    /// The git command `name`.
    pub(crate) fn command(&self, name: &'static str) -> GitCommand<'_> {
        self.command_with(&[], name)
    }

    /// The git command `name` with further settings, each `key=value`.
    pub(crate) fn command_with(&self, settings: &[&str], name: &'static str) -> GitCommand<'_> {
        let mut command = Command::new("git");
        command.args(["--no-pager", "-C"]).arg(&self.folder);
        // What the disk does, whatever is configured: a wrong setting makes two files one.
        let case = format!("core.ignorecase={}", self.ignore_case);
        let durable = if self.durable { DURABLE_SETTINGS } else { &[] };
        for setting in SETTINGS.iter().chain(durable).chain(settings).chain([&case.as_str()]) {
            command.args(["-c", setting]);
        }
        for variable in REMOVED_VARIABLES {
            command.env_remove(variable);
        }
        command.envs(VARIABLES.iter().copied()).stdin(Stdio::null()).arg(name);
        GitCommand { git: self, name, command, stdin: None, max_output: MAX_OUTPUT }
    }

    /// The error of a command that failed, with what it wrote.
    pub(crate) fn failure(&self, name: &'static str, message: &[u8]) -> GitError {
        GitError::Git { name, folder: self.folder.clone(), message: printable(message) }
    }
}

impl<'a> GitCommand<'a> {
    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.command.arg(arg);
        self
    }

    pub(crate) fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.command.args(args);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Bytes for its standard input.
    pub(crate) fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = Some(bytes.into());
        self
    }

    /// Paths for its standard input, each followed by NUL.
    pub(crate) fn stdin_paths<P: AsRef<[u8]>>(self, paths: impl IntoIterator<Item = P>) -> Self {
        let mut bytes = Vec::new();
        for path in paths {
            bytes.extend_from_slice(path.as_ref());
            bytes.push(0);
        }
        self.stdin(bytes)
    }

    /// [`Self::stdin_paths`] for commands that read pathspecs.
    pub(crate) fn stdin_pathspecs<P: AsRef<[u8]>>(
        self,
        paths: impl IntoIterator<Item = P>,
    ) -> Self {
        self.args(["--pathspec-from-file=-", "--pathspec-file-nul"]).stdin_paths(paths)
    }

    /// An open file as its standard input. A lock on that file is held until git ends, even when
    /// this process is killed before.
    pub(crate) fn inherit_lock(mut self, file: File) -> Self {
        self.command.stdin(Stdio::from(file));
        self
    }

    /// Reads at most this many bytes of output.
    pub(crate) fn max_output(mut self, bytes: u64) -> Self {
        self.max_output = bytes;
        self
    }

    /// Runs it; any exit code is an answer.
    pub(crate) fn output(mut self) -> Result<GitOutput> {
        if self.stdin.is_some() {
            self.command.stdin(Stdio::piped());
        }
        self.command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let not_run = |source| GitError::NoGit { source };
        let mut child = self.command.spawn().map_err(not_run)?;
        let output = read_output(&mut child, self.stdin, self.max_output);
        let Ok((stdout, stderr)) = output.recv_timeout(self.git.timeout) else {
            terminate(&mut child, &output);
            let problem = format!("did not end within {:?}", self.git.timeout);
            return Err(GitError::Limit { name: self.name, problem });
        };
        let code = child.wait().map_err(not_run)?.code();
        let (stdout, truncated) = stdout.map_err(not_run)?;
        Ok(GitOutput { code, stdout, stderr, truncated })
    }

    /// Runs it; returns its output when it succeeds.
    pub(crate) fn stdout(self) -> Result<Vec<u8>> {
        let (git, name) = (self.git, self.name);
        let output = self.output()?;
        match output.code {
            _ if output.truncated => {
                Err(GitError::Limit { name, problem: "wrote more than can be read".to_owned() })
            }
            Some(0) => Ok(output.stdout),
            _ => Err(git.failure(name, &output.stderr)),
        }
    }

    /// Runs it for its effect.
    pub(crate) fn run(self) -> Result<()> {
        self.stdout().map(drop)
    }

    /// Runs it; returns the parts of its output that end with NUL.
    pub(crate) fn nul_separated(self) -> Result<Vec<Vec<u8>>> {
        let output = self.stdout()?;
        let parts = output.split(|byte| *byte == 0).filter(|part| !part.is_empty());
        Ok(parts.map(<[u8]>::to_vec).collect())
    }

    /// Runs it; returns its output as text.
    pub(crate) fn text(self) -> Result<String> {
        Ok(String::from_utf8_lossy(&self.stdout()?).into_owned())
    }

    /// Runs it; returns the object id that it prints.
    pub(crate) fn object_id(self) -> Result<ObjectId> {
        let (git, name) = (self.git, self.name);
        let output = self.stdout()?;
        let id = ObjectId::from_bytes(output.trim_ascii_end());
        id.ok_or_else(|| git.failure(name, &[b"not an object id: ", output.as_slice()].concat()))
    }

    /// Runs it; returns its output without the last newline, or `None` when git ends with 1.
    pub(crate) fn optional_line(self) -> Result<Option<Vec<u8>>> {
        let (git, name) = (self.git, self.name);
        let mut output = self.output()?;
        match output.code {
            Some(0) => {
                output.stdout.pop_if(|byte| *byte == b'\n');
                Ok(Some(output.stdout))
            }
            Some(1) => Ok(None),
            _ => Err(git.failure(name, &output.stderr)),
        }
    }
}

/// Standard output with whether it is truncated, and standard error.
type StreamContents = (io::Result<(Vec<u8>, bool)>, Vec<u8>);

/// Writes and reads the child's streams in threads of their own, so that none of them blocks it.
fn read_output(child: &mut Child, stdin: Option<Vec<u8>>, max: u64) -> Receiver<StreamContents> {
    if let (Some(bytes), Some(mut pipe)) = (stdin, child.stdin.take()) {
        // A git that stops reading reports why.
        thread::spawn(move || drop(pipe.write_all(&bytes)));
    }
    let stderr = child.stderr.take();
    let stderr = thread::spawn(move || {
        let mut kept = Vec::new();
        if let Some(mut stderr) = stderr {
            let _ = stderr.by_ref().take(MAX_STDERR).read_to_end(&mut kept);
            let _ = io::copy(&mut stderr, &mut io::sink());
        }
        kept
    });
    let stdout = child.stdout.take();
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let stdout = stdout.map_or_else(|| Ok((Vec::new(), false)), |pipe| read_at_most(pipe, max));
        let _ = sender.send((stdout, stderr.join().unwrap_or_default()));
    });
    receiver
}

/// Reads at most `max` bytes, and says whether there are more. Dropping the pipe ends a git that
/// writes on.
pub(crate) fn read_at_most(from: impl Read, max: u64) -> io::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    from.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
    let max = usize::try_from(max).unwrap_or(usize::MAX);
    let truncated = bytes.len() > max;
    bytes.truncate(max);
    Ok((bytes, truncated))
}

/// Sends SIGTERM, so that git removes its lock files, and SIGKILL if git does not react.
fn terminate(child: &mut Child, output: &Receiver<StreamContents>) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
    let _ = output.recv_timeout(TERM_GRACE);
    let _ = child.kill();
    let _ = child.wait();
}
