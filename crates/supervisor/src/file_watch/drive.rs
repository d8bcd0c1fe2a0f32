//! Watches the files, starts the command and waits for its end, as [`RunDecider`] says.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use fusebox_breaker::{Clock as _, SystemClock, Timestamp};
use rustix::process::{Pid, Signal};

use super::decide::{PauseEnd, RunDecider, StormLimits, WatchAction};
use super::ignored::IgnoredPaths;
use super::person;
use super::watched::{FileNews, FolderWatcher, WatchedPaths};
use crate::process_tree::{self, ChildExit, ProcessTree};
use crate::signals::{self, SignalRequest};
use crate::{Result, SupervisorError};

/// The time between two looks at what is due.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long a process has to end by itself: one that the command leaves, and the command when the watch ends.
const GRACE: Duration = Duration::from_secs(5);

/// What is watched, and what runs.
#[derive(Debug, Clone)]
pub struct WatchSpec {
    /// Files and folders, with everything below them.
    pub paths: Vec<PathBuf>,
    /// The command and its arguments.
    pub command: Vec<String>,
    /// When it pauses.
    pub limits: StormLimits,
    /// Whether Enter at the terminal resumes it.
    pub takes_keys: bool,
}

/// What happens in a watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchEvent {
    /// From now on each change is seen.
    Watching,
    /// These folders may not be read, and are not watched.
    Unreadable(Vec<PathBuf>),
    /// The system watches something no longer; what, and why.
    Trouble(String),
    /// The command starts.
    Started {
        /// The number of the run, from 1.
        run: u64,
        /// What changed.
        changed: Vec<PathBuf>,
    },
    /// The command has ended.
    Ended {
        /// The number of the run.
        run: u64,
        /// How.
        exit: ChildExit,
    },
    /// A storm pauses the watch.
    Paused {
        /// What changed during the last run, or soon after it.
        changed: Vec<PathBuf>,
        /// When it resumes by itself; `None`: when a person says so.
        retry_after: Option<Duration>,
    },
    /// The pause is over.
    Resumed(PauseEnd),
}

enum Message {
    News(FileNews),
    Signal(SignalRequest),
    Resume,
}

/// Watches until a signal ends it. What is left of the command is ended then.
///
/// # Errors
/// When a path cannot be watched or is gone, or the command cannot be started.
pub fn watch(spec: &WatchSpec, tell: &mut dyn FnMut(&WatchEvent)) -> Result<()> {
    let watched = WatchedPaths::new(&spec.paths)?;
    process_tree::adopt_orphans();
    let (queue, messages) = channel();
    signals::listen(queue.clone(), Message::Signal)?;
    if spec.takes_keys {
        person::listen(queue.clone(), || Message::Resume);
    }
    let ignored = IgnoredPaths::of(watched.folders());
    let decider = RunDecider::new(spec.limits, now()).map_err(std::io::Error::other)?;
    let watcher = watched.watch(move |news| drop(queue.send(Message::News(news))))?;
    let unreadable: Vec<PathBuf> = watcher.unreadable().cloned().collect();
    if !unreadable.is_empty() {
        tell(&WatchEvent::Unreadable(unreadable));
    }
    tell(&WatchEvent::Watching);
    let mut file_watch =
        FileWatch { spec, watched, watcher, decider, ignored, running: None, runs: 0, tell };
    let end = file_watch.watch(&messages);
    if let Some((_, mut tree)) = file_watch.running {
        tree.end(Signal::TERM, GRACE);
    }
    end
}

/// A watch that lasts.
struct FileWatch<'a> {
    spec: &'a WatchSpec,
    watched: WatchedPaths,
    watcher: FolderWatcher,
    decider: RunDecider,
    ignored: IgnoredPaths,
    /// The command while it runs, with the processes below it.
    running: Option<(Pid, ProcessTree)>,
    /// How many runs have started.
    runs: u64,
    tell: &'a mut dyn FnMut(&WatchEvent),
}

impl FileWatch<'_> {
    fn watch(&mut self, messages: &Receiver<Message>) -> Result<()> {
        loop {
            let first = match messages.recv_timeout(LOOK_EVERY) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            let mut changed = Vec::new();
            for message in first.into_iter().chain(messages.try_iter()) {
                match message {
                    Message::News(FileNews::Changed(paths)) => changed.extend(paths),
                    Message::News(FileNews::Gone(paths)) => {
                        return WatchedPaths::gone(&paths).map_or(Ok(()), Err);
                    }
                    Message::News(FileNews::Trouble(trouble)) => {
                        (self.tell)(&WatchEvent::Trouble(trouble));
                    }
                    Message::Signal(SignalRequest::End(_)) => return Ok(()),
                    Message::Signal(SignalRequest::ChildExited | SignalRequest::Resized) => {}
                    Message::Resume => {
                        let resumed = self.decider.resume(now());
                        self.act(resumed)?;
                    }
                }
            }
            self.note_changes(changed)?;
            self.note_end();
            while let Some(action) = self.decider.next(now()) {
                self.act(Some(action))?;
            }
        }
    }

    fn note_changes(&mut self, mut changed: Vec<PathBuf>) -> Result<()> {
        changed.sort_unstable();
        changed.dedup();
        if let Some(lost) = self.watched.lost() {
            return Err(lost);
        }
        self.ignored.retain_counted(&mut changed);
        let folders = changed.iter().filter(|path| self.watched.is_deep(path));
        let unreadable: Vec<PathBuf> =
            folders.flat_map(|folder| self.watcher.look_again(folder)).collect();
        if !unreadable.is_empty() {
            (self.tell)(&WatchEvent::Unreadable(unreadable));
        }
        changed.into_iter().for_each(|path| self.decider.change(path, now()));
        Ok(())
    }

    /// Notes the end of the command, and ends what it left: the next run would be a second one beside it.
    fn note_end(&mut self) {
        let Some((leader, tree)) = &mut self.running else { return };
        tree.reap();
        let Some(exit) = tree.exit_of(*leader) else { return };
        tree.end(Signal::TERM, GRACE);
        self.running = None;
        self.decider.ended(now());
        (self.tell)(&WatchEvent::Ended { run: self.runs, exit });
    }

    fn act(&mut self, action: Option<WatchAction>) -> Result<()> {
        let event = match action {
            None => return Ok(()),
            Some(WatchAction::Run(changed)) => {
                self.runs += 1;
                (self.tell)(&WatchEvent::Started { run: self.runs, changed });
                let leader = start(&self.spec.command)?;
                let mut tree = ProcessTree::default();
                tree.add_group(leader);
                self.running = Some((leader, tree));
                return Ok(());
            }
            Some(WatchAction::Paused { changed, retry_after }) => {
                WatchEvent::Paused { changed, retry_after }
            }
            Some(WatchAction::Resumed(by)) => WatchEvent::Resumed(by),
        };
        (self.tell)(&event);
        Ok(())
    }
}

/// The time of a clock that nobody sets: what is due must not wait for one that was set back.
fn now() -> Timestamp {
    SystemClock.now()
}

/// Starts the command in a process group of its own, without standard input: the keys are for the watch.
fn start(command: &[String]) -> Result<Pid> {
    let Some((program, words)) = command.split_first() else {
        return Err(std::io::Error::other("there is no command").into());
    };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).process_group(0);
    let failed = |error| SupervisorError::Start { program: program.clone(), error };
    Ok(Pid::from_child(&command.spawn().map_err(failed)?))
}
