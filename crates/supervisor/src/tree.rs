//! The processes of a run: found, and ended for good.
//!
//! On Linux the supervisor adopts what its descendants leave behind (`PR_SET_CHILD_SUBREAPER`), so
//! that a process stays below it however often it forks and whatever session it opens. Elsewhere
//! the process group is all that can be ended.

use std::time::Duration;

use fusebox_runtime::process::{self, ProcessInfo};
use rustix::process::{Pid, Signal, WaitOptions};

/// How often is looked whether all have ended.
const STEP: Duration = Duration::from_millis(20);
/// How long killing goes on. A process that waits for a broken disk cannot be killed.
const PATIENCE: Duration = Duration::from_secs(10);
/// Whether descendants can be found one by one.
const SEES_PROCESSES: bool = cfg!(target_os = "linux");

/// Makes this process the one that orphans below it belong to.
pub(crate) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    // Without it, the process group is ended as elsewhere.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// The processes of a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    /// Process groups that we began.
    groups: Vec<Pid>,
    /// Children that have ended.
    ended: Vec<(Pid, ChildExit)>,
}

/// How a child ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChildExit {
    /// Its exit code, unless a signal ended it.
    pub(crate) code: Option<i32>,
    /// The signal that ended it.
    pub(crate) signal: Option<i32>,
}

impl Tree {
    /// A process group that belongs to the run.
    pub(crate) fn add_group(&mut self, leader: Pid) {
        self.groups.push(leader);
    }

    /// How this child ended, if it has.
    pub(crate) fn ended(&self, pid: Pid) -> Option<ChildExit> {
        self.ended.iter().find(|(ended, _)| *ended == pid).map(|(_, how)| *how)
    }

    /// Takes note of children that have ended, adopted ones too.
    pub(crate) fn reap(&mut self) {
        while let Ok(Some((pid, status))) = rustix::process::wait(WaitOptions::NOHANG) {
            if self.groups.contains(&pid) {
                let how =
                    ChildExit { code: status.exit_status(), signal: status.terminating_signal() };
                self.ended.push((pid, how));
            }
        }
    }

    /// Ends every process of the run: a request, then `grace`, then by force. How many had to be
    /// asked, and how many are left in the end.
    pub(crate) fn end(&mut self, first: Signal, grace: Duration) -> (usize, usize) {
        let mut asked = Vec::new();
        self.reap();
        self.ask(first, &mut asked);
        let mut left = grace;
        while !self.is_empty() && !left.is_zero() {
            std::thread::sleep(STEP.min(left));
            left = left.saturating_sub(STEP);
            self.reap();
            self.ask(first, &mut asked);
        }
        let mut left = PATIENCE;
        while !self.is_empty() && !left.is_zero() {
            self.signal(Signal::KILL);
            std::thread::sleep(STEP);
            left = left.saturating_sub(STEP);
            self.reap();
        }
        (asked.len(), if self.is_empty() { 0 } else { below(std::process::id()).len().max(1) })
    }

    /// Asks each process to end, once: a process may begin while the others are asked.
    fn ask(&self, first: Signal, asked: &mut Vec<Member>) {
        if !SEES_PROCESSES {
            if asked.is_empty() && self.signal(first) > 0 {
                asked.push((0, 0));
            }
            return;
        }
        for member in below(std::process::id()) {
            if !asked.contains(&member) {
                send(member, first);
                // A stopped process hears nothing.
                send(member, Signal::CONT);
                asked.push(member);
            }
        }
    }

    /// Sends a signal to every process of the run; how many there are.
    fn signal(&self, signal: Signal) -> usize {
        if SEES_PROCESSES {
            let members = below(std::process::id());
            members.iter().for_each(|member| send(*member, signal));
            return members.len();
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

/// Ends every process that carries the mark of a run in its environment: what is left of a run whose
/// watchers are gone. How many there were.
pub(crate) fn end_marked(mark: &str, grace: Duration) -> usize {
    let found = marked(mark);
    for member in &found {
        send(*member, Signal::TERM);
        send(*member, Signal::CONT);
    }
    let mut left = grace;
    while !left.is_zero() && !marked(mark).is_empty() {
        std::thread::sleep(STEP);
        left = left.saturating_sub(STEP);
    }
    let mut left = PATIENCE;
    loop {
        let members = marked(mark);
        if members.is_empty() || left.is_zero() {
            return found.len();
        }
        for member in members {
            send(member, Signal::KILL);
        }
        std::thread::sleep(STEP);
        left = left.saturating_sub(STEP);
    }
}

/// A process by pid and start time.
type Member = (u32, u64);

/// Every living process below this one.
fn below(root: u32) -> Vec<Member> {
    let all = process::all();
    let mut found: Vec<Member> = Vec::new();
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        for (pid, process) in all.iter().filter(|(_, process)| process.parent == parent) {
            // A delivery of ours ends by itself, and takes what it starts with it.
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

fn marked(mark: &str) -> Vec<Member> {
    let own = std::process::id();
    let carries = |pid: u32| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
    };
    let all = process::all().into_iter();
    all.filter(|(pid, process)| *pid != own && !process.ended && carries(*pid))
        .map(|(pid, process)| (pid, process.started))
        .collect()
}

/// Sends a signal to exactly this process, not to a later one of the same pid.
fn send((pid, started): Member, signal: Signal) {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return };
    let is_same = || {
        let now = ProcessInfo::of(pid.as_raw_nonzero().get().cast_unsigned());
        now.is_some_and(|now| now.started == started)
    };
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
