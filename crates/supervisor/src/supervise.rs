//! One command under a breaker, from its start to the end of the last process below it.

mod keeping;
mod output;

use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use fusebox_clients::{Agent, Stream, Summary, Surroundings};
use fusebox_engine::{OnError, RunId, SessionId, TaskId, Timestamp, Tripped};
use fusebox_runtime::{PolicySet, Runtime, clock};
use rustix::process::{Pid, Signal};

use crate::keys::Keys;
use crate::launch::{Attended, Ends, Launch, Launched, launch, resize};
use crate::lines::Lines;
use crate::signals::{self, Asked};
use crate::terminal::{self, Found};
use crate::tree::{self, Ended, Tree};
use crate::unattended::{Patience, Unattended};
use crate::watcher::Watcher;
use crate::{SupervisorError, words};

/// How often the store is looked at: for trips that the hooks of the command bring, and for limits
/// of time.
const LOOK: Duration = Duration::from_secs(1);

/// What is run.
#[derive(Debug, Clone)]
pub struct Spec {
    /// The run; its id is also the session that stands for a command which tells nothing.
    pub run: RunId,
    /// The task that it works on.
    pub task: TaskId,
    /// What the agent is for.
    pub role: Option<String>,
    /// Which agent it is: how its sessions are gone on with.
    pub agent: &'static Agent,
    /// Whether its output is read, so that it is seen without hooks and summed up at its end.
    pub is_read: bool,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What it gets on its standard input instead of ours.
    pub input: Option<String>,
    /// Where it runs.
    pub dir: PathBuf,
    /// Variables beside those of this process.
    pub environment: Vec<(String, String)>,
    /// How long processes have between the request to end and the end by force.
    pub grace: Duration,
    /// Whether the parent process watches over this one, and takes over should it die.
    pub is_guarded: bool,
    /// How it runs with nobody in front; `None` where a person may sit at the terminal.
    pub unattended: Option<Unattended>,
}

/// How a command ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// Why it is over.
    pub why: Why,
    /// The command's own exit code, if it had one.
    pub exit_code: Option<i32>,
    /// The signal that ended the command, if one did.
    pub signal: Option<i32>,
    /// Bytes that it wrote to its standard output; to its standard error as well if nobody sits in
    /// front.
    pub output_bytes: u64,
    /// Processes that it left behind, which were ended.
    pub left_behind: usize,
    /// Lines of its output that were too long or came too fast to be understood.
    pub lines_passed_over: usize,
    /// What its output tells of its end, where that is read.
    pub summary: Option<Summary>,
    /// Tool calls that were admitted.
    pub tool_calls: u64,
    /// Messages that were told one by one.
    pub messages: u64,
    /// Whether a limit was neared.
    pub warned: bool,
    /// What the agent waits for, if that was its last report.
    pub blocked: Option<String>,
    /// The client's session that came last; the supervisor's own where there was none.
    pub session: SessionId,
}

/// Why a run is over.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// The command ended by itself.
    Exited,
    /// A breaker is open.
    Tripped(Tripped),
    /// Somebody ended the supervisor with this signal.
    Interrupted(i32),
    /// Whoever watches over the supervisor is gone.
    GuardLost,
    /// It took as long as a command may take that nobody sits in front of.
    TimedOut,
    /// It showed no sign of life for as long as such a command may be silent.
    Silent,
}

/// Something that happened.
#[derive(Debug)]
enum Note {
    Signal(Asked),
    Lines(Lines),
}

/// A run that goes on.
struct Run<'a> {
    spec: &'a Spec,
    /// Understands the output, where it is read.
    stream: Option<Stream>,
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
    ended: Option<Ended>,
    /// The command's terminal, where it has one of its own.
    inner: Option<Arc<OwnedFd>>,
    front: Option<Found>,
    keys: Option<Keys>,
    pumps: Vec<std::thread::JoinHandle<()>>,
    output: Arc<AtomicU64>,
    passed_over: Arc<AtomicUsize>,
    phase: Phase,
    /// A trip came from what the supervisor told: the agent has not heard of it.
    is_untold: bool,
    own: keeping::Own,
    looked: Timestamp,
    parent: Option<Pid>,
    left_behind: usize,
    /// What was said last of a fault of ours.
    failure: Option<String>,
    patience: Patience,
}

/// What the run is waiting for.
#[derive(Debug, Clone, PartialEq)]
enum Phase {
    /// The end of the command.
    Working,
    /// A summary, for so long at most.
    WrappingUp { tripped: Tripped, left: Option<Duration>, is_resumed: bool },
}

