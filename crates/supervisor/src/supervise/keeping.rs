//! Keeping the time of a run: the engine decides, this only lets it know that time passes.

use std::time::Duration;

use fusebox_engine::event::SessionStart;
use fusebox_engine::state::SessionActivity;
use fusebox_engine::{
    AgentId, Event, EventKind, Finding, FindingLevel, SessionId, Timestamp, TripRecord,
};
use fusebox_runtime::clock;
use fusebox_runtime::query::{self, SessionStanding};
use std::sync::atomic::Ordering;

use super::{EndReason, Phase, Run};
use crate::SupervisorError;

/// How often time is told although nothing is due: a gap of over 10 minutes would count as 10. More
/// often where silence is noticed sooner.
const BEAT_MS: u64 = 60_000;

/// The session that stands for a command which tells nothing by itself.
#[derive(Debug)]
pub(super) struct SyntheticSession {
    pub(super) session: SessionId,
    /// The client's session, where its output names one.
    pub(super) client: Option<SessionId>,
    is_live: bool,
    /// How much output there was when it was last taken for a sign of life.
    output: u64,
    beat: Timestamp,
}

impl SyntheticSession {
    pub(super) fn new(session: SessionId) -> Self {
        Self { session, client: None, is_live: false, output: 0, beat: clock::now() }
    }
}

impl Run<'_> {
    /// The run begins to count.
    pub(super) fn begin(&mut self) -> Result<(), SupervisorError> {
        self.own.is_live = true;
        let session = self.own.session.clone();
        self.tell_of(&session, EventKind::SessionStart(self.start()))?;
        self.tell_of(&session, EventKind::Resume)?;
        Ok(())
    }

    /// How the session of a command begins that tells nothing by itself.
    fn start(&self) -> SessionStart {
        SessionStart {
            client: Some(self.spec.agent.name.to_owned()),
            role: self.spec.role.clone(),
            task: Some(self.spec.task.clone()),
            cwd: Some(self.spec.dir.to_string_lossy().into_owned()),
            run: Some(self.spec.run.clone()),
        }
    }

    /// The run counts no more.
    pub(super) fn leave(&mut self) -> Result<(), SupervisorError> {
        for session in self.watcher.live() {
            self.tell_of(&session, EventKind::SessionEnd)?;
        }
        self.own.is_live = false;
        Ok(())
    }

    /// Looks at what the hooks told and at the clock. `passed` is the time since the last look.
    pub(super) fn look(
        &mut self,
        now: Timestamp,
        passed: Duration,
    ) -> Result<Option<EndReason>, SupervisorError> {
        if self.parent.is_some() && rustix::process::getppid() != self.parent {
            return Ok(Some(EndReason::GuardLost));
        }
        self.watcher.look(self.runtime.store())?;
        self.hand_over()?;
        self.keep_time(now)?;
        let tripped = self.tripped(now)?;
        let signs = self.output.load(Ordering::Relaxed) + self.watcher.told;
        match (&mut self.phase, tripped) {
            (Phase::Working, Some(tripped)) => self.wrap_up(tripped),
            (Phase::Working, None) => Ok(self.patience.spend(passed, signs)),
            (Phase::WrappingUp { is_resumed: false, .. }, None) => {
                self.say("fusebox: a person answered the circuit breaker; the run goes on");
                self.is_untold = false;
                self.phase = Phase::Working;
                Ok(None)
            }
            (Phase::WrappingUp { tripped, left: Some(left), .. }, _) => {
                *left = left.saturating_sub(passed);
                Ok(left.is_zero().then(|| EndReason::Tripped(tripped.clone())))
            }
            (Phase::WrappingUp { left: None, .. }, _) => Ok(None),
        }
    }

    /// Why a session of the run or its task is open, if one is.
    pub(super) fn tripped(&self, now: Timestamp) -> Result<Option<TripRecord>, SupervisorError> {
        for session in self.watcher.all() {
            if let Some(tripped) = self.standing(&session, now)?.tripped {
                return Ok(Some(tripped));
            }
        }
        Ok(None)
    }

    /// The command's time is counted where its client tells of itself; else here.
    fn hand_over(&mut self) -> Result<(), SupervisorError> {
        let by_client = self.watcher.told_by_a_client_since();
        let session = self.own.session.clone();
        match by_client {
            // What came after that is counted there.
            Some(since) if self.own.is_live => {
                self.own.is_live = false;
                self.tell_at(&session, EventKind::SessionEnd, since).map(drop)
            }
            None if !self.own.is_live => self.begin(),
            Some(_) | None => Ok(()),
        }
    }

    /// Lets time pass for each session where that changes something.
    fn keep_time(&mut self, now: Timestamp) -> Result<(), SupervisorError> {
        let policy = &self.policies.of(self.spec.role.as_deref()).policy;
        let quiet_after = policy.limits.quiet_after.get().unwrap_or(u64::MAX);
        let beat = BEAT_MS.min(quiet_after / 2);
        let beats = now < self.own.beat || now.since(self.own.beat).0 >= beat;
        if beats {
            self.own.beat = now;
        }
        for session in self.watcher.live() {
            let standing = self.standing(&session, now)?;
            // Who sits in front of the terminal may be asked for a permission: that is not work.
            let may_wait = self.front.is_some() && standing.calls_in_flight;
            let nothing_due = !beats && standing.due.is_empty();
            if may_wait || nothing_due {
                continue;
            }
            let kind = self.sign_of_life(&session, &standing).unwrap_or(EventKind::Tick);
            let findings = self.tell_of(&session, kind)?;
            self.is_untold |= findings.iter().any(|finding| finding.level == FindingLevel::Trip);
            if self.front.is_none() {
                for finding in findings.iter().filter(|finding| finding.level < FindingLevel::Trip)
                {
                    self.say(&format!("fusebox: {}", finding.message()));
                }
            }
        }
        Ok(())
    }

    /// A command that tells nothing shows that it goes on by what it writes.
    fn sign_of_life(
        &mut self,
        session: &SessionId,
        standing: &SessionStanding,
    ) -> Option<EventKind> {
        let only_silent = standing.due.iter().all(|finding| finding.level < FindingLevel::Trip);
        if *session != self.own.session
            || standing.activity != SessionActivity::Active
            || !only_silent
        {
            return None;
        }
        let output = self.output.load(Ordering::Relaxed);
        let wrote = output > std::mem::replace(&mut self.own.output, output);
        wrote.then_some(EventKind::Resume)
    }

    fn standing(
        &self,
        session: &SessionId,
        now: Timestamp,
    ) -> Result<SessionStanding, SupervisorError> {
        let store = self.runtime.store();
        Ok(query::standing(store, self.policies, session, &self.spec.task, now)?)
    }

    /// Tells one event; what the rules saw.
    fn tell_of(
        &mut self,
        session: &SessionId,
        kind: EventKind,
    ) -> Result<Vec<Finding>, SupervisorError> {
        self.tell_at(session, kind, clock::now())
    }

    fn tell_at(
        &mut self,
        session: &SessionId,
        kind: EventKind,
        at: Timestamp,
    ) -> Result<Vec<Finding>, SupervisorError> {
        let (session, agent) = (session.clone(), AgentId::main());
        let event = Event { session, id: None, at: Some(at), agent, kind };
        Ok(self.runtime.decide(self.policies, &event, clock::now())?.verdict.findings)
    }
}
