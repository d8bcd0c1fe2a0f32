//! Calls with their results, which come at once, later or never, and what is told a second time.

use fusebox_engine::{Event, EventKind, Verdict, VerdictAction};

use super::SimulatedWorld;
use crate::compare::same;
use crate::deed::{AgentIndex, CallTemplate, InjectedFault, ResultTiming, ScenarioStep};
use crate::model::records::CallEffect;
use crate::model::{CallKind, ModelEvent};
use crate::telling::{self, SimulatedCall, SimulatedEvent};

/// Results that an agent waits for at most, and calls that never get one.
const WAITING: usize = 2;
const LOST: usize = 5;

impl SimulatedWorld<'_> {
    pub(super) fn call(
        &mut self,
        deed: &ScenarioStep,
        call: &CallTemplate,
        when: ResultTiming,
    ) -> Result<(), String> {
        let who = deed.who;
        self.make_room(deed)?;
        let number = self.number();
        let client = self.client(who);
        let made = telling::call(client, who, call, number, self.edits.get(&who));
        let made = made.map_err(|error| error.to_string())?;
        let Some(verdict) = self.tell(deed, made.request.clone())? else { return Ok(()) };
        if verdict.verdict >= VerdictAction::Deny {
            return Ok(());
        }
        if let Some(edit) = &made.edit {
            self.edits.insert(who, edit.clone());
        }
        // Of a call that waits behind others it is not kept which files it names or what it runs.
        let ModelEvent::Request(request) = &made.request.fact else { return Ok(()) };
        let plain =
            request.kind == CallKind::Plain && matches!(request.effect, CallEffect::Nothing);
        let when = if when == ResultTiming::Never && !plain { ResultTiming::Later } else { when };
        self.waiting.push((who, made, when));
        if when == ResultTiming::Now {
            self.tell_result(deed, self.waiting.len() - 1)
        } else {
            Ok(())
        }
    }

    /// Before its next call an agent hears what came of its edits and test runs, and of the oldest
    /// of the others when there are many.
    fn make_room(&mut self, deed: &ScenarioStep) -> Result<(), String> {
        let who = deed.who;
        loop {
            let mine = |index: &usize| self.waiting[*index].0 == who;
            let late = |index: &usize| self.waiting[*index].2 != ResultTiming::Never;
            let heavy = |index: &usize| {
                let fact = &self.waiting[*index].1.request.fact;
                let ModelEvent::Request(request) = fact else { return false };
                !matches!(request.effect, CallEffect::Nothing)
            };
            let all = || (0..self.waiting.len()).filter(mine);
            let many = all().filter(late).count() >= WAITING;
            let lost = all().count() >= WAITING + LOST;
            let due = all().find(|index| lost || (late(index) && (many || heavy(index))));
            let Some(index) = due else { return Ok(()) };
            self.tell_result(&ScenarioStep { fault: InjectedFault::None, ..deed.clone() }, index)?;
        }
    }

    fn tell_result(&mut self, deed: &ScenarioStep, index: usize) -> Result<(), String> {
        let (who, made, _) = self.waiting.remove(index);
        self.tell(&ScenarioStep { who, ..deed.clone() }, made.result).map(drop)
    }

    pub(super) fn answer(&mut self, deed: &ScenarioStep, nth: usize) -> Result<(), String> {
        let late = |(_, (.., when)): &(usize, &(AgentIndex, SimulatedCall, ResultTiming))| {
            *when == ResultTiming::Later
        };
        let late: Vec<usize> =
            self.waiting.iter().enumerate().filter(late).map(|(index, _)| index).collect();
        match late.get(nth % late.len().max(1)) {
            Some(index) => self.tell_result(deed, *index),
            None => Ok(()),
        }
    }

    pub(super) fn again(&mut self, deed: &ScenarioStep, nth: usize) -> Result<(), String> {
        let calls: Vec<(AgentIndex, SimulatedEvent)> = self
            .told
            .iter()
            .filter(|(_, event, ..)| {
                matches!(event.kind, EventKind::ToolRequest(_) | EventKind::ToolResult(_))
            })
            .map(|(who, _, telling, _)| (*who, telling.clone()))
            .collect();
        let Some((who, telling)) = calls.get(nth % calls.len().max(1)) else { return Ok(()) };
        self.tell(&ScenarioStep { who: *who, ..deed.clone() }, telling.clone()).map(drop)
    }

    pub(super) fn repeat(&mut self, deed: &ScenarioStep, nth: usize) -> Result<(), String> {
        let count = self.told.len().max(1);
        let Some((_, event, _, verdict)) = self.told.get(nth % count).cloned() else {
            return Ok(());
        };
        self.told_before(deed.hook, &event, &verdict)
    }

    /// The same event gets the same answer and changes nothing.
    pub(super) fn told_before(
        &mut self,
        hook: usize,
        event: &Event,
        verdict: &Verdict,
    ) -> Result<(), String> {
        let again = self.decide(hook, event)?;
        same("a repeat is known as one", (again.duplicate, again.effects), (true, false))?;
        same("a repeat's verdict", &again.verdict, verdict)
    }
}
