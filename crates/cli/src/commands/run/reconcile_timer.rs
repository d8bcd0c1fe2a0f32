//! Reconciles soon after the start of a run or a loop, and then again and again, in a process of its own.
//!
//! The watchdog starts it: a delivery takes time, and the end of a supervisor must not wait for it.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fusebox_engine::{Limit, Timestamp};
use fusebox_supervisor::watchdog::WatchdogTimer;

use crate::policy::{self, PolicyArgs};
use crate::{Context, clock};

/// How long the end of a run waits for a reconciliation that is under way.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often it looks meanwhile.
const PAUSE: Duration = Duration::from_millis(10);

/// The timer of one run or loop.
pub(super) struct ReconcileTimer {
    every: Limit,
    last: Option<Timestamp>,
    running: Option<Child>,
}

impl ReconcileTimer {
    /// The timer that the policy of this folder wants. Where the policy has a mistake, there is none, and the
    /// supervisor says what is wrong.
    pub(super) fn of(context: &Context) -> Self {
        let compiled = policy::compiled(context, Some(&context.dir), &PolicyArgs::default(), None);
        let every =
            compiled.map_or(Limit::UNLIMITED, |compiled| compiled.policy.run.reconcile_every);
        Self { every, last: None, running: None }
    }

    fn has_ended(&mut self) -> bool {
        let Some(running) = &mut self.running else { return true };
        if matches!(running.try_wait(), Ok(None)) {
            return false;
        }
        self.running = None;
        true
    }
}

impl WatchdogTimer for ReconcileTimer {
    fn look(&mut self) {
        let Some(every) = self.every.get() else { return };
        let now = clock::now();
        // A clock that was set back begins anew.
        let is_due = self.last.is_none_or(|last| now < last || now.since(last).0 >= every);
        if !is_due || !self.has_ended() {
            return;
        }
        self.last = Some(now);
        let Ok(program) = std::env::current_exe() else { return };
        let mut command = Command::new(program);
        command.arg("reconcile").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // What it cannot mend, `fusebox reconcile` and `fusebox doctor` say.
        self.running = command.spawn().ok();
    }

    fn end(&mut self) {
        let looks = PATIENCE.as_millis() / PAUSE.as_millis();
        for _ in 0..looks {
            if self.has_ended() {
                return;
            }
            std::thread::sleep(PAUSE);
        }
    }
}
