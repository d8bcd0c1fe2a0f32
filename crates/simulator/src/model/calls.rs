//! Tool calls: asked for, admitted or refused, and ended.

use fusebox_engine::{FindingLevel, Rule};

use super::ladder::ProgressMark;
use super::records::{AwaitedCall, CallEffect, ModelBreaker, TurnActivity};
use super::{BudgetRequest, CallKind, EventContext, ExpectedFinding, ModelRequest, ReferenceModel};
use crate::attempts_model::Why;

impl ReferenceModel {
    pub(super) fn request(&mut self, now: &mut EventContext<'_>, request: &ModelRequest) {
        self.session(now).activity = TurnActivity::Active;
        match request.kind {
            CallKind::Listed | CallKind::ReportBlocked | CallKind::ReportComplete => {
                self.agent(now).answered.insert(request.id.clone());
                match request.kind {
                    CallKind::ReportBlocked => self.session(now).activity = TurnActivity::Asleep,
                    CallKind::ReportComplete => self.session(now).activity = TurnActivity::Idle,
                    CallKind::Plain
                    | CallKind::TestRun
                    | CallKind::Listed
                    | CallKind::Protected => {}
                }
                return;
            }
            CallKind::Protected => {
                let level = FindingLevel::Block;
                now.found.push(ExpectedFinding { rule: Rule::Protected, level, counts: None });
            }
            CallKind::Plain | CallKind::TestRun => {}
        }
        let known = self.agent(now).knows(&request.id);
        let open = self.open_incident(now);
        if let Some(incident) = open.filter(|_| self.enforces(now)) {
            now.refused = true;
            if !known {
                let tells_rounds = self.session(now).tells_rounds;
                let agent = self.agent(now);
                agent.answered.insert(request.id.clone());
                agent.refused.call(&incident, request.round.as_deref(), tells_rounds);
            }
            self.lose_patience(now);
            return;
        }
        if !known {
            self.new_request(now, request);
        }
    }

    fn new_request(&mut self, now: &mut EventContext<'_>, request: &ModelRequest) {
        let session = self.session(now);
        let (last, tells_rounds) = (session.last, session.tells_rounds);
        let ground = self.ground(now);
        let agent = self.agent(now);
        let waits = agent.ladder.waits(&request.call, last);
        let told = request.round.is_some() || tells_rounds;
        let (responses, name) = &agent.responses;
        let goes_on = if request.round.is_some() { *name == request.round } else { tells_rounds };
        let response = responses + u64::from(!goes_on);
        let twin = agent.waiting.iter().any(|waiting| {
            let together = if told { waiting.response == response } else { !waiting.outlived };
            waiting.call == request.call && together
        });
        self.budgets(now, BudgetRequest::Call { test_run: request.kind == CallKind::TestRun });
        // What is not refused for good is no refusal that counts.
        if now.rules.only_same_call && !twin && !self.is_bypassed(now) {
            let refused = self.agent(now).ladder.request(&request.call, waits, ground);
            let found = |level| ExpectedFinding { rule: Rule::SameCall, level, counts: None };
            now.found.extend(refused.map(found));
        }
        if now.refuses() && self.enforces(now) {
            self.agent(now).answered.insert(request.id.clone());
            return;
        }
        self.task(now).spending.count(Rule::ToolCalls, 1);
        self.session(now).in_flight.insert(request.id.clone());
        if !goes_on {
            self.agent(now).responses = (response, request.round.clone());
        }
        self.agent(now).waiting.push(AwaitedCall {
            id: request.id.clone(),
            call: request.call.clone(),
            twin,
            response,
            outlived: false,
            waits,
            effect: request.effect.clone(),
        });
        self.warn(now, false);
    }

    fn ground(&mut self, now: &EventContext<'_>) -> ProgressMark {
        let prompts = self.session(now).prompts;
        ProgressMark { changes: self.agent(now).changes, prompts }
    }

    pub(super) fn result(
        &mut self,
        now: &mut EventContext<'_>,
        id: &str,
        ok: bool,
        output: Option<&str>,
    ) {
        self.session(now).in_flight.remove(id);
        let agent = self.agent(now);
        let Some(at) = agent.waiting.iter().position(|waiting| waiting.id == id) else { return };
        // The answer to a call that was let through is work; the echo of a report is not.
        self.session(now).activity = TurnActivity::Active;
        let agent = self.agent(now);
        let waiting = agent.waiting.remove(at);
        agent.waiting.iter_mut().take(at).for_each(|earlier| earlier.outlived = true);
        agent.answered.insert(id.to_owned());
        let progress = self.effect(now, &waiting.effect);
        if waiting.twin {
            return;
        }
        let result = output.map(|output| format!("{ok} {output}"));
        let last = self.session(now).last;
        let ground = self.ground(now);
        let judges = now.rules.only_same_call && !self.is_bypassed(now);
        let agent = self.agent(now);
        agent.ladder.result(&waiting.call, result, waiting.waits, last, ground);
        if judges && agent.ladder.judge(ground) {
            let level = FindingLevel::Warning;
            now.found.push(ExpectedFinding { rule: Rule::SameCall, level, counts: None });
        }
        let looping = self.agent(now).ladder.is_looping();
        let breaker = &mut self.agent(now).breaker;
        if looping && *breaker == ModelBreaker::Closed {
            *breaker = ModelBreaker::Watching;
        }
        breaker.settle(looping, progress);
        self.task(now).breaker.settle(false, progress);
    }

    /// What the call did; true when the workspace has something new.
    fn effect(&mut self, now: &mut EventContext<'_>, effect: &CallEffect) -> bool {
        match effect {
            CallEffect::Nothing => false,
            CallEffect::Edited { content, is_test } => {
                if !self.agent(now).is_new(content) {
                    return false;
                }
                let task = self.task(now);
                task.changed_since_run = true;
                task.attempts.changed(*is_test);
                self.session(now).changes += 1;
                self.agent(now).changes += 1;
                true
            }
            CallEffect::Ran(seen) => {
                let task = self.task(now);
                task.attempts.run(seen);
                if seen.failed.is_empty() {
                    task.spending.passed();
                    task.breaker.settle(false, true);
                } else {
                    task.spending.count(Rule::Iterations, u64::from(task.changed_since_run));
                }
                task.changed_since_run = false;
                self.attempts(now);
                false
            }
            CallEffect::Infra => {
                let task = self.task(now);
                task.attempts.infra_failure();
                task.spending.count(Rule::Iterations, u64::from(task.changed_since_run));
                task.changed_since_run = false;
                self.attempts(now);
                false
            }
        }
    }

    fn attempts(&mut self, now: &mut EventContext<'_>) {
        let why = self.task(now).attempts.open.take();
        let rule = why.map(|why| match why {
            Why::PerTest => Rule::PerTest,
            Why::PerSlice => Rule::PerSlice,
            Why::Infra => Rule::Infra,
        });
        let found = |rule| ExpectedFinding { rule, level: FindingLevel::Trip, counts: None };
        now.found.extend(rule.map(found));
    }
}
