//! Delivers one event under a fault: to both processes at once, or to a process that ends.

use fusebox_engine::{Event, Timestamp};
use fusebox_runtime::{EventAnswer, Runtime};
use fusebox_store::OpenList;

use super::SimulatedWorld;
use crate::SimulationError;
use crate::compare::{same, same_verdict};
use crate::faults;
use crate::step::{CrashPoint, InjectedFault, ScenarioStep};

impl SimulatedWorld<'_> {
    /// Delivers an event; `None` if it was lost.
    pub(super) fn deliver_with_fault(
        &mut self,
        step: &ScenarioStep,
        event: &Event,
    ) -> Result<Option<EventAnswer>, SimulationError> {
        match step.fault {
            InjectedFault::None | InjectedFault::Twice => self.decide(step.hook, event).map(Some),
            InjectedFault::AtOnce => self.deliver_at_once(event).map(Some),
            InjectedFault::Crash(point) => match self.crash(step.hook, event, point)? {
                Some(answer) => Ok(Some(answer)),
                None => self.decide(1 - step.hook, event).map(Some),
            },
            InjectedFault::Lost(point) => {
                let answer = self.crash(step.hook, event, point)?;
                let lists = self.model.lists_trips(step.who, self.clock);
                if answer.is_none() && point == CrashPoint::Effect && lists {
                    // The session was listed as open before the commit that failed.
                    let listed = self.listed_incident(event).ok_or("it is not listed")?;
                    self.model.listed.insert(step.who.session, listed);
                }
                Ok(answer)
            }
        }
    }

    /// The incident that the session of this event is listed for, and the task that it holds.
    fn listed_incident(&self, event: &Event) -> Option<(String, Option<String>)> {
        let listed = OpenList::of(self.dir.path()).read().unwrap_or_default();
        let entry = listed.into_iter().find(|entry| entry.session == event.session)?;
        Some((entry.incident.to_string(), entry.task.map(|task| task.to_string())))
    }

    /// Delivers an event to both processes at the same time: one decides, the other repeats the verdict.
    fn deliver_at_once(&mut self, event: &Event) -> Result<EventAnswer, SimulationError> {
        let (policies, now) = (&self.policies, Timestamp(self.clock));
        let decide = |hook: &mut Runtime| hook.decide(policies, event, now);
        let [one, other] = &mut self.hooks[..] else { return Err("two processes run".into()) };
        let (one, other) = std::thread::scope(|scope| {
            let running = scope.spawn(|| decide(one));
            (decide(other), running.join())
        });
        let (one, other) = (one?, other.map_err(|_| "a process panicked")??);
        same("one of two decides", one.duplicate, !other.duplicate)?;
        same_verdict("both answer alike", &one.verdict, &other.verdict)?;
        Ok(if one.duplicate { other } else { one })
    }

    /// Ends the process at a point; `None` if it got that far, and nothing was stored.
    fn crash(
        &mut self,
        hook: usize,
        event: &Event,
        point: CrashPoint,
    ) -> Result<Option<EventAnswer>, SimulationError> {
        faults::set_crash(self.dir.path(), point)?;
        let answer = self.hooks[hook].decide(&self.policies, event, Timestamp(self.clock));
        faults::clear_crash(self.dir.path())?;
        Ok(answer.ok())
    }
}
