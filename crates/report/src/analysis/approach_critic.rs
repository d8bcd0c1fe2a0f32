//! Compares what was changed with what that moved: a plan that moves nothing, or one that was stopped.

use std::collections::BTreeSet;

use fusebox_engine::PastCall;

use super::calls::{
    AnalysedCalls, CheckEnd, answer, failing_tests, is_accepted_edit, is_failed, masked_answer,
    numbers,
};
use super::{Analyst, CauseEvidence, Mistake, RootCause};
use crate::phrases::{count, quoted_error, quoted_name};

/// Runs after changes, or different calls with one error, that make a plan a wrong one.
const TRIALS: usize = 3;
/// Different calls in a row that fail with one error.
const EQUAL_FAILURES: usize = 4;

/// Changes that did not bring the tests nearer to green, or other arguments to a call that cannot
/// succeed.
pub(super) fn fruitless_changes(calls: &AnalysedCalls<'_>) -> Option<CauseEvidence> {
    changes_without_effect(calls).or_else(|| one_error_for_all(calls))
}

/// The work still advanced; a limit ended it.
pub(super) fn progress(calls: &AnalysedCalls<'_>) -> CauseEvidence {
    let edits: Vec<&PastCall> = calls.all.iter().filter(|call| is_accepted_edit(call)).collect();
    let evidence = if edits.is_empty() { calls.recent().iter().collect() } else { edits.clone() };
    CauseEvidence {
        analyst: Analyst::ApproachCritic,
        root_cause: RootCause::Budget,
        explanation: format!(
            "No call and no answer repeats, and no change is without effect: {} in {} until the \
             limit.",
            count(edits.len(), "accepted edit"),
            count(calls.all.len(), "call")
        ),
        mistake: Mistake::new(
            "Spent the budget on too large a piece of work.".to_owned(),
            numbers(evidence),
        ),
        steps: vec![
            "Say what is done and what is left, in one list.".to_owned(),
            "Take the smallest part that is left, and finish it with a green run.".to_owned(),
            "Ask for a larger limit where the rest is of one piece.".to_owned(),
        ],
    }
}

fn changes_without_effect(calls: &AnalysedCalls<'_>) -> Option<CauseEvidence> {
    let checks = calls.checks();
    let green = checks.iter().rposition(|(_, end)| *end == CheckEnd::Green).map_or(0, |at| at + 1);
    let mut after = 0;
    let mut trials: Vec<&PastCall> = Vec::new();
    let mut changes = BTreeSet::new();
    for (check, _) in checks.get(green..).unwrap_or_default() {
        let between = |call: &&PastCall| call.number > after && call.number < check.number;
        let edits = calls.all.iter().filter(between).filter(|call| is_accepted_edit(call));
        // An edit that was made before is no new trial.
        let new = edits.filter(|call| changes.insert(call.subject.call)).count();
        if new > 0 {
            trials.push(check);
        }
        after = check.number;
    }
    let (first, last) = (*trials.first()?, *trials.last()?);
    let is_nearer =
        matches!((failing_tests(first), failing_tests(last)), (Some(a), Some(b)) if b < a);
    if trials.len() < TRIALS || is_nearer {
        return None;
    }
    let said = quoted_error(answer(last));
    Some(CauseEvidence {
        analyst: Analyst::ApproachCritic,
        root_cause: RootCause::WrongApproach,
        explanation: format!(
            "{} changes were each followed by a run, and none brought it nearer to green; the last \
             (call {}) ends in {said}.",
            trials.len(),
            last.number
        ),
        mistake: Mistake::new(
            "Varied the change instead of the idea behind it.".to_owned(),
            numbers(trials.iter().copied()),
        ),
        steps: vec![
            format!("Write down what would have to be true for {said} to appear."),
            "Check that with one call that changes nothing: print, log, or read the caller."
                .to_owned(),
            "Undo the changes that moved nothing.".to_owned(),
            "Change the place that the check points to, and run the test once.".to_owned(),
        ],
    })
}

/// Different calls in a row that end in the same error.
fn one_error_for_all(calls: &AnalysedCalls<'_>) -> Option<CauseEvidence> {
    let last = calls.all.last().filter(|call| is_failed(call))?;
    let said = answer(last);
    let is_same = |call: &&PastCall| is_failed(call) && masked_answer(call) == masked_answer(last);
    let tail: Vec<&PastCall> = calls.all.iter().rev().take_while(is_same).collect();
    let different: BTreeSet<_> = tail.iter().map(|call| call.subject.call).collect();
    if different.len() < EQUAL_FAILURES || said.is_empty() {
        return None;
    }
    let label = quoted_name(&last.subject.label);
    Some(CauseEvidence {
        analyst: Analyst::ApproachCritic,
        root_cause: RootCause::WrongApproach,
        explanation: format!(
            "{} different calls in a row end in {}: other arguments do not help.",
            different.len(),
            quoted_error(said)
        ),
        mistake: Mistake::new(
            format!("Tried {label} with ever other arguments."),
            numbers(tail.iter().rev().copied()),
        ),
        steps: vec![
            "Say what all of these calls have in common.".to_owned(),
            "Reach the goal by a way that does without it.".to_owned(),
        ],
    })
}
