//! One event told under a fault: at once, twice, or to a process that ends.

use fusebox_engine::{Event, Timestamp};
use fusebox_runtime::EventAnswer;
use fusebox_store::OpenList;

use super::SimulatedWorld;
use crate::compare::same;
use crate::deed::{CrashPoint, InjectedFault, ScenarioStep};
use crate::faults;

impl SimulatedWorld<'_> {
    /// One event under a fault.
    pub(super) fn hear(
        &mut self,
        deed: &ScenarioStep,
        event: &Event,
    ) -> Result<Option<EventAnswer>, String> {
        match deed.fault {
            InjectedFault::None | InjectedFault::Twice => self.decide(deed.hook, event).map(Some),
            InjectedFault::AtOnce => self.at_once(event).map(Some),
            InjectedFault::Crash(point) => match self.crash(deed.hook, event, point)? {
                Some(answered) => Ok(Some(answered)),
                None => self.decide(1 - deed.hook, event).map(Some),
            },
            InjectedFault::Lost(point) => {
                let answered = self.crash(deed.hook, event, point)?;
                let lists = self.model.lists(deed.who, self.clock);
                if answered.is_none() && point == CrashPoint::Effect && lists {
                    // It was listed as open before the commit that never came.
                    let listed = self.listed(event).ok_or("it is not listed")?;
                    self.model.listed.insert(deed.who.session, listed);
                }
                Ok(answered)
            }
        }
    }

    /// The incident for which the session of this event is listed, and the task that it holds.
    fn listed(&self, event: &Event) -> Option<(String, Option<String>)> {
        let listed = OpenList::of(self.dir.path()).read().unwrap_or_default();
        let entry = listed.into_iter().find(|entry| entry.session == event.session)?;
        Some((entry.incident.to_string(), entry.task.map(|task| task.to_string())))
    }

    /// Both processes are told at once: one decides, the other repeats it.
    fn at_once(&mut self, event: &Event) -> Result<EventAnswer, String> {
        let (policies, now) = (&self.policies, Timestamp(self.clock));
        let answers: Vec<_> = std::thread::scope(|scope| {
            let each = self.hooks.iter_mut();
            let running: Vec<_> =
                each.map(|hook| scope.spawn(move || hook.decide(policies, event, now))).collect();
            running.into_iter().map(std::thread::ScopedJoinHandle::join).collect()
        });
        let mut heard = Vec::new();
        for answer in answers {
            let answer = answer.map_err(|_| "a process panicked".to_owned())?;
            heard.push(answer.map_err(|error| error.to_string())?);
        }
        heard.sort_by_key(|answer| answer.duplicate);
        same("one of two decides", heard.iter().map(|a| a.duplicate).collect(), vec![false, true])?;
        same("both answer alike", &heard[1].verdict, &heard[0].verdict)?;
        Ok(heard.swap_remove(0))
    }

    /// Ends the process at a point; `None` where it got that far, and nothing was kept.
    fn crash(
        &mut self,
        hook: usize,
        event: &Event,
        point: CrashPoint,
    ) -> Result<Option<EventAnswer>, String> {
        faults::set(self.dir.path(), point)?;
        let answered = self.hooks[hook].decide(&self.policies, event, Timestamp(self.clock));
        faults::clear(self.dir.path())?;
        Ok(answered.ok())
    }
}
