//! Tool calls: requested, admitted or refused, and ended.

use fusebox_engine::event::{ToolRequest, ToolResult};
use fusebox_engine::{FindingLevel, Rule};

use super::call_meaning::CallMeaning;
use super::records::{AwaitedCall, ModelBreaker, TurnActivity};
use super::same_call::{CompletedCall, ProgressMark};
use super::{BudgetRequest, EventContext, ReferenceModel};
use crate::attempts_model::ReachedLimit;

impl ReferenceModel {
    pub(super) fn tool_request(
        &mut self,
        now: &mut EventContext<'_>,
        request: &ToolRequest,
        meaning: &CallMeaning,
    ) {
        let id = request.call.as_ref().map(ToString::to_string).unwrap_or_default();
        let (activity, passes) = match meaning {
            CallMeaning::ReportBlocked => (TurnActivity::Asleep, true),
            CallMeaning::ReportComplete => (TurnActivity::Idle, true),
            CallMeaning::Listed => (TurnActivity::Active, true),
            CallMeaning::Plain
            | CallMeaning::Edit { .. }
            | CallMeaning::TestRun(_)
            | CallMeaning::BuildError
            | CallMeaning::Protected => (TurnActivity::Active, false),
        };
        let call = format!("{:?} {:?}", request.tool, request.input);
        self.session(now).activity = activity;
        if passes {
            self.agent(now).note_answered(&id, &call, false);
            return;
        }
        if matches!(meaning, CallMeaning::Protected) {
            now.add(Rule::Protected, FindingLevel::Block);
        }
        let is_known = self.agent(now).knows_call(&id, &call);
        let open = self.open_incident(now);
        if let Some(incident) = open.filter(|_| self.enforces(now)) {
            now.refused = true;
            if !is_known && !self.agent(now).has_answered(&id, &call, true) {
                let reports_rounds = self.session(now).reports_rounds;
                let agent = self.agent(now);
                agent.note_answered(&id, &call, true);
                agent.refused.count_call(&incident, request.round.as_deref(), reports_rounds);
            }
            self.stop_after_refusals(now);
        } else if !is_known {
            self.new_request(now, (id, call), request, meaning);
        }
    }

    fn new_request(
        &mut self,
        now: &mut EventContext<'_>,
        (id, call): (String, String),
        request: &ToolRequest,
        meaning: &CallMeaning,
    ) {
        let session = self.session(now);
        let reports_rounds = session.reports_rounds;
        let progress = self.progress(now);
        let agent = self.agent(now);
        let has_rounds = request.round.is_some() || reports_rounds;
        let (responses, name) = &agent.responses;
        let is_same_response =
            if request.round.is_some() { *name == request.round } else { reports_rounds };
        let response = responses + u64::from(!is_same_response);
        let is_twin = agent.waiting.iter().any(|waiting| {
            let is_beside =
                if has_rounds { waiting.response == response } else { !waiting.outlived };
            waiting.call == call && is_beside
        });
        self.check_budgets(now, BudgetRequest::Call { test_run: meaning.is_test_run() });
        // A call that another rule refuses is counted as a refusal of the loop as well.
        if now.rules.only_same_call
            && !is_twin
            && !self.is_bypassed(now)
            && let Some(level) = self.agent(now).repetition.request(&call, progress)
        {
            now.add(Rule::SameCall, level);
        }
        if now.is_refused() && self.enforces(now) {
            self.agent(now).note_answered(&id, &call, true);
            return;
        }
        self.task(now).spending.count(Rule::ToolCalls, 1);
        self.session(now).in_flight.insert(id.clone());
        let agent = self.agent(now);
        if !is_same_response {
            agent.responses = (response, request.round.clone());
        }
        let (outlived, meaning) = (false, meaning.clone());
        agent.waiting.push(AwaitedCall { id, call, is_twin, response, outlived, meaning });
        self.add_warnings(now, false);
    }

