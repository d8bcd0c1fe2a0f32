//! A13: the same check fails alike after one change after the other. The agent is asked for a hypothesis,
//! the person is told, and where nobody attends the session it is stopped in the end.

use super::Fold;
use crate::detectors::mix;
use crate::state::{
    CallInFlight, CallWindow, CompletedCall, EditEffect, RetriedCheck, failures_that_came_back,
};
use crate::{CallOutcome, FailureWithoutStatus, WorkKind};
use crate::{Finding, FindingAdvice, FindingLevel, FindingSubject, Rule};

/// Failures of checks that are remembered.
const FAILURES: usize = 8;
/// After so many times the limit a session that nobody attends is stopped.
const TRIP_FACTOR: u64 = 3;

impl Fold<'_> {
    /// Counts a check that failed as it did before the last changes.
    pub(super) fn advise(
        &mut self,
        step: &CompletedCall,
        outcome: &CallOutcome,
        pending: &CallInFlight,
    ) {
        let Some(limit) = self.policy.attempts.advice.get() else { return };
        if step.edits || step.shape == 0 {
            return;
        }
        let has_failed = self.counts_as_failure(step, outcome, pending.restarts());
        // The fifth file of a family that fails alike is the same check: only its number differs, or the words that say
        // which try it is. Another file, package or host is another one, whatever runs it.
        let run = if pending.run == 0 { step.shape } else { pending.run.into() };
        if !has_failed {
            // What a filter shows of a check is no pass where a failed one said the same, nor does a test pass that accepts what
            // it gets.
            if self.is_hidden_failure(outcome) || step.acts && pending.test.is_some() {
                return;
            }
            // Only the output of a script that fails says that it is a check.
            let passes = |check: &RetriedCheck| {
                check.is_of(run) || check.is_of(step.target) || check.is_lack_of(run)
            };
            self.scopes.agent.window.retried.retain(|check| !passes(check));
            return;
        }
        // Who starts anew what runs does not wait for others, whatever the line asks after that.
        if step.result == 0 || step.waits && !(outcome.tells_trouble || pending.restarts()) {
            return;
        }
        let window = &mut self.scopes.agent.window;
        let failures = failures(step, outcome, pending, run).into_iter().flatten();
        let counts =
            failures.filter_map(|failure| count_failure(window, failure, outcome.resets_first));
        let most = |one: (u64, u64), other: (u64, u64)| (one.0.max(other.0), one.1.max(other.1));
        let Some((before, count)) = counts.reduce(most) else { return };
        let reaches = |limit| before < limit && count >= limit;
        // What a server refuses may be tried on purpose, to see that it does; of what others run, each may fail for a reason of its own.
        let may_trip = match outcome.failure_without_status {
            FailureWithoutStatus::ByServer | FailureWithoutStatus::OnlyOfOthers => false,
            FailureWithoutStatus::None | FailureWithoutStatus::Hidden(_) => !step.looks,
        };
        let trips = reaches(limit * TRIP_FACTOR) && may_trip;
        let level = if trips && self.scopes.session.is_unattended {
            FindingLevel::Trip
        } else if reaches(limit) || reaches(limit * 2) {
            FindingLevel::Warning
        } else {
            return;
        };
        let about = |level| {
            let finding = Finding::new(Rule::Advice, level, count, limit);
            finding.about(FindingSubject::Call(pending.label.clone()))
        };
        if level == FindingLevel::Warning {
            self.out.push(about(FindingLevel::Notice));
        }
        self.out.push(about(level).with_advice(FindingAdvice::Hypothesis));
    }

    /// Whether a check whose status a filter hides said what a failed one had said.
    fn is_hidden_failure(&self, outcome: &CallOutcome) -> bool {
        let FailureWithoutStatus::Hidden(result) = outcome.failure_without_status else {
            return false;
        };
        let mut steps = self.scopes.agent.window.steps.iter().rev();
        steps.any(|step| step.failed_check() && step.result == result)
    }

    /// Whether a call failed in a way that a change was to mend. `restarts`: it started anew what runs.
    fn counts_as_failure(
        &self,
        step: &CompletedCall,
        outcome: &CallOutcome,
        restarts: bool,
    ) -> bool {
        // A pipe hid the status, and the output says that it failed; or another run of others failed. A look at what was
        // looked at before tells of nothing that failed anew, but for what was started anew in between, or where all that it shows
        // is another run.
        let was_made_before = || {
            let is_another = outcome.failure_without_status == FailureWithoutStatus::OnlyOfOthers;
            let is_known = |earlier: &CompletedCall| {
                earlier.call == step.call && !(is_another && earlier.result != step.result)
            };
            self.scopes.agent.window.steps.iter().rev().skip(1).any(is_known)
        };
        let is_told = step.error == 0
            && !step.checks
            && outcome.failing_words.is_some()
            && !(outcome.tells_trouble && !restarts && was_made_before());
        step.error != 0 || step.checks && !step.passed || is_told
    }
}

