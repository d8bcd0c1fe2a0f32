//! Notices that the hooks of a client are gone while a command runs: no event of that client comes any more.

use std::mem;

use fusebox_engine::{AgentId, Event, EventKind, SessionId, Timestamp};
use fusebox_runtime::clock;
use fusebox_runtime::guarded::{AskedClients, GuardedFiles};

use super::SupervisedRun;
use crate::{CommandSpec, Result};

/// What the last look at the guarded files saw.
#[derive(Debug)]
pub(super) struct HookWatch {
    fingerprint: u64,
    /// Whether any of them changed since the start.
    has_changed: bool,
    /// Whether the hooks of a client were gone.
    are_gone: bool,
}

/// When the guarded files are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WatchTime {
    /// While the command runs. Hooks that are gone for less than a look may come back: a call may replace them.
    Running,
    /// After the command ended: nothing puts them back any more.
    Ended,
}

impl HookWatch {
    /// Looks before the command starts, and anew after what was gone is back.
    pub(super) fn start(spec: &CommandSpec, guarded: Option<&GuardedFiles>) -> Self {
        let fingerprint = guarded.map_or(0, |guarded| guarded.fingerprint(&spec.dir, None));
        Self { fingerprint, has_changed: false, are_gone: false }
    }
}

impl SupervisedRun<'_, '_> {
    /// Tells the runtime that time passed where the hooks of a client are gone: it compares the guarded
    /// files as at every event, and puts back what an agent took away.
    pub(super) fn watch_hooks(&mut self, when: WatchTime) -> Result<()> {
        let Some(guarded) = self.context.guarded else { return Ok(()) };
        let fingerprint = guarded.fingerprint(&self.spec.dir, Some(self.hooks.fingerprint));
        let is_same = mem::replace(&mut self.hooks.fingerprint, fingerprint) == fingerprint;
        self.hooks.has_changed |= !is_same;
        let (is_worth_asking, asked) = match when {
            WatchTime::Running => {
                (!is_same || self.hooks.are_gone, AskedClients::ReadingAtEveryEvent)
            }
            WatchTime::Ended => (self.hooks.has_changed, AskedClients::All),
        };
        if !is_worth_asking {
            return Ok(());
        }
        let are_gone = self.context.runtime.are_hooks_gone(guarded, &self.spec.dir, asked)?;
        let were_gone = mem::replace(&mut self.hooks.are_gone, are_gone);
        if !are_gone || !(were_gone || when == WatchTime::Ended) {
            return Ok(());
        }
        let now = clock::now();
        let session = self.session_in_call(now)?;
        let (id, at, agent, kind) = (None, Some(now), AgentId::main(), EventKind::Tick);
        let verdicts = self.context.decide_guarded(vec![Event { session, id, at, agent, kind }])?;
        self.mark_untold(verdicts.iter().flat_map(|verdict| &verdict.findings));
        self.hooks = HookWatch::start(self.spec, self.context.guarded);
        Ok(())
    }

    /// The session of the run that has a call in flight, else the one that came last.
    fn session_in_call(&self, now: Timestamp) -> Result<SessionId> {
        for session in self.watcher.live() {
            if self.standing(&session, now)?.calls_in_flight {
                return Ok(session);
            }
        }
        Ok(self.client_session().unwrap_or(&self.own.session).clone())
    }
}
