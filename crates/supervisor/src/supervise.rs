//! One command under a breaker, from its start to the end of the last process below it.

mod end;
mod finished;
mod keeping;
mod output;
mod spec;
mod wrap_up;

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use fusebox_clients::{ClientEnvironment, OutputReader};
use fusebox_engine::{OnError, SessionId, Timestamp};
use fusebox_runtime::{PolicySet, Runtime, clock};
use rustix::process::Pid;

pub use self::finished::{EndReason, FinishedCommand};
pub use self::spec::CommandSpec;
use self::wrap_up::Phase;
use crate::SupervisorError;
use crate::keys::Keys;
use crate::launch::{Attendance, Launch, LaunchedCommand, OutputEnds, launch, resize};
use crate::lines::Lines;
use crate::signals::{self, SignalRequest};
use crate::terminal::SavedTerminalMode;
use crate::tree::{self, ChildExit, Tree};
use crate::unattended::Patience;
use crate::watcher::Watcher;

/// How often the store is looked at: for trips that the hooks of the command bring, and for limits
/// of time.
const LOOK: Duration = Duration::from_secs(1);

/// Runs a command and everything below it until all of it has ended.
///
/// # Errors
/// When it cannot be started, or when the store fails; everything that was started is ended then.
pub fn supervise(
    spec: &CommandSpec,
    runtime: &mut Runtime,
    policies: &PolicySet,
    tell: &dyn Fn(&str),
) -> Result<FinishedCommand, SupervisorError> {
    tree::adopt_orphans();
    let parent = rustix::process::getppid();
    let (queue, notes) = channel();
    signals::listen(queue.clone(), Note::Signal)?;
    let own = SessionId::parse(spec.run.as_str()).map_err(std::io::Error::other)?;
    let watcher =
        Watcher::begin(runtime.store(), spec.run.clone(), spec.task.clone(), own.clone())?;
    let attended = spec.attended();
    let what = Launch {
        command: &spec.command,
        dir: &spec.dir,
        environment: &spec.environment,
        input: spec.input.as_deref(),
    };
    let launched = launch(&what, attended)?;
    let around = ClientEnvironment {
        role: spec.role.clone(),
        task: Some(spec.task.clone()),
        run: Some(spec.run.clone()),
        ..ClientEnvironment::default()
    };
    let stream = || OutputReader::new(spec.agent, spec.run.as_str(), &around);
    let mut run = Run {
        spec,
        stream: spec.is_read.then(stream),
        runtime,
        policies,
        tell,
        tree: Tree::default(),
        watcher,
        queue,
        notes,
        pid: launched.pid,
        ended: None,
        inner: None,
        front: (attended == Attendance::Now).then(SavedTerminalMode::read),
        keys: None,
        pumps: Vec::new(),
        output: Arc::default(),
        passed_over: Arc::default(),
        phase: Phase::Working,
        is_untold: false,
        own: keeping::SyntheticSession::new(own),
        looked: clock::now(),
        parent: parent.filter(|_| spec.is_guarded),
        left_behind: 0,
        failure: None,
        patience: Patience::of(spec.unattended.as_ref()),
    };
    run.attach(launched);
    let why = run.begin().and_then(|()| run.watch());
    // Whatever happened, nothing of it goes on.
    run.end(why.as_ref().ok());
    run.finish(why?)
}

/// Something that happened.
#[derive(Debug)]
enum Note {
    Signal(SignalRequest),
    Lines(Lines),
}