/// What failed in a call: how it failed, and what it says is lacking. `run` tells which program ran, and on what.
fn failures(
    step: &CompletedCall,
    outcome: &CallOutcome,
    pending: &CallInFlight,
    run: u64,
) -> [Option<Failure>; 2] {
    let is_exception = step.error != 0 && outcome.test.is_none();
    let what = if step.checks && !is_exception { step.target } else { run };
    let place = outcome.failing_place.unwrap_or_default().min(u16::MAX.into()) as u16;
    // Where no reader knows what failed, one program that fails with the same words is one check, in all its spellings.
    let program = outcome.failing_words.filter(|_| pending.work == WorkKind::Check);
    let program = program.map(|_| u64::from(pending.checker));
    // Where the output names faults, they are what failed, in whichever program's words.
    let faults = outcome.faults.map(|faults| mix(faults, pending.fault_scope.into()));
    let teller = if pending.checker == 0 { run } else { pending.checker.into() };
    let key = match faults {
        Some(faults) => RetriedCheck::fault_key(what, faults, teller),
        None => failure_key(what, program, step, outcome),
    };
    let known_by = match program {
        _ if faults.is_some() => KnownBy::Fault,
        None if step.tests => KnownBy::Tests,
        None => KnownBy::Key,
        Some(_) if is_exception => KnownBy::FailureOfRun,
        Some(_) => KnownBy::FailureOfCheck,
    };
    // Of a look, or of an answer, nothing but the refusal is a failure.
    let is_refused = step.looks || outcome.failure_without_status == FailureWithoutStatus::ByServer;
    let (lack_known_by, scope) = match faults {
        Some(_) => (KnownBy::Guess, pending.fault_scope),
        None if is_refused => (KnownBy::Refusal, 0),
        None => (KnownBy::Lack, 0),
    };
    let key_of_lack = |lack| RetriedCheck::lack_key(run, mix(lack, scope.into()), teller);
    let lack = outcome.lack.map(key_of_lack);
    let lack = lack.map(|key| Failure { key, known_by: lack_known_by, place: 0 });
    match lack {
        Some(lack) if is_refused => [Some(lack), None],
        lack => [Some(Failure { key, known_by, place }), lack],
    }
}

/// The key of a check and of how it failed; of `program`, where its words alone say what failed.
fn failure_key(
    check: u64,
    program: Option<u64>,
    step: &CompletedCall,
    outcome: &CallOutcome,
) -> u64 {
    let error = outcome.error.as_ref().map(|error| error.digest);
    let has_test = outcome.test.is_some();
    // Its status is hidden, or it was another run of others: the words tell how it failed, and what else was printed, or when
    // it was told, is no part of it.
    let is_hidden = error.is_none() && !has_test && outcome.ok && !step.checks;
    if let Some(words) = outcome.failing_words.filter(|_| is_hidden || outcome.tells_trouble) {
        return RetriedCheck::key(check, words, 0);
    }
    // A pipe may leave out in which package a test is: it is the same failure.
    let how = match has_test {
        true => step.result & !CallOutcome::PLACE,
        false => error.unwrap_or(step.result),
    };
    // Of named tests there are as many failures as names, where nobody counts them.
    let named = outcome.test.as_ref().filter(|_| step.tests).map(|run| run.failing.len() as u64);
    let how = mix(how, outcome.failures.or(named).unwrap_or_default());
    // Where tests of these names are.
    let place = if step.tests { step.result & CallOutcome::PLACE } else { 0 };
    let words = outcome.failing_words.unwrap_or(place);
    RetriedCheck::key(check, how, program.map_or(words, |program| mix(words, program)))
}

