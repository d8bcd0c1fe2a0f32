//! Delivers one event under a fault: to both processes at once, or to a process that ends.

use fusebox_engine::{Event, Timestamp};
use fusebox_runtime::{EventAnswer, Runtime};
use fusebox_store::OpenNote;

use super::SimulatedWorld;
use crate::SimulationError;
use crate::compare::{same, same_verdict};
use crate::faults;
use crate::model::records::ModelNote;
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
                if answer.is_none()
                    && point != CrashPoint::Incident
                    && self.model.notes_trips(step.who, self.clock)
                {
                    // The trip was noted before what failed: only incidents are written earlier.
                    for note in faults::notes(self.dir.path()).all() {
                        let note = model_note(&note);
                        self.model.notes.insert(note.name(), note);
                    }
                }
                Ok(answer)
            }
        }
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

fn model_note(note: &OpenNote) -> ModelNote {
    let session = note.session.as_str().trim_start_matches('s').parse().unwrap_or_default();
    ModelNote {
        session,
        incident: note.incident.as_ref().map(ToString::to_string),
        task: note.task.as_ref().map(ToString::to_string),
    }
}
