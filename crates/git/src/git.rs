//! One git process: started without a shell, read to the end within limits, and ended when late.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::environment::{DURABLE, REMOVED, SET, SETTINGS};
use crate::error::shown;
use crate::{GitError, ObjectId};

/// Bytes of an answer that are read unless a call says otherwise: the paths of some million files.
const MOST: u64 = 512 << 20;
/// Bytes of git's complaints that are read.
const COMPLAINTS: u64 = 64 << 10;
/// How long a git that was asked to end may take to remove its lock files.
const GRACE: Duration = Duration::from_secs(3);

/// How git is run in one folder.
#[derive(Debug, Clone)]
pub(crate) struct GitRunner {
    folder: PathBuf,
    patience: Duration,
    ignore_case: bool,
    durable: bool,
}

/// What a git process answered.
pub(crate) struct GitOutput {
    pub(crate) code: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: Vec<u8>,
    /// There was more than was read.
    pub(crate) cut: bool,
}

/// A git process to be.
pub(crate) struct GitCommand<'a> {
    git: &'a GitRunner,
    what: &'static str,
    command: Command,
    input: StdinSource,
    most: u64,
}

enum StdinSource {
    None,
    Bytes(Vec<u8>),
}

impl GitRunner {
    pub(crate) fn new(folder: &Path, patience: Duration, ignore_case: bool) -> Self {
        Self { folder: folder.to_owned(), patience, ignore_case, durable: false }
    }

    pub(crate) fn with_timeout(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The same, with objects on disk before a command ends.
    pub(crate) fn durable(&self) -> Self {
        Self { durable: true, ..self.clone() }
    }

    /// The same in another folder.
    pub(crate) fn elsewhere(&self, folder: &Path) -> Self {
        Self { folder: folder.to_owned(), ..self.clone() }
    }

    /// Whether the disk ignores case.
    pub(crate) fn ignores_case(&self) -> bool {
        self.ignore_case
    }

    /// A call of one git command in the folder.
    pub(crate) fn call(&self, what: &'static str) -> GitCommand<'_> {
        GitCommand {
            git: self,
            what,
            command: self.command(),
            input: StdinSource::None,
            most: MOST,
        }
        .arg(what)
    }

    /// A call that works on an index of ours. All of it is looked at: what a sparse checkout leaves
    /// out is told by the entry's own mark.
    pub(crate) fn on_index(&self, index: &Path, what: &'static str) -> GitCommand<'_> {
        let mut command = self.command();
        command.args(["-c", "core.sparseCheckout=false"]).env("GIT_INDEX_FILE", index);
        GitCommand { git: self, what, command, input: StdinSource::None, most: MOST }.arg(what)
    }

    /// As [`Self::on_index`], but the repository's sparse checkout holds.
    pub(crate) fn on_sparse_index(&self, index: &Path, what: &'static str) -> GitCommand<'_> {
        self.call(what).env("GIT_INDEX_FILE", index)
    }

    fn command(&self) -> Command {
        let mut command = Command::new("git");
        command.args(["--no-pager", "-C"]).arg(&self.folder);
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        // What the disk does, whatever was configured: a wrong setting makes two files one.
        command.args([
            "-c",
            if self.ignore_case { "core.ignorecase=true" } else { "core.ignorecase=false" },
        ]);
        for setting in if self.durable { DURABLE } else { &[] } {
            command.args(["-c", setting]);
        }
        for name in REMOVED {
            command.env_remove(name);
        }
        command.envs(SET.iter().copied()).stdin(Stdio::null());
        command
    }
}

impl GitCommand<'_> {
    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.command.arg(arg);
        self
    }

    pub(crate) fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.command.args(args);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.command.env(name, value.into());
        self
    }

    /// Bytes for its standard input.
    pub(crate) fn input(mut self, bytes: Vec<u8>) -> Self {
        self.input = StdinSource::Bytes(bytes);
        self
    }

    /// Paths for its standard input, each ended by NUL.
    pub(crate) fn paths<'p>(self, paths: impl IntoIterator<Item = &'p [u8]>) -> Self {
        let mut bytes = Vec::new();
        for path in paths {
            bytes.extend_from_slice(path);
            bytes.push(0);
        }
        self.input(bytes)
    }

    /// An open file as its standard input: what is locked with it stays locked until git ends,
    /// even when we are killed before.
    pub(crate) fn holding(mut self, file: File) -> Self {
        self.command.stdin(Stdio::from(file));
        self
    }