/// By what an earlier failure of a check is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KnownBy {
    /// By its key alone.
    Key,
    /// By how it failed as well, in another spelling of the check. This one could not run: the earlier key stays.
    FailureOfRun,
    /// By how it failed as well. The key is that of the newest spelling.
    FailureOfCheck,
    /// By the faults that are named, whichever program tells them. The key is that of the newest.
    Fault,
    /// By what is lacking, whichever program tells it. The key is that of the newest.
    Lack,
    /// By how who asks is refused: what is sent to one address or path, or a look. The key is that of the newest.
    Refusal,
    /// By the line in which a member is guessed, whichever program tells it: without a change nothing was guessed. The key is that of
    /// the newest.
    Guess,
    /// By which tests failed: in the same run, wherever they are, or in the same place, however they were selected.
    Tests,
}

/// A failure of the newest call.
struct Failure {
    key: u64,
    known_by: KnownBy,
    place: u16,
}

impl Failure {
    /// Whether it is this failure again, asked for in the same words.
    fn is_again(&self, check: &RetriedCheck) -> bool {
        match self.known_by {
            KnownBy::Tests => check.is_of_check(self.key) && check.has_error_of(self.key),
            KnownBy::Fault | KnownBy::Lack | KnownBy::Refusal | KnownBy::Guess => {
                check.has_error_of(self.key)
            }
            KnownBy::Key | KnownBy::FailureOfRun | KnownBy::FailureOfCheck => check.key == self.key,
        }
    }

    /// Whether it is the same failure in all words in which it may be asked for, whatever changes.
    fn is_one_in_all_spellings(&self) -> bool {
        match self.known_by {
            KnownBy::Key | KnownBy::Fault => false,
            KnownBy::Lack | KnownBy::Refusal | KnownBy::Guess => false,
            KnownBy::FailureOfRun | KnownBy::FailureOfCheck | KnownBy::Tests => true,
        }
    }

    /// Remembers it as one that the newest call met first, in place of the one that was met longest ago.
    fn remember(self, window: &mut CallWindow) {
        let Self { key, place, .. } = self;
        let retried = &mut window.retried;
        retried.push(RetriedCheck { key, at: window.next - 1, count: 0, place });
        if retried.len() > FAILURES {
            let oldest = (0..retried.len()).min_by_key(|index| retried[*index].at);
            oldest.map(|oldest| retried.remove(oldest));
        }
    }
}

