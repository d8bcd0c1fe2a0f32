//! Tool calls: asked for, admitted or refused, and ended.

use super::Fold;
use crate::budgets::Asks;
use crate::detectors::mix;
use crate::observation::{Change, Guard, Outcome, Report, Request, Subject, Writes};
use crate::state::{Activity, Pending, Step, TaskState, Window};
use crate::{Finding, Level, Rule, ladder};

/// A call that ran this long waits rather than repeats (R10).
const WAITED_MS: u64 = 20_000;
/// A call so long after its twin waits rather than repeats (R10).
const APART_MS: u64 = 30_000;

impl Fold<'_> {
    pub(super) fn request(&mut self, request: &Request) {
        let subject = &request.subject;
        match &subject.guard {
            Guard::Listed => return self.note_answered(request),
            Guard::Report(report) => {
                self.note_answered(request);
                return self.report(report);
            }
            Guard::Protected(what) => self.out.push(Finding {
                rule: Rule::Protected,
                level: Level::Block,
                observed: 1,
                limit: 1,
                message: format!("{what} Only a person may do that, outside the agent."),
            }),
            Guard::None => {}
        }
        if self.open_incident().is_some() && self.enforces() {
            self.refuse_while_open(request);
            return;
        }
        if request.call.is_some_and(|id| self.scopes.agent.window.knows(id)) {
            return;
        }
        let waits = subject.waits || self.is_far_from_twin(subject);
        let twin = self.is_twin(request);
        self.budgets(Asks::Call { test_run: subject.test_run });
        self.children();
        if let Some(call) = subject.call
            && !twin
            && !self.policy.repetition.ignores(&subject.tool)
        {
            let policy = &self.policy.repetition;
            ladder::on_request(policy, self.scopes, call, &subject.label, waits, &mut self.out);
        }
        if self.out.refuses() && self.enforces() {
            self.note_answered(request);
        } else {
            self.admit(request, waits, twin);
        }
    }

    fn admit(&mut self, request: &Request, waits: bool, twin: bool) {
        let subject = &request.subject;
        self.scopes.task.used.tool_calls += 1;
        self.scopes.session.call_begins(request.call);
        self.scopes.agent.window.begin(Pending {
            id: request.call.unwrap_or_default(),
            call: subject.call.unwrap_or_default(),
            at_ms: self.scopes.session.last.0,
            twin,
            waits,
            test_run: subject.test_run,
            writes: subject.writes,
            ignored: self.policy.repetition.ignores(&subject.tool),
            label: subject.label.clone(),
        });
        self.warn_of_budgets();
    }

    fn warn_of_budgets(&mut self) {
        let limits = &self.policy.limits;
        crate::budgets::warn(limits, &mut self.scopes.task, false, &mut self.out);
    }

    fn refuse_while_open(&mut self, request: &Request) {
        self.refused = true;
        self.note_answered(request);
        let tells_rounds = self.scopes.session.tells_rounds;
        self.scopes.agent.refused.call(request.round, tells_rounds);
        self.scopes.task.refused.calls += 1;
        self.stop_if_patience_ends();
    }

    fn note_answered(&mut self, request: &Request) {
        self.scopes.agent.window.answer(request.call);
    }

    /// The same call is still unanswered: both belong to one decision of the model (R11).
    fn is_twin(&self, request: &Request) -> bool {
        let call = request.subject.call.unwrap_or_default();
        let mut waiting = self.scopes.agent.window.pending.iter();
        call != 0 && waiting.any(|pending| pending.call == call)
    }

    fn is_far_from_twin(&self, subject: &Subject) -> bool {
        let twin = subject.call.and_then(|call| self.scopes.agent.window.last_of(call));
        twin.is_some_and(|twin| self.scopes.session.last.0 >= twin.at_ms + APART_MS)
    }

    /// Two subagents of this agent tripped: it trips too.
    fn children(&mut self) {
        let tripped = self.scopes.session.children_tripped(&self.seen.agent);
        if let Some(limit) = self.policy.repetition.tripped_subagents.get()
            && tripped >= limit
        {
            self.out.push(Finding {
                rule: Rule::TrippedSubagents,
                level: Level::Trip,
                observed: tripped,
                limit,
                message: format!("{tripped} subagents of this agent were stopped by the breaker."),
            });
        }
    }

    fn report(&mut self, report: &Report) {
        let (activity, summary) = match report {
            Report::Complete { summary } => (Activity::Idle, summary),
            Report::Blocked { summary, .. } => (Activity::Asleep, summary),
        };
        self.scopes.session.activity = activity;
        self.summarise(summary, true);
    }

    pub(super) fn outcome(&mut self, outcome: &Outcome) {
        let window = &mut self.scopes.agent.window;
        let pending = match window.end(outcome.call) {
            Some(pending) => pending,
            None if outcome.call.is_some_and(|id| window.knows(id)) => return,
            None => match &outcome.unasked {
                Some(subject) => self.unasked(outcome, subject),
                None => return,
            },
        };
        self.scopes.session.call_ends(outcome.call);
        self.scopes.agent.window.answer(outcome.call);
        if pending.test_run && !outcome.refused {
            test_run(&mut self.scopes.task, outcome.ok);
        }
        let new = self.note_change(outcome, &pending);
        if pending.twin || pending.ignored {
            return;
        }
        let step = Step {
            call: pending.call,
            result: outcome.result.unwrap_or_default(),
            at_ms: self.scopes.session.last.0,
            changes: self.scopes.agent.window.changes,
            waits: pending.waits || outcome.duration_ms.is_some_and(|ms| ms >= WAITED_MS),
        };
        self.scopes.agent.window.push(step);
        if !self.is_bypassed() {
            let policy = &self.policy.repetition;
            ladder::on_result(policy, self.scopes, &pending.label, &mut self.out);
        }
        let agent = &mut self.scopes.agent;
        if agent.is_looping() {
            agent.breaker.watch(self.scopes.session.last);
        }
        let looping = agent.is_looping();
        agent.breaker.settle(looping, new);
    }

    /// The client made this call without asking: it can be counted, not refused.
    fn unasked(&mut self, outcome: &Outcome, subject: &Subject) -> Pending {
        self.scopes.task.used.tool_calls += 1;
        Pending {
            id: outcome.call.unwrap_or_default(),
            call: subject.call.unwrap_or_default(),
            at_ms: self.scopes.session.last.0,
            twin: false,
            waits: subject.waits,
            test_run: subject.test_run,
            writes: subject.writes,
            ignored: self.policy.repetition.ignores(&subject.tool),
            label: subject.label.clone(),
        }
    }

    /// Whether the call changed the workspace to something new.
    fn note_change(&mut self, outcome: &Outcome, pending: &Pending) -> bool {
        if outcome.refused {
            return false;
        }
        let by_request = match pending.writes {
            Writes::Never => false,
            Writes::WhenOk => outcome.ok,
            Writes::Always => true,
        };
        let window = &mut self.scopes.agent.window;
        let by_call = mix(pending.call, outcome.result.unwrap_or_default());
        let new = match &outcome.change {
            Change::Nothing => return false,
            Change::Untold if !by_request => return false,
            Change::Untold | Change::ByCall => window.is_new_content(by_call),
            Change::Contents(digests) => note_all(window, digests),
            Change::Workspace(digest) => return self.note_workspace(*digest),
        };
        self.changed(new)
    }

    /// The client tells the content of the whole workspace: the first word is where it stands,
    /// a different one is a change.
    fn note_workspace(&mut self, digest: u64) -> bool {
        let window = &mut self.scopes.agent.window;
        let before = window.workspace.replace(digest);
        let new = window.is_new_content(digest);
        if before.is_none_or(|before| before == digest) { false } else { self.changed(new) }
    }

    fn changed(&mut self, new: bool) -> bool {
        self.scopes.task.changed_since_run = true;
        if new {
            self.scopes.session.changes += 1;
            self.scopes.agent.window.changes += 1;
        }
        new
    }
}

fn note_all(window: &mut Window, digests: &[u64]) -> bool {
    // Every content is noted, also after the first new one.
    digests.iter().filter(|digest| window.is_new_content(**digest)).count() > 0
}

/// A failing run that follows a change is an iteration; a passing run sets the count to 0.
fn test_run(task: &mut TaskState, ok: bool) {
    if ok {
        task.used.iterations = 0;
        task.warned.retain(|rule| *rule != Rule::Iterations);
    } else if task.changed_since_run {
        task.used.iterations += 1;
    }
    task.changed_since_run = false;
}
