//! The processes of a run: found, and ended for good.
//!
//! On Linux the supervisor adopts the orphans of its descendants (`PR_SET_CHILD_SUBREAPER`), so that a
//! process stays below it however often it forks and whatever session it opens. Elsewhere only process
//! groups can be ended.

use std::time::Duration;

use fusebox_runtime::process;
use rustix::process::{Pid, Signal, WaitOptions};

/// The time between two checks whether all processes have ended.
const STEP: Duration = Duration::from_millis(20);
/// How long processes are killed. One that waits for a broken disk cannot be killed.
const KILL_TIME: Duration = Duration::from_secs(10);
/// Whether descendants can be found one by one.
const SEES_PROCESSES: bool = cfg!(target_os = "linux");

/// Makes this process the parent of orphans below it.
pub(crate) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    // Where it fails, process groups are ended, as elsewhere.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// The processes of a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProcessTree {
    /// The process groups that were started.
    groups: Vec<Pid>,
    /// Their leaders that have ended.
    exits: Vec<(Pid, ChildExit)>,
}

/// How a child process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChildExit {
    /// With this exit code.
    Code(i32),
    /// A signal ended it.
    Signal(i32),
}

impl std::fmt::Display for ChildExit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Code(code) => write!(f, "the command ended with code {code}"),
            Self::Signal(signal) => write!(f, "signal {signal} ended the command"),
        }
    }
}

impl ProcessTree {
    /// Adds a process group that belongs to the run.
    pub(crate) fn add_group(&mut self, leader: Pid) {
        self.groups.push(leader);
    }

    /// How the leader of a group ended, if it has.
    pub(crate) fn exit_of(&self, leader: Pid) -> Option<ChildExit> {
        self.exits.iter().find(|(pid, _)| *pid == leader).map(|(_, exit)| *exit)
    }

    /// Collects children that have ended, adopted ones included.
    pub(crate) fn reap(&mut self) {
        while let Ok(Some((pid, status))) = rustix::process::wait(WaitOptions::NOHANG) {
            let code = status.exit_status().map(ChildExit::Code);
            let exit = code.or_else(|| status.terminating_signal().map(ChildExit::Signal));
            if self.groups.contains(&pid) {
                self.exits.extend(exit.map(|exit| (pid, exit)));
            }
        }
    }

    /// Ends every process of the run: a request, then `grace`, then by force. Returns how many
    /// processes were asked to end, and how many are left.
    pub(crate) fn end(&mut self, request: Signal, grace: Duration) -> (usize, usize) {
        let mut asked = Vec::new();
        repeat_until(grace, || {
            self.reap();
            self.ask(request, &mut asked);
            self.is_empty()
        });
        let mut is_killed = false;
        repeat_until(KILL_TIME, || {
            if is_killed {
                self.reap();
            }
            is_killed = !self.is_empty();
            if is_killed {
                self.signal(Signal::KILL);
            }
            !is_killed
        });
        (asked.len(), if self.is_empty() { 0 } else { below(std::process::id()).len().max(1) })
    }

    /// Holds every process of the run where it is, but those of ours: a hook may have the store locked.
    /// Without `/proc` nothing is held, and calls are refused alone.
    pub(crate) fn hold(&self) {
        let is_ours = |(pid, _): &ProcessKey| {
            let name = std::fs::read(format!("/proc/{pid}/comm")).unwrap_or_default();
            name.starts_with(b"fusebox")
        };
        let others = below(std::process::id()).into_iter().filter(|process| !is_ours(process));
        others.for_each(|process| send(process, Signal::STOP));
    }

    /// Lets every process go on.
    pub(crate) fn release(&self) {
        self.signal(Signal::CONT);
    }

    /// Asks each process to end, once. A process may start while others are asked.
    fn ask(&self, request: Signal, asked: &mut Vec<ProcessKey>) {
        if !SEES_PROCESSES {
            if asked.is_empty() && self.signal(request) > 0 {
                asked.push((0, 0));
            }
            return;
        }
        for process in below(std::process::id()) {
            if !asked.contains(&process) {
                ask_to_end(process, request);
                asked.push(process);
            }
        }
    }

    /// Sends a signal to every process of the run, and returns how many there are.
    fn signal(&self, signal: Signal) -> usize {
        if SEES_PROCESSES {
            let processes = below(std::process::id());
            processes.iter().for_each(|process| send(*process, signal));
            return processes.len();
        }
        let sent = |group: &&Pid| rustix::process::kill_process_group(**group, signal).is_ok();
        self.groups.iter().filter(sent).count()
    }

    fn is_empty(&self) -> bool {
        let is_left = |group: &Pid| rustix::process::test_kill_process_group(*group).is_ok();
        if SEES_PROCESSES {
            below(std::process::id()).is_empty()
        } else {
            !self.groups.iter().any(is_left)
        }
    }
}

/// Ends every process that has `mark`, such as `NAME=value`, in its environment.
pub(crate) fn end_marked(mark: &str, grace: Duration) {
    marked(mark).into_iter().for_each(|process| ask_to_end(process, Signal::TERM));
    repeat_until(grace, || marked(mark).is_empty());
    repeat_until(KILL_TIME, || {
        let left = marked(mark);
        left.iter().for_each(|process| send(*process, Signal::KILL));
        left.is_empty()
    });
}

/// Repeats `check` until it is true, for `time` at most.
fn repeat_until(mut time: Duration, mut check: impl FnMut() -> bool) {
    while !check() && !time.is_zero() {
        std::thread::sleep(STEP.min(time));
        time = time.saturating_sub(STEP);
    }
}

/// A process by its pid and start time.
type ProcessKey = (u32, u64);

/// Every living process below this one.
fn below(root: u32) -> Vec<ProcessKey> {
    let all = process::all();
    let mut found: Vec<ProcessKey> = Vec::new();
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        for (pid, process) in all.iter().filter(|(_, process)| process.parent == parent) {
            // A delivery of ours ends by itself, and so does what it starts.
            if is_delivery(*pid) {
                continue;
            }
            if *pid != root && !found.iter().any(|(known, _)| known == pid) {
                parents.push(*pid);
                if !process.ended {
                    found.push((*pid, process.started));
                }
            }
        }
    }
    found
}

/// Whether the process is this very program delivering what a hook queued.
fn is_delivery(pid: u32) -> bool {
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let program = || std::fs::read_link(format!("/proc/{pid}/exe")).ok();
    line.ends_with(b"\0effects\0drain\0") && program() == std::env::current_exe().ok()
}

fn marked(mark: &str) -> Vec<ProcessKey> {
    let own = std::process::id();
    let has_mark = |pid: u32| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
    };
    let all = process::all().into_iter();
    all.filter(|(pid, process)| *pid != own && !process.ended && has_mark(*pid))
        .map(|(pid, process)| (pid, process.started))
        .collect()
}

fn ask_to_end(process: ProcessKey, request: Signal) {
    send(process, request);
    // A stopped process handles no signal before it continues.
    send(process, Signal::CONT);
}

/// Sends a signal to exactly this process, not to a later one with the same pid.
fn send((pid, started): ProcessKey, signal: Signal) {
    let is_same = || process::is_running(pid, started);
    let Some(pid) = Pid::from_raw(pid.cast_signed()) else { return };
    #[cfg(target_os = "linux")]
    if let Ok(handle) = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()) {
        if is_same() {
            let _ = rustix::process::pidfd_send_signal(&handle, signal);
        }
        return;
    }
    if is_same() {
        let _ = rustix::process::kill_process(pid, signal);
    }
}
