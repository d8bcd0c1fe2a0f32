//! A13: the same check fails alike after one change after the other. The agent is asked for a hypothesis,
//! the person is told, and where nobody attends the session it is stopped in the end.

use super::Fold;
use crate::detectors::mix;
use crate::state::{
    CallInFlight, CallWindow, CompletedCall, EditEffect, RetriedCheck, failures_that_came_back,
};
use crate::{CallOutcome, WorkKind};
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
        let retried = &mut self.scopes.agent.window.retried;
        // The fifth file of a family that fails alike is the same check: only its number differs, or the words that say
        // which try it is. Another file, package or host is another one, whatever runs it.
        let run = if pending.run == 0 { step.shape } else { pending.run.into() };
        if !has_failed {
            // Only the output of a script that fails says that it is a check.
            let passes = |check: &RetriedCheck| {
                check.is_of(run) || check.is_of(step.target) || check.is_lack_of(run)
            };
            retried.retain(|check| !passes(check));
            return;
        }
        // Who starts anew what runs does not wait for others, whatever the line asks after that.
        if step.result == 0 || step.waits && !(outcome.tells_trouble || pending.restarts()) {
            return;
        }
        let window = &mut self.scopes.agent.window;
        let failures = failures(step, outcome, pending, run).into_iter().flatten();
        let counts = failures.filter_map(|failure| count_failure(window, failure));
        let most = |one: (u64, u64), other: (u64, u64)| (one.0.max(other.0), one.1.max(other.1));
        let Some((before, count)) = counts.reduce(most) else { return };
        let reaches = |limit| before < limit && count >= limit;
        let level = if reaches(limit * TRIP_FACTOR) && self.scopes.session.is_unattended {
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

    /// Whether a call failed in a way that a change was to mend. `restarts`: it started anew what runs.
    fn counts_as_failure(
        &self,
        step: &CompletedCall,
        outcome: &CallOutcome,
        restarts: bool,
    ) -> bool {
        // A pipe hid the status, and the output says that it failed; or another run of others failed. A look at what was
        // looked at before tells of nothing that failed anew, but for what was started anew in between.
        let was_made_before = || {
            let mut before = self.scopes.agent.window.steps.iter().rev().skip(1);
            before.any(|earlier| earlier.call == step.call)
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
    let lack = outcome.lack.map(|lack| RetriedCheck::lack_key(run, lack, teller));
    let lack = lack.map(|key| Failure { key, known_by: KnownBy::Lack, place: 0 });
    [Some(Failure { key, known_by, place }), lack]
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
            KnownBy::Fault | KnownBy::Lack => check.has_error_of(self.key),
            KnownBy::Key | KnownBy::FailureOfRun | KnownBy::FailureOfCheck => check.key == self.key,
        }
    }

    /// Whether it is the same failure in all words in which it may be asked for, whatever changes.
    fn is_one_in_all_spellings(&self) -> bool {
        match self.known_by {
            KnownBy::Key | KnownBy::Fault | KnownBy::Lack => false,
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

/// Counts a failure of the newest call. Of one that is known already, and after which something changed or was tried otherwise, the
/// tries that did not help, before this one and with it.
fn count_failure(window: &mut CallWindow, failure: Failure) -> Option<(u64, u64)> {
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
    if matches!(known_by, KnownBy::FailureOfCheck | KnownBy::Fault | KnownBy::Lack | KnownBy::Tests)
    {
        window.retried[known].key = key;
    }
    let left_at = window.retried[known].at;
    if known_by == KnownBy::Lack && has_succeeded_since(window, left_at) {
        // What is lacking for some and not for others is a finding.
        window.retried[known].at = at;
        return None;
    }
    let is_other_try = known_by == KnownBy::Lack && !is_made_again(window, left_at);
    if !(is_other_try || has_changed_since(window, left_at)) {
        return None;
    }
    // It failed otherwise in between, and has come back to how it failed: its failures count together. Else those of all
    // spellings of a question with this error do.
    let is_same = |other: &RetriedCheck| match known_by {
        KnownBy::Lack => false,
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

/// Whether the program of the newest call did its work since the call of this number. A look, a setting or an installation is none.
fn has_succeeded_since(window: &CallWindow, call: u64) -> bool {
    let program = window.steps.last().map_or(0, |newest| newest.program);
    window.steps[window.index_from(call)..].iter().skip(1).any(|step| {
        let fails = step.failed || step.checks && !step.passed;
        let does_work = !(fails || step.looks || step.sets || step.installed);
        program != 0 && step.program == program && does_work
    })
}

/// Whether something was changed since the call of this number: something new, or back to what it was.
fn has_changed_since(window: &CallWindow, call: u64) -> bool {
    let mut steps = window.steps[window.index_from(call)..].iter();
    let changes = steps.next().map(|then| then.changes);
    changes != window.steps.last().map(|newest| newest.changes)
        || steps
            .any(|step| step.acts || step.edits && !step.failed && step.edit != EditEffect::Nothing)
}
