//! Keeps the time of a run: the engine decides, this only tells it that time passes.

use std::time::Duration;

use fusebox_engine::event::SessionStart;
use fusebox_engine::state::SessionActivity;
use fusebox_engine::{
    AgentId, Event, EventKind, Finding, FindingLevel, SessionId, Timestamp, TripRecord,
};
use fusebox_runtime::query::{self, SessionStanding};
use fusebox_runtime::{clock, pause};

use super::{EndReason, RunPhase, SupervisedRun, WatchTime};
use crate::Result;

/// How often a tick is sent although nothing is due: a gap of over 10 minutes would count as 10. More
/// often where silence is noticed sooner.
const BEAT_MS: u64 = 60_000;

/// The session that stands for a command which reports no events itself.
#[derive(Debug)]
pub(super) struct SyntheticSession {
    pub(super) session: SessionId,
    /// The client's session, where the command's output names one.
    pub(super) client: Option<SessionId>,
    is_live: bool,
    /// The bytes of output when they last counted as a sign of life.
    output: u64,
    beat: Timestamp,
}

impl SyntheticSession {
    pub(super) fn new(session: SessionId) -> Self {
        Self { session, client: None, is_live: false, output: 0, beat: clock::now() }
    }
}

impl SupervisedRun<'_, '_> {
    /// Starts the run's own session.
    pub(super) fn start_session(&mut self) -> Result<()> {
        self.own.is_live = true;
        let start = SessionStart {
            client: Some(self.spec.agent.name.to_owned()),
            role: self.spec.role.clone(),
            task: Some(self.spec.task.clone()),
            cwd: Some(self.spec.dir.to_string_lossy().into_owned()),
            run: Some(self.spec.run.clone()),
            ..SessionStart::default()
        };
        let session = self.own.session.clone();
        self.tell(session.clone(), EventKind::SessionStart(start), clock::now())?;
        self.tell(session, EventKind::Resume, clock::now()).map(drop)
    }

    /// Ends every session of the run.
    pub(super) fn end_sessions(&mut self) -> Result<()> {
        for session in self.watcher.live() {
            self.tell(session, EventKind::SessionEnd, clock::now())?;
        }
        Ok(())
    }

    /// The client's session that came last, if there was one.
    pub(super) fn client_session(&self) -> Option<&SessionId> {
        self.own.client.as_ref().or(self.watcher.client_session())
    }

    /// Looks at the log and at the clock. `passed` is the time since the last look.
    pub(super) fn look(&mut self, now: Timestamp, passed: Duration) -> Result<Option<EndReason>> {
        if rustix::process::getppid() != self.watchdog {
            return Ok(Some(EndReason::WatchdogLost));
        }
        self.watcher.read_new(self.context.runtime.store())?;
        self.hand_over()?;
        if self.obey_pause(now)? {
            return Ok(None);
        }
        self.watch_hooks(WatchTime::Running)?;
        self.keep_time(now)?;
        let trip = self.trip(now)?;
        let signs_of_life = self.output.bytes() + self.watcher.facts;
        match (&mut self.phase, trip) {
            (RunPhase::Working { .. }, Some(trip)) => self.wrap_up(trip),
            (RunPhase::Working { .. }, None) => Ok(self.limits.spend(passed, signs_of_life)),
            (RunPhase::WrappingUp { is_resumed: false, .. }, None) => {
                self.inform("fusebox: a person answered the circuit breaker; the run goes on");
                self.phase = RunPhase::Working { is_untold: false };
                Ok(None)
            }
            (RunPhase::WrappingUp { trip, left: Some(left), .. }, _) => {
                *left = left.saturating_sub(passed);
                Ok(left.is_zero().then(|| EndReason::Tripped(trip.clone())))
            }
            (RunPhase::WrappingUp { left: None, .. }, _) => Ok(None),
        }
    }