    fn progress(&mut self, now: &EventContext<'_>) -> ProgressMark {
        let prompts = self.session(now).prompts;
        ProgressMark { changes: self.agent(now).changes, prompts }
    }

    pub(super) fn tool_result(&mut self, now: &mut EventContext<'_>, result: &ToolResult) {
        let id = result.call.as_ref().map(ToString::to_string).unwrap_or_default();
        self.session(now).in_flight.remove(&id);
        let agent = self.agent(now);
        let Some(at) = agent.waiting.iter().position(|waiting| waiting.id == id) else { return };
        // The answer to a call that was let through is work; the echo of a report is not.
        self.session(now).continue_turn();
        let agent = self.agent(now);
        let waiting = agent.waiting.remove(at);
        agent.waiting.iter_mut().take(at).for_each(|earlier| earlier.outlived = true);
        agent.note_answered(&id, &waiting.call, false);
        self.tell_seen_before(now, &waiting.meaning);
        let has_progress = self.apply_effect(now, &waiting.meaning);
        if waiting.is_twin {
            return;
        }
        self.count_for_judge(now, &waiting.meaning, has_progress);
        let AwaitedCall { call, .. } = waiting;
        let result = result.output.as_ref().map(|output| format!("{:?} {output}", result.ok));
        let progress = self.progress(now);
        let is_judged = now.rules.only_same_call && !self.is_bypassed(now);
        let agent = self.agent(now);
        let changes = progress.changes;
        agent.repetition.add_result(CompletedCall { call, result, changes });
        if is_judged && agent.repetition.judge(progress) {
            now.add(Rule::SameCall, FindingLevel::Warning);
        }
        let agent = self.agent(now);
        let is_looping = agent.repetition.is_looping();
        if is_looping && agent.breaker == ModelBreaker::Closed {
            agent.breaker = ModelBreaker::Watching;
        }
        agent.breaker.settle(is_looping, has_progress);
        self.task(now).breaker.settle(false, has_progress);
    }

    /// Applies what a call did; returns whether the workspace has something new.
    fn apply_effect(&mut self, now: &mut EventContext<'_>, meaning: &CallMeaning) -> bool {
        match meaning {
            CallMeaning::Plain
            | CallMeaning::Listed
            | CallMeaning::ReportBlocked
            | CallMeaning::ReportComplete
            | CallMeaning::Protected => return false,
            CallMeaning::Edit { content, is_test } => {
                let is_new = self.agent(now).add_content(content);
                if is_new {
                    let task = self.task(now);
                    task.changed_since_run = true;
                    task.attempts.changed(*is_test);
                    self.session(now).changes += 1;
                    self.agent(now).changes += 1;
                }
                return is_new;
            }
            CallMeaning::TestRun(seen) if seen.failed.is_empty() => {
                let task = self.task(now);
                task.attempts.run(seen);
                task.spending.tests_passed();
                task.breaker.settle(false, true);
                task.changed_since_run = false;
            }
            CallMeaning::TestRun(seen) => {
                self.task(now).attempts.run(seen);
                self.count_iteration(now);
            }
            CallMeaning::BuildError => {
                self.task(now).attempts.infra_failure();
                self.count_iteration(now);
            }
        }
        let rule = match self.task(now).attempts.open.take() {
            Some(ReachedLimit::PerTest) => Rule::PerTest,
            Some(ReachedLimit::PerSlice) => Rule::PerSlice,
            Some(ReachedLimit::Infra) => Rule::Infra,
            None => return false,
        };
        now.add(rule, FindingLevel::Trip);
        false
    }

    /// Counts an iteration if something was changed since the last test run.
    fn count_iteration(&mut self, now: &EventContext<'_>) {
        let task = self.task(now);
        task.spending.count(Rule::Iterations, u64::from(task.changed_since_run));
        task.changed_since_run = false;
    }
}