/// Runs a command and everything below it until all of it has ended.
///
/// # Errors
/// When it cannot be started, or when the store fails; everything that was started is ended then.
pub fn supervise(
    spec: &Spec,
    runtime: &mut Runtime,
    policies: &PolicySet,
    tell: &dyn Fn(&str),
) -> Result<Finished, SupervisorError> {
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
    let around = Surroundings {
        role: spec.role.clone(),
        task: Some(spec.task.clone()),
        run: Some(spec.run.clone()),
        ..Surroundings::default()
    };
    let stream = || Stream::of(spec.agent, spec.run.as_str(), &around);
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
        front: (attended == Attended::Now).then(Found::now),
        keys: None,
        pumps: Vec::new(),
        output: Arc::default(),
        passed_over: Arc::default(),
        phase: Phase::Working,
        is_untold: false,
        own: keeping::Own::new(own),
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

impl Spec {
    /// Whether a person sits in front of it now.
    fn attended(&self) -> Attended {
        match self.unattended {
            Some(_) => Attended::Never,
            None if terminal::is_attended() => Attended::Now,
            None => Attended::NotNow,
        }
    }
}

impl Run<'_> {
    /// Waits until there is a reason to end.
    fn watch(&mut self) -> Result<Why, SupervisorError> {
        loop {
            match self.notes.recv_timeout(LOOK) {
                Ok(Note::Signal(Asked::Look)) => self.tree.reap(),
                Ok(Note::Signal(Asked::Resize)) => self.inner.iter().for_each(resize),
                Ok(Note::Signal(Asked::End(signal))) => return Ok(Why::Interrupted(signal)),
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
    fn why_ended(&mut self) -> Result<Why, SupervisorError> {
        self.ended = self.ended.or(self.tree.ended(self.pid));
        if let Phase::WrappingUp { tripped, .. } = &self.phase {
            return Ok(Why::Tripped(tripped.clone()));
        }
        self.watcher.look(self.runtime.store())?;
        Ok(self.tripped(clock::now())?.map_or(Why::Exited, Why::Tripped))
    }

    /// A breaker is open: the agent has to wrap up, and then it is ended.
    fn wrap_up(&mut self, tripped: Tripped) -> Result<Option<Why>, SupervisorError> {
        let text = words::wrap_up(&tripped);
        if tripped.rule.stops_at_once() {
            self.say(&text);
            return Ok(Some(Why::Tripped(tripped)));
        }
        let policy = &self.policies.of(self.spec.role.as_deref()).policy;
        let left = policy.limits.wrap_up.get();
        let resumed = if self.is_untold { self.resume(&text)? } else { false };
        if !resumed {
            self.say(&text);
        }
        self.say(&words::deadline(left.map(fusebox_engine::Duration)));
        let left = left.map(Duration::from_millis);
        self.phase = Phase::WrappingUp { tripped, left, is_resumed: resumed };
        Ok(None)
    }

    /// Asks for a summary in the client's own way: the same session goes on with another prompt.
    fn resume(&mut self, text: &str) -> Result<bool, SupervisorError> {
        let Some(session) = self.own.client.clone().or(self.watcher.of_client().cloned()) else {
            return Ok(false);
        };
        let spec = self.spec;
        let Some(command) = spec.agent.resume(&spec.command, session.as_str(), text) else {
            return Ok(false);
        };
        // Two processes must not write one session.
        self.tree.end(Signal::TERM, spec.grace);
        self.ended = self.ended.or(self.tree.ended(self.pid));
        self.keys = None;
        self.front = None;
        self.inner = None;
        let environment = &self.spec.environment;
        let what = Launch { command: &command, dir: &self.spec.dir, environment, input: Some("") };
        let attended = spec.attended().without_terminal();
        let launched = launch(&what, attended)?;
        self.pid = launched.pid;
        if let Some(stream) = &mut self.stream {
            stream.again();
        }
        self.attach(launched);
        Ok(true)
    }

    /// Takes over the ends of a command that was started.
    fn attach(&mut self, launched: Launched) {
        self.tree.add_group(launched.pid);
        match launched.ends {
            Ends::Pipe(out) => self.pump_pipe(out, self.goes_to()),
            Ends::Pipes { out, err } => {
                self.pump_pipe(out, self.goes_to());
                self.pump_pipe(err, rustix::stdio::stderr());
            }
            Ends::Terminal(inner) => {
                if let Some(front) = &self.front {
                    front.make_raw();
                }
                self.pump_terminal(&inner);
                self.inner = Some(inner);
            }
        }
    }

    /// Ends every process of the run, exactly once, and gives the terminal back.
    fn end(&mut self, why: Option<&Why>) {
        let first = match why {
            Some(Why::Interrupted(signal)) => {
                Signal::from_named_raw(*signal).unwrap_or(Signal::TERM)
            }
            _ => Signal::TERM,
        };
        let (found, left) = self.tree.end(first, self.spec.grace);
        self.ended = self.ended.or(self.tree.ended(self.pid));
        if why == Some(&Why::Exited) {
            self.left_behind = found;
        }
        if left > 0 {
            self.say(&format!("fusebox: {left} processes cannot be ended; the system holds them"));
        }
        let is_whole = why == Some(&Why::Exited) && left == 0;
        self.drain(is_whole);
        self.keys = None;
        self.front = None;
    }

    fn finish(mut self, why: Why) -> Result<Finished, SupervisorError> {
        self.watcher.look(self.runtime.store())?;
        self.leave()?;
        let ended = self.ended.unwrap_or(Ended { code: None, signal: None });
        let own = self.own.session.clone();
        Ok(Finished {
            why,
            exit_code: ended.code,
            signal: ended.signal,
            output_bytes: self.output.load(Ordering::Relaxed),
            left_behind: self.left_behind,
            lines_passed_over: self.passed_over.load(Ordering::Relaxed),
            summary: self.stream.as_ref().map(Stream::summary),
            tool_calls: self.watcher.tool_calls,
            messages: self.watcher.messages,
            warned: self.watcher.warned,
            blocked: self.watcher.blocked.take(),
            session: self.own.client.take().or(self.watcher.of_client().cloned()).unwrap_or(own),
        })
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