    /// Holds the processes while a person's pause of the run, of one of its sessions or of everything
    /// lasts, and lets them go on after it. Says whether it holds them: no time counts then.
    fn obey_pause(&mut self, now: Timestamp) -> Result<bool> {
        let pauses = pause::pauses(self.context.runtime.store(), now)?;
        let is_paused = self.watcher.all().any(|session| pauses.of(session, now).is_some());
        if is_paused {
            // Processes may have started since the last look.
            self.tree.hold();
        }
        if is_paused == self.is_held {
            return Ok(is_paused);
        }
        self.is_held = is_paused;
        if is_paused {
            for session in self.watcher.live() {
                self.tell(session, EventKind::Tick, clock::now())?;
            }
            self.inform("fusebox: a person has paused this run; `fusebox resume` lets it go on");
        } else {
            self.tree.release();
            self.inform("fusebox: the pause is over; the run goes on");
        }
        Ok(self.is_held)
    }

    /// Why a session of the run or its task is open, if one is.
    pub(super) fn trip(&self, now: Timestamp) -> Result<Option<TripRecord>> {
        for session in self.watcher.all() {
            if let Some(trip) = self.standing(session, now)?.tripped {
                return Ok(Some(trip));
            }
        }
        Ok(None)
    }

    /// Counts the time of the command in the client's session where there is one, else in ours.
    fn hand_over(&mut self) -> Result<()> {
        match self.watcher.client_since() {
            // What came after that is counted there.
            Some(since) if self.own.is_live => {
                self.own.is_live = false;
                self.tell(self.own.session.clone(), EventKind::SessionEnd, since).map(drop)
            }
            None if !self.own.is_live => self.start_session(),
            Some(_) | None => Ok(()),
        }
    }

    /// Lets time pass for each session where that changes something.
    fn keep_time(&mut self, now: Timestamp) -> Result<()> {
        let limits = &self.context.policy(self.spec.role.as_deref()).limits;
        let beat = BEAT_MS.min(limits.quiet_after.get().unwrap_or(u64::MAX) / 2);
        let beats = now < self.own.beat || now.since(self.own.beat).0 >= beat;
        if beats {
            self.own.beat = now;
        }
        for session in self.watcher.live() {
            let standing = self.standing(&session, now)?;
            // A call may wait for the person at the terminal to permit it: that is not work.
            let may_wait = self.terminal.is_some() && standing.calls_in_flight;
            let nothing_due = !beats && standing.due.is_empty();
            if may_wait || nothing_due {
                continue;
            }
            let kind = self.sign_of_life(&session, &standing).unwrap_or(EventKind::Tick);
            let findings = self.tell(session, kind, clock::now())?;
            if self.terminal.is_none() {
                for finding in findings.iter().filter(|finding| finding.level < FindingLevel::Trip)
                {
                    self.inform(&format!("fusebox: {}", finding.message()));
                }
            }
            self.mark_untold(&findings);
        }
        Ok(())
    }

    /// Output of a command that reports nothing itself counts as activity.
    fn sign_of_life(
        &mut self,
        session: &SessionId,
        standing: &SessionStanding,
    ) -> Option<EventKind> {
        let only_silent = standing.due.iter().all(|finding| finding.level < FindingLevel::Trip);
        let is_active = standing.activity == SessionActivity::Active;
        if *session != self.own.session || !is_active || !only_silent {
            return None;
        }
        let output = self.output.bytes();
        let wrote = output > std::mem::replace(&mut self.own.output, output);
        wrote.then_some(EventKind::Resume)
    }

    pub(super) fn standing(&self, session: &SessionId, now: Timestamp) -> Result<SessionStanding> {
        let (store, policies) = (self.context.runtime.store(), self.context.policies);
        Ok(query::standing(store, policies, session, &self.spec.task, now)?)
    }

    /// Decides one event, and returns the findings.
    fn tell(&mut self, session: SessionId, kind: EventKind, at: Timestamp) -> Result<Vec<Finding>> {
        let event = Event { session, id: None, at: Some(at), agent: AgentId::main(), kind };
        let verdicts = self.context.decide(vec![event])?;
        Ok(verdicts.into_iter().flat_map(|verdict| verdict.findings).collect())
    }

    /// Remembers a trip that an event of the supervisor caused: the agent has not heard of it.
    pub(super) fn mark_untold<'f>(&mut self, findings: impl IntoIterator<Item = &'f Finding>) {
        if let RunPhase::Working { is_untold } = &mut self.phase {
            *is_untold |= findings.into_iter().any(|finding| finding.level == FindingLevel::Trip);
        }
    }
}