    /// Reads at most so many bytes of the answer.
    pub(crate) fn most(mut self, bytes: u64) -> Self {
        self.most = bytes;
        self
    }

    /// Runs it; any exit code is an answer.
    pub(crate) fn answer(mut self) -> Result<GitOutput, GitError> {
        if matches!(self.input, StdinSource::Bytes(_)) {
            self.command.stdin(Stdio::piped());
        }
        self.command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().map_err(|source| GitError::NoGit { source })?;
        let answers = read(&mut child, self.input, self.most);
        let Ok((out, err)) = answers.recv_timeout(self.git.patience) else {
            end(&mut child, &answers);
            let how = format!("did not end within {:?}", self.git.patience);
            return Err(GitError::Limit { what: self.what.to_owned(), how });
        };
        let lost = |source| GitError::NoGit { source };
        let code = child.wait().map_err(lost)?.code();
        let (out, cut) = out.map_err(lost)?;
        Ok(GitOutput { code, out, err, cut })
    }

    /// Runs it; anything but success is an error.
    pub(crate) fn bytes(self) -> Result<Vec<u8>, GitError> {
        let (what, folder) = (self.what, self.git.folder.clone());
        let answer = self.answer()?;
        if answer.cut {
            let how = "said more than can be read".to_owned();
            return Err(GitError::Limit { what: what.to_owned(), how });
        }
        if answer.code == Some(0) {
            return Ok(answer.out);
        }
        Err(GitError::Git { what: what.to_owned(), folder, said: shown(&answer.err) })
    }

    /// Runs it for its effect.
    pub(crate) fn done(self) -> Result<(), GitError> {
        self.bytes().map(drop)
    }

    /// Runs it for the object id that it prints.
    pub(crate) fn id(self) -> Result<ObjectId, GitError> {
        let (what, folder) = (self.what, self.git.folder.clone());
        let bytes = self.bytes()?;
        ObjectId::from_bytes(bytes.trim_ascii_end()).ok_or_else(|| GitError::Git {
            what: what.to_owned(),
            folder,
            said: format!("this is no object id: {}", shown(&bytes)),
        })
    }

    /// Runs it for one line, without its end; none when git ends with 1 and says nothing of it.
    pub(crate) fn line_if_any(self) -> Result<Option<Vec<u8>>, GitError> {
        let (what, folder) = (self.what, self.git.folder.clone());
        let mut answer = self.answer()?;
        match answer.code {
            Some(0) => {
                if answer.out.last() == Some(&b'\n') {
                    answer.out.pop();
                }
                Ok(Some(answer.out))
            }
            Some(1) => Ok(None),
            _ => Err(GitError::Git { what: what.to_owned(), folder, said: shown(&answer.err) }),
        }
    }
}

type ProcessOutput = (io::Result<(Vec<u8>, bool)>, Vec<u8>);

/// Feeds and reads the child from threads of their own: none of its three streams may stop it.
fn read(child: &mut Child, input: StdinSource, most: u64) -> Receiver<ProcessOutput> {
    if let (StdinSource::Bytes(bytes), Some(mut stdin)) = (input, child.stdin.take()) {
        // A git that stops reading has an answer that says why.
        thread::spawn(move || drop(stdin.write_all(&bytes)));
    }
    let stderr = child.stderr.take();
    let complaints = thread::spawn(move || {
        let mut err = Vec::new();
        if let Some(mut stderr) = stderr {
            let _ = stderr.by_ref().take(COMPLAINTS).read_to_end(&mut err);
            let _ = io::copy(&mut stderr, &mut io::sink());
        }
        err
    });
    let stdout = child.stdout.take();
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let out = stdout.map_or_else(|| Ok((Vec::new(), false)), |stdout| bounded(stdout, most));
        let _ = sender.send((out, complaints.join().unwrap_or_default()));
    });
    receiver
}

/// At most `most` bytes, and whether there were more. Dropping the rest ends a git that writes on.
pub(crate) fn bounded(from: impl Read, most: u64) -> io::Result<(Vec<u8>, bool)> {
    let mut out = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut out)?;
    let kept = usize::try_from(most).unwrap_or(usize::MAX);
    let cut = out.len() > kept;
    out.truncate(kept);
    Ok((out, cut))
}

/// Asks it to end, so that it takes its lock files with it; a deaf one is killed.
fn end(child: &mut Child, answers: &Receiver<ProcessOutput>) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
    let _ = answers.recv_timeout(GRACE);
    let _ = child.kill();
    let _ = child.wait();
}