/// Counts a failure of the newest call; `resets_first`: it first reset something. Of one that is known already, and after which something changed or was tried otherwise, the
/// tries that did not help, before this one and with it.
fn count_failure(
    window: &mut CallWindow,
    failure: Failure,
    resets_first: bool,
) -> Option<(u64, u64)> {
    let Failure { key, known_by, place } = failure;
    let at = window.next - 1;
    let known = window.retried.iter().position(|check| failure.is_again(check));
    let by_failure = || {
        let is_alike = |check: &RetriedCheck| check.fails_as(key);
        window.retried.iter().position(is_alike).filter(|_| failure.is_one_in_all_spellings())
    };
    let Some(known) = known.or_else(by_failure) else {
        failure.remember(window);
        return None;
    };
    if !matches!(known_by, KnownBy::Key | KnownBy::FailureOfRun) {
        window.retried[known].key = key;
    }
    let left_at = window.retried[known].at;
    let is_lack = matches!(known_by, KnownBy::Lack | KnownBy::Refusal | KnownBy::Guess);
    if is_lack && has_succeeded_since(window, left_at, known_by == KnownBy::Refusal) {
        // What is lacking for some and not for others is a finding.
        window.retried[known].at = at;
        return None;
    }
    if was_accepted_before_an_edit(window, left_at) {
        // What failed before was accepted; this is about what was written after that.
        (window.retried[known].at, window.retried[known].count) = (at, 0);
        return None;
    }
    let may_be_tried = match known_by {
        KnownBy::Lack | KnownBy::Refusal => true,
        KnownBy::Key | KnownBy::FailureOfRun | KnownBy::Fault => resets_first,
        KnownBy::FailureOfCheck | KnownBy::Guess | KnownBy::Tests => false,
    };
    let is_other_try = may_be_tried && !is_made_again(window, left_at);
    if !(is_other_try || has_changed_since(window, left_at)) {
        return None;
    }
    // It failed otherwise in between, and has come back to how it failed: its failures count together. Else those of all
    // spellings of a question with this error do.
    let is_same = |other: &RetriedCheck| match known_by {
        KnownBy::Lack | KnownBy::Refusal | KnownBy::Guess => false,
        KnownBy::Fault => other.is_of_program(key),
        KnownBy::Key | KnownBy::FailureOfRun | KnownBy::FailureOfCheck | KnownBy::Tests => {
            other.is_of_check(key)
        }
    };
    let is_left = |other: &RetriedCheck| is_same(other) && left_at < other.at && other.at < at;
    let has_left = window.retried.iter().any(is_left);
    let is_counted = |check: &&RetriedCheck| match has_left {
        true => is_same(check),
        false => check.has_error_of(key),
    };
    let count_all =
        |window: &CallWindow| failures_that_came_back(window.retried.iter().filter(is_counted));
    let before = count_all(window);
    let check = &mut window.retried[known];
    check.at = at;
    let furthest = check.place;
    check.place = furthest.max(place);
    // The same fault further on than ever is another one: the last was mended.
    if furthest != 0 && place > furthest {
        return None;
    }
    check.count += 1;
    // A check that never failed otherwise counts from its first return on.
    let own = if has_left { 0 } else { check.count };
    Some((before.max(own.saturating_sub(1)), count_all(window).max(own)))
}

/// Whether the newest call is the one of this number again.
fn is_made_again(window: &CallWindow, call: u64) -> bool {
    let then = window.steps.get(window.index_from(call));
    then.map(|then| then.call) == window.steps.last().map(|newest| newest.call)
}

/// Whether the program of the newest call did its work since the call of this number. A setting or an installation is none, nor is a
/// look or a question about what others run, but for `looks_count`.
fn has_succeeded_since(window: &CallWindow, call: u64, looks_count: bool) -> bool {
    let Some(newest) = window.steps.last() else { return false };
    window.steps[window.index_from(call)..].iter().skip(1).any(|step| {
        // What got the same answer failed alike, whatever its status says.
        let fails = step.failed || step.checks && !step.passed || step.result == newest.result;
        let is_look = (step.looks || step.waits) && !looks_count;
        let does_work = !(fails || is_look || step.sets || step.installed);
        newest.program != 0 && step.program == newest.program && does_work
    })
}

/// Whether a test run accepted what it got since the call of this number, and something was written after that.
fn was_accepted_before_an_edit(window: &CallWindow, call: u64) -> bool {
    let mut since = window.steps[window.index_from(call)..].iter();
    since.any(|step| step.acts && step.tests) && since.any(|step| step.edit == EditEffect::New)
}

/// Whether something was changed since the call of this number: something new, or back to what it was.
fn has_changed_since(window: &CallWindow, call: u64) -> bool {
    let mut steps = window.steps[window.index_from(call)..].iter();
    let changes = steps.next().map(|then| then.changes);
    changes != window.steps.last().map(|newest| newest.changes)
        || steps.any(|step| {
            let edits = step.edits && !step.failed && step.edit != EditEffect::Nothing;
            step.acts || step.installed || edits
        })
}
