//! Tool calls: requested, admitted or refused, and ended.

use super::Fold;
use super::barren::{fails_otherwise, finds_the_same, is_barren};
use super::budgets::BudgetDemand;
use crate::cut::{marked_head, tail};
use crate::detectors::{CallDigest, mix};
use crate::observation::{
    AgentReport, CallOutcome, CallRequest, CallSubject, GuardClass, LineRange, WorkspaceChange,
    WriteCondition,
};
use crate::state::{
    CallInFlight, CallRound, CompletedCall, EditEffect, ReportedWork, SessionActivity, TALK,
    WAITS_ON_BYTES, short,
};
use crate::test_run::TouchedFile;
use crate::{AskedThing, Finding, FindingLevel, FindingSubject, LineSet, Rule, Tool, WorkKind};

/// Files kept of a call in flight.
const PENDING_FILES: usize = 1;
/// The longest path kept of them, in bytes.
const PENDING_PATH_BYTES: usize = 62;

impl Fold<'_> {
    pub(super) fn request(&mut self, request: &CallRequest) {
        let subject = &request.subject;
        match &subject.guard {
            GuardClass::Listed => return self.note_answered(request),
            GuardClass::Report(report) => {
                self.note_answered(request);
                return self.report(report);
            }
            GuardClass::Justify(given) => {
                if !self.is_stopped() {
                    self.justify(request, given);
                }
                return self.note_answered(request);
            }
            GuardClass::Protected(what) => self.out.push(
                Finding::new(Rule::Protected, FindingLevel::Block, 1, 1)
                    .about(FindingSubject::Protected(what.clone())),
            ),
            GuardClass::None => {}
        }
        if self.is_stopped() {
            self.refuse_while_open(request);
            return;
        }
        if self.scopes.agent.window.knows_request(request) {
            return;
        }
        self.scopes.agent.window.forget_call(request.call);
        let twin = self.is_twin(request);
        self.budgets(BudgetDemand::Call { test_run: subject.test.is_some() });
        self.children();
        self.protect_tests(&subject.files);
        self.check_scope(request);
        self.ask_service(request);
        self.check_caps(request);
        let digest = CallDigest {
            call: subject.call.unwrap_or_default(),
            tool: short(subject.kind),
            target: self.question_of(subject),
            program: program_of(subject),
        };
        let window = &self.scopes.agent.window;
        let is_known = window.last_of_question(digest.call, digest.target).is_some();
        let is_under_way = is_known && self.is_under_way(subject);
        let waits = is_under_way || self.is_wait(subject);
        // A call that a bypass lets through must not count as refused later.
        let is_counted =
            !twin && !self.is_bypassed() && !self.is_spaced_wait(subject, is_under_way);
        if is_counted && !self.policy.repetition.ignores(&subject.tool) {
            self.refuse_loops(digest, is_known, &subject.label, waits);
            self.refuse_after_rejected_edits(subject);
        }
        self.asks_person = self.out.only_asks();
        if self.out.refuses() && self.enforces() && !self.asks_person {
            self.scopes.agent.window.note_refused(request.call, request.subject.call);
        } else {
            self.admit(request, waits, twin);
        }
    }

    fn count_call(&mut self) {
        self.scopes.task.used.tool_calls += 1;
        self.scopes.session.totals.tool_calls += 1;
    }

    fn admit(&mut self, request: &CallRequest, waits: bool, twin: bool) {
        let subject = &request.subject;
        self.count_call();
        self.scopes.session.call_begins(request.call, subject.call);
        if Tool::from(subject.tool.as_str()) == Tool::Task {
            self.scopes.session.last_spawner = Some(self.seen.agent.clone());
        }
        self.scopes.session.started_background |= subject.starts_background;
        self.service_call_begins(request);
        let pending = self.pending(request.call, request.round, subject);
        self.scopes.agent.window.begin_call(CallInFlight { waits, twin, ..pending });
        self.note_edited_file(subject);
        if !twin {
            self.growing_edits(subject);
        }
        self.warn_of_calls();
    }

    fn refuse_while_open(&mut self, request: &CallRequest) {
        self.refused = true;
        let window = &mut self.scopes.agent.window;
        if !(window.knows_request(request) || window.knows_refusal(request)) {
            window.note_refused(request.call, request.subject.call);
            self.count_refused(self.scopes.session.round_of_call(request.round));
        }
        self.stop_if_patience_ends();
    }

    fn count_refused(&mut self, round: CallRound) {
        let incident = self.open_incident();
        self.scopes.agent.refused.count_call(incident, round);
        self.scopes.task.refused.calls += 1;
    }

    fn note_answered(&mut self, request: &CallRequest) {
        self.scopes.agent.window.note_answered(request.call, request.subject.call);
    }

    /// Whether the same call of the same response is in flight: both are one decision of the model
    /// (R11).
    fn is_twin(&self, request: &CallRequest) -> bool {
        let round = self.scopes.session.round_of_call(request.round);
        request.subject.call.is_some_and(|call| self.scopes.agent.window.awaits(call, round))
    }

    /// Whether the call waits by what it is: it does nothing else, or asks again what was asked before the agent did nothing
    /// but wait.
    fn is_wait(&self, subject: &CallSubject) -> bool {
        let call = subject.call.unwrap_or_default();
        let newest = self.scopes.agent.window.steps.iter().rev();
        let waited = newest.clone().take_while(|step| step.waits && step.call != call).count();
        let twin = newest.clone().nth(waited).filter(|twin| twin.call == call && call != 0);
        let is_denied = subject.work == WorkKind::Query && self.is_denied_elsewhere(subject);
        subject.waits && !is_denied || waited > 0 && twin.is_some()
    }

    /// Whether the last answer to this call said that what it asks about is not done yet: asking again is waiting.
    fn is_under_way(&self, subject: &CallSubject) -> bool {
        let newest = self.scopes.agent.window.last_of(subject.call.unwrap_or_default());
        newest.is_some_and(|last| last.under_way)
    }

    /// Whether the program was denied what it was asked for last, and is asked for something else: no access, no wait.
    fn is_denied_elsewhere(&self, subject: &CallSubject) -> bool {
        let program = program_of(subject);
        let mut newest = self.scopes.agent.window.steps.iter().rev();
        let last = newest.find(|step| step.program == program && program != 0);
        last.is_some_and(|last| {
            last.error == CallOutcome::DENIAL && Some(last.call) != subject.call
        })
    }

    /// Whether the call waits and was last made a while ago: whoever asks so seldom is left alone.
    fn is_spaced_wait(&self, subject: &CallSubject, is_under_way: bool) -> bool {
        let may_wait = subject.waits || subject.work == WorkKind::Log || is_under_way;
        may_wait
            && self.scopes.agent.window.was_asked_long_ago(
                subject.call.unwrap_or_default(),
                self.question_of(subject),
                self.scopes.session.last.0,
            )
    }

    /// Trips the agent when so many of its subagents have tripped.
    fn children(&mut self) {
        let tripped = self.scopes.session.children_tripped(&self.seen.agent);
        if let Some(limit) = self.policy.repetition.tripped_subagents.get()
            && tripped >= limit
        {
            self.out.push(Finding::new(Rule::TrippedSubagents, FindingLevel::Trip, tripped, limit));
        }
    }

    pub(super) fn report(&mut self, report: &AgentReport) {
        let (activity, work, summary) = match report {
            AgentReport::Complete { summary } => {
                (SessionActivity::Idle, ReportedWork::Complete, summary)
            }
            AgentReport::Blocked { on, summary } => {
                let on = on.as_deref().map(|on| marked_head(on, WAITS_ON_BYTES));
                (SessionActivity::Asleep, ReportedWork::Blocked { on }, summary)
            }
        };
        let session = &mut self.scopes.session;
        session.activity = activity;
        session.reported = Some(work);
        self.summarise(summary, true);
    }

    pub(super) fn outcome(&mut self, outcome: &CallOutcome) {
        self.scopes.session.call_ends(outcome.call, outcome.named_call());
        // By the first result the client has written down what the session goes on with.
        self.scopes.session.is_fork_of_unknown = false;
        self.service_call_ends(outcome);
        let window = &mut self.scopes.agent.window;
        let (pending, asked) = match window.take_call(outcome.call, outcome.named_call()) {
            Some(pending) => (pending, true),
            None if window.knows_result(outcome) => return,
            None => match &outcome.unasked {
                Some(subject) => {
                    self.count_rejected(outcome);
                    (self.unasked(outcome, subject), false)
                }
                None => return,
            },
        };
        self.scopes.agent.window.note_answered(outcome.call, Some(pending.call));
        self.tell_seen_before(outcome);
        self.test_run(outcome, &pending);
        let edit = self.note_change(outcome, &pending);
        if pending.twin || pending.ignored || self.refused_when_asked(outcome, &pending) {
            return;
        }
        let may_wait = pending.waits || pending.work == WorkKind::Log;
        let window = &self.scopes.agent.window;
        let is_spaced = may_wait
            && !outcome.ended
            && window.was_asked_long_ago(pending.call, pending.target, pending.at_ms);
        let mut step = self.completed_call(outcome, &pending, edit);
        let window = &mut self.scopes.agent.window;
        step.has_new_line = outcome.has_new_line && fails_otherwise(window, &step);
        window.printed.add(&outcome.lines);
        // Of a look, the lines are the pages that a search of the web found.
        let has_pages = pending.work == WorkKind::Look && !outcome.lines.is_empty();
        let finds_known_pages = has_pages && outcome.ok && !outcome.has_new_line;
        step.fruitless |=
            pending.search && (finds_known_pages || finds_the_same(window, &step, pending.work));
        step.barren = is_barren(window, &step, pending.work);
        if let Some(lines) = pending.lines.filter(|_| outcome.ok && step.result != 0) {
            window.shown.note(lines, step.changes);
        }
        window.push(step);
        self.early_signs(&pending, &step);
        self.count_for_judge(&step, edit);
        self.rejected_edits(&step, &pending.label);
        // A check that failed before failed elsewhere.
        if pending.work == WorkKind::Select && step.edit == EditEffect::New {
            self.scopes.agent.window.retried.clear();
        }
        self.advise(&step, outcome, &pending);
        if is_spaced {
            self.notice_long_wait(&step, &pending.label);
        } else if !self.is_bypassed() {
            self.judge_loops(&pending.label, asked, pending.work == WorkKind::Query);
        }
        let agent = &mut self.scopes.agent;
        let looping = agent.is_looping();
        if looping {
            agent.breaker.watch(self.scopes.session.last);
        }
        agent.breaker.settle(looping, edit == EditEffect::New);
        self.scopes.task.breaker.settle(false, edit == EditEffect::New);
    }

    /// A call in flight that ends with this outcome.
    fn completed_call(
        &self,
        outcome: &CallOutcome,
        pending: &CallInFlight,
        edit: EditEffect,
    ) -> CompletedCall {
        let checks = is_check(outcome, pending);
        let has_answer = self.has_answer(outcome, pending);
        let window = &self.scopes.agent.window;
        let under_way = outcome.thing == AskedThing::UnderWay;
        let is_absent = outcome.thing == AskedThing::Absent;
        // A filter that leaves nothing of a test run does not say whether it passed.
        let is_hidden = pending.test.is_some() && pending.search && outcome.fruitless;
        CompletedCall {
            call: pending.call,
            result: match outcome.result {
                // Printing its own arguments teaches the agent nothing.
                _ if pending.talk => TALK,
                _ if is_hidden => 0,
                result => result.unwrap_or_default(),
            },
            tool: pending.tool,
            shape: pending.shape,
            error: if has_answer { 0 } else { error_of(outcome) },
            round: pending.round,
            trivial: outcome.trivial && !pending.talk,
            failed: !(outcome.ok || has_answer),
            edit,
            at_ms: pending.at_ms,
            changes: window.changes,
            // What its own command has printed until it ended, nobody waits for.
            waits: pending.waits && !(outcome.ended && pending.work == WorkKind::Other)
                || under_way,
            target: pending.target,
            program: pending.program,
            missing: missing_of(outcome, pending),
            checks,
            passed: checks
                && outcome.ok
                && !(outcome.tells_findings || outcome.refused || is_hidden),
            fruitless: (outcome.fruitless && pending.search || is_absent) && !outcome.refused,
            edits: pending.work == WorkKind::Edit,
            installed: pending.work == WorkKind::Install && outcome.ok,
            may_provide: outcome.ok && matches!(pending.work, WorkKind::Setup | WorkKind::Settings),
            sets: outcome.ok && pending.work == WorkKind::Settings,
            barren: false,
            looks: pending.work.shows(),
            acts: pending.work == WorkKind::Act && outcome.ok
                || outcome.change == WorkspaceChange::Conflicts,
            reshows: self.shows_again(pending) && outcome.ok && outcome.result.is_some(),
            tests: outcome.test.is_some() && outcome.names_failures(),
            ended: outcome.ended,
            has_new_line: false,
            under_way,
            input: input_of(outcome, has_answer, pending),
        }
    }

    /// Whether a call has an answer although it may have ended with a status: a search that finds nothing, a
    /// check that finds something.
    fn has_answer(&self, outcome: &CallOutcome, pending: &CallInFlight) -> bool {
        let found_none = pending.search && (outcome.trivial || outcome.fruitless)
            || outcome.thing == AskedThing::Absent;
        let has_findings = || {
            is_check(outcome, pending) && outcome.tells_findings && !self.fails_elsewhere(outcome)
        };
        // `nc -z`, `systemctl is-enabled`: the status is the answer.
        let is_probe = pending.search && pending.work == WorkKind::Query;
        let has_probed =
            is_probe && outcome.missing.is_none() && error_of(outcome) != CallOutcome::DENIAL;
        // What is read for so many seconds was read; what installs or checks for so long did not get done.
        let may_be_bounded = match pending.work {
            WorkKind::Edit | WorkKind::Check | WorkKind::Install | WorkKind::Act => false,
            WorkKind::Plan | WorkKind::Nothing | WorkKind::Select => false,
            WorkKind::Settings => false,
            WorkKind::Other | WorkKind::Query | WorkKind::Look | WorkKind::Setup => true,
            WorkKind::Log | WorkKind::Lookup => true,
        };
        let was_read = may_be_bounded && outcome.ended_by_bound && outcome.test.is_none();
        !outcome.refused && (found_none || has_probed || was_read || has_findings())
    }

    /// Whether a call that is no check failed with this error, and nothing changed since: then it is no
    /// finding, and the check could not run either.
    fn fails_elsewhere(&self, outcome: &CallOutcome) -> bool {
        let window = &self.scopes.agent.window;
        let error = error_of(outcome);
        let since = window.since_change(window.changes);
        error != 0 && since.filter(|step| !step.checks).any(|step| step.error == error)
    }

    /// A call that the client itself rejects while the breaker is open is a refused one: no request of it
    /// came that could be refused, and its turn is ended after as many.
    fn count_rejected(&mut self, outcome: &CallOutcome) {
        if self.is_stopped() && !outcome.ok {
            self.count_refused(CallRound::Current);
        }
    }

    /// The client made this call without a request: it is counted and cannot be refused.
    fn unasked(&mut self, outcome: &CallOutcome, subject: &CallSubject) -> CallInFlight {
        self.count_call();
        let waits = self.is_under_way(subject) || self.is_wait(subject);
        self.note_edited_file(subject);
        CallInFlight { waits, ..self.pending(outcome.call, None, subject) }
    }

    fn pending(
        &mut self,
        id: Option<u64>,
        round: Option<u64>,
        subject: &CallSubject,
    ) -> CallInFlight {
        let round = self.scopes.session.round_of_call(round);
        let target = self.question_of(subject);
        CallInFlight {
            id: id.unwrap_or_default(),
            call: subject.call.unwrap_or_default(),
            tool: short(subject.kind),
            shape: short(subject.shape.unwrap_or_default()),
            round: self.scopes.agent.window.round_of(round),
            at_ms: self.scopes.session.last.0,
            twin: false,
            waits: subject.waits,
            test: subject.test.clone(),
            files: pending_files(subject),
            writes: subject.writes,
            ignored: self.policy.repetition.ignores(&subject.tool),
            search: subject.searches,
            talk: subject.talk,
            hides_status: subject.hides_status,
            target,
            lines: subject.lines,
            program: program_of(subject),
            run: subject.run.unwrap_or_default(),
            checker: subject.checker.map_or(0, CallInFlight::byte_of),
            fault_scope: CallInFlight::fault_scope_of(subject),
            work: subject.work,
            named: subject.named.clone(),
            label: subject.label.clone(),
        }
    }

    /// Whether the call shows nothing but lines that were shown before.
    fn shows_again(&self, pending: &CallInFlight) -> bool {
        self.shown_before(pending.lines) == Some(pending.target)
    }

    /// What a look at these lines asks about, where they were all shown before.
    fn shown_before(&self, lines: Option<LineRange>) -> Option<u64> {
        let window = &self.scopes.agent.window;
        window.shown.question_of(lines?, window.changes)
    }

    /// Digest of what the call asks about, short. Looks at nothing but lines of a file that were shown before ask the
    /// same.
    fn question_of(&self, subject: &CallSubject) -> u64 {
        let target = || short(subject.target.unwrap_or_default());
        self.shown_before(subject.lines).unwrap_or_else(target)
    }

    /// Notes what the call did to the workspace.
    fn note_change(&mut self, outcome: &CallOutcome, pending: &CallInFlight) -> EditEffect {
        if outcome.refused {
            return EditEffect::None;
        }
        let by_request = match pending.writes {
            WriteCondition::Never => false,
            WriteCondition::WhenOk => outcome.ok,
            // An installation that failed brought nothing, whatever was set before it.
            WriteCondition::Always => outcome.ok || pending.work != WorkKind::Install,
        };
        let window = &mut self.scopes.agent.window;
        let by_call = mix(pending.call, outcome.result.unwrap_or_default());
        let edit = match &outcome.change {
            WorkspaceChange::Nothing if pending.writes == WriteCondition::WhenOk && outcome.ok => {
                EditEffect::Nothing
            }
            WorkspaceChange::Nothing => return EditEffect::None,
            WorkspaceChange::Untold | WorkspaceChange::Conflicts if !by_request => {
                return EditEffect::None;
            }
            WorkspaceChange::Untold | WorkspaceChange::Conflicts | WorkspaceChange::ByCall => {
                match window.is_new_content(by_call) {
                    true => EditEffect::New,
                    // The same call with the same result: whether it changed files is unknown.
                    false => EditEffect::None,
                }
            }
            WorkspaceChange::Contents(digests) => window.note_contents(digests),
            WorkspaceChange::Workspace(digest) => window.note_workspace(*digest),
        };
        if matches!(edit, EditEffect::New | EditEffect::Back) {
            self.scopes.task.changed_since_run = true;
            let files = if outcome.files.is_empty() { &pending.files } else { &outcome.files };
            self.scopes.task.attempts.change(files);
        }
        if edit == EditEffect::New {
            self.scopes.session.changes += 1;
            let window = &mut self.scopes.agent.window;
            window.changes += 1;
            window.printed = LineSet::default();
        }
        edit
    }
}

