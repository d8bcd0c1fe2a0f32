//! A13: the same check fails alike after one change after the other. The agent is asked for a hypothesis,
//! the person is told, and where nobody attends the session it is stopped in the end.

use super::Fold;
use crate::CallOutcome;
use crate::detectors::mix;
use crate::state::{CallInFlight, CompletedCall, RetriedCheck, keep_newest};
use crate::{Finding, FindingAdvice, FindingLevel, FindingSubject, Rule};

/// Checks that are remembered.
const CHECKS: usize = 4;
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
        // A pipe hid the status, and the output says that it failed.
        let is_hidden = step.error == 0 && !step.checks && outcome.failing_words.is_some();
        let has_failed = step.error != 0 || step.checks && !step.passed || is_hidden;
        if step.edits || step.shape == 0 || step.waits {
            return;
        }
        let retried = &mut self.scopes.agent.window.retried;
        if !has_failed && retried.is_empty() {
            return;
        }
        // The fifth file of a family that fails alike is the same check: only its number differs, or the words that say
        // which try it is. Another file, package or host is another one, whatever runs it.
        let run = if pending.run == 0 { step.shape } else { pending.run.into() };
        if !has_failed {
            // Only the output of a script that fails says that it is a check.
            retried.retain(|check| !check.is_of(run) && !check.is_of(step.target));
            return;
        }
        let is_exception = step.error != 0 && outcome.test.is_none();
        let what = if step.checks && !is_exception { step.target } else { run };
        if step.result == 0 {
            return;
        }
        let error = outcome.error.as_ref().map(|error| error.digest);
        // A pipe may leave out in which package a test is: it is the same failure.
        let how = match outcome.test.is_some() {
            true => step.result & !CallOutcome::PLACE,
            false => error.unwrap_or(step.result),
        };
        let how = mix(how, outcome.failures.unwrap_or_default());
        let how = outcome.failing_words.map_or(how, |words| mix(how, words));
        let key = RetriedCheck::key(what, how);
        let changes = step.changes;
        let place = outcome.failing_place.unwrap_or_default().min(u16::MAX.into()) as u16;
        let count = match retried.iter_mut().find(|check| check.key == key) {
            Some(check) if check.changes == changes => return,
            Some(check) => {
                check.changes = changes;
                let furthest = check.place;
                check.place = furthest.max(place);
                // The same fault further on than ever is another one: the last was mended.
                if furthest != 0 && place > furthest {
                    return;
                }
                check.count += 1;
                check.count
            }
            None => {
                retried.push(RetriedCheck { key, changes, count: 0, place });
                keep_newest(retried, CHECKS);
                return;
            }
        };
        let is_unattended = self.scopes.session.is_unattended;
        let level = match count {
            n if n == limit * TRIP_FACTOR && is_unattended => FindingLevel::Trip,
            n if n == limit || n == limit * 2 => FindingLevel::Warning,
            _ => return,
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
}
