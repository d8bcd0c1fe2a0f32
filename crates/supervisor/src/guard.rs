//! The watchdog: stands outside the supervisor, and ends what is left should that die.
//!
//! Whoever kills the supervisor finds that the watchdog inherits its children and ends them; whoever
//! kills the watchdog finds that the supervisor notices within a second and ends the run. What both
//! have lost is ended by the next watchdog that starts ([`sweep`]).

use std::process::{Child, Command};
use std::sync::mpsc::channel;
use std::time::Duration;

use fusebox_runtime::agent_run::{self, RunWatch};
use fusebox_runtime::process::ProcessInfo;
use fusebox_runtime::{Runtime, RuntimeError};
use rustix::process::{Pid, Signal, WaitOptions};

use crate::signals::{self, SignalRequest};
use crate::terminal::SavedTerminalMode;
use crate::tree::{self, Tree};
use crate::{SupervisorError, run};

/// How long a process has that outlived its watchers.
const GRACE: Duration = Duration::from_secs(2);
/// The variable that every process of a run has in its environment.
pub const RUN_VARIABLE: &str = "FUSEBOX_RUN";

/// How the supervisor ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Supervisor {
    /// With this code, and nothing of its run is left.
    Ended(u8),
    /// It died, and so many processes had to be ended.
    Died {
        /// The signal that killed it, if one did.
        signal: Option<i32>,
        /// Processes of the run.
        left_behind: usize,
    },
}

/// Starts the supervisor and waits for its end; signals that ask to end are handed on to it.
///
/// # Errors
/// When it cannot be started.
pub fn watch(supervisor: &mut Command) -> Result<Supervisor, SupervisorError> {
    tree::adopt_orphans();
    let _saved_mode = SavedTerminalMode::read();
    let (queue, notes) = channel();
    signals::listen(queue, |asked| asked)?;
    let child = supervisor.spawn()?;
    let pid = pid(&child)?;
    let status = loop {
        match notes.recv() {
            Ok(SignalRequest::End(signal)) => {
                let signal = Signal::from_named_raw(signal).unwrap_or(Signal::TERM);
                let _ = rustix::process::kill_process(pid, signal);
            }
            Ok(SignalRequest::Look | SignalRequest::Resize) => {}
            Err(_) => return Err(std::io::Error::other("signals are heard no more").into()),
        }
        if let Ok(Some((_, status))) = rustix::process::waitpid(Some(pid), WaitOptions::NOHANG) {
            break status;
        }
    };
    let (left_behind, _) = Tree::default().end(Signal::TERM, GRACE);
    let code = status.exit_status().and_then(|code| u8::try_from(code).ok());
    Ok(match code {
        Some(code) if left_behind == 0 => Supervisor::Ended(code),
        _ => Supervisor::Died { signal: status.terminating_signal(), left_behind },
    })
}

fn pid(child: &Child) -> Result<Pid, SupervisorError> {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    pid.ok_or_else(|| std::io::Error::other("the supervisor has no process id").into())
}

/// Whether somebody still watches over a run.
#[must_use]
pub fn is_kept(watch: &RunWatch) -> bool {
    let lives = |(pid, started): (u32, u64)| match ProcessInfo::of(pid) {
        Some(process) => process.started == started && !process.ended,
        // Without `/proc` a pid is all there is.
        None if cfg!(target_os = "linux") => false,
        None => Pid::from_raw(pid.cast_signed())
            .is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok()),
    };
    lives(watch.supervisor) || lives(watch.guard)
}

/// Closes the records of runs that this process watched over and whose supervisor died.
///
/// # Errors
/// When the store fails.
pub fn bury(runtime: &mut Runtime) -> Result<(), RuntimeError> {
    let own = std::process::id();
    let own = (own, ProcessInfo::of(own).map_or(0, |process| process.started));
    let lost = agent_run::unfinished(runtime.store())?;
    for record in lost.iter().filter(|record| record.watch.guard == own) {
        run::give_up(runtime.store_mut(), record, "the supervisor was killed")?;
    }
    Ok(())
}

/// Ends what is left of runs whose watchers are all gone; how many such runs there were.
///
/// # Errors
/// When the store fails.
pub fn sweep(runtime: &mut Runtime) -> Result<usize, RuntimeError> {
    let lost = agent_run::unfinished(runtime.store())?;
    let mut count = 0;
    for record in lost.iter().filter(|record| !is_kept(&record.watch)) {
        tree::end_marked(&format!("{RUN_VARIABLE}={}", record.run), GRACE);
        run::give_up(runtime.store_mut(), record, "the supervisor and its watchdog were killed")?;
        count += 1;
    }
    Ok(count)
}
