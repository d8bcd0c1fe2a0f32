//! Calls with their results, which arrive at once, later or never, and events that arrive again.

use fusebox_engine::{CallId, Event, EventKind, Verdict, VerdictAction};

use super::{DeliveredEvent, PendingResult, SimulatedWorld};
use crate::SimulationError;
use crate::compare::{same, same_verdict};
use crate::events;
use crate::model::CallMeaning;
use crate::step::{AgentIndex, CallTemplate, InjectedFault, ResultTiming, ScenarioStep};

/// The most late results that an agent waits for, and the most calls that never get one.
const MAX_LATE: usize = 2;
const MAX_LOST: usize = 5;

impl SimulatedWorld<'_> {
    pub(super) fn make_call(
        &mut self,
        step: &ScenarioStep,
        call: &CallTemplate,
        timing: ResultTiming,
    ) -> Result<(), SimulationError> {
        let who = step.who;
        self.deliver_due_results(step)?;
        let number = self.next_number();
        let last_edit = self.edits.get(&who);
        let id = self.call_id(who, number)?;
        let call = events::call(self.client(who), who, call, (id, number), last_edit)?;
        let verdict = self.deliver_call(step, call.request.clone(), call.meaning.clone())?;
        if verdict.is_none_or(|verdict| verdict.verdict >= VerdictAction::Deny) {
            return Ok(());
        }
        if let Some(edit) = &call.edit {
            self.edits.insert(who, edit.clone());
        }
        // The engine does not keep the files or the test run of a call that waits behind others.
        let is_lost = timing == ResultTiming::Never;
        let is_plain = matches!(call.meaning, CallMeaning::Plain);
        let timing = if is_lost && !is_plain { ResultTiming::Later } else { timing };
        self.pending.push(PendingResult { who, call, timing });
        if timing == ResultTiming::Now {
            self.deliver_result(step, self.pending.len() - 1)?;
        }
        Ok(())
    }

    /// The id of a new call. Every seventh one has that of a call which ended, as with models that number the calls of
    /// each response from the first.
    fn call_id(&self, who: AgentIndex, number: usize) -> Result<CallId, SimulationError> {
        let is_free = |id: &&CallId| self.pending.iter().all(|pending| pending.id() != Some(*id));
        let used = self.ended.get(&who).filter(|_| number.is_multiple_of(7)).filter(is_free);
        used.map_or_else(|| Ok(CallId::parse(format!("c{number}"))?), |id| Ok(id.clone()))
    }

    /// Delivers the results that an agent needs before its next call: those of its edits and test runs, and the oldest
    /// of the others if there are many.
    fn deliver_due_results(&mut self, step: &ScenarioStep) -> Result<(), SimulationError> {
        loop {
            let all = self.pending.iter().enumerate();
            let mine = || all.clone().filter(|(_, pending)| pending.who == step.who);
            let is_late = |pending: &PendingResult| pending.timing != ResultTiming::Never;
            let many_late = mine().filter(|(_, pending)| is_late(pending)).count() >= MAX_LATE;
            let many_lost = mine().count() >= MAX_LATE + MAX_LOST;
            let due = mine().find(|(_, pending)| {
                let is_needed = many_late || pending.call.meaning.has_effect();
                many_lost || (is_late(pending) && is_needed)
            });
            let Some((index, _)) = due else { return Ok(()) };
            let step = ScenarioStep { fault: InjectedFault::None, ..step.clone() };
            self.deliver_result(&step, index)?;
        }
    }

    fn deliver_result(&mut self, step: &ScenarioStep, index: usize) -> Result<(), SimulationError> {
        let pending = self.pending.remove(index);
        if let Some(id) = pending.id() {
            self.ended.insert(pending.who, id.clone());
        }
        let PendingResult { who, call, .. } = pending;
        self.deliver(&ScenarioStep { who, ..step.clone() }, call.result).map(drop)
    }

    pub(super) fn deliver_late_result(
        &mut self,
        step: &ScenarioStep,
        nth: usize,
    ) -> Result<(), SimulationError> {
        let all = self.pending.iter().enumerate();
        let late = all.filter(|(_, pending)| pending.timing == ResultTiming::Later);
        let late: Vec<usize> = late.map(|(index, _)| index).collect();
        late.get(nth % late.len().max(1)).map_or(Ok(()), |index| self.deliver_result(step, *index))
    }

    /// Delivers an earlier request that was not refused, or a result, as another event.
    pub(super) fn resend_call(
        &mut self,
        step: &ScenarioStep,
        nth: usize,
    ) -> Result<(), SimulationError> {
        let is_call = |past: &&DeliveredEvent| {
            let is_admitted = past.verdict.verdict < VerdictAction::Deny;
            is_admitted && matches!(past.event.kind, EventKind::ToolRequest(_))
                || matches!(past.event.kind, EventKind::ToolResult(_))
        };
        let calls: Vec<_> = self.delivered.iter().filter(is_call).collect();
        let Some(past) = calls.get(nth % calls.len().max(1)) else { return Ok(()) };
        let (kind, meaning) = (past.event.kind.clone(), past.meaning.clone());
        let step = ScenarioStep { who: past.who, ..step.clone() };
        self.deliver_call(&step, kind, meaning).map(drop)
    }

    pub(super) fn repeat_event(
        &mut self,
        step: &ScenarioStep,
        nth: usize,
    ) -> Result<(), SimulationError> {
        let count = self.delivered.len().max(1);
        let Some(past) = self.delivered.get(nth % count).cloned() else { return Ok(()) };
        self.check_repeat(step.hook, &past.event, &past.verdict)
    }

    /// Checks that the same event gets the same verdict and changes nothing.
    pub(super) fn check_repeat(
        &mut self,
        hook: usize,
        event: &Event,
        verdict: &Verdict,
    ) -> Result<(), SimulationError> {
        let again = self.decide(hook, event)?;
        same("a repeat is known as one", (again.duplicate, again.effects), (true, false))?;
        same_verdict("a repeat's verdict", &again.verdict, verdict)
    }
}