/// A run that goes on.
struct Run<'a> {
    spec: &'a CommandSpec,
    /// Understands the output, where it is read.
    stream: Option<OutputReader>,
    runtime: &'a mut Runtime,
    policies: &'a PolicySet,
    tell: &'a dyn Fn(&str),
    tree: Tree,
    watcher: Watcher,
    queue: Sender<Note>,
    notes: Receiver<Note>,
    /// The process that is waited for: the command, later its wrap-up.
    pid: Pid,
    /// How the command itself ended.
    ended: Option<ChildExit>,
    /// The command's terminal, where it has one of its own.
    inner: Option<Arc<OwnedFd>>,
    front: Option<SavedTerminalMode>,
    keys: Option<Keys>,
    pumps: Vec<std::thread::JoinHandle<()>>,
    output: Arc<AtomicU64>,
    passed_over: Arc<AtomicUsize>,
    phase: Phase,
    /// A trip came from what the supervisor told: the agent has not heard of it.
    is_untold: bool,
    own: keeping::SyntheticSession,
    looked: Timestamp,
    parent: Option<Pid>,
    left_behind: usize,
    /// What was said last of a fault of ours.
    failure: Option<String>,
    patience: Patience,
}

impl Run<'_> {
    /// Waits until there is a reason to end.
    fn watch(&mut self) -> Result<EndReason, SupervisorError> {
        loop {
            match self.notes.recv_timeout(LOOK) {
                Ok(Note::Signal(SignalRequest::Look)) => self.tree.reap(),
                Ok(Note::Signal(SignalRequest::Resize)) => self.inner.iter().for_each(resize),
                Ok(Note::Signal(SignalRequest::End(signal))) => {
                    return Ok(EndReason::Interrupted(signal));
                }
                Ok(Note::Lines(lines)) => {
                    let heard = self.hear(&lines);
                    self.pass_over(heard)?;
                }
                Err(_) => {}
            }
            if self.tree.ended(self.pid).is_some() {
                return self.why_ended();
            }
            let now = clock::now();
            if now < self.looked || now.since(self.looked).0 >= LOOK.as_millis() as u64 {
                let passed = Duration::from_millis(now.since(self.looked).0).min(LOOK * 5);
                self.looked = now;
                let why = self.look(now, passed);
                if let Some(why) = self.pass_over(why)? {
                    return Ok(why);
                }
            }
        }
    }

    /// A fault of ours does not stop the work, unless the policy says so (`on_error`): it is said
    /// once, and the next look may find everything well again.
    fn pass_over<T: Default>(
        &mut self,
        done: Result<T, SupervisorError>,
    ) -> Result<T, SupervisorError> {
        let policy = &self.policies.of(self.spec.role.as_deref()).policy;
        match done {
            Err(SupervisorError::Runtime(error)) if policy.on_error == OnError::Allow => {
                let text = format!("fusebox: the run goes on unwatched for now: {error}");
                if self.failure.as_ref() != Some(&text) {
                    self.say(&text);
                    self.failure = Some(text);
                }
                Ok(T::default())
            }
            done => done,
        }
    }

    /// The command ended: by itself, or because it was told of a trip.
    fn why_ended(&mut self) -> Result<EndReason, SupervisorError> {
        self.ended = self.ended.or(self.tree.ended(self.pid));
        if let Phase::WrappingUp { tripped, .. } = &self.phase {
            return Ok(EndReason::Tripped(tripped.clone()));
        }
        self.watcher.look(self.runtime.store())?;
        Ok(self.tripped(clock::now())?.map_or(EndReason::Exited, EndReason::Tripped))
    }

    /// Takes over the ends of a command that was started.
    fn attach(&mut self, launched: LaunchedCommand) {
        self.tree.add_group(launched.pid);
        match launched.ends {
            OutputEnds::Pipe(out) => self.pump_pipe(out, self.goes_to()),
            OutputEnds::Pipes { out, err } => {
                self.pump_pipe(out, self.goes_to());
                self.pump_pipe(err, rustix::stdio::stderr());
            }
            OutputEnds::Terminal(inner) => {
                if let Some(front) = &self.front {
                    front.make_raw();
                }
                self.pump_terminal(&inner);
                self.inner = Some(inner);
            }
        }
    }

    /// Talks to whoever reads standard error. A terminal in raw mode needs both ends of a line.
    fn say(&self, text: &str) {
        if self.front.is_some() {
            (self.tell)(&format!("\r\n{}\r", text.replace('\n', "\r\n")));
        } else {
            (self.tell)(text);
        }
    }
}
