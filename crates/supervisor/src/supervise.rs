//! Runs one command under a breaker, from its start to the end of the last process below it.

mod checkpoint;
mod end;
mod finished;
mod hook_watch;
mod keeping;
mod output;
mod spec;
mod wrap_up;

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use fusebox_engine::{OnError, SessionId, Timestamp};
use fusebox_runtime::clock;
use fusebox_store::failpoint;
use rustix::process::Pid;

pub use self::finished::{EndReason, FinishedCommand, RunActivity};
use self::hook_watch::{HookWatch, WatchTime};
use self::keeping::SyntheticSession;
use self::output::CommandOutput;
pub use self::spec::CommandSpec;
use self::wrap_up::RunPhase;
use crate::key_forwarder::KeyForwarder;
use crate::launch::{LaunchedCommand, OutputEnds, launch};
use crate::lines::LineBatch;
use crate::log_watcher::LogWatcher;
use crate::process_tree::{self, ChildExit, ProcessTree};
use crate::signals::{self, SignalRequest};
use crate::terminal::{SavedTerminalMode, copy_size};
use crate::unattended::TimeLimits;
use crate::{Result, RunContext, SupervisorError, retry};

/// The time between two looks at the store: for trips that the hooks of the command caused, and for
/// limits of time.
const LOOK: Duration = Duration::from_secs(1);

/// Runs a command until all of its processes have ended.
///
/// # Errors
/// When it cannot be started, or when the store fails; everything that was started is ended then.
pub fn supervise(spec: &CommandSpec, context: &mut RunContext<'_>) -> Result<FinishedCommand> {
    process_tree::adopt_orphans();
    let watchdog = rustix::process::getppid();
    let (queue, messages) = channel();
    signals::listen(queue.clone(), Message::Signal)?;
    let own = SessionId::parse(spec.run.as_str()).map_err(std::io::Error::other)?;
    let watcher = LogWatcher::start(context.runtime.store(), spec, own.clone())?;
    let made = checkpoint::make(spec, context)?;
    let hooks = HookWatch::start(spec, context.guarded);
    let launched = launch(&spec.to_launch())?;
    let keeps_tail = !context.policy(spec.role.as_deref()).advisors.analyst.is_empty();
    let mut run = SupervisedRun {
        spec,
        context,
        tree: ProcessTree::default(),
        watcher,
        messages,
        pid: launched.pid,
        exit: None,
        terminal: None,
        output: CommandOutput::new(spec, keeps_tail, queue),
        phase: RunPhase::Working { is_untold: false },
        own: SyntheticSession::new(own),
        hooks,
        looked_at: clock::now(),
        is_held: false,
        end_request: None,
        watchdog,
        failure: None,
        limits: TimeLimits::of(spec.unattended.as_ref()),
    };
    run.attach(launched);
    failpoint::reach("after-launch");
    let started = run.close_retried();
    let started =
        started.and_then(|()| run.start_session()).and_then(|()| run.record_checkpoint(made));
    let why = started.and_then(|()| run.watch());
    // Whatever happened, none of its processes is left.
    let left_behind = run.end(why.as_ref().ok());
    run.finish(why?, left_behind)
}

/// What a run waits for.
#[derive(Debug)]
enum Message {
    Signal(SignalRequest),
    Lines(LineBatch),
}

impl Message {
    /// The signal by which somebody asks the run to end.
    fn end_request(&self) -> Option<i32> {
        match self {
            Self::Signal(SignalRequest::End(signal)) => Some(*signal),
            Self::Signal(SignalRequest::ChildExited | SignalRequest::Resized) | Self::Lines(_) => {
                None
            }
        }
    }
}

/// A run of a command.
struct SupervisedRun<'a, 'c> {
    spec: &'a CommandSpec,
    context: &'a mut RunContext<'c>,
    tree: ProcessTree,
    watcher: LogWatcher,
    messages: Receiver<Message>,
    /// The process that is waited for: the command, later its wrap-up.
    pid: Pid,
    /// How the command itself ended.
    exit: Option<ChildExit>,
    /// Where the command has a terminal of its own.
    terminal: Option<CommandTerminal>,
    output: CommandOutput,
    phase: RunPhase,
    own: SyntheticSession,
    hooks: HookWatch,
    looked_at: Timestamp,
    /// Whether a person's pause holds the processes.
    is_held: bool,
    /// The signal by which somebody asked the run to end while it was ended.
    end_request: Option<i32>,
    /// The parent of this process.
    watchdog: Option<Pid>,
    /// The last message about a failure of ours.
    failure: Option<String>,
    limits: TimeLimits,
}

