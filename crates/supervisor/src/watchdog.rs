//! The watchdog: the parent process of the supervisor, which ends what is left when that dies.
//!
//! When the supervisor is killed, the watchdog inherits its children and ends them. When the watchdog
//! is killed, the supervisor notices within a second and ends the run. When both are killed, the next
//! watchdog that starts ends what is left ([`sweep`]).

use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use fusebox_runtime::agent_run::{self, AgentRun, RunWatch};
use fusebox_runtime::process::ProcessInfo;
use fusebox_runtime::{Runtime, RuntimeError};
use rustix::process::{Pid, Signal, WaitOptions};

use crate::process_tree::{self, ProcessTree};
use crate::signals::{self, SignalRequest};
use crate::terminal::SavedTerminalMode;
use crate::{Result, run};

/// How long a process that outlived its supervisor has to end by itself.
const GRACE: Duration = Duration::from_secs(2);
/// The time between two looks at the timer.
const LOOK: Duration = Duration::from_millis(500);
/// The environment variable that every process of a run has.
pub const RUN_VARIABLE: &str = "FUSEBOX_RUN";

/// How the supervisor ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SupervisorEnd {
    /// With this code. What it left behind was ended.
    Exited(u8),
    /// A signal killed it, and the watchdog ended what was left.
    Died {
        /// The signal that killed it, if one did.
        signal: Option<i32>,
        /// Processes of the run that were ended.
        left_behind: usize,
    },
}

/// What the watchdog does beside its watch. It must not take long.
pub trait WatchdogTimer {
    /// Time has passed, half a second or less.
    fn look(&mut self);

    /// The run has ended by itself: waits, not for long, for what is under way.
    fn end(&mut self);
}

/// Starts the supervisor and waits for its end. Signals that ask to end are passed on to it.
///
/// # Errors
/// When it cannot be started.
pub fn watch(supervisor: &mut Command, timer: &mut dyn WatchdogTimer) -> Result<SupervisorEnd> {
    process_tree::adopt_orphans();
    let _saved_mode = SavedTerminalMode::read();
    let (queue, requests) = channel();
    signals::listen(queue, |request| request)?;
    let pid = Pid::from_child(&supervisor.spawn()?);
    let status = loop {
        match requests.recv_timeout(LOOK) {
            Ok(SignalRequest::End(signal)) => {
                let _ = rustix::process::kill_process(pid, signals::to_signal(signal));
            }
            Ok(SignalRequest::ChildExited | SignalRequest::Resized) => {}
            Err(RecvTimeoutError::Timeout) => timer.look(),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(std::io::Error::other("signals are not received").into());
            }
        }
        if let Ok(Some((_, status))) = rustix::process::waitpid(Some(pid), WaitOptions::NOHANG) {
            break status;
        }
    };
    let code = status.exit_status().and_then(|code| u8::try_from(code).ok());
    if code.is_some() {
        timer.end();
    }
    let (left_behind, _) = ProcessTree::default().end(Signal::TERM, GRACE);
    Ok(match code {
        // It has said how its run ended, whatever it has left behind.
        Some(code) => SupervisorEnd::Exited(code),
        None => SupervisorEnd::Died { signal: status.terminating_signal(), left_behind },
    })
}

/// A process by its pid and its start time, which tells two users of a pid apart.
pub(crate) fn process_key(pid: u32) -> (u32, u64) {
    (pid, ProcessInfo::of(pid).map_or(0, |process| process.started))
}

/// Whether the supervisor of a run or its watchdog still runs.
#[must_use]
pub fn is_watched(watch: &RunWatch) -> bool {
    let runs = |(pid, started): (u32, u64)| match ProcessInfo::of(pid) {
        Some(process) => process.started == started && !process.ended,
        // Without `/proc` there is only the pid to go by.
        None if cfg!(target_os = "linux") => false,
        None => Pid::from_raw(pid.cast_signed())
            .is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok()),
    };
    runs(watch.supervisor) || runs(watch.guard)
}

/// Closes the records of runs that this process watched over and whose supervisor died.
///
/// # Errors
/// When the store fails.
pub fn close_dead_runs(runtime: &mut Runtime) -> Result<()> {
    let own = process_key(std::process::id());
    let open = agent_run::unfinished(runtime.store())?;
    for record in open.iter().filter(|record| record.watch.guard == own) {
        run::close_dead(runtime, record, "the supervisor was killed")?;
    }
    Ok(())
}

/// The runs whose supervisor and watchdog are both gone, without a record of their end.
///
/// # Errors
/// When the store fails.
pub fn lost_runs(runtime: &Runtime) -> Result<Vec<AgentRun>, RuntimeError> {
    let mut lost = agent_run::unfinished(runtime.store())?;
    lost.retain(|record| !is_watched(&record.watch));
    Ok(lost)
}

/// Ends the processes of a lost run, and writes down how it ended.
///
/// # Errors
/// When the store fails.
pub fn end_lost_run(runtime: &mut Runtime, record: &AgentRun) -> Result<()> {
    process_tree::end_marked(&format!("{RUN_VARIABLE}={}", record.run), GRACE);
    let reason = "the supervisor and its watchdog were killed";
    run::close_dead(runtime, record, reason)
}

/// Ends every lost run. Returns how many there were.
///
/// # Errors
/// When the store fails.
pub fn sweep(runtime: &mut Runtime) -> Result<usize> {
    let lost = lost_runs(runtime)?;
    for record in &lost {
        end_lost_run(runtime, record)?;
    }
    Ok(lost.len())
}