/// The digest of what went wrong, without what the call itself named. Short; 0 when nothing did. Which program
/// is not there is no name among others: each is another error.
fn error_of(outcome: &CallOutcome) -> u64 {
    let Some(error) = &outcome.error else { return 0 };
    let beyond = outcome.error_beyond_call.unwrap_or(error.digest);
    short(outcome.missing.map_or(beyond, |missing| mix(missing, 0)))
}

/// Whether the call checks something, by what it is or by what its output says.
fn is_check(outcome: &CallOutcome, pending: &CallInFlight) -> bool {
    pending.work == WorkKind::Check || outcome.has_checked
}

/// A digest of the name of a program, cut to 16 bits; never 0.
fn name_digest(name: u64) -> u64 {
    (name & 0xffff).max(1)
}

/// What a call needed that is not there. Short; 0 for nothing. What a look that succeeded shows of it,
/// somebody else missed.
fn missing_of(outcome: &CallOutcome, pending: &CallInFlight) -> u64 {
    let missing = outcome.missing.map_or(0, name_digest);
    let shows = matches!(pending.work, WorkKind::Look | WorkKind::Log | WorkKind::Query);
    let is_look = pending.search || shows || pending.program == 0;
    if outcome.ok && is_look && missing != pending.program { 0 } else { missing }
}

/// What a call was given that failed in it. Short; 0 for none, and where what it needs is not there.
fn input_of(outcome: &CallOutcome, has_answer: bool, pending: &CallInFlight) -> u64 {
    let has_failed = error_of(outcome) != 0 && !has_answer;
    let may_be = has_failed && missing_of(outcome, pending) == 0;
    outcome.input.filter(|_| may_be).map_or(0, u64::from)
}

/// The program that gives a command line its status. Short; 0 for other calls.
fn program_of(subject: &CallSubject) -> u64 {
    subject.program.map_or(0, name_digest)
}

/// The files kept of a call in flight: few, with short paths and no details.
fn pending_files(subject: &CallSubject) -> Vec<TouchedFile> {
    let short = |file: &TouchedFile| TouchedFile {
        path: tail(&file.path, PENDING_PATH_BYTES),
        tests: None,
        names: Vec::new(),
        ..file.clone()
    };
    subject.files.iter().take(PENDING_FILES).map(short).collect()
}