/// The terminal of a command, in front of which a person sits.
struct CommandTerminal {
    /// `None` where keys cannot be forwarded: the command can still be watched and ended.
    _keys: Option<KeyForwarder>,
    end: Arc<OwnedFd>,
    _saved_mode: SavedTerminalMode,
}

impl SupervisedRun<'_, '_> {
    /// Closes the breaker that a retry follows, before the command can ask a hook.
    fn close_retried(&mut self) -> Result<()> {
        let Some(incident) = &self.spec.retried_incident else { return Ok(()) };
        self.tree.hold();
        failpoint::reach("before-retry");
        let closed = retry::close_breaker(incident, self.context.runtime);
        self.tree.release();
        closed
    }

    /// Waits until there is a reason to end.
    fn watch(&mut self) -> Result<EndReason> {
        loop {
            match self.messages.recv_timeout(LOOK) {
                Ok(Message::Signal(SignalRequest::ChildExited)) => self.tree.reap(),
                Ok(Message::Signal(SignalRequest::Resized)) => {
                    self.terminal.iter().for_each(|terminal| copy_size(&terminal.end));
                }
                Ok(Message::Signal(SignalRequest::End(signal))) => {
                    return Ok(EndReason::Interrupted(signal));
                }
                Ok(Message::Lines(lines)) => {
                    let read = self.read_lines(&lines);
                    self.tolerate(read)?;
                }
                Err(_) => {}
            }
            if self.tree.exit_of(self.pid).is_some() {
                return self.why_ended();
            }
            let now = clock::now();
            if now < self.looked_at || now.since(self.looked_at).0 >= LOOK.as_millis() as u64 {
                let passed = Duration::from_millis(now.since(self.looked_at).0).min(LOOK * 5);
                self.looked_at = now;
                let why = self.look(now, passed);
                if let Some(why) = self.tolerate(why)? {
                    return Ok(why);
                }
            }
        }
    }

    /// Continues after a failure of ours, unless the policy says otherwise (`on_error`). The person is
    /// informed once, and the next look may succeed.
    fn tolerate<T: Default>(&mut self, done: Result<T>) -> Result<T> {
        let on_error = self.context.policy(self.spec.role.as_deref()).on_error;
        match done {
            Err(error @ (SupervisorError::Runtime(_) | SupervisorError::Answer(_)))
                if on_error == OnError::Allow =>
            {
                let text = format!("fusebox: the run goes on unwatched for now: {error}");
                if self.failure.as_ref() != Some(&text) {
                    self.inform(&text);
                    self.failure = Some(text);
                }
                Ok(T::default())
            }
            done => done,
        }
    }

    /// Why the command ended: by itself, or because of a trip.
    fn why_ended(&mut self) -> Result<EndReason> {
        self.record_exit();
        if let RunPhase::WrappingUp { trip, .. } = &self.phase {
            return Ok(EndReason::Tripped(trip.clone()));
        }
        self.watcher.read_new(self.context.runtime.store())?;
        let watched = self.watch_hooks(WatchTime::Ended);
        self.tolerate(watched)?;
        Ok(self.trip(clock::now())?.map_or(EndReason::Exited, EndReason::Tripped))
    }

    /// Remembers how the command ended; of its wrap-up, nothing.
    fn record_exit(&mut self) {
        self.exit = self.exit.or(self.tree.exit_of(self.pid));
    }

    /// Connects a command that was started.
    fn attach(&mut self, launched: LaunchedCommand) {
        self.tree.add_group(launched.pid);
        match launched.output {
            OutputEnds::Pipes { out, err } => {
                self.output.pump_pipe(out, self.spec.stdout_target());
                if let Some(err) = err {
                    self.output.pump_pipe(err, rustix::stdio::stderr());
                }
            }
            OutputEnds::Terminal(end) => {
                let saved_mode = SavedTerminalMode::read();
                saved_mode.make_raw();
                self.output.pump_terminal(&end);
                let keys = KeyForwarder::start(&end).ok();
                self.terminal = Some(CommandTerminal { _keys: keys, end, _saved_mode: saved_mode });
            }
        }
    }

    /// Shows a message to the person who started the run. A terminal in raw mode needs `\r\n`.
    fn inform(&self, text: &str) {
        if self.terminal.is_some() {
            (self.context.inform)(&format!("\r\n{}\r", text.replace('\n', "\r\n")));
        } else {
            (self.context.inform)(text);
        }
    }
}
